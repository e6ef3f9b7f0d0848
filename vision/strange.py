"""Where enough is strange for pieces to be looked for: anything, what no piece explains, what another light leaves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.by_drawing import is_apart
from vision.found import Found
from vision.ground import Ground
from vision.reader import lies_on
from vision.spots import painted, pixels
from vision.view import View

FOR_PIECE_MM2, FAINT_FOR_PIECE_MM2, FOR_PIECE_PX = 12.0, 35.0, 4.0
"""Area in or beside a cell that is strange, and that is faintly so, from which pieces are looked for; and the least px
(coarse) that must be strange."""
OTHERWISE_MM2 = 5.0
"""Area of a cell that is strange in one light and not in another, from which it is looked at in that, too."""
UNEXPLAINED_MM2, FAINTLY_MM2 = 5.0, 20.0
"""Area of a cell that is strange, and that is faintly so, and that nothing explains, from which drawings are looked for
in it."""


def strange_cells(ground: Ground, view: View) -> frozenset[Cell]:
    """Cells in or beside which enough is strange for a piece, or so much faintly so that it is no accident."""
    px_mm2 = ground.px_mm**2
    odd, faint = _strange_px(ground, view)
    enough = (odd >= max(FOR_PIECE_PX, FOR_PIECE_MM2 * px_mm2)) | (faint >= FAINT_FOR_PIECE_MM2 * px_mm2)
    return _cells(ground.model, enough)


def strange_otherwise(ground: Ground, view: View) -> frozenset[Cell]:
    """Cells of the whole board in which other things are strange in a `view` of it than were when it was looked at."""
    changed = pixels(ground.model, view.odd ^ ground.odd, view.rect) > OTHERWISE_MM2 * ground.px_mm**2
    return _cells(ground.model, changed)


def _strange_px(
    ground: Ground, view: View, among: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """How many px (coarse) of each cell of the board are strange, and faintly so, in `view`; only `among` those, if
    given."""
    odd, faint = (each if among is None else each & among for each in (view.odd, view.faint))
    return pixels(ground.model, odd, view.rect), pixels(ground.model, faint, view.rect)


def _cells(model: BoardModel, asked: NDArray[np.bool_]) -> frozenset[Cell]:
    return frozenset(model.order[number] for number in np.flatnonzero(asked).tolist())


def unexplained(ground: Ground, cells: Iterable[Cell], view: View, things: Iterable[Found]) -> list[Cell]:
    """Those of `cells` in which something is strange that none of `things` explains as a piece, and nothing covers."""
    pieces = (each for each in things if each.best > 0)
    left = ~(painted(pieces, view.rect) | view.cover.mask)
    px_mm2 = ground.px_mm**2
    odd, faint = _strange_px(ground, view, left)
    enough = (odd > UNEXPLAINED_MM2 * px_mm2) | (faint > FAINTLY_MM2 * px_mm2)
    return [cell for cell in cells if enough[ground.model.index[cell]]]


def without_told(found: Iterable[Found], pieces: Sequence[Found], model: BoardModel) -> list[Found]:
    """What was `found`, but for what was fitted to a part of one of `pieces`, whose drawings are recognised: it has
    the colour of that, or lies on it."""

    def is_part(thing: Found, piece: Found) -> bool:
        if is_apart(piece, [thing]):
            return False
        own, its = (model.bodies[each.best_look].rgb if each.best_look else None for each in (thing, piece))
        return own == its or lies_on(thing, piece, model.scale)

    return [
        each
        for each in found
        if each.read or each.drawn is not None or not any(is_part(each, piece) for piece in pieces)
    ]
