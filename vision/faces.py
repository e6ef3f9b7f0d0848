"""Tells pieces of like colours apart by the drawings on their faces (a man, a camel, figures), at any turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import product

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import FACE_PX, BoardModel, Body
from vision.correlation import normalised
from vision.evidence import SAME_TURN_DEG
from vision.found import Drawn
from vision.polynomials import matrix_product
from vision.pose import Pose
from vision.texture import disc

TURN_STEP_DEG = 5
"""Steps by which a drawing is turned; every other one is tried first, and then those beside the best."""
PLACE_PX = 2.0
"""How far beside the found place a drawing is tried, px of the picture."""
SHIFTS_PX, SHIFT_STEP_PX = (3, 9), 3
"""The least and the most of that, and its steps, px of the enlarged face; places one px beside the best follow."""
BLUR_PX, ENLARGED_BLUR_PX = 0.6, 1.0
"""Blur of a camera's picture (px of it), and that added to an enlarged face (px of that): drawings have both."""
BLUR_STEPS = 2
"""Steps of a px of the enlarged face in which the blur of drawings is kept."""
OTHER_COLOUR_NATS = 4.0
"""Drawn looks of other colours that are less likely than the best by no more than this are compared, too: the colours
of small faces are uncertain, but of a white ship and a black one the colour says more than the ship drawn on it."""
STEP_PX = 2
"""Every so many pixels of a face are compared: less than its blur, so that none of the drawing is lost."""
USED = 0.8
"""Part of the face that is compared; its edge is shade."""
GRAINS, GRAIN_PX = 40.0, 2.6
"""Independent grains in a face at most, and the width of one in the picture, px."""
UNSEEN, HARDLY = 0.85, 0.7
"""Correlation that a drawing reaches by chance at some turn and place. Seen well, the right drawing of a face has
0.97 and more, however small; what has less is part of a heap, or no such piece, and tells little.
Below the second number nothing is tried beside the best place."""
DISPLACED = 0.2
"""Part of a face's width by which nothing that was fitted well is off: half of those recognised are off by 0.08 when
they are 11 px wide, one in twenty by 0.16."""
MIXED_PX = 0.8
"""How far beside a piece that lies before another their colours mix, px of the picture."""
LEAST_OPEN = 0.4
"""Part of a face that must be open for its drawing to be compared: of 64 heaps of two 11 lower counters were told by
their figures, all rightly; of a quarter 18, and 6 for others."""
RECOGNISED = 0.94
"""Correlation from which a drawing is surely seen, and nothing lies on it."""
MOST = 9.0
"""No drawing speaks more clearly than this (log odds)."""
OTHER, OTHER_BLUR_PX = 0.8, 2.0
"""Correlation of two drawings below which they are plainly others, and how much they are blurred for that, px."""
UPSIDE_DOWN = 0.7
"""Correlation with itself upside down from which a drawing may pass for that: of 749 that nobody had touched 19 did,
all of which have 0.74 and more."""
FLAT = 1e-3
"""Contrast (length of a row of tones) below which there is none."""
OURS = 4.0
"""Log likelihood against the best look that a thing on which a drawing is recognised is no piece of this game, whatever
colour a lamp, or a camera, makes of it."""
ROOM_PX = SHIFTS_PX[1] + 1
WIDE_PX = FACE_PX + 2 * ROOM_PX
"""Room around an enlarged face for shifts, and its width with that, px."""
FACE_IN_WIDE = (slice(ROOM_PX, ROOM_PX + FACE_PX), slice(ROOM_PX, ROOM_PX + FACE_PX))
"""Where the face is in that."""
FAR_PX = 27
"""The most that a drawing is looked for beside a place where a part of it and of others like it was taken for a face,
px of the enlarged face: a little more than half of it."""
LEAST_FAR_PX = 12.0
"""Width of a face in the picture from which its drawing is looked for there: of smaller ones, 7 to 11 px wide, it was
recognised where it was not."""


class Compared(msgspec.Struct, frozen=True):
    """What drawings say of one face: log likelihood of each look, the best one's being 0; whether that drawing is
    `recognised`, and `displaced`: far beside the place where the face was supposed. `drawn`: where its middle is seen,
    and how it is turned; `like`: its correlation with what is seen."""

    looks: Mapping[Look, float]
    like: float
    recognised: bool
    displaced: bool
    drawn: Drawn

    @property
    def at_mm(self) -> tuple[float, float]:
        """Where the middle of that face is seen, as if it lay on the board."""
        return self.drawn.at_mm


class _Likeness(msgspec.Struct, frozen=True, order=True):
    """The best correlation of a drawing with a face, and the shift (px down and right) and turn at which it has it."""

    like: float
    shift: tuple[int, int]
    turn_deg: float


class FaceReader:
    """Compares faces in a picture with the drawings of one board's pieces."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self._drawings: dict[tuple[Look, int], NDArray[np.float32]] = {}

    def rivals(self, looks: Mapping[Look, float]) -> tuple[Look, ...]:
        """Those of some `looks` (log likelihoods) that drawings may tell from the likeliest, it among them; empty if
        that has no drawing, or is alone."""
        drawn = self.drawn(looks)
        return drawn if len(drawn) > 1 else ()

    def drawn(self, looks: Mapping[Look, float]) -> tuple[Look, ...]:
        """Those of some `looks` (log likelihoods) that bear drawings, and are the likeliest or much like it; empty if
        that bears none."""
        best = max(looks, key=lambda look: looks[look], default=None)
        if best is None or best not in self.model.faces:
            return ()
        rgb, bodies = self.model.bodies[best].rgb, self.model.bodies
        least = looks[best] - OTHER_COLOUR_NATS
        alike = (look for look, value in looks.items() if bodies[look].rgb == rgb or value >= least)
        return tuple(look for look in alike if look in self.model.faces)

    def compare(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        face_mm: tuple[float, float],
        looks: tuple[Look, ...],
        hidden: NDArray[np.bool_] | None = None,
    ) -> Compared:
        """Which of `looks` (rivals) is drawn on the face whose middle is seen at `face_mm`, as if it lay on the board,
        however high it is. `hidden`: where others lie before it, as of `around`; what is hidden in part is never
        recognised, but may be told from its rivals."""
        bodies = {look: self.model.bodies[look] for look in looks}
        px = self._width_px(pose, face_mm, bodies[looks[0]])
        sizes = {body.size_mm: body for body in bodies.values()}
        zoom, reach = FACE_PX / px, _usual_reach(px)
        seen = {
            size: _Seen(self._enlarged(image, pose, face_mm, body, ROOM_PX), zoom, _shifts(reach), ROOM_PX, hidden)
            for size, body in sizes.items()
        }
        return self._compared(seen, face_mm, px, bodies, hidden is None)

    def look_around(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        face_mm: tuple[float, float],
        looks: tuple[Look, ...],
        but: Iterable[tuple[float, float]],
    ) -> Compared | None:
        """Which of `looks` (rivals) is drawn on a face whose middle is seen no farther than `FAR_PX` beside `face_mm`,
        and not on one of those that are seen in the places `but` (mm). None if these leave no room, or faces are small.
        """
        body = self.model.bodies[looks[0]]
        px, px_mm, room = self._width_px(pose, face_mm, body), FACE_PX / body.size_mm, FAR_PX + 1
        taken = [((y - face_mm[1]) * px_mm, (x - face_mm[0]) * px_mm) for x, y in but]
        shifts = [each for each in _shifts(FAR_PX) if all(math.dist(each, other) > FACE_PX / 2 for other in taken)]
        if px < LEAST_FAR_PX or not shifts:
            return None
        grey = self._enlarged(image, pose, face_mm, body, room)
        seen = {body.size_mm: _Seen(grey, FACE_PX / px, shifts, room, None)}
        alike = {look: self.model.bodies[look] for look in looks if self.model.bodies[look].size_mm == body.size_mm}
        return self._compared(seen, face_mm, px, alike, whole=True)

    def _compared(
        self,
        seen: Mapping[float, _Seen],
        face_mm: tuple[float, float],
        px: float,
        bodies: Mapping[Look, Body],
        whole: bool,
    ) -> Compared:
        """What the drawings of `bodies` say of what is `seen` around a place, by the size of the faces."""
        found = {look: self._likeness(seen[body.size_mm], look) for look, body in bodies.items()}
        grains = min(GRAINS, (px / GRAIN_PX) ** 2) * min(each.share for each in seen.values())
        says = {look: _says(each.like, grains) for look, each in found.items()}
        chance = _says(UNSEEN, grains)
        values = {look: float(np.logaddexp(value, chance)) for look, value in says.items()}
        best = max(values.values())
        told = {look: max(value - best, -MOST) for look, value in values.items()}
        look, closest = max(found.items(), key=lambda each: each[1])
        if whole and closest.like > RECOGNISED:
            told |= dict.fromkeys(self._others[look].difference(told), -MOST)
        (down, right), px_mm = closest.shift, FACE_PX / bodies[look].size_mm
        return Compared(
            told,
            closest.like,
            whole and closest.like > RECOGNISED,
            math.hypot(down, right) > DISPLACED * FACE_PX,
            Drawn((face_mm[0] + right / px_mm, face_mm[1] + down / px_mm), -closest.turn_deg, self._periods_deg[look]),
        )

    def _width_px(self, pose: Pose, face_mm: tuple[float, float], body: Body) -> float:
        """The width of a face in the picture, the mean of both ways."""
        half = body.size_mm / 2
        middle = np.array(face_mm)
        across = pose.to_picture(middle + half * np.array([(-1, 0), (1, 0), (0, -1), (0, 1)], np.float64))
        sides = np.hypot(*(across[1::2] - across[::2]).T)
        return math.sqrt(float(np.prod(sides)))

    def _enlarged(
        self, image: NDArray[np.uint8], pose: Pose, face_mm: tuple[float, float], body: Body, room: int
    ) -> NDArray[np.float32]:
        """The face from straight above, `FACE_PX` wide, with `room` (px) for shifts, in grey."""
        side = FACE_PX + 2 * room
        half = body.size_mm / 2 * side / FACE_PX
        square = np.array(face_mm) + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
        target = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - np.float32(0.5)
        warp = cv2.getPerspectiveTransform(pose.to_picture(square).astype(np.float32), target)
        face = cv2.warpPerspective(image, warp, (side, side), flags=cv2.INTER_LINEAR)
        grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
        return cv2.GaussianBlur(grey, (0, 0), ENLARGED_BLUR_PX).astype(np.float32)

    def _likeness(self, seen: _Seen, look: Look) -> _Likeness:
        """The drawing of `look` at the turn and shift at which it is most like what is seen."""
        drawing = self._turned(look, seen.blur)
        likeness = seen.likeness(drawing[::2], seen.coarse)
        turn, shift = divmod(int(likeness.argmax()), likeness.shape[1])
        best = _Likeness(float(likeness[turn, shift]), seen.shifts[shift], 2 * turn * TURN_STEP_DEG)
        if best.like < HARDLY:
            return best
        turns = (2 * turn - 1, 2 * turn, 2 * turn + 1)
        around, pixels = seen.beside(shift)
        beside = seen.likeness(drawing.take(turns, axis=0, mode="wrap"), pixels)
        row, number = divmod(int(beside.argmax()), beside.shape[1])
        return max(best, _Likeness(float(beside[row, number]), around[number], turns[row] * TURN_STEP_DEG))

    def _turned(self, look: Look, blur: int) -> NDArray[np.float32]:
        """A drawing at every turn, mean 0 and length 1, on the compared part of the face; `blur` in `BLUR_STEPS`."""
        kept = self._drawings.get((look, blur))
        return self._drawings.setdefault((look, blur), self._drawn(look, blur)) if kept is None else kept

    def _drawn(self, look: Look, blur: int) -> NDArray[np.float32]:
        grey = cv2.GaussianBlur(self.drawing(look), (0, 0), blur / BLUR_STEPS)
        turned = cv2.remap(grey, *self._turns, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return normalised(turned.astype(np.float32), FLAT)

    def drawing(self, look: Look) -> NDArray[np.uint8]:
        """The face of a look that bears a drawing, in grey, `FACE_PX` wide; around it is its colour."""
        face = self.model.faces[look].astype(np.float32)
        rgb = self.model.bodies[look].rgb
        solid = face[..., 3:] / 255
        whole = face[..., :3] * solid + np.array(rgb[::-1], np.float32) * (1 - solid)
        return cv2.cvtColor(whole.astype(np.uint8), cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)

    @cached_property
    def _others(self) -> Mapping[Look, frozenset[Look]]:
        """Looks that bear plainly another drawing than a look, however they are turned."""
        looks = sorted(self.model.faces)
        return {
            look: frozenset(other for other, like in zip(looks, alike.tolist()) if like < OTHER)
            for look, alike in zip(looks, self._alike.max(axis=1))
        }

    @cached_property
    def _periods_deg(self) -> Mapping[Look, float]:
        """After which turn the drawing of each look looks the same again: 360°, 180°, or 0 if it does nearly so at
        others, too."""
        turns = np.arange(0, 360, TURN_STEP_DEG)
        half = np.abs(turns - 180) <= SAME_TURN_DEG
        other = (np.abs(turns - 180) < 180 - SAME_TURN_DEG) & ~half
        found = dict[Look, float]()
        for number, look in enumerate(sorted(self.model.faces)):
            like = self._alike[number, :, number]
            found[look] = 180.0 if like[half].max() >= UPSIDE_DOWN else 360.0
            if like[other].max() >= OTHER:
                found[look] = 0.0
        return found

    @cached_property
    def _alike(self) -> NDArray[np.float32]:
        """Correlation of the drawing of each look, at each turn, with those of all, upright: looks, sorted, × turns ×
        looks."""
        blur = round(BLUR_STEPS * OTHER_BLUR_PX)
        drawings = np.array([self._drawn(look, blur) for look in sorted(self.model.faces)])
        return np.asarray(drawings @ drawings[:, 0].T, np.float32)

    @cached_property
    def _turns(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Where the compared pixels of a face, turned by each angle, lie on its drawing: x and y, turns × pixels."""
        middle = (FACE_PX - 1) / 2
        y, x = (each * STEP_PX - middle for each in np.nonzero(_inside()))
        angles = np.radians(np.arange(0, 360, TURN_STEP_DEG))[:, None]
        cosine, sine = np.cos(angles), np.sin(angles)
        across, down = middle + cosine * x - sine * y, middle + sine * x + cosine * y
        return across.astype(np.float32), down.astype(np.float32)


class _Pixels(msgspec.Struct, frozen=True):
    """The compared pixels of an enlarged face at some shifts, mean 0 and length 1: shifts × pixels; `open`: 1 where
    nothing hides them, None if nothing does."""

    values: NDArray[np.float32]
    open: NDArray[np.float32] | None


class _Seen:
    """A face that is enlarged `zoom` times, with `room` (px) for some `shifts`, `hidden` in part or not. `blur`: that
    of drawings like it, in steps; `share`: the most of its pixels that are open at some shift."""

    def __init__(
        self,
        grey: NDArray[np.float32],
        zoom: float,
        shifts: Sequence[tuple[int, int]],
        room: int,
        hidden: NDArray[np.bool_] | None,
    ) -> None:
        self._pixels = grey.ravel()
        self._room, self._places = room, _places(FACE_PX + 2 * room)
        self._open = None if hidden is None else _seen_beside(hidden, zoom).ravel()
        self.blur = round(BLUR_STEPS * math.hypot(ENLARGED_BLUR_PX, BLUR_PX * zoom))
        self.shifts = shifts
        self.coarse = self._at(self.shifts)
        self.share = 1.0 if self.coarse.open is None else float(self.coarse.open.mean(axis=1).max())
        self._beside: dict[int, tuple[list[tuple[int, int]], _Pixels]] = {}

    def beside(self, number: int) -> tuple[list[tuple[int, int]], _Pixels]:
        """The shifts around one of `shifts`, and the same as `coarse` there: rivals are mostly seen at the same."""
        if number not in self._beside:
            y, x = self.shifts[number]
            around = [(y + down, x + right) for down, right in product((-1, 0, 1), repeat=2)]
            self._beside[number] = around, self._at(around)
        return self._beside[number]

    def likeness(self, drawing: NDArray[np.float32], pixels: _Pixels) -> NDArray[np.float32]:
        """Correlation of a drawing at some turns with what is open of the face at some shifts: turns × shifts."""
        values, seen = pixels.values, pixels.open
        if seen is None:
            return matrix_product(drawing, values.T)
        count = np.maximum(seen.sum(axis=1), 1)
        mean, squares = (values * seen).sum(axis=1) / count, (values * values * seen).sum(axis=1)
        drawn, drawn_squares = (matrix_product(each, seen.T) for each in (drawing, drawing * drawing))
        both = matrix_product(drawing, (values * seen).T) - drawn * mean
        spreads = (drawn_squares - drawn * drawn / count) * (squares - count * mean * mean)
        like = both / np.sqrt(np.maximum(spreads, np.float32(1e-9)))
        like[:, count < LEAST_OPEN * seen.shape[1]] = -1
        return np.asarray(like, np.float32)

    def _at(self, shifts: Sequence[tuple[int, int]]) -> _Pixels:
        """The compared pixels at some shifts (down, right)."""
        side = FACE_PX + 2 * self._room
        starts = np.array([y * side + x for y, x in shifts]) + self._room * (side + 1)
        where = starts[:, None] + self._places
        pixels = normalised(self._pixels.take(where), FLAT)
        return _Pixels(pixels, None if self._open is None else self._open.take(where))


def around(face_mm: tuple[float, float], size_mm: float) -> tuple[float, float, float]:
    """Left and upper end (mm) of the square, `WIDE_PX` wide, in which a face of that size is compared; its px/mm."""
    half = size_mm / 2 * WIDE_PX / FACE_PX
    return face_mm[0] - half, face_mm[1] - half, FACE_PX / size_mm


def _seen_beside(hidden: NDArray[np.bool_], zoom: float) -> NDArray[np.float32]:
    """1 where an enlarged face is open, and so far beside what hides it that nothing of that is mixed in."""
    return np.asarray(cv2.dilate(hidden.astype(np.uint8), disc(MIXED_PX * zoom)) == 0, np.float32)


def _says(likeness: float, grains: float) -> float:
    """Log likelihood of a face that correlates so with a drawing, of so many independent grains."""
    return -0.5 * grains * math.log(max(1e-3, 1 - max(0.0, likeness) ** 2))


@cache
def _inside() -> NDArray[np.bool_]:
    """Which points of a face, `STEP_PX` apart, are compared."""
    ticks = np.arange(0, FACE_PX, STEP_PX) - (FACE_PX - 1) / 2
    return np.asarray(np.hypot(ticks, ticks[:, None]) < USED * FACE_PX / 2, np.bool_)


@cache
def _places(side: int) -> NDArray[np.intp]:
    """The same as places in the pixels of an enlarged face with room, `side` px wide, row after row, beside the face's
    upper left corner."""
    rows, columns = np.nonzero(_inside())
    return np.asarray((rows * side + columns) * STEP_PX, np.intp)


def _usual_reach(px: float) -> int:
    """How far a drawing is tried beside the place where a face, `px` wide in the picture, was fitted."""
    least, most = SHIFTS_PX
    return min(most, max(least, round(PLACE_PX * FACE_PX / px)))


def _shifts(reach: int) -> list[tuple[int, int]]:
    """Shifts (down, right) up to `reach`."""
    steps = range(-(reach // SHIFT_STEP_PX) * SHIFT_STEP_PX, reach + 1, SHIFT_STEP_PX)
    return [(down, right) for down in steps for right in steps]
