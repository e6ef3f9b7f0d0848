"""Tells strips of light between an arm and its shadow, where another lamp lights the floor in its own colour, from
pieces: they look like one kind of piece, and like more of it than an arm brings at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engines.physical import Cell, Look
from vision.evidence import CellEvidence

AT_ONCE = 1
"""Pieces of one look that an arm brings from beside the board at once, while others that look so are in its shade."""


def perhaps_strips(
    seen: Mapping[Cell, CellEvidence], came: Mapping[Cell, Collection[Look]], gone: Mapping[Look, int]
) -> dict[Look, list[Cell]]:
    """Cells, by look, to which pieces of one look `came`, as it seems, in an arm's shade, and to more of them than
    pieces of it are `gone` elsewhere and one arm brings: any may be a strip of light. A drawing that is recognised is
    none."""
    cells: dict[Look, list[Cell]] = {}
    for cell, looks in came.items():
        for thing in seen[cell].things:
            shaded = thing.paper is not None and thing.paper.shaded
            if shaded and not thing.drawn and thing.looks and thing.best_look in looks:
                cells.setdefault(thing.best_look, []).append(cell)
    return {look: each for look, each in cells.items() if len(each) > gone.get(look, 0) + AT_ONCE}
