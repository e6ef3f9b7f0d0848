"""Where pieces lie on the coarse raster (half of the working raster), and how much of a cell a mask takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.bodies import roomier
from vision.found import Found
from vision.pose import Pose, Rect
from vision.rects import joined, meet, within

COARSE = 2
"""Fine raster pixels per coarse one, each way."""
MIDDLE = 0.3
"""Radius of a cell's middle, as a part of the pitch: a piece anywhere in the cell covers part of it."""
RIM_PX, RIM_SHOWN = 4, 0.2
"""Fine pixels around a silhouette that are marked with it, and how much of a pixel must be covered."""
STANDING_OVER_MM = 5.0
"""How far pieces stand over their cell's border."""
ENOUGH_SEEN = 0.35
"""Part of a cell's floor, and of each thing in it, that must be seen for anything to be said of it."""
ROOMY = 1.3
"""Area of a cell, in squares of the pitch, from which it is a box in which many pieces lie together."""

RIM = np.ones((2 * RIM_PX + 1, 2 * RIM_PX + 1), np.uint8)


def coarse(fine: Rect) -> Rect:
    """A rectangle of the fine raster on the coarse one."""
    return fine[0] // COARSE, fine[1] // COARSE, -(-fine[2] // COARSE), -(-fine[3] // COARSE)


def refined(coarse: Rect) -> Rect:
    """A rectangle of the coarse raster on the fine one."""
    x0, y0, x1, y1 = coarse
    return x0 * COARSE, y0 * COARSE, x1 * COARSE, y1 * COARSE


def grown(mask: NDArray[np.bool_], radius: int) -> NDArray[np.bool_]:
    """A mask widened by `radius` px."""
    return cv2.dilate(mask.astype(np.uint8), np.ones((2 * radius + 1, 2 * radius + 1), np.uint8)) > 0


def finer(mask: NDArray[np.bool_], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """A coarse mask on the fine raster, as 0 and 1."""
    return cv2.resize(mask.astype(np.float32), (shape[1], shape[0]), interpolation=cv2.INTER_NEAREST).astype(np.float32)


def clear(mask: NDArray[np.bool_], found: Found, rect: Rect) -> None:
    """Takes a piece's silhouette off a coarse mask of `rect`."""
    x0, y0 = found.rect[:2]
    ys, xs = np.nonzero(cv2.dilate(found.silhouette, np.ones((3, 3), np.uint8)) > 0.4)
    ys, xs = (ys + y0) // COARSE - rect[1], (xs + x0) // COARSE - rect[0]
    inside = (ys >= 0) & (xs >= 0) & (ys < mask.shape[0]) & (xs < mask.shape[1])
    mask[ys[inside], xs[inside]] = False


def meets(found: Found, rect: Rect) -> bool:
    """Whether a thing's silhouette reaches into `rect` (coarse)."""
    return meet(found.rect, refined(rect))


def paint(mask: NDArray[np.bool_], found: Found, rect: Rect) -> None:
    """Marks a piece's silhouette and its rim on a coarse mask of `rect`."""
    x0, y0 = found.rect[0] - RIM_PX, found.rect[1] - RIM_PX
    wide = cv2.dilate(roomier(found.silhouette, RIM_PX), RIM) > RIM_SHOWN
    left, above = x0 % COARSE, y0 % COARSE
    rows, columns = -(-(above + wide.shape[0]) // COARSE), -(-(left + wide.shape[1]) // COARSE)
    fine = np.zeros((rows * COARSE, columns * COARSE), np.bool_)
    fine[above : above + wide.shape[0], left : left + wide.shape[1]] = wide
    spot = np.asarray(fine.reshape(rows, COARSE, columns, COARSE).any(axis=(1, 3)), np.bool_)
    x, y = x0 // COARSE - rect[0], y0 // COARSE - rect[1]
    area = within((x, y, x + columns, y + rows), (0, 0, mask.shape[1], mask.shape[0]))
    if area[2] > area[0] and area[3] > area[1]:
        mask[area[1] : area[3], area[0] : area[2]] |= spot[area[1] - y : area[3] - y, area[0] - x : area[2] - x]


def painted(things: Iterable[Found], rect: Rect) -> NDArray[np.bool_]:
    """The silhouettes of `things` and their rims, as a coarse mask of `rect`."""
    mask = np.zeros((rect[3] - rect[1], rect[2] - rect[0]), np.bool_)
    for thing in things:
        paint(mask, thing, rect)
    return mask


def floor_of(model: BoardModel, cell: Cell) -> Rect:
    """The part of the coarse raster that shows a cell's floor."""
    outline = model.cells[cell].outline * (model.scale / COARSE) - 0.5
    (left, top), (right, bottom) = np.floor(outline.min(axis=0)).astype(int), np.ceil(outline.max(axis=0)).astype(int)
    return int(left), int(top), int(right) + 1, int(bottom) + 1


def seen_of(thing: Found, rect: Rect, seen: NDArray[np.bool_], rim_px: int = 0) -> NDArray[np.bool_] | None:
    """Where in `rect` (coarse) a thing and so wide a rim are `seen`; None if that is too little of it."""
    if not meet(coarse(thing.rect), rect):
        return None
    spot = painted([thing], rect)
    own = (grown(spot, rim_px) if rim_px else spot) & seen
    return own if np.count_nonzero(own) > ENOUGH_SEEN * np.count_nonzero(spot) else None


def standing_in(found: Mapping[Cell, Iterable[Found]], rect: Rect, but: Collection[Cell] = frozenset()) -> list[Found]:
    """The things that were `found` whose silhouettes reach into `rect` (coarse), `but` for those of some cells."""
    area = refined(rect)
    own = sorted(found.keys() - but)  # in the same order in every run
    return [thing for cell in own for thing in found[cell] if meet(thing.rect, area)]


def without_specks(marked: NDArray[np.bool_], least_px: int) -> NDArray[np.bool_]:
    """What is marked, but for spots of less than so many px."""
    _, blots, stats, _ = cv2.connectedComponentsWithStats(marked.astype(np.uint8), connectivity=8)
    return np.asarray(marked & (stats[blots, cv2.CC_STAT_AREA] >= least_px), np.bool_)


def pixels(model: BoardModel, mask: NDArray[np.bool_], rect: Rect) -> NDArray[np.intp]:
    """Pixels of each cell (in the model's order) that `mask` (of `rect`) covers."""
    x0, y0, x1, y1 = rect
    return np.bincount(model.labels[y0:y1, x0:x1][mask], minlength=len(model.order) + 1)[1:]


def parts(model: BoardModel, mask: NDArray[np.bool_], rect: Rect) -> NDArray[np.float64]:
    """Part of each cell (in the model's order) that `mask` (of `rect`) covers."""
    return np.asarray(pixels(model, mask, rect) / model.floor_px, np.float64)


class Middles:
    """The middles of some cells, by number: a piece anywhere in a cell covers part of its middle.

    `rect` is the part of the coarse raster that holds them all.
    """

    def __init__(self, model: BoardModel, numbers: NDArray[np.intp]) -> None:
        px_mm = model.scale / COARSE
        half = max(1, round(2 * MIDDLE * model.pitch_mm * px_mm)) // 2
        height, width = model.labels.shape
        at = np.round(model.centres[numbers] * px_mm - 0.5).astype(int)
        at = np.clip(at, 0, (width - 1, height - 1))
        self._side = (2 * half + 1, 2 * half + 1)
        x0, y0 = np.maximum(at.min(axis=0) - half, 0).tolist()
        x1, y1 = np.minimum(at.max(axis=0) + half + 1, (width, height)).tolist()
        self.rect: Rect = (x0, y0, x1, y1)
        self._rows, self._columns = at[:, 1] - y0, at[:, 0] - x0

    def means(self, values: NDArray[np.float32]) -> NDArray[np.float64]:
        """The mean of `values` (of `rect`) over each middle."""
        return np.asarray(cv2.blur(values, self._side)[self._rows, self._columns], np.float64)


def standing_room(model: BoardModel, pose: Pose, cells: Iterable[Cell]) -> NDArray[np.bool_]:
    """Pixels of the coarse raster on which pieces in `cells` can be seen."""
    mask = np.zeros(model.labels.shape, np.uint8)
    px_mm = model.scale / COARSE
    for cell in cells:
        area = model.cells[cell]
        outline = area.outline * px_mm - 0.5
        lean = np.array(pose.lean_mm(area.centre, model.tallest_mm)) * px_mm
        hull = cv2.convexHull(np.concatenate([outline, outline + lean]).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    reach = round(STANDING_OVER_MM * px_mm)
    return cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)) > 0


def shown_at(model: BoardModel, pose: Pose, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> frozenset[Cell]:
    """Cells of which these pixels of the coarse raster may show floor or pieces."""
    px_mm, (height, width) = model.scale / COARSE, model.labels.shape
    middle = ((float(columns.mean()) + 0.5) / px_mm, (float(rows.mean()) + 0.5) / px_mm)
    lean = np.array(pose.lean_mm(middle, model.tallest_mm)) * px_mm
    cells: frozenset[Cell] = frozenset()
    for part in (0.0, 0.5, 1.0):
        y = np.clip(rows - round(lean[1] * part), 0, height - 1)
        x = np.clip(columns - round(lean[0] * part), 0, width - 1)
        cells |= model.numbered(model.labels[y, x])
    return cells


def together(windows: Iterable[tuple[Cell, Rect]], limits: Rect) -> list[tuple[list[Cell], Rect]]:
    """Cells whose windows (fine) overlap, with the part of the coarse raster, inside `limits`, that shows them all."""
    groups: list[tuple[list[Cell], Rect]] = []
    for cell, window in windows:
        rect = within(coarse(window), limits)
        if rect[2] <= rect[0] or rect[3] <= rect[1]:
            continue
        cells = [cell]
        while touching := next((group for group in groups if meet(group[1], rect)), None):
            groups.remove(touching)
            cells, rect = touching[0] + cells, joined(rect, touching[1])
        groups.append((cells, rect))
    return groups


def roomy(model: BoardModel) -> NDArray[np.bool_]:
    """Pixels of boxes in which many pieces may lie together."""
    numbers = [
        number + 1 for number, cell in enumerate(model.order) if model.areas_mm2[cell] > ROOMY * model.pitch_mm**2
    ]
    return np.isin(model.labels, numbers)
