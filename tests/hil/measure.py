"""``python -m tests.hil.measure``: what `tavolo bench` measures on the simulated board, on the emulated chip's pins.

First in the chip's own time, which a busy machine does not change; then by the clock on the wall, where it does.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from companion.measures.feeling import measure_board
from companion.measures.sample import Summary
from tests.hil import tools
from tests.hil.chip_time import measure_chip
from tests.hil.emulated import BOARDS, EmulatedBoard

SAMPLES = 12


class PinnedPressable:
    """A `Pressable` whose switches are pins of an emulated chip that keeps pace with the clock on the wall."""

    def __init__(self, board: EmulatedBoard, folder: Path) -> None:
        self._board = board
        self.path = str(folder / "port")
        board.plug(Path(self.path))
        board.live(True)

    def put(self, cell: int) -> None:
        self._board.close(cell)

    def lift(self, cell: int) -> None:
        self._board.open(cell)

    def is_lit(self, cell: int) -> bool:
        return self._board.shines(cell)

    def unplug(self) -> None:
        self._board.pull()

    def plug(self) -> None:
        self._board.plug(Path(self.path))


def main() -> None:
    """Prints one line for each measure."""
    if missing := tools.missing_packages():
        raise SystemExit(f"nothing was measured on the emulated chip: bring {' '.join(missing)} with apt")
    tools.build()
    for name in BOARDS:
        board = EmulatedBoard(name)
        _print(measure_chip(board, SAMPLES))
        board.stop()
    for name in ("uno-chain", "mega-chain"):
        with tempfile.TemporaryDirectory() as folder:
            board = EmulatedBoard(name)
            measured = measure_board(name.replace("-", "_"), PinnedPressable(board, Path(folder)), SAMPLES)
            board.stop()
        _print(measured)


def _print(measured: dict[str, Summary]) -> None:
    for measure, one in measured.items():
        print(f"{measure:44} median {one.median:8.3g}  p95 {one.p95:8.3g} {one.unit:4} {one.aim}")


if __name__ == "__main__":
    main()
