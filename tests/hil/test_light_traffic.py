"""Not one change on the board is lost while lights are written as fast as the line carries them."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.felt import Felt
from firmware_bridge.messages import Ack, Event, Key, LightFlag, Lights, Set
from tests.hil.conftest import BoardMaker
from tests.hil.emulated import EmulatedBoard

SPACING_US = 1900
"""µs between two changes anywhere: an event takes 1.5 ms on the line, so it is never far from full."""
RESTS_CHANGES = 12
"""A switch that changed stands still for so many changes of others: longer than debounce and any pause for lights."""


class _Hand:
    """Changes switches at random, each only when it has rested."""

    def __init__(self, inputs: int, seed: int) -> None:
        self._luck = random.Random(seed)
        self._rested = list(range(inputs))
        self._resting: list[int] = []
        self.closed: set[int] = set()
        self.changes = 0

    def change(self) -> str:
        cell = self._rested.pop(self._luck.randrange(len(self._rested)))
        self._resting.append(cell)
        if len(self._resting) > RESTS_CHANGES:
            self._rested.append(self._resting.pop(0))
        self.closed ^= {cell}
        self.changes += 1
        return f"{cell} {int(cell in self.closed)}"


def _set_up(board: EmulatedBoard) -> None:
    board.has_diodes(True)
    board.start()
    if board.columns:
        board.ask(Set(Key.MATRIX, b"\x01"))


@pytest.mark.parametrize(("name", "changes", "lights"), [("uno-matrix", 10_000, 90), ("mega-chain", 1_000, 256)])
def test_no_change_is_lost_under_light_traffic(new_board: BoardMaker, name: str, changes: int, lights: int) -> None:
    board = new_board(name)
    _set_up(board)
    hand, luck = _Hand(board.inputs, seed=5), random.Random(6)
    per_message = (board.longest_body - 3) // 3
    felt, told, acks, seq, first = Felt(), 0, 0, 0, 0
    waiting = False
    while hand.changes < changes or waiting:
        if not waiting and hand.changes < changes:
            count = min(per_message, lights - first)
            last = first + count == lights
            seq = board.put(Lights(LightFlag.SHOW if last else LightFlag(0), first, luck.randbytes(3 * count)))
            first, waiting = (0 if last else first + count), True
        more = " ".join(hand.change() for _ in range(min(4, changes - hand.changes)))
        board.tell(f"change {more} every {SPACING_US}" if more else "run 20000")
        for number, message in board.heard_numbered():
            if isinstance(message, Event):
                assert message.number == (told + 1) % 65536, "events come in order, without a gap"
                told += 1
                felt = felt.after(message)
            elif isinstance(message, Ack):
                assert number == seq
                acks, waiting = acks + 1, False
    board.run(ms=150)
    for message in board.heard():
        if isinstance(message, Event):
            told += 1
            felt = felt.after(message)
    assert told == changes
    assert felt.taken == hand.closed
    assert acks > changes // 40
    strip = board.strip()
    assert (strip.odd_pulses, strip.odd_bits, board.bad_frames) == (0, 0, 0)
    assert board.faults() == (0, 0)
