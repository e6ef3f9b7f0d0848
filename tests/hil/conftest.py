"""Emulated boards for tests; everything here is skipped where the tools are missing, unless it is CI that runs it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from tests.hil import tools
from tests.hil.emulated import EmulatedBoard

BoardMaker = Callable[[str], EmulatedBoard]


@pytest.fixture(scope="session")
def built() -> None:
    """Firmware and emulator stand ready."""
    if missing := tools.missing_packages():
        said = f"the firmware is not tested: bring {' '.join(missing)} with apt"
        if os.environ.get("CI"):
            pytest.fail(said)
        pytest.skip(said)
    tools.build()


@pytest.fixture
def new_board(built: None) -> Iterator[BoardMaker]:
    """Makes boards of any wiring, that have just been given power for the first time."""
    boards: list[EmulatedBoard] = []

    def make(name: str) -> EmulatedBoard:
        boards.append(EmulatedBoard(name))
        return boards[-1]

    yield make
    for board in boards:
        board.stop()


@pytest.fixture
def uno(new_board: BoardMaker) -> EmulatedBoard:
    """An Uno with a matrix, that has started."""
    board = new_board("uno-matrix")
    board.start()
    return board


@pytest.fixture
def mega(new_board: BoardMaker) -> EmulatedBoard:
    """A Mega with a matrix, that has started."""
    board = new_board("mega-matrix")
    board.start()
    return board
