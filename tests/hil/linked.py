"""The real link of the table on the pseudo-terminal of an emulated board, in real time."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.messages import Ack, Key, Set
from firmware_bridge.serial_link import SerialLink
from tests.firmware_bridge.conftest import Ear
from tests.hil.emulated import EmulatedBoard


class LinkedBoard:
    """A board that is plugged in and spoken to; `close` ends the link, not the board."""

    def __init__(self, board: EmulatedBoard, folder: Path) -> None:
        self.board = board
        self.path = folder / "port"
        self.ear = Ear()
        board.has_diodes(True)
        board.plug(self.path)
        board.live(True)
        self.link = SerialLink(str(self.path))
        self.link.start(self.ear)
        self.ear.wait(lambda: self.ear.felt is not None)
        if board.columns:
            assert self.link.ask(Set(Key.MATRIX, b"\x01")) == Ack()
        self.closed: set[int] = set()

    def lay(self, inputs: set[int]) -> None:
        """Exactly these switches are closed now."""
        for change, numbers in (("open", self.closed - inputs), ("close", inputs - self.closed)):
            if numbers:
                self.board.tell(f"{change} {' '.join(map(str, sorted(numbers)))}")
        self.closed = set(inputs)

    def is_felt(self) -> None:
        """Waits until what is closed is felt."""
        self.ear.feels(*self.closed)

    def close(self) -> None:
        """Ends the link."""
        self.link.close()
