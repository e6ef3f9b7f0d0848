"""Finds pieces by their drawings alone, where neither colour nor outline shows them: a white ship on a white tile, a
white clue in an arm's shade."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import FACE_PX, BoardModel
from vision.bodies import Outline
from vision.correlation import normalised
from vision.evidence import SUREST, identified
from vision.faces import OURS, Compared, FaceReader
from vision.found import Found
from vision.known_pieces import drawn_on
from vision.light import tone, tone_of_rgb
from vision.palette import Rgb
from vision.polynomials import matrix_product
from vision.rects import wider, within
from vision.spots import COARSE, painted, together
from vision.standing import foot_of
from vision.things import Finder
from vision.view import View

TURN_DEG = 12
"""Steps by which a drawing is turned while its place is looked for."""
INNER = 0.62
"""Side of the square of a face that is compared then, as a part of its width: 0.7 would do, but for the shaded rim."""
BLUR_PX = 0.7
"""Blur of the drawings meanwhile, px of the coarse raster."""
EVEN = 0.02
"""Length, grey levels, of what is of one colour all over, but for rounding."""
LIKE, TRIED = 0.6, 4
"""Correlation from which a place is looked at closely, and how many of one cell are, of each size: the likeliest."""
NEARLY = 0.15
"""Correlation by which a drawing may be less like what is seen there than the best one is, to be compared closely."""
APART = 0.5
"""Pieces, and places where one drawing may be seen, are so far apart at least, as a part of a face's width."""
SAME = 0.95
"""Correlation from which two drawings are one: a blue ship's and a black one's."""
LEAST_PX, FEW, LEAST_OF_MANY_PX = 8.0, 12, 12.0
"""Width of a face, px of the picture, from which its drawing is known among so few others, and from which it is among
more: of white pieces 8 to 14 px wide the right one has 0.94 and more, and places without one had 0.83 at most; figures
7 to 11 px wide are seen where none are."""
STRANGE_PART, PLAINLY = 0.1, 0.965
"""Part of a face that is no floor from which a drawing is believed that is hardly recognised; and the correlation from
which it is in any case. Of 60 that stood there those with less strange, white ones on pale ground, had 0.97 and more;
five that seemed to be drawn in lines of the map had 0.06 and 0.96 at most."""
WHOLE, PAPER = 0.84, 0.6
"""Width of the round part of a face on which its paper is measured, as a part of its width, and the part of those
pixels that may be ink: its paper is as light, or as dark, as the others."""
HUE, LIGHT, OTHER_COLOUR = 0.1, 0.5, 5.0
"""Standard deviations (tone) by which paper is off the colour that is expected there, in hue and in brightness, for an
arm's shade may lie on it; and the log likelihood against that from which it is another colour's."""


class _Drawing(msgspec.Struct, frozen=True):
    """A drawing at every turn, as the coarse raster shows it (turns × px, normalised), and the looks that bear it."""

    looks: tuple[Look, ...]
    turned: NDArray[np.float32]


class ByDrawing:
    """Looks for the drawings of one board's pieces, tiles left out."""

    def __init__(self, model: BoardModel, faces: FaceReader, tiles: Iterable[Look] = ()) -> None:
        self.model = model
        self._faces = faces
        others = frozenset(tiles)
        self.looks: tuple[Look, ...] = tuple(look for look in model.faces if look not in others)
        """Looks that bear drawings."""
        self._drawings_of = cache(self._made)

    def near(self, rgb: Rgb, most: float) -> tuple[Look, ...]:
        """Those of `looks` whose colour is no farther than `most` (tone, each channel) off another."""
        off = tone_of_rgb(rgb)
        bodies = self.model.bodies
        return tuple(each for each in self.looks if np.abs(tone_of_rgb(bodies[each].rgb) - off).max() < most)

    def found(
        self, cells: Iterable[Cell], looks: tuple[Look, ...], view: View, finder: Finder, others: Sequence[Found]
    ) -> list[Found]:
        """Pieces of some of `looks` that stand in `cells`, where their drawings are recognised; `others` are known:
        what seems to be another piece there is a part of it."""
        if not looks:
            return []
        read = [each.face_mm for each in others if each.drawn is not None]
        asked = frozenset(cells)
        seen: list[Found] = []
        for cell, place_mm, drawn in self._places(asked, looks, view, finder, read):
            says = self._faces.compare(view.pyramid.image, view.pose, place_mm, drawn)
            piece = self._recognised(says, drawn, view, finder, cell)
            if piece is None or piece.cell not in asked or not _stands_out(piece, says.like, view):
                continue
            known = (each for each in others if each.drawn is not None or each.best_look == piece.best_look)
            if is_apart(piece, [*seen, *known]):
                seen.append(piece)
        return seen

    def _places(
        self,
        cells: Collection[Cell],
        looks: tuple[Look, ...],
        view: View,
        finder: Finder,
        read: Sequence[tuple[float, float]],
    ) -> Iterator[tuple[Cell, tuple[float, float], tuple[Look, ...]]]:
        """Where drawings may be seen of pieces that stand in `cells`, in which, and which, likeliest first: the place,
        as if it lay on the board (mm), and not one of those that are `read`."""
        least_px = LEAST_PX if len(self._drawings) <= FEW else LEAST_OF_MANY_PX
        windows = [(cell, finder.window(cell)) for cell in sorted(cells)]
        for size_mm in sorted({self.model.bodies[look].size_mm for look in looks}):
            if size_mm * view.pose.px_mm < least_px:
                continue
            half, reach = self._half(size_mm), max(1, round(APART * size_mm * self._px_mm))
            drawings = [each for each in self._drawings_of(size_mm) if set(each.looks) & set(looks)]
            height_mm = self.model.bodies[drawings[0].looks[0]].height_mm
            for _, part in together(windows, view.rect):
                rect = within(wider(part, half), view.rect)
                if min(rect[2] - rect[0], rect[3] - rect[1]) <= 2 * half + 1:
                    continue
                grey = view.pose.rectify_small(view.pyramid, rect, grey=True)
                around = _Surroundings(grey, 2 * half + 1)
                likeness = np.array([around.like(each) for each in drawings])
                corner = np.array([rect[0] + half, rect[1] + half])
                for each in read:
                    column, row = (np.array(each) * self._px_mm - corner).astype(int).tolist()
                    likeness[:, _around(row, reach), _around(column, reach)] = -1
                tried = Counter[Cell]()
                for row, column, near in peaks(likeness, reach):
                    x, y = ((corner + (column, row) + 0.5) / self._px_mm).tolist()
                    cell, _ = self.model.cell_at(*foot_of((x, y), height_mm, view.pose))
                    if cell is not None and cell in cells and tried[cell] < TRIED:
                        tried[cell] += 1
                        drawn = (look for number in near for look in drawings[number].looks)
                        yield cell, (x, y), tuple(look for look in drawn if look in looks)

    def _recognised(
        self, says: Compared, drawn: tuple[Look, ...], view: View, finder: Finder, cell: Cell
    ) -> Found | None:
        """The piece, of those `drawn`, that a drawing says, if it is recognised and its paper has its colour."""
        if not says.recognised or says.displaced:
            return None
        papers = self._papers(view, says.at_mm, self.model.bodies[drawn[0]].size_mm)
        told = {
            look: says.looks[look] + self._as_paper(papers[look in self._dark], view, finder, cell, look, says)
            for look in drawn
        }
        look = max(told, key=lambda each: told[each])
        if told[look] < -OTHER_COLOUR:
            return None
        looks = identified({each: value - told[look] for each, value in told.items()}, len(self.looks))
        body = self.model.bodies[look]
        nothing = np.zeros((0, 0), np.float32)
        piece = Found(
            says.at_mm, Outline(body.is_round, body.size_mm), body.height_mm, 10 * SUREST, looks, looks[look] - OURS,
            SUREST, np.full(3, np.nan), 1.0, 1.0, (0, 0, 0, 0), nothing, None, cell=cell,
        )  # fmt: skip
        return drawn_on(self.model, view.pose, piece, says.drawn)

    def _papers(self, view: View, at_mm: tuple[float, float], size_mm: float) -> tuple[NDArray[np.float64], ...]:
        """The tones of the paper of a face whose middle is seen there: if its ink is darker, and if it is paler."""
        scale, (width, height) = self.model.scale, self.model.raster_size
        (x, y), half = (each * scale for each in at_mm), WHOLE * size_mm / 2 * scale
        rect = within((int(x - half), int(y - half), int(x + half) + 1, int(y + half) + 1), (0, 0, width, height))
        down, across = np.ogrid[rect[1] : rect[3], rect[0] : rect[2]]
        face = np.hypot(across + 0.5 - x, down + 0.5 - y) < half
        tones = tone(view.pose.rectify(view.pyramid.image, rect))[face]
        bright = tones.mean(axis=1)
        parts = bright >= np.quantile(bright, PAPER), bright <= np.quantile(bright, 1 - PAPER)
        return tuple(np.asarray(np.median(tones[part], axis=0), np.float64) for part in parts)

    def _as_paper(
        self, paper: NDArray[np.float64], view: View, finder: Finder, cell: Cell, look: Look, says: Compared
    ) -> float:
        """Log likelihood of that paper, if it is that of a look."""
        rgb = self.model.bodies[look].rgb
        off = paper - tone_of_rgb(rgb) - finder.cell_views.light(rgb)[self.model.index[cell]]
        off -= view.gain_at(says.at_mm, self._px_mm)
        even = float(off.mean())
        return -0.5 * (float(np.abs(off - even).max()) / HUE) ** 2 - 0.5 * (even / LIGHT) ** 2

    @cached_property
    def _dark(self) -> frozenset[Look]:
        """Looks whose paper is darker than what is drawn upon it."""
        bodies = self.model.bodies
        light = {look: float(self._faces.drawing(look).mean()) for look in self.looks}
        return frozenset(look for look in self.looks if light[look] > np.mean(bodies[look].rgb))

    @property
    def _px_mm(self) -> float:
        """Px of the coarse raster to a mm."""
        return self.model.scale / COARSE

    def _half(self, size_mm: float) -> int:
        """Half of the side of what is compared, px of the coarse raster, its middle left out."""
        return max(2, round(INNER * size_mm * self._px_mm / 2))

    @cached_property
    def _drawings(self) -> tuple[tuple[Look, ...], ...]:
        """The looks that bear each drawing, whatever their colour."""
        least = round((1 - INNER) / 2 * FACE_PX)
        inner = slice(least, FACE_PX - least)
        known: list[tuple[NDArray[np.float64], list[Look]]] = []
        for look in self.looks:
            grey = self._faces.drawing(look)[inner, inner].astype(np.float64).ravel()
            grey -= grey.mean()
            grey /= np.linalg.norm(grey) + 1e-6
            size_mm, bodies = self.model.bodies[look].size_mm, self.model.bodies
            alike = (each for of, each in known if of @ grey > SAME and bodies[each[0]].size_mm == size_mm)
            same = next(alike, None)
            if same is None:
                known.append((grey, [look]))
            else:
                same.append(look)
        return tuple(tuple(each) for _, each in known)

    def _made(self, size_mm: float) -> list[_Drawing]:
        """The drawings on faces of one size."""
        half, zoom = self._half(size_mm), FACE_PX / (size_mm * self._px_mm)
        side, middle = 2 * half + 1, (FACE_PX - 1) / 2
        made = []
        for looks in self._drawings:
            if self.model.bodies[looks[0]].size_mm != size_mm:
                continue
            soft = cv2.GaussianBlur(self._faces.drawing(looks[0]), (0, 0), BLUR_PX * zoom)
            turned = []
            for turn in np.radians(np.arange(0, 360, TURN_DEG)).tolist():
                along = zoom * np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
                matrix = np.column_stack([along, middle - along @ np.full(2, float(half))])
                flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
                turned.append(cv2.warpAffine(soft, matrix, (side, side), flags=flags).ravel())
            made.append(_Drawing(looks, normalised(np.array(turned, np.float32), EVEN)))
        return made


def _stands_out(piece: Found, like: float, view: View) -> bool:
    """Whether floor looks otherwise than it does where `piece` seems to be seen, or its drawing is plainly there, to
    which it is so much `like`: lines of the map resemble figures."""
    if like > PLAINLY:
        return True
    odd = view.odd[painted([piece], view.rect)]
    return bool(odd.size and odd.mean() > STRANGE_PART)


class _Surroundings:
    """What is around each px of a picture that is far enough from its edge, `side` px wide."""

    def __init__(self, grey: NDArray[np.uint8], side: int) -> None:
        tones = grey - np.float32(grey.mean())
        rows, columns = (length - side + 1 for length in grey.shape)
        parts = [tones[down : down + rows, right : right + columns] for down, right in np.ndindex(side, side)]
        self._around, self._shape = np.stack(parts).reshape(side * side, -1), (rows, columns)
        squares = np.einsum("ij,ij->j", self._around, self._around)
        self._length = np.sqrt(np.maximum(squares - np.square(self._around.sum(axis=0)) / side**2, 0)) + EVEN

    def like(self, drawing: _Drawing) -> NDArray[np.float32]:
        """How alike a drawing is to each (rows × columns), at the turn at which it is most: their correlation."""
        turns = matrix_product(drawing.turned, self._around)
        return np.asarray((turns.max(axis=0) / self._length).reshape(self._shape), np.float32)


def _around(middle: int, reach: int) -> slice:
    """The places no farther than `reach` from one, none of them below 0."""
    return slice(max(0, middle - reach), max(0, middle + reach + 1))


def peaks(likeness: NDArray[np.float32], reach: int) -> Iterator[tuple[int, int, list[int]]]:
    """Rows and columns at which one of some drawings (drawings × rows × columns) is likelier than around, likeliest
    first, and which are nearly as likely there: none is twice within `reach`."""
    window = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    highest = [np.nonzero((each == cv2.dilate(each, window)) & (each > LIKE)) for each in likeness]
    numbers = np.repeat(np.arange(len(likeness)), [len(rows) for rows, _ in highest])
    rows, columns = (np.concatenate(each) for each in zip(*highest))
    taken = np.zeros(likeness.shape, np.bool_)
    for at in np.argsort(-likeness[numbers, rows, columns], kind="stable").tolist():
        number, row, column = int(numbers[at]), int(rows[at]), int(columns[at])
        if taken[number, row, column]:
            continue
        here = likeness[:, row, column]
        near = np.flatnonzero((here > here[number] - NEARLY) & ~taken[:, row, column])
        taken[near, _around(row, reach), _around(column, reach)] = True
        yield row, column, near.tolist()


def is_apart(piece: Found, others: Iterable[Found]) -> bool:
    """Whether none of the `others` lies where a piece does."""
    return all(math.dist(piece.face_mm, each.face_mm) > APART * piece.outline.size_mm for each in others)
