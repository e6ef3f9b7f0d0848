"""Pieces that were fitted beside their place, as of two of a colour that lie upon each other: where a drawing is
recognised there is one, and what lies around it is looked for anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.best_first import things_in
from vision.claims import Patch
from vision.found import Found
from vision.reader import Faces, Reader
from vision.rects import meet
from vision.things import Finder

ROUNDS = 3
"""How often at most more is looked for around what was recognised the time before."""


def with_astray(
    reader: Reader,
    image: NDArray[np.uint8],
    finder: Finder,
    work: Iterable[tuple[Sequence[Cell], Patch]],
    known: Sequence[Found],
    standing: Sequence[Found],
    found: list[Found],
) -> tuple[list[Found], Faces]:
    """`found` in the cells of `work`, whose patches show them, with pieces put where their drawings are recognised; and
    what drawings say of faces.

    `known`: tags, drawings and tiles, some of them in `found`; `standing` are elsewhere.
    """
    compared: Faces = {}
    drawn: list[Found] = []
    again = found
    for _ in range(ROUNDS):
        fresh = reader.astray(image, finder, again, found, compared)
        if not fresh:
            break
        drawn += fresh
        near = _near(fresh, found, finder)
        sure = [thing for thing in found if thing.read or any(thing is each for each in known)]
        kept = [thing for thing in found if not thing.read and thing.drawn is None and thing.cell not in near]
        beside = [*standing, *kept]
        sought = [([cell for cell in cells if cell in near], patch) for cells, patch in work]
        seen = (things_in(finder, cells, patch, [*known, *drawn], beside) for cells, patch in sought if cells)
        again = reader.with_small_tags(image, finder, [thing for each in seen for thing in each])
        found = [*sure, *drawn, *kept, *again]
    return found, compared


def _near(fresh: Iterable[Found], found: Iterable[Found], finder: Finder) -> set[Cell]:
    """Cells in which something else may be seen beside what is `fresh`."""
    near: set[Cell] = set()
    for piece in fresh:
        near.update(finder.model.cells_near(piece.foot_mm, piece.outline.size_mm / 2))
        near.update(thing.cell for thing in found if meet(thing.rect, piece.rect))
    return near
