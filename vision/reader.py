"""Reads what is printed on things: their tags, on the whole picture or enlarged, and the drawings on their faces."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import BoardModel
from vision.claims import EXPLAINED
from vision.evidence import SUREST
from vision.faces import FACE_IN_WIDE, MOST, OURS, Compared, FaceReader
from vision.found import Found
from vision.hiding import hidden_in
from vision.known_pieces import drawn_on, tagged
from vision.markers import Quad, find_squares
from vision.pose import Pose, Rect
from vision.rects import within
from vision.spots import COARSE
from vision.tags import Tag, placed, read_face
from vision.things import Finder

TAG_NEAR_MM = 6.0
"""A tag belongs to a thing whose foot is this near."""
UPON_PART = 0.35
"""Distance of two faces' middles, as a part of the tagged piece's size, below which one would hide the other's tag."""
UNREAD_TELLS = 2.0
"""Log likelihood by which the colour of a tagged piece whose tag is not read may tell it from others at most."""
ALONE = (0.25, 1.5)
"""Area that is strange where a piece lies by itself, its side and its shadow included, in squares of its size."""
INK_PART, AS_INK = 0.4, -1.5
"""Part of what a thing explains that lies on a face whose drawing is recognised, from which it is that drawing (ink and
a bright rim: 0.46; of pieces half below it 0.33 at most); and the log likelihood that it is a piece after all."""
BESIDE_PART = 0.2
"""What it explains beside that face, in squares of its size, from which it is a piece below it all the same: of three
such pieces, of another colour than their own, 0.27 to 0.66."""
LIES_OPEN = 0.5
"""Part of a face below which a drawing that is recognised near it is that of what hides it."""
UNLIKE = 0.8
"""Correlation below which a face, as far as it lies open, bears none of the drawings that it may."""
PALE, PALE_UNDRAWN, LEAST_PX = 170, 12.0, 8.0
"""Least of the channels (0…255) of pieces as pale as paper, the log likelihood against one whose drawing is not seen,
and the width of a face, px of the picture, from which it would be: of some 450 white pieces 2 were seen so, and 46
strips of tiles and as many places between pieces were taken for one."""
UNDRAWN, WHOLLY_SEEN = 4.0, 0.8
"""The log likelihood against others while something hangs over the board, of which so much is seen, and so much is not
hidden by others: two or three in a hundred are seen so, a lamp being mirrored in them, and most of what is none."""
PLAINLY_SO = 6
"""How many more faces must bear drawings than none, or the other way about, for all pieces to be so."""
AMISS = 4.0
"""Log likelihood against the best look that a thing is something else, whose drawing is recognised beside where it was
fitted: the fit covers a part of another piece, too."""
AMONG_OTHERS = 0.12
"""The same at least in a cell where one lies that touches others, or of which only a part is strange."""

Faces: TypeAlias = dict[tuple[tuple[float, float], tuple[Look, ...]], Compared]
"""What drawings say of the faces of one picture, by their places (mm) and the looks that they were compared with."""


class Reader:
    """Reads tags and drawings of one board's pieces."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.faces = FaceReader(model)
        self._tagged_shapes = {body.is_round for body in model.bodies.values() if body.tag is not None}
        self._drawn = self._plain = 0
        """How many faces that were wholly seen bore drawings this evening, and how many none: many people have plain
        pieces."""

    def tags(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        cells: frozenset[Cell],
        rect: Rect,
        squares: list[tuple[int, Quad]] | None,
        odd: NDArray[np.bool_],
    ) -> list[Tag]:
        """The tags in `cells` that can be read in `rect` (coarse raster); `squares` of the whole picture, if known.

        `odd`: what is strange there. A tag too small for a detector is read where something of a piece's size is.
        """
        if not self._tagged_shapes:
            return []
        if squares is None:
            squares = self._squares_in(image, pose, rect)
        tags = placed(squares, self.model, pose)
        tags += self._small(image, pose, rect, odd, tags)
        return [tag for tag in tags if tag.cell in cells]

    def _small(
        self, image: NDArray[np.uint8], pose: Pose, rect: Rect, odd: NDArray[np.bool_], read: list[Tag]
    ) -> list[Tag]:
        """The tags on what is `odd` and of a tagged piece's size or more, beside those that were `read`."""
        bodies = [body for body in self.model.bodies.values() if body.tag is not None]
        size = float(np.mean([body.size_mm for body in bodies]))
        height = float(np.mean([body.height_mm for body in bodies]))
        px_mm = self.model.scale / COARSE
        least, most = (part * (size * px_mm) ** 2 for part in ALONE)
        _, _, stats, middles = cv2.connectedComponentsWithStats(odd.astype(np.uint8), connectivity=8)
        areas = stats[1:, cv2.CC_STAT_AREA]
        alone = middles[1:][(least < areas) & (areas < most)]
        places = [*alone, *self._amid(odd, rect, AMONG_OTHERS * (size * px_mm) ** 2)]
        found: dict[int, Tag] = {}
        for middle in places:
            x, y = ((middle + rect[:2] + 0.5) / px_mm).tolist()
            # what is seen of a piece is its face and the side that is turned here
            lean = pose.lean_mm((x, y), height / 2)
            foot = x - lean[0], y - lean[1]
            if any(math.dist(tag.foot_mm, foot) < size / 2 for tag in (*read, *found.values())):
                continue
            tag = read_face(image, pose, foot, self.model)
            if tag is not None and tag.body.tag is not None and all(tag.body != other.body for other in read):
                found[tag.body.tag] = tag
        return list(found.values())

    def _amid(self, odd: NDArray[np.bool_], rect: Rect, least_px: float) -> list[NDArray[np.float64]]:
        """Where pieces may lie that touch each other (coarse raster): in the cells of which enough is `odd` the middle
        of that part, then the cell's own."""
        if not odd.any():
            return []
        labels = self.model.labels[rect[1] : rect[3], rect[0] : rect[2]]
        rows, columns = np.nonzero(odd)
        numbers, px_mm = labels[rows, columns], self.model.scale / COARSE
        counts = np.bincount(numbers)
        counts[0] = 0
        among = np.flatnonzero(counts > least_px)
        x, y = (np.bincount(numbers, weights=each)[among] / counts[among] for each in (columns, rows))
        return [*np.stack([x, y], axis=1), *(self.model.centres[among - 1] * px_mm - 0.5 - rect[:2])]

    def _squares_in(self, image: NDArray[np.uint8], pose: Pose, rect: Rect) -> list[tuple[int, Quad]]:
        px_mm = self.model.scale / COARSE
        x0, y0, x1, y1 = (value / px_mm for value in rect)
        corners = pose.to_picture(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64))
        left, top = np.maximum(corners.min(axis=0).astype(int), 0)
        right, bottom = corners.max(axis=0).astype(int) + 1
        crop = image[top:bottom, left:right]
        if min(crop.shape[:2]) < 8:
            return []
        grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        corner = np.array([left, top])
        return [(number, quad + corner) for number, quad in find_squares(grey, self.model.tag_dictionary)]

    def with_small_tags(self, image: NDArray[np.uint8], finder: Finder, found: list[Found]) -> list[Found]:
        """`found`, faces of a tagged piece's shape that were not read being looked at again, enlarged.

        What seems to lie where a tag can be read is a part of the tagged piece.
        """
        again = [self._reread(image, finder, thing) for thing in found]
        read: list[Found] = []
        for thing in again:
            if thing.read and not any(_upon(thing, tag) for tag in read):
                read.append(thing)
        return [*read, *(thing for thing in again if not (thing.read or any(_upon(thing, tag) for tag in read)))]

    def _reread(self, image: NDArray[np.uint8], finder: Finder, thing: Found) -> Found:
        if thing.read or thing.outline.is_round not in self._tagged_shapes:
            return thing
        tag = read_face(image, finder.pose, thing.foot_mm, self.model)
        if tag is None or math.dist(tag.foot_mm, thing.foot_mm) > TAG_NEAR_MM:
            return self._unread(thing)
        return tagged(self.model, finder.pose, tag)

    def _unread(self, thing: Found) -> Found:
        """`thing`, whose tag cannot be read: a sliver of its rim, or of a strip beside the tag, tells little."""
        tagged = {look: value for look, value in thing.looks.items() if self.model.bodies[look].tag is not None}
        least = max(tagged.values(), default=0.0) - UNREAD_TELLS
        return msgspec.structs.replace(
            thing, looks={**thing.looks, **{look: max(value, least) for look, value in tagged.items()}}
        )

    def astray(
        self, image: NDArray[np.uint8], finder: Finder, asked: list[Found], found: list[Found], compared: Faces
    ) -> list[Found]:
        """Pieces whose drawing is recognised beside those `asked` of `found`, which were fitted to a part of them and
        perhaps of another of their colour; not on what is seen better and is surely another. `compared`: what drawings
        say of faces, which `with_drawings` asks, too."""
        places = [thing.drawn.at_mm for thing in found if thing.drawn is not None]
        single: list[Found] = []
        aside: list[tuple[Found, tuple[Look, ...]]] = []
        for thing in found:
            rivals = () if thing.read or thing.faint or thing.drawn is not None else self.faces.rivals(thing.looks)
            if not rivals:
                single += [thing] if thing.drawn is None and thing.visible >= LIES_OPEN else []
                continue
            whole = self._whole(image, finder.pose, thing, rivals, compared)
            if whole.recognised and thing.visible >= LIES_OPEN:
                places.append(whole.at_mm)
            elif any(thing is each for each in asked):
                aside.append((thing, rivals))
        seen: list[Found] = []
        for thing, rivals in aside:
            others = [each.face_mm for each in single if each.score > thing.score]
            around = self.faces.look_around(image, finder.pose, thing.face_mm, rivals, [*places, *others])
            if around is not None and around.recognised:
                told = thing.borne_out(-SUREST).told(around.looks)
                seen.append(drawn_on(self.model, finder.pose, told, around.drawn))
                places.append(around.at_mm)
        return seen

    def _whole(
        self, image: NDArray[np.uint8], pose: Pose, thing: Found, rivals: tuple[Look, ...], compared: Faces
    ) -> Compared:
        """Which of `rivals` is drawn on a thing, nothing lying before it: of what is in `compared` what is there."""
        key = thing.face_mm, rivals
        if key not in compared:
            compared[key] = self.faces.compare(image, pose, thing.face_mm, rivals)
        return compared[key]

    def with_drawings(
        self,
        image: NDArray[np.uint8],
        finder: Finder,
        found: list[Found],
        compared: Faces,
        overhung: bool = False,
    ) -> list[Found]:
        """`found`, pieces that differ in the drawing on their face, and little else, being told apart.

        A drawing that is recognised lies open: what seems to lie upon it is its ink, and what bears it is no shadow.
        What is as pale as paper is no piece if its drawing is not seen, nor is anything beside an arm (`overhung`),
        where pieces are drawn upon.
        """
        told: list[Found] = []
        open_: list[Found] = []
        self._count(image, finder.pose, found, compared)
        for thing in found:
            if thing.drawn is not None:
                told.append(thing)
                open_.append(thing)
                continue
            asked = thing.faint or (self._bear_drawings and (overhung or thing.best_look in self._pale))
            rivals = () if thing.read else (self.faces.drawn if asked else self.faces.rivals)(thing.looks)
            says = self._compared(image, finder.pose, thing, rivals, found, compared) if rivals else None
            if thing.faint and not (says is not None and says.recognised and not says.displaced):
                continue  # what hardly differs from its floor is a piece only if its drawing says so
            told.append(thing if says is None else thing.told(says.looks))
            if says is not None and asked and not thing.faint:
                told[-1] = self._without_drawing(told[-1], says, found, finder.pose)
            if says is None or not says.recognised or thing.visible < LIES_OPEN:
                continue
            if says.displaced:
                amiss = max(told[-1].looks.values()) + AMISS
                told[-1] = msgspec.structs.replace(told[-1], unknown=amiss)
            else:
                known = thing.borne_out(MOST if thing.faint else -SUREST).told(says.looks)
                unknown = min(known.unknown, max(known.looks.values()) - OURS)
                told[-1] = msgspec.structs.replace(known, unknown=unknown, drawn=says.drawn)
                open_.append(told[-1])
        faces = np.array([each.rect for each in open_], np.intp).reshape(-1, 4)
        return [
            each.doubted(AS_INK)
            if any(self._is_ink(each, open_[number]) for number in _touched(each.rect, faces))
            else each
            for each in told
        ]

    def _count(self, image: NDArray[np.uint8], pose: Pose, found: Iterable[Found], compared: Faces) -> None:
        """Counts how many of what was `found` bear drawings: of coloured faces that are wholly seen, until it is plain
        whether pieces do."""
        for thing in found:
            if abs(self._drawn - self._plain) >= PLAINLY_SO:
                return
            if thing.drawn is not None:
                self._drawn += 1
            elif not (thing.read or thing.faint or thing.visible < WHOLLY_SEEN or thing.best_look in self._pale):
                rivals = self.faces.drawn(thing.looks)
                if rivals and self._whole(image, pose, thing, rivals, compared).recognised:
                    self._drawn += 1
                elif rivals:
                    self._plain += 1

    @property
    def _bear_drawings(self) -> bool:
        """Whether this evening's pieces bear the drawings that they may."""
        return self._drawn > self._plain

    def _without_drawing(self, thing: Found, says: Compared, found: Iterable[Found], pose: Pose) -> Found:
        """`thing`, which is hardly a piece if its drawing is not seen where it should be. Of one that is hidden in part
        the rest may look pale for a lamp that is mirrored in it: then it may be another."""
        body = self.model.bodies[thing.best_look or ""]
        if not 0 <= says.like < UNLIKE or body.size_mm * pose.px_mm < LEAST_PX:
            return thing
        hidden = hidden_in(thing, found, body.size_mm, self.model.scale)
        open_ = hidden is None or float(hidden[FACE_IN_WIDE].mean()) < 1 - WHOLLY_SEEN
        if body.look in self._pale:
            return thing.told(dict.fromkeys(self.model.faces if open_ else self._pale, -PALE_UNDRAWN))
        return thing.told(dict.fromkeys(self.model.faces, -UNDRAWN)) if open_ and thing.visible > WHOLLY_SEEN else thing

    @cached_property
    def _pale(self) -> frozenset[Look]:
        """Looks of pieces as pale as paper that bear drawings."""
        bodies = self.model.bodies
        return frozenset(look for look in self.model.faces if min(bodies[look].rgb) > PALE)

    def _is_ink(self, thing: Found, drawn: Found) -> bool:
        """Whether most of what a thing explains is seen on the face that is `drawn`: of the same colour it is no ink,
        but another piece, and explains that face as well as its own."""
        own, its = (self.model.bodies[each.best_look or ""].rgb for each in (thing, drawn))
        return own != its and lies_on(thing, drawn, self.model.scale)

    def _compared(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        thing: Found,
        rivals: tuple[Look, ...],
        found: list[Found],
        compared: Faces,
    ) -> Compared:
        """Which of `rivals` is drawn on a thing: if that is not recognised, by what others of `found` leave open."""
        whole = self._whole(image, pose, thing, rivals, compared)
        if whole.recognised or thing.faint:
            return whole
        size_mm = self.model.bodies[rivals[0]].size_mm
        hidden = hidden_in(thing, found, size_mm, self.model.scale)
        return whole if hidden is None else self.faces.compare(image, pose, thing.face_mm, rivals, hidden)


def _touched(rect: Rect, others: NDArray[np.intp]) -> list[int]:
    """Which of `others` (N × 4) a rectangle meets: of hundreds hardly one."""
    left, top, right, bottom = others.T
    return np.flatnonzero((left < rect[2]) & (right > rect[0]) & (top < rect[3]) & (bottom > rect[1])).tolist()


def lies_on(thing: Found, drawn: Found, scale: float) -> bool:
    """Whether most of what a thing explains is seen on the face that is `drawn`, and little beside it. `scale`: px/mm
    of the raster on which they are seen."""
    if thing is drawn or thing.read or thing.density is None:
        return False
    own = (thing.silhouette > 0.5) & (thing.density > EXPLAINED)
    x0, y0, x1, y1 = within(thing.rect, drawn.rect)
    left, top = thing.rect[:2]
    across, down = drawn.rect[:2]
    face = drawn.silhouette[y0 - down : y1 - down, x0 - across : x1 - across] > 0.5
    upon = np.count_nonzero(own[y0 - top : y1 - top, x0 - left : x1 - left] & face)
    whole = np.count_nonzero(own)
    return bool(upon > INK_PART * whole and whole - upon < BESIDE_PART * (thing.outline.size_mm * scale) ** 2)


def _upon(thing: Found, tag: Found) -> bool:
    """Whether a thing's face is seen where the piece of a `tag` that was read shows its own."""
    return math.dist(thing.face_mm, tag.face_mm) < UPON_PART * tag.outline.size_mm
