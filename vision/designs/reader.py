"""Reads the print of a tile in a picture: which one it is, and where exactly the tile lies and how it is turned."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import FACE_PX, BoardModel, Body
from vision.designs.comparing import Way, compared_points, correlation, costs_of, covered, seen_at
from vision.designs.prints import BLUR_PX, Grey, channels, grid, points_somewhere, prints_of
from vision.light import Tone, tone
from vision.pose import Pose

TURNS_DEG = (-12.0, -9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0, 12.0)
"""Turns beside the supposed one at which prints are compared; the best is refined between them."""
SHIFTS = (-4, -2, 0, 2, 4)
"""Places beside the supposed one at which prints are tried, px of the face: 2 mm to each side of a tile of 26 mm."""
ROUNDS = 3
"""Times that a tile is looked at, each from where the last one found it."""
HOPELESS = (0.12, 0.2)
"""Likeness after each round but the last below which no tile is read there: of those that were read well in the end,
with two ships on them, all had more, and a third of all places that are tried have less."""
LIKE = 0.5
"""The same in the end."""
CLOSE_TURNS_DEG, CLOSE_SHIFTS = (-3.0, -1.5, 0.0, 1.5, 3.0), (-2, -1, 0, 1, 2)
"""The same in the later rounds."""
EXACT_TURNS_DEG, EXACT_SHIFTS = (-2.0, -1.0, 0.0, 1.0, 2.0), (-1, 0, 1)
"""The same where the frame of a tile was seen: prints that a ship hides fit better where the tile is not."""
FLOOR_SHIFTS = (-2, 0, 2)
"""Places beside its own at which the board's print is compared: 1 mm, as exactly as a board is found."""
ROUGH = 2
"""Every so many of these points, as on a chessboard, are compared before the last round, which finds the place and not
the print."""
LIKELIEST = 8
"""Prints whose points are asked then what may lie on them: the likeliest ones by correlation."""
HIDES_WIDER_MM = 1.2
"""What lies on a tile hides so much more than its face: its edge and its shadow."""
DRAWN_MM, SPECK_MM, RIM_MM = 1.2, 1.6, 0.8
"""Half the width of what is drawn on a thing, the radius of a spot of another colour that is a thing, and how much
more that hides: its edge."""
NOISE_PX = 1.2
"""Blur, px of the face, before colours are judged: one point of a dim picture may have any."""
GRAIN_PX = 2.6
"""Width, in the picture, of a grain that says something of its own."""
MOST_GRAINS = 90.0
FITTING = 0.8
"""Likeness below which grains say less: where even the best print hardly fits, it is not told well from others."""
MOST = 11.0
"""No print speaks more clearly than this (log odds)."""
ASKEW_DEG = 13.0
"""Standard deviation of how much a hand turns a tile beside one of the four ways."""
COVERED_STEP_PX = 3
"""Places of something round that may lie on a tile are so far apart, px of the face."""
COVER_LEAN_PX = 4.0
"""Steps in which the side that shows of it is reckoned, px of the face."""
COVERED_GAIN = 0.06
"""How much better a print must explain a tile, a mean over its points, for something to be supposed on it."""
LEAST_OPEN = 0.2
"""Part of a tile that must be uncovered for its print to be read."""


class Disc(msgspec.Struct, frozen=True):
    """Something round that lies on a tile, as it is seen on the board's plane, mm.

    `foot_mm`: where the middle of its foot is seen, of whose sides as much shows. `gain`: how much better the print
    explains the tile without what it hides, 0 for what was seen itself.
    """

    middle_mm: tuple[float, float]
    radius_mm: float
    foot_mm: tuple[float, float]
    gain: float = 0.0


class Reading(msgspec.Struct, frozen=True):
    """What is read on a tile. `looks`: log likelihood of each print, the best one's being 0.

    `middle_mm` (as if it lay on the board) and `turn_deg` (clockwise, beside the best look's own way) are where it
    lies; `likeness` is its correlation with the best print, as far as the tile is `open_` (part of it).
    """

    looks: Mapping[Look, float]
    best: Look
    middle_mm: tuple[float, float]
    turn_deg: float
    likeness: float
    open_: float
    on_it: tuple[Disc, ...] = ()
    """What seems to lie on it, one thing at most: no print explains what is seen there."""
    floor: float = 0.0
    """Correlation of the same with what is printed on the board there: pieces stand on squares that look like tiles."""

    def told(self, look: Look) -> Reading:
        """The same reading, its tag saying which print it is."""
        return msgspec.structs.replace(
            self, looks={each: 0.0 if each == look else -MOST for each in self.looks}, best=look
        )


class DesignReader:
    """Reads the prints of one board's tiles.

    >>> reader.read(image, pose, (412.0, 96.5), 8.0).looks["tile:c:south"]
    0.0
    """

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.looks = tuple(look for look in model.faces if points_somewhere(look))
        """Looks of pieces that bear a print that is read."""
        self._points = compared_points()
        self._kept_covers: dict[tuple[int, int, int], Grey] = {}

    @property
    def size_mm(self) -> float:
        """Width of a tile."""
        return self.model.bodies[self.looks[0]].size_mm

    def read(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        middle_mm: tuple[float, float],
        turn_deg: float,
        own: Callable[[Tone], Grey],
        hidden: Iterable[Disc] = (),
        *,
        exact: bool = False,
    ) -> Reading | None:
        """What is read on the tile whose face is supposed at `middle_mm` (as if it lay on the board), turned so.

        `own` says where tones may be a tile's (1) and not of something on it (0); `hidden` is what is known to lie
        there; `exact` says that the tile is known to lie there to 0.5 mm and 1°, if it does. None where too little is
        seen.
        """
        known = list(hidden)
        supposed: tuple[Disc, ...] = ()
        reading = None
        for number in range(ROUNDS - 1 if exact else 0, ROUNDS):
            last = number == ROUNDS - 1
            way = (
                self._exact_way if exact else self._last_way if last else self._close_way if number else self._first_way
            )
            # what is supposed helps to find the place; in the end every print may suppose its own
            discs = known if last else [*known, *supposed]
            reading = self._looked(image, pose, middle_mm, turn_deg, own, discs, way)
            if reading is None or (not last and reading.likeness < HOPELESS[number]):
                return None
            middle_mm, turn_deg = reading.middle_mm, reading.turn_deg
            supposed += reading.on_it
        return reading

    @cached_property
    def _art(self) -> NDArray[np.uint8]:
        """The board's print, blurred as the prints of tiles are."""
        blur_px = BLUR_PX * self.size_mm * self.model.scale / FACE_PX
        return cv2.GaussianBlur(self.model.art, (0, 0), blur_px).astype(np.uint8, copy=False)

    @cached_property
    def _first_way(self) -> Way:
        return self._way(TURNS_DEG, SHIFTS).rough(ROUGH)

    @cached_property
    def _close_way(self) -> Way:
        return msgspec.structs.replace(self._last_way, last=False)

    @cached_property
    def _last_way(self) -> Way:
        return msgspec.structs.replace(self._way(CLOSE_TURNS_DEG, CLOSE_SHIFTS), last=True)

    @cached_property
    def _exact_way(self) -> Way:
        return msgspec.structs.replace(self._way(EXACT_TURNS_DEG, EXACT_SHIFTS), last=True)

    def _way(self, turns_deg: Sequence[float], shifts: Sequence[int]) -> Way:
        places = tuple((y, x) for y in shifts for x in shifts)
        return Way(prints_of(self.model, self.looks, turns_deg, self._points), places)

    def _looked(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        middle_mm: tuple[float, float],
        turn_deg: float,
        own: Callable[[Tone], Grey],
        discs: Sequence[Disc],
        way: Way,
    ) -> Reading | None:
        """One look at a tile. It is compared with the board's own print, and with prints that are hardly like it, too,
        in the last round."""
        size_mm, prints, places = self.size_mm, way.prints, way.places
        px_mm = FACE_PX / size_mm
        room = max(map(max, places))
        side = FACE_PX + 2 * room
        face = above(image, pose, middle_mm, turn_deg, side / px_mm / 2, side)
        calm = cv2.GaussianBlur(face, (0, 0), NOISE_PX).astype(np.uint8, copy=False)
        bare = without_specks(own(tone(calm)), px_mm)
        open_ = np.minimum(_open(discs, middle_mm, turn_deg, px_mm, side), bare)
        weights = seen_at(open_, places, way.every)
        if weights.mean() < LEAST_OPEN:
            return None
        seen = [seen_at(channel, places, way.every) for channel in channels(face)]
        total = weights.sum(axis=1)
        alike = np.mean([correlation(one, each, weights, total) for one, each in zip(prints.values, seen)], axis=0)
        asked, turns, columns = _likeliest(alike, way)
        rows = asked * len(prints.turns_deg) + turns
        points = costs_of([one[rows] for one in prints.values], [each[columns] for each in seen], weights[columns])
        lean_mm = self._cover_lean(pose, middle_mm)
        below = self._covers(_turned(lean_mm, -turn_deg) * px_mm, way.every)
        costs, covers = covered(points, weights[columns], below)
        best = int(costs.argmin())
        gain = float(points[best].mean() - costs[best])
        shown = weights[columns[best] : columns[best] + 1]
        if gain > COVERED_GAIN:
            shown = shown * (1 - below[:, int(covers[best])])
        row, column = int(rows[best]), int(columns[best])
        likeness = _likeness([one[row] for one in prints.values], [each[column] for each in seen], shown)
        if way.last and likeness < LIKE:
            return None
        floor, points_seen = 0.0, [each[column] for each in seen]
        if way.last:
            floor = self._floor_likeness(points_seen, shown, middle_mm, turn_deg, places[column])
        fits = min(1.0, max(0.0, likeness) / FITTING) ** 2
        grains = fits * min(MOST_GRAINS, _area_px(pose, middle_mm, size_mm) / GRAIN_PX**2)
        off = _turned(np.array(places[int(columns[best])][::-1], np.float64) / px_mm, turn_deg)
        return Reading(
            {
                prints.looks[number]: max(float(costs[best] - cost) * grains, -MOST)
                for number, cost in zip(asked.tolist(), costs)
            },
            prints.looks[int(asked[best])],
            (middle_mm[0] + float(off[0]), middle_mm[1] + float(off[1])),
            turn_deg + prints.turns_deg[int(turns[best])],
            likeness,
            float(shown.mean()),
            self._supposed(int(covers[best]), gain, middle_mm, turn_deg, places[column], lean_mm),
            floor,
        )

    def _floor_likeness(
        self,
        seen: Sequence[Grey],
        weights: Grey,
        middle_mm: tuple[float, float],
        turn_deg: float,
        place: tuple[int, int],
    ) -> float:
        """How alike the points that are `seen` at a place of a face are to what is printed on the board there."""
        room = max(map(abs, place)) + max(FLOOR_SHIFTS)
        side = FACE_PX + 2 * room
        half_mm = side * self.size_mm / FACE_PX / 2
        printed = cut_square(self._art, corners(middle_mm, turn_deg, half_mm) * self.model.scale - 0.5, side)
        places = [(place[0] + y, place[1] + x) for y in FLOOR_SHIFTS for x in FLOOR_SHIFTS]
        alike = [
            correlation(seen_at(each, places), one[None], weights, weights.sum(axis=1))[:, 0]
            for each, one in zip(channels(printed), seen)
        ]
        return float(np.mean(alike, axis=0).max())

    def _supposed(
        self,
        number: int,
        gain: float,
        middle_mm: tuple[float, float],
        turn_deg: float,
        place: tuple[int, int],
        lean_mm: NDArray[np.float64],
    ) -> tuple[Disc, ...]:
        """The cover of that number on a tile supposed at `middle_mm`, found at `place` (px of the face) beside it."""
        if gain < COVERED_GAIN or self._cover is None:
            return ()
        px_mm = FACE_PX / self.size_mm
        x, y = middle_mm + _turned((self._cover_middles[number] + np.array(place[::-1])) / px_mm, turn_deg)
        foot_mm = float(x - lean_mm[0]), float(y - lean_mm[1])
        return (Disc((float(x), float(y)), self._cover.size_mm / 2, foot_mm, gain),)

    @cached_property
    def _cover(self) -> Body | None:
        """The largest round piece, which may lie on a tile, if there is one."""
        discs = [body for body in self.model.bodies.values() if body.is_round and body.size_mm <= self.size_mm]
        return max(discs, key=lambda body: body.size_mm, default=None)

    def _cover_lean(self, pose: Pose, middle_mm: tuple[float, float]) -> NDArray[np.float64]:
        """By how much the top of such a piece is seen beside its foot, mm."""
        return np.array((0.0, 0.0) if self._cover is None else pose.lean_mm(middle_mm, self._cover.height_mm))

    @cached_property
    def _cover_middles(self) -> NDArray[np.float64]:
        """Where something round may lie on a tile, px of the face beside its middle."""
        return grid(FACE_PX / 2, COVERED_STEP_PX).astype(np.float64)

    def _covers(self, lean_px: NDArray[np.float64], every: int) -> Grey:
        """Which of `every` how many points of a face (rows) lie below each such cover (columns): below its top, or its
        sides, down to its foot."""
        steps = np.round(lean_px / COVER_LEAN_PX).astype(int).tolist()
        key = steps[0], steps[1], every
        if key not in self._kept_covers:
            self._kept_covers[key] = self._covers_leaning(COVER_LEAN_PX * np.array(steps, np.float64), every)
        return self._kept_covers[key]

    def _covers_leaning(self, lean_px: NDArray[np.float64], every: int) -> Grey:
        points = self._points[::every]
        if self._cover is None:
            return np.zeros((len(points), 0), np.float32)
        reach = (self._cover.size_mm / 2 + HIDES_WIDER_MM) * FACE_PX / self.size_mm
        apart = points[:, None] - self._cover_middles[None]
        along = np.clip(-(apart @ lean_px) / max(1e-6, float(lean_px @ lean_px)), 0, 1)
        off = apart + along[..., None] * lean_px
        return (np.hypot(off[..., 0], off[..., 1]) < reach).astype(np.float32)


def _likeliest(alike: Grey, way: Way) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Numbers of the prints of `way` that are asked further, all in the last round and the likeliest few before, and of
    the turn and the place at which each is likest. `alike`: correlations, prints in all their turns × places."""
    looks, turns_deg = way.prints.looks, way.prints.turns_deg
    by_look = alike.reshape(len(looks), -1)
    turns, columns = np.unravel_index(by_look.argmax(axis=1), (len(turns_deg), len(way.places)))
    asked = np.arange(len(looks))
    if not way.last and len(asked) > LIKELIEST:
        asked = np.argpartition(-by_look.max(axis=1), LIKELIEST)[:LIKELIEST]
    return asked, turns[asked], columns[asked]


def _likeness(printed: Sequence[Grey], seen: Sequence[Grey], shown: Grey) -> float:
    """Correlation of a print with what is seen in its place, a mean over channels; points count as `shown` (1 × N)."""
    total = shown.sum(axis=1)
    return float(np.mean([correlation(one[None], each[None], shown, total)[0, 0] for one, each in zip(printed, seen)]))


def _open(discs: Sequence[Disc], middle_mm: tuple[float, float], turn_deg: float, px_mm: float, side: int) -> Grey:
    """Where a face is open (1) or hidden (0)."""
    open_ = np.ones((side, side), np.float32)
    middle = (side - 1) / 2
    for disc in discs:
        top, foot = (
            np.round(_turned(np.array(at) - np.array(middle_mm), -turn_deg) * px_mm + middle).astype(int).tolist()
            for at in (disc.middle_mm, disc.foot_mm)
        )
        cv2.line(open_, top, foot, 0.0, round(2 * (disc.radius_mm + HIDES_WIDER_MM) * px_mm))
    return open_


def without_specks(own: Grey, px_mm: float) -> Grey:
    """Where something else than a tile is seen (0): blurred edges of a print are nothing else, and a thing hides more
    than is seen of its colour."""
    drawn, speck, rim = (
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(mm * px_mm) + 1,) * 2)
        for mm in (DRAWN_MM, SPECK_MM, RIM_MM)
    )
    foreign = cv2.morphologyEx((own < 0.5).astype(np.uint8), cv2.MORPH_CLOSE, drawn)
    return (1 - cv2.dilate(cv2.morphologyEx(foreign, cv2.MORPH_OPEN, speck), rim)).astype(np.float32)


def _turned(point: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    """A point turned clockwise about (0, 0); y points down."""
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([cosine * point[0] - sine * point[1], sine * point[0] + cosine * point[1]])


def _area_px(pose: Pose, middle_mm: tuple[float, float], size_mm: float) -> float:
    """Area of a tile in the picture."""
    across = pose.to_picture(np.array(middle_mm) + size_mm / 2 * np.array([(-1, 0), (1, 0), (0, -1), (0, 1)]))
    return float(np.prod(np.hypot(*(across[1::2] - across[::2]).T)))


def above(
    image: NDArray[np.uint8],
    pose: Pose,
    middle_mm: tuple[float, float],
    turn_deg: float,
    half_mm: float,
    side_px: int,
) -> NDArray[np.uint8]:
    """A square of the board's plane, turned clockwise, from straight above."""
    return cut_square(image, pose.to_picture(corners(middle_mm, turn_deg, half_mm)), side_px)


def corners(middle_mm: tuple[float, float], turn_deg: float, half_mm: float) -> NDArray[np.float64]:
    """The corners of a square turned clockwise, from its top left on."""
    ring = half_mm * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    return np.asarray(np.array(middle_mm) + np.array([_turned(corner, turn_deg) for corner in ring]), np.float64)


def cut_square(image: NDArray[np.uint8], corners_px: NDArray[np.float64], side_px: int) -> NDArray[np.uint8]:
    """What lies between four corners of a picture (from the top left on, clockwise) as a square."""
    target = np.array([(0, 0), (side_px, 0), (side_px, side_px), (0, side_px)], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(corners_px.astype(np.float32), target)
    return cv2.warpPerspective(image, warp, (side_px, side_px), flags=cv2.INTER_LINEAR).astype(np.uint8, copy=False)
