"""What is seen around one cell, and how well the colours of pieces explain every pixel of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias, TypeVar

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import Body
from vision.bodies import Bank
from vision.claims import UNKNOWN
from vision.floor import FLOOR_PEAK
from vision.light import BRIGHTEST, FACE_HUE, OWN_HUE, OWN_VEIL, VEIL, Tone
from vision.palette import Palette
from vision.polynomials import features, log_normals, matrix_product
from vision.pose import Rect

PIXEL_LIMIT = 5.0
"""No pixel says more than this, whatever its colour."""
BELOW_ANOTHER = 0.4
"""A pixel that shows another thing says no more against a piece, which may lie below that."""
DRAWN_AGAINST = 2.0
"""A pixel that looks like floor says no more against a face with a drawing, whose ink may have that tone by chance."""
INK_PARTS = (0.3, 0.65, 1.0)
"""Strengths of ink on a face's pixels; a camera far above blurs drawing and ground."""
INK_COST = 1.4
"""Log of the number of those."""
HIDDEN_COST = 1.0
"""What a pixel costs that is neither floor nor the piece's colour."""
SIDE_SHARE = 0.5
"""Weight of the side against the face: its light is known badly."""
FOOT_BEYOND_MM = 1.5
"""How far beyond the cell's border a foot is still looked for."""
STANDS_OUT = 4.0
"""Log density below the floor's peak from which a pixel is not floor."""

Part: TypeAlias = Literal["face", "edge", "side"]
"""Parts of a piece: its face, with whatever is drawn on it; the bare edge of that; the side."""
PARTS: tuple[Part, ...] = ("face", "edge", "side")

Value = TypeVar("Value", bound=np.generic)


class Sorts(msgspec.Struct, frozen=True):
    """What pieces may be: their `looks`, the number of each one's colour, and which of `shapes` (round, size in mm) it
    has."""

    looks: tuple[Look, ...]
    colours: NDArray[np.intp]
    shapes: tuple[tuple[bool, float], ...]
    shape_of: NDArray[np.intp]


class Cast(msgspec.Struct, frozen=True, dict=True):
    """The pieces that may be there: their `bodies`, the `palette` and the masks of their outlines.

    `colour_blind`: it is known what must be there, so outlines alone are looked at.
    """

    bodies: Mapping[Look, Body]
    bank: Bank
    palette: Palette
    colour_blind: bool = False

    @cached_property
    def plain_colours(self) -> frozenset[int]:
        """Numbers of the colours of pieces without a tag."""
        return frozenset(self.palette.index[body.rgb] for body in self.bodies.values() if body.tag is None)

    @cached_property
    def tag_colours(self) -> frozenset[int]:
        """Numbers of the colours of tagged pieces' rims."""
        return frozenset(self.palette.index[body.rgb] for body in self.bodies.values() if body.tag is not None)

    @cached_property
    def plain(self) -> Sorts:
        """The pieces without a tag."""
        return self._sorts(tagged=False)

    @cached_property
    def tagged(self) -> Sorts:
        """The pieces with a tag."""
        return self._sorts(tagged=True)

    def _sorts(self, tagged: bool) -> Sorts:
        bodies = {look: body for look, body in self.bodies.items() if (body.tag is not None) == tagged}
        each = [(body.is_round, body.size_mm) for body in bodies.values()]
        shapes = tuple(dict.fromkeys(each))
        colours = [self.palette.index[body.rgb] for body in bodies.values()]
        of = [shapes.index(shape) for shape in each]
        return Sorts(tuple(bodies), np.array(colours, np.intp), shapes, np.array(of, np.intp))

    @cached_property
    def tones_of(self) -> Mapping[tuple[int, Part], list[int]]:
        """Numbers of the tones that a part of a piece of each colour of `looked_for` may have: bare ones, sides, and
        those with ink."""
        count, parts = len(self.looked_for), len(INK_PARTS)
        found: dict[tuple[int, Part], list[int]] = {}
        for number, colour in enumerate(self.looked_for):
            found[colour, "edge"], found[colour, "side"], found[colour, "face"] = [number], [count + number], [number]
        for number, colour in enumerate(self.inked[0].tolist()):
            first = 2 * count + number * parts
            found[colour, "face"] += range(first, first + parts)
        return found

    @cached_property
    def inked(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Numbers of the colours of `looked_for` whose faces are drawn upon, and of what each is drawn in."""
        ink = self.palette.ink
        under = [colour for colour in self.looked_for if colour in ink]
        return np.array(under, np.intp), np.array([ink[colour] for colour in under], np.intp)

    @cached_property
    def against(self) -> NDArray[np.float32]:
        """How much a pixel may say against a face of each colour."""
        numbers = range(len(self.palette.colours))
        return np.array([DRAWN_AGAINST if each in self.palette.ink else PIXEL_LIMIT for each in numbers], np.float32)

    @cached_property
    def looked_for(self) -> list[int]:
        """Numbers of the colours of which rough maps are made: of plain pieces, or of all where there are tags."""
        return list(range(len(self.palette.colours))) if self.tag_colours else sorted(self.plain_colours)

    @cached_property
    def face_rows(self) -> NDArray[np.intp]:
        """`tones_of` the faces of `looked_for` as rows of equal length: tones × colours."""
        faces = [self.tones_of[colour, "face"] for colour in self.looked_for]
        most = max(map(len, faces))
        return np.array([face + face[:1] * (most - len(face)) for face in faces], np.intp).T


class CellView:
    """What is seen around one cell, and how well the colours of a cast's pieces explain it. Maps are made once.

    `rect` on the fine raster, of which `seen` has the size; `expected`: tones of the palette's colours here (C × 3);
    `lean`: foot to face in px for 1 mm of height; `outline`: of the cell, N × 2, px of the window; `parts`: of
    `part_polynomials` for the expected tones.
    """

    def __init__(
        self,
        cast: Cast,
        rect: Rect,
        seen: Tone,
        expected: NDArray[np.float64],
        lean: tuple[float, float],
        outline: NDArray[np.float64],
        parts: NDArray[np.float32],
    ) -> None:
        self.cast, self.rect, self.seen, self.expected = cast, rect, seen, expected
        self.lean, self.outline = lean, outline
        self._parts = parts
        self._densities: dict[int, NDArray[np.float32]] = {}
        self._feet: dict[float, NDArray[np.bool_]] = {}
        self._rough: dict[int, NDArray[np.float32]] = {}

    def density(self, colour: int, part: Part = "face") -> NDArray[np.float32]:
        """Log density of each pixel for a `part` of a piece of `colour`; a face may have ink of some strength on it."""
        if colour not in self._densities:
            self._densities[colour] = self._densities_of_parts(colour)
        found: NDArray[np.float32] = self._densities[colour][PARTS.index(part)]
        return found

    def _densities_of_parts(self, colour: int) -> NDArray[np.float32]:
        """Log density of each pixel for every one of `PARTS` of a piece of `colour`."""
        tones = self.cast.tones_of
        each = matrix_product(self._parts[[*tones[colour, "face"], *tones[colour, "side"]]], self._features)
        found = np.stack([each[:-1].max(axis=0), each[0], each[-1]])
        return np.asarray(found.reshape(-1, *self.seen.shape[:2]), np.float32)

    @cached_property
    def _features(self) -> NDArray[np.float32]:
        return features(self.seen.reshape(-1, 3))

    def rough(self, stride: int) -> NDArray[np.float32]:
        """`densities_of` every `stride`th pixel each way: colours × rows × columns."""
        if stride not in self._rough:
            seen = self.seen[::stride, ::stride]
            self._rough[stride] = self.densities_of(seen.reshape(-1, 3))[0].reshape(-1, *seen.shape[:2])
        return self._rough[stride]

    def densities_of(self, pixels: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Log density of the tones of some `pixels` (N × 3) for a face of every colour of `Cast.looked_for`, and for
        one without ink: colours × N each."""
        rows = self.cast.face_rows
        each = matrix_product(self._parts[rows.ravel()], features(pixels)).reshape(*rows.shape, len(pixels))
        return np.asarray(each.max(axis=0), np.float32), np.asarray(each[0], np.float32)

    def feet(self, height: float) -> NDArray[np.bool_]:
        """Places of a face's middle, `height` mm above the board, for which the foot stands in or near the cell."""
        if height not in self._feet:
            points = self.outline + np.array([self.lean[0] * height, self.lean[1] * height])
            mask = np.zeros(self.seen.shape[:2], np.uint8)
            cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
            beyond = max(1, round(FOOT_BEYOND_MM * self.cast.bank.scale))
            self._feet[height] = cv2.dilate(mask, np.ones((2 * beyond + 1, 2 * beyond + 1), np.uint8)) > 0
        return self._feet[height]


class Maps:
    """A view and what explains it so far: the maps on which fits are scored, each made when it is first asked for.

    Arrays have the view's size. `explained`: log density of each pixel for its best explanation so far, at least
    `UNKNOWN`; `free`: 0…1, how far the pixel may be used; `taken`: other things explain it; `odd`: nothing does yet.
    """

    def __init__(
        self, view: CellView, explained: NDArray[np.float32], free: NDArray[np.float32], taken: NDArray[np.bool_]
    ) -> None:
        self.view, self.explained, self.free, self.taken = view, explained, free, taken
        self.odd: NDArray[np.bool_] = (free > 0.5) & ~taken & (explained < FLOOR_PEAK - STANDS_OUT)
        self._gains: dict[tuple[int, Part], NDArray[np.float32]] = {}
        self._lowest: dict[float, NDArray[np.float32]] = {}

    def gain(self, colour: int, part: Part = "face") -> NDArray[np.float32]:
        """How much better each pixel is explained by a `part` of a piece of `colour` than by what is there so far."""
        key = (colour, part)
        if key not in self._gains:
            cast = self.view.cast
            if cast.colour_blind:
                better = np.where(self.odd, np.float32(1.5), np.float32(-2.0))
            else:
                better = np.subtract(self.view.density(colour, part), self.explained)
            against = DRAWN_AGAINST if part == "face" and colour in cast.palette.ink else PIXEL_LIMIT
            np.maximum(better, self._least(against), out=better)
            np.minimum(better, np.float32(PIXEL_LIMIT), out=better)
            self._gains[key] = np.multiply(better, self._free_side if part == "side" else self.free, out=better)
        return self._gains[key]

    def _least(self, against: float) -> NDArray[np.float32]:
        """The least that each pixel may say, `against` where nothing else is known to be there."""
        if against not in self._lowest:
            least = np.where(self.taken, np.float32(-BELOW_ANOTHER), np.float32(-against))
            if not self.view.cast.colour_blind:
                # a finger, a gloss or a neighbour may hide a part of any piece
                np.maximum(least, np.float32(UNKNOWN - HIDDEN_COST) - self.explained, out=least)
            self._lowest[against] = least
        return self._lowest[against]

    @cached_property
    def _free_side(self) -> NDArray[np.float32]:
        return self.free * np.float32(SIDE_SHARE)


class RoughMaps:
    """The same for many colours at once, of every `stride`th pixel each way: where places are looked for.

    `better` (colours × rows × columns): how much better each pixel is explained by a face of each colour of
    `Cast.looked_for`, without limits; `odd` as in `Maps`.
    """

    def __init__(self, maps: Maps, stride: int) -> None:
        each = (slice(None, None, stride), slice(None, None, stride))
        explained = np.ascontiguousarray(maps.explained[each])
        self.better: NDArray[np.float32] = maps.view.rough(stride) - explained
        self.odd: NDArray[np.bool_] = maps.odd[each]
        self._cast = maps.view.cast
        self._hidden = np.float32(UNKNOWN - HIDDEN_COST) - explained
        self._free, self._taken = np.ascontiguousarray(maps.free[each]), maps.taken[each]

    def most(self) -> Mapping[int, float]:
        """The most that a face of each colour of `Cast.looked_for` can gain anywhere."""
        likely = np.clip(self.better, 0, np.float32(PIXEL_LIMIT)).reshape(len(self.better), -1)
        return dict(zip(self._cast.looked_for, (likely @ self._free.ravel()).tolist()))

    def gains(self, colours: Sequence[int]) -> NDArray[np.float32]:
        """`Maps.gain` of the faces of some colours, colours × rows × columns."""
        number = self._cast.looked_for.index
        gain = self.better[[number(colour) for colour in colours]]
        for against in (DRAWN_AGAINST, PIXEL_LIMIT):
            alike = self._cast.against[list(colours)] == against
            if alike.any():
                least = np.where(self._taken, np.float32(-BELOW_ANOTHER), np.float32(-against))
                part = slice(None) if alike.all() else alike
                gain[part] = np.maximum(gain[part], np.maximum(least, self._hidden))
        np.minimum(gain, np.float32(PIXEL_LIMIT), out=gain)
        return np.multiply(gain, self._free, out=gain)


def part_polynomials(
    cast: Cast, expected: NDArray[np.float64], bright: NDArray[np.float64], own: int | None = None
) -> NDArray[np.float32]:
    """Log densities of tones as polynomials (places × T × 10, of `vision.polynomials.features`), in the order of
    `Cast.tones_of`: the same as `vision.palette.distance` says, in single precision.

    `expected`: tones of the palette's colours at some places (places × C × 3); `bright`: spread of their brightness
    (places × C); `own`: number of a colour of which the own tone of one face is expected, not that of any piece.
    """
    (under, ink), share = cast.inked, np.array(INK_PARTS, np.float32)[:, None]
    expected, bright = expected.astype(np.float32), bright.astype(np.float32)
    bare, spread = expected[:, cast.looked_for], bright[:, cast.looked_for]
    light = np.exp(expected)
    mixed = np.log((1 - share) * light[:, under, None] + share * light[:, ink, None])
    sides = [cast.palette.sides.spreads[number] for number in cast.looked_for]
    offsets = cast.palette.sides.offsets[cast.looked_for].astype(np.float32)
    side = np.minimum(bare + offsets, np.float32(BRIGHTEST))
    tones = np.concatenate([bare, side, mixed.reshape(len(bare), -1, 3)], axis=1)
    side_spread = np.broadcast_to(np.array([each.bright for each in sides], np.float32), spread.shape)
    spread = np.concatenate([spread, side_spread, np.repeat(bright[:, under], len(share), axis=1)], axis=1)
    count = len(sides)
    costs = np.where(np.arange(tones.shape[1]) < 2 * count, np.float32(0), np.float32(INK_COST))
    hue, veil = (np.full((tones.shape[1], 1), usual, np.float32) for usual in (FACE_HUE, VEIL))
    if own is not None:
        number = cast.looked_for.index(own)
        hue[number], veil[number] = OWN_HUE, OWN_VEIL
    hue[count : 2 * count, 0] = [each.hue for each in sides]
    veil[count : 2 * count, 0] = [each.veil for each in sides]
    each = 1 / (np.square(hue) + np.square(veil * np.exp(-tones)))
    weight = each[..., 0] + each[..., 1] + each[..., 2]
    shared = np.square(spread)
    logs = np.log(each[..., 0] * each[..., 1] * each[..., 2])
    volume = 0.5 * (np.log1p(shared * weight) - logs) + np.float32(1.5 * math.log(2 * math.pi))
    return log_normals(tones, each, shared / (1 + shared * weight), -volume - costs)


def cropped(values: NDArray[Value], place: tuple[int, int], half: int) -> NDArray[Value]:
    """A square of `values` (rows × columns, or × channels) around `place`, zeros beyond the border."""
    row, column = place
    top, left, bottom, right = row - half, column - half, row + half + 1, column + half + 1
    inner = values[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    if inner.shape[:2] == (2 * half + 1, 2 * half + 1):
        return inner
    wide = np.zeros((2 * half + 1, 2 * half + 1, *values.shape[2:]), values.dtype)
    y, x = max(0, -top), max(0, -left)
    wide[y : y + inner.shape[0], x : x + inner.shape[1]] = inner
    return wide
