"""What a piece covers of the board as the camera sees it: its face and its side, of every size and turn."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Any, TypeVar

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_model import Body

TURNS = 8
"""Turns of a square that are tried over its quarter: every 11°, half of which changes 4 % of its area."""
SIZE_STEP_MM = 1.1
"""Step of the sizes that are tried."""
SIZE_SPREAD = 0.14
"""Standard deviation of a piece's size beside the declared one, as a part: people replace lost pieces by others."""
SIZE_REACH = 1.12
"""Pieces are at most this much larger or smaller than declared."""
PRINTED_REACH = 1.06
"""The same of a counter, which bears print: nobody has another in its place, it is cut a little too large or small at
most. Larger, it was fitted to a good part of what lay below it as well, of which too little was left to be seen."""
KEPT_LEANS = 48
"""Directions of view whose sides are kept (about 0.1 MB each); pieces of one corner of the board share them."""
READY_LEANS = 4
"""Those whose sides are kept ready for use, too (another 0.1 MB each): a cell is looked at in one or two."""
KEPT_RINGS = 200
"""Rings around faces that are kept, about 2 kB each."""
REACH = 2
"""Px around a place, each way, at which every outline is tried at once."""
OVERSAMPLE = 4
CORNERS = 24
"""Corners of a disc where its outline is drawn as a polygon."""
STEP = np.float32(1 / 255)
"""Steps of a mask's values: kept as bytes, it takes a quarter of the memory."""
INNER_TAG = 0.36
"""Radius within which a tag's face is surely black or white, as a part of the piece's size."""

DRAWN = 0.88
"""Part of its width within which a face is drawn upon: people leave a margin."""

Mask = NDArray[np.float32]
Key = TypeVar("Key")
Made = TypeVar("Made")


class Outline(msgspec.Struct, frozen=True, order=True):
    """The outline of a face. `turn` counts the turns of a square, 0…TURNS-1."""

    is_round: bool
    size_mm: float
    turn: int = 0

    @property
    def area_mm2(self) -> float:
        """How large the face is."""
        return (math.pi / 4 if self.is_round else 1.0) * self.size_mm**2


class Stencil(msgspec.Struct, frozen=True, dict=True):
    """Masks of one size (K × `side` × `side`), but for pixels that are in none of them.

    `rows`, `columns` (N): where the others are; `weights` (N × K): their values.
    """

    side: int
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    weights: NDArray[Any]

    @cached_property
    def windows(self) -> NDArray[np.intp]:
        """The same pixels for every place within `REACH` px of the masks' own, places × N: their numbers, row by row,
        in a square that is `REACH` px wider on every side."""
        ticks, width = np.arange(2 * REACH + 1), self.side + 2 * REACH
        places = (ticks[:, None] * width + ticks).reshape(-1, 1)
        return np.asarray(places + (self.rows * width + self.columns), np.intp)

    def chosen(self, numbers: NDArray[np.intp]) -> Stencil:
        """Some of the masks."""
        return msgspec.structs.replace(self, weights=self.weights[:, numbers])


def stencil(masks: NDArray[Any]) -> Stencil:
    """`masks` (K × side × side) without pixels that are in none of them."""
    used = masks.any(axis=0)
    rows, columns = np.nonzero(used)
    return Stencil(masks.shape[1], rows, columns, np.ascontiguousarray(masks[:, used].T))


class Bank:
    """Faces of every size and turn that a board's pieces may have, as masks of one size at one scale (px/mm).

    `faces` and `inner` (the part of a tag's face that is surely black or white): K × side × side. Stencils of K masks:
    `whole` faces; what of them is `drawn` upon, and `bare`; what of a tagged one is `printed`, and its `rims`.
    """

    def __init__(self, bodies: Iterable[Body], scale: float) -> None:
        self.scale = scale
        self.outlines = tuple(_outlines(bodies))
        radius = max(each.size_mm * (0.5 if each.is_round else 0.708) for each in self.outlines)
        side = 2 * (math.ceil(radius * scale) + 1) + 1
        self.faces: Mask = np.stack([face(each, scale, side) for each in self.outlines])
        self.inner: Mask = np.stack(
            [
                face(Outline(True, 2 * INNER_TAG * each.size_mm), scale, side)
                if each.is_round
                else np.zeros_like(self.faces[0])
                for each in self.outlines
            ]
        )
        drawn: Mask = np.stack(
            [face(msgspec.structs.replace(each, size_mm=DRAWN * each.size_mm), scale, side) for each in self.outlines]
        )
        self.whole, self.drawn, self.bare = stencil(self.faces), stencil(drawn), stencil(self.faces - drawn)
        self.printed, self.rims = stencil(self.inner), stencil(self.faces - self.inner)
        self.is_round = np.array([each.is_round for each in self.outlines])
        self.sizes = np.array([each.size_mm for each in self.outlines])
        self.discs = np.flatnonzero(self.is_round) if self.is_round.any() else np.arange(0, len(self.sizes), TURNS)
        """Outlines that serve to find a place: round ones, or squares of one turn where there are no others."""
        self._sides: OrderedDict[tuple[int, int], Stencil] = OrderedDict()
        self._ready: OrderedDict[tuple[int, int], Stencil] = OrderedDict()
        self._rings: OrderedDict[tuple[int, tuple[int, int], int, int], NDArray[np.bool_]] = OrderedDict()

    def nearest(self, is_round: bool, size_mm: float) -> list[int]:
        """Numbers of the outlines of a shape whose size is nearest to one: of squares, one for each turn."""
        alike = np.flatnonzero(self.is_round == is_round)
        off = np.abs(self.sizes[alike] - size_mm)
        nearest: list[int] = alike[off < off.min(initial=np.inf) + 1e-6].tolist()
        return nearest

    @cached_property
    def sure(self) -> NDArray[np.bool_]:
        """Pixels that are wholly inside each face: K × side × side."""
        kernel = np.ones((3, 3), np.uint8)
        return np.stack([cv2.erode(each, kernel) > 0.9 for each in self.faces])

    def ring(self, number: int, lean_px: tuple[int, int], inner: int, outer: int) -> NDArray[np.bool_]:
        """The ring from `inner` to `outer` px around the face of outline `number` and its side, the foot being
        `lean_px` (x, y) before the face, whose middle is the ring's."""
        key = number, lean_px, inner, outer
        return _kept(self._rings, key, KEPT_RINGS, lambda: self._ring(*key))

    def _ring(self, number: int, lean_px: tuple[int, int], inner: int, outer: int) -> NDArray[np.bool_]:
        face = roomier(self.faces[number], max(abs(each) for each in lean_px))
        room = roomier(np.maximum(face, np.roll(face, (-lean_px[1], -lean_px[0]), axis=(0, 1))), outer)
        wide, narrow = (cv2.dilate(room, np.ones((2 * each + 1,) * 2, np.uint8)) for each in (outer, inner))
        return np.asarray(wide - narrow > 0.5, np.bool_)

    def sides(self, lean_px: tuple[int, int]) -> Stencil:
        """What the sides cover beside the faces, the feet being `lean_px` (x, y) before them.

        Masks have the faces' middle in their own, and room for the lean.
        """
        return _kept(self._ready, lean_px, READY_LEANS, lambda: self._ready_sides(lean_px))

    def _ready_sides(self, lean_px: tuple[int, int]) -> Stencil:
        kept = _kept(self._sides, lean_px, KEPT_LEANS, lambda: stencil(self._swept(lean_px)))
        return msgspec.structs.replace(kept, weights=np.multiply(kept.weights, STEP, dtype=np.float32))

    def _swept(self, lean_px: tuple[int, int]) -> NDArray[np.uint8]:
        room = max(abs(each) for each in lean_px)
        faces = np.pad(np.rint(self.faces / STEP).astype(np.uint8), ((0, 0), (room, room), (room, room)))
        whole = faces.copy()
        steps = max(1, math.ceil(math.hypot(*lean_px) / (0.4 * float(self.sizes.min()) * self.scale)))
        for step in range(1, steps + 1):
            x, y = (-round(each * step / steps) for each in lean_px)
            np.maximum(whole, _shifted(faces, x, y), out=whole)
        whole -= faces
        return whole


def _kept(cache: OrderedDict[Key, Made], key: Key, most: int, make: Callable[[], Made]) -> Made:
    """What is kept for `key`, made if it is not there; of what was not asked for longest no more than `most` stay."""
    if key not in cache:
        cache[key] = make()
        if len(cache) > most:
            cache.popitem(last=False)
    cache.move_to_end(key)
    return cache[key]


def _shifted(masks: NDArray[np.uint8], x: int, y: int) -> NDArray[np.uint8]:
    """The masks moved by whole pixels; they have room enough around them for nothing to come back at the other end."""
    return np.roll(masks, (y, x), axis=(1, 2))


def _outlines(bodies: Iterable[Body]) -> list[Outline]:
    outlines = []
    bodies = list(bodies)
    for is_round in (True, False):
        sizes = [(body.size_mm, _reach(body)) for body in bodies if body.is_round == is_round]
        if not sizes:
            continue
        low, high = min(size / reach for size, reach in sizes), max(size * reach for size, reach in sizes)
        count = max(3, round((high - low) / SIZE_STEP_MM) + 1)
        for size in np.linspace(low, high, count):
            outlines += [Outline(is_round, float(size), turn) for turn in range(1 if is_round else TURNS)]
    return outlines


def _reach(body: Body) -> float:
    """How much larger or smaller than declared a piece may be."""
    return PRINTED_REACH if body.shape == "counter" else SIZE_REACH


def size_prior(sizes: NDArray[np.float64], declared_mm: float) -> NDArray[np.float64]:
    """Log prior of a piece's size, 0 at the declared one."""
    return -0.5 * np.square((sizes / declared_mm - 1) / SIZE_SPREAD)


@cache
def face(outline: Outline, scale: float, side_px: int) -> Mask:
    """A face in the middle of a square picture, soft at its edge."""
    big = side_px * OVERSAMPLE
    mask = np.zeros((big, big), np.uint8)
    middle = (big - 1) / 2
    half = outline.size_mm * scale / 2 * OVERSAMPLE
    if outline.is_round:
        cv2.circle(mask, (round(middle * 16), round(middle * 16)), round(half * 16), 255, -1, cv2.LINE_8, 4)
    else:
        angle = math.radians(90 * outline.turn / TURNS)
        cosine, sine = math.cos(angle) * half, math.sin(angle) * half
        corners = [(cosine - sine, sine + cosine), (-cosine - sine, -sine + cosine)]
        corners += [(-x, -y) for x, y in corners]
        points = np.array([(middle + x, middle + y) for x, y in corners])
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    small = cv2.resize(mask, (side_px, side_px), interpolation=cv2.INTER_AREA)
    return (small * STEP).astype(np.float32)


def corners(is_round: bool, size_mm: float, turn_deg: float) -> NDArray[np.float64]:
    """Corners (N × 2 mm) of a face around its middle, turned clockwise; a disc has `CORNERS`."""
    half, angle = size_mm / 2, math.radians(turn_deg)
    if is_round:
        turns: NDArray[Any] = np.linspace(0, 2 * math.pi, CORNERS, endpoint=False)
        return np.stack([np.cos(turns), np.sin(turns)], axis=1) * half
    across = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    turned = np.array([(math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))])
    return np.asarray(across @ turned, np.float64)


def roomier(mask: Mask, by: int, beyond: float = 0.0) -> Mask:
    """A mask with `by` px more on every side, `beyond` there: as `np.pad`, which takes ten times as long."""
    if not mask.size:
        return np.full((mask.shape[0] + 2 * by, mask.shape[1] + 2 * by), beyond, np.float32)
    return cv2.copyMakeBorder(mask, by, by, by, by, cv2.BORDER_CONSTANT, value=beyond).astype(np.float32, copy=False)


def silhouette(mask: Mask, lean_px: tuple[float, float]) -> Mask:
    """Face and side together: the face at its place, swept back to the piece's foot (`lean_px` is foot to face)."""
    steps = max(1, math.ceil(math.hypot(*lean_px) / 2))
    whole = mask.copy()
    for step in range(1, steps + 1):
        part = step / steps
        back = np.array([[1, 0, -lean_px[0] * part], [0, 1, -lean_px[1] * part]])
        np.maximum(whole, cv2.warpAffine(mask, back, mask.shape[::-1], flags=cv2.INTER_LINEAR), out=whole)
    return whole
