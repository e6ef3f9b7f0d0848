"""The physical side: which pieces lie where, what they look like, and what a change on the board could mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from engines.boards.loader import load_any_board
from engines.boards.polar import PolarBoard
from engines.entries import Seat
from engines.fifth_column.actions import Action, Walk
from engines.fifth_column.cards import COUNTS, DATA
from engines.fifth_column.ground import HOUSES
from engines.fifth_column.options import SHEETS
from engines.fifth_column.state import State
from engines.game import Intent
from engines.physical import Cell, Change, Contents, Look, Placement
from engines.pieces import PieceLook

SEATS: tuple[Seat, ...] = ("red", "blue", "green", "yellow", "violet", "orange")
"""Seats in the order offered: colours of players, who have no piece of their own on the board."""

WASHER: Look = "washer:steel"
REFUGE: Look = "nut:red"
HUNTER: Look = "cup:gold"
PASSED: Look = "clue:violet"
NOT_PASSED: Look = "clue:white"

CLUES: Mapping[Look, int] = {PASSED: 40, NOT_PASSED: 60}
"""Markers of each kind in the box: no hunt of those simulated has needed as many."""


@cache
def board_on(sheet: str) -> PolarBoard:
    """The board on that sheet of paper."""
    board = load_any_board(DATA / "board.toml", sheet)
    assert isinstance(board, PolarBoard)
    return board


BOARD = board_on(SHEETS[0])
assert BOARD.cells == frozenset(HOUSES)


def pieces(sheet: str) -> dict[Look, PieceLook]:
    """Bodies of all looks, in sizes that suit the board on `sheet`."""
    sizes = board_on(sheet).pieces
    large, small, height = sizes.disc_mm, sizes.square_mm, sizes.height_mm
    return {
        WASHER: PieceLook("disc", large, height, (64, 67, 72), "washer/none"),
        REFUGE: PieceLook("disc", large * 0.84, height, (190, 30, 36), "nut/none"),
        HUNTER: PieceLook("disc", large * 0.84, height, (226, 172, 46), "cup/none"),
        PASSED: PieceLook("disc", small, height, (112, 52, 150), "ring/none"),
        NOT_PASSED: PieceLook("disc", small, height, (240, 238, 230), "ring/none"),
    }


def supply(seats: Sequence[Seat]) -> Contents:
    """All washers, nuts, hunters and markers, however many play."""
    return (
        *(WASHER,) * COUNTS.blocked,
        *(REFUGE,) * COUNTS.refuges,
        *(HUNTER,) * COUNTS.hunters,
        *(look for look, count in CLUES.items() for _ in range(count)),
    )


def placement(state: State) -> Placement:
    """Where every piece should lie: from what all have seen only."""
    hunt = state.hunt
    cells: dict[Cell, list[Look]] = {cell: [WASHER] for cell in hunt.blocked}
    for cell in hunt.refuges:
        cells.setdefault(cell, []).append(REFUGE)
    for cell in hunt.hunters:
        cells.setdefault(cell, []).append(HUNTER)
    if state.house.clues == "board":
        for clue in hunt.clues:
            cells.setdefault(clue.at, []).append(PASSED if clue.passed else NOT_PASSED)
    return Placement({cell: tuple(sorted(looks)) for cell, looks in cells.items()})


def interpret(state: State, change: Change) -> list[Intent[Action]]:
    """Actions that `change` could mean, legal or not, most plausible first: hunters that were moved.

    A marker that is laid down asks nothing: to try what the answer would be is to know it.
    """
    if not state.hunt.blocked or state.between:
        return []
    seat = next(seat for who, seat in enumerate(state.seats) if who != state.hunt.spy)
    left = [lying.cell for lying in change.left if lying.look == HUNTER]
    arrived = [lying.cell for lying in change.arrived if lying.look == HUNTER and lying.cell in HOUSES]
    standing = Counter(left)
    walkers = [number for number, cell in enumerate(state.hunt.hunters, 1) if standing[cell]] if left else []
    return [Intent(seat, Walk(number, to)) for to in arrived for number in _nearest(state, walkers, to)]


def _nearest(state: State, walkers: Sequence[int], to: Cell) -> list[int]:
    """`walkers` with those first who could be in `to` by one walk."""
    ground, hunters = state.hunters_ground, state.hunt.hunters
    return sorted(walkers, key=lambda number: (to not in ground.reach(hunters[number - 1]), number))
