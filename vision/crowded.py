"""Finds the pieces that lie so close together that they seem to cover the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import msgspec
import numpy as np

from engines.physical import Cell
from vision.best_first import things_in
from vision.claims import Patch
from vision.found import Found
from vision.pose import Rect
from vision.rects import cut
from vision.spots import COARSE, finer, grown, meets, painted, parts
from vision.things import Finder
from vision.view import View

MOSTLY_PIECES = 0.7
"""Part of what seems to cover the board that must be explained by pieces for it to be pieces."""
MOSTLY_SHOWN = 0.5
"""Part of a face that must show its colour for what seems to cover the board to be pieces."""


def pieces_in_crowds(
    finder: Finder,
    groups: Sequence[tuple[Sequence[Cell], Rect]],
    patches: Iterable[Patch],
    view: View,
    read: Sequence[Found],
) -> list[Found]:
    """Pieces that were taken for something that covers the board in `view`: of what is covered by islands that reach in
    from nowhere they explain most.

    `groups` of cells with what shows them (coarse), each with its patch, the `open` part of which is set anew; `read`:
    what is known to lie there.
    """
    model, found = finder.model, list[Found]()
    arms = view.cover.mask & ~grown(view.cover.islands, 2)
    for (group, part), patch in zip(groups, patches):
        amid = parts(model, cut(view.cover.islands, view.rect, part), part)
        cells = [cell for cell in group if amid[model.index[cell]] > 0]
        if cells:
            patch.open[:] = finer(~cut(arms, view.rect, part), patch.open.shape)
            # pieces that touch need not end all round
            among = msgspec.structs.replace(patch, overhung=False, handled=False)
            found += things_in(finder, cells, among, [thing for thing in read if meets(thing, part)])
    pieces = [thing for thing in found if thing.known > 0 and thing.shown > MOSTLY_SHOWN]
    pieces += [thing for thing in read if thing.read]
    explained = painted(pieces, view.rect)
    count, labels = cv2.connectedComponents(view.cover.islands.astype(np.uint8), connectivity=8)
    share = np.bincount(labels[explained], minlength=count) / np.bincount(labels.ravel(), minlength=count)
    share[0] = 1.0
    return [piece for piece in pieces if share[labels[_seat(piece, view.rect)]] > MOSTLY_PIECES]


def _seat(thing: Found, rect: Rect) -> tuple[int, int]:
    """Row and column, in `rect` (coarse), of the middle of a thing's silhouette."""
    x0, y0, x1, y1 = thing.rect
    row, column = (y0 + y1) // (2 * COARSE) - rect[1], (x0 + x1) // (2 * COARSE) - rect[0]
    return min(max(row, 0), rect[3] - rect[1] - 1), min(max(column, 0), rect[2] - rect[0] - 1)
