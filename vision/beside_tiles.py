"""Looks at tiles and at what lies on them by turns: each may have been taken for a part of the other."""

from __future__ import annotations

from collections.abc import Sequence

from engines.physical import Cell
from vision.best_first import things_in
from vision.claims import Patch
from vision.designs.finder import TileFinder
from vision.found import Found
from vision.rects import meet
from vision.things import Finder

ROUNDS = 2
"""Times that both are looked at."""


def beside_tiles(
    finds: TileFinder,
    finder: Finder,
    work: Sequence[tuple[list[Cell], Patch]],
    tiles: list[Found],
    read: Sequence[Found],
    standing: Sequence[Found],
) -> tuple[list[Found], list[Found]]:
    """The `tiles`; and what was `read`, with all that lies on or beside tiles in the cells of `work`, by their patches.

    What lies on a tile may have been read as a part of its print: then both are looked at once more, as far as the
    tiles that were read otherwise reach. `standing` are elsewhere.
    """
    found: list[Found] = []
    drawn = [thing for thing in read if thing.drawn is not None]
    asked = work
    for _ in range(ROUNDS):
        cells = {cell for group, _ in asked for cell in group}
        kept, known = [thing for thing in found if thing.cell not in cells], [*read, *tiles]
        fresh = [each for here, patch in asked for each in things_in(finder, here, patch, known, [*standing, *kept])]
        found = [*kept, *fresh]
        again = finds.read_again(tiles, [*drawn, *found])
        if finds.looks:
            again += finds.beneath((cell for group, _ in work for cell in group), again, [*drawn, *found])
        near: set[Cell] = set()
        for tile in _read_otherwise(tiles, again):
            near.update(finder.model.cells_near(tile.face_mm, tile.outline.size_mm / 2))
            near.update(thing.cell for thing in found if meet(thing.rect, tile.rect))
        asked = [(here, patch) for group, patch in work if (here := [cell for cell in group if cell in near])]
        tiles = again
        if not asked:
            break
    return tiles, [*read, *found]


def _read_otherwise(tiles: Sequence[Found], again: Sequence[Found]) -> list[Found]:
    """Those tiles that were read as others `again`, or then for the first time."""
    others = [other for tile, other in zip(tiles, again) if tile.best_look != other.best_look]
    return [*others, *again[len(tiles) :]]
