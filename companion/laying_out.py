"""A board that is far from its set-up, as hands set it up: what lies wrong is cleared away, then kind goes by kind.

One such list serves the first game, a rematch on a board full of the last one's pieces, and a game from the shelf.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from companion.readings import Repair
from companion.repairs import body
from engines.physical import Cell, Look

NUMBER = re.compile(r"(\d+)")
FEW = 5
"""Repairs up to here are told one by one: as many as a display shows at once."""


class LayOut(msgspec.Struct, frozen=True):
    """How many pieces are to be cleared away, and for every kind the cells it is laid on, the largest pile first.

    A cell stands there as often as pieces of the kind go there.
    """

    cleared: int
    kinds: tuple[tuple[Look, tuple[Cell, ...]], ...]


def laid_out(repairs: Sequence[Repair]) -> LayOut:
    """The same as `repairs`, kind by kind; a piece that lies elsewhere is cleared away and laid out like the others.

    >>> laid_out([Repair("move", "disc:red", "0000", "0100"), Repair("put", "disc:red", None, "0200")])
    LayOut(cleared=1, kinds=(('disc:red', ('0100', '0200')),))
    """
    turns = Counter((body(repair.look), repair.to) for repair in repairs if repair.kind == "turn")
    piles: dict[Look, list[Cell]] = {}
    for repair in repairs:
        if repair.to is None:
            continue
        piece = body(repair.look), repair.to
        if repair.kind == "move" and turns[piece]:
            turns[piece] -= 1  # it is laid out as it is turned
        else:
            piles.setdefault(repair.look, []).append(repair.to)
    cleared = sum(repair.kind in ("take_off", "move") for repair in repairs)
    largest_first = sorted(piles.items(), key=lambda pile: (-len(pile[1]), pile[0]))
    return LayOut(cleared, tuple((look, tuple(sorted(cells, key=_in_order))) for look, cells in largest_first))


def _in_order(cell: Cell) -> tuple[str | int, ...]:
    """Where a cell stands in a list that is read while laying out: house 4 before house 15."""
    return tuple(int(part) if part.isdecimal() else part for part in NUMBER.split(cell))
