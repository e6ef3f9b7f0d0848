"""Finds pieces by their drawings alone, where neither colour nor outline shows them: a white ship on a white tile, a
white clue in an arm's shade."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import FACE_PX, BoardModel
from vision.bodies import Outline
from vision.evidence import SUREST, identified
from vision.faces import OURS, Compared, FaceReader
from vision.found import Drawn, Found
from vision.ground import Ground
from vision.known_pieces import drawn_on
from vision.light import brightness, tone, tone_of_rgb
from vision.palette import Rgb
from vision.pose import Rect
from vision.rects import part_of, wider, within
from vision.spots import COARSE, coarse, painted, pixels
from vision.things import Finder
from vision.view import View

TURN_DEG = 12
"""Steps by which a drawing is turned while its place is looked for."""
INNER = 0.62
"""Side of the square of a face that is compared then, as a part of its width: 0.7 would do, but for the shaded rim."""
BLUR_PX = 0.7
"""Blur of the drawings meanwhile, px of the coarse raster."""
LIKE, TRIED = 0.6, 2
"""Correlation from which a place is looked at closely, and how many of one cell are, of each size: the likeliest."""
NEARLY = 0.15
"""Correlation by which a drawing may be less like what is seen there than the best one is, to be compared closely."""
APART = 0.5
"""Such places are so far apart at least, as a part of a face's width."""
SAME = 0.95
"""Correlation from which two drawings are one: a blue ship's and a black one's."""
LEAST_PX, FEW, LEAST_OF_MANY_PX = 8.0, 12, 12.0
"""Width of a face, px of the picture, from which its drawing is known among so few others, and from which it is among
more: of white pieces 8 to 14 px wide the right one has 0.94 and more, and places without one had 0.83 at most; figures
7 to 11 px wide are seen where none are."""
PAPER = 0.6
"""Part of a face's pixels that may be ink: its paper is as light as the others."""
HUE, LIGHT, OTHER_COLOUR = 0.1, 0.5, 5.0
"""Standard deviations (tone) by which paper is off the colour that is expected there, in hue and in brightness, for an
arm's shade may lie on it; and the log likelihood against that from which it is another colour's."""
UNEXPLAINED_MM2, FAINTLY_MM2 = 5.0, 20.0
"""Area of a cell that is strange, and that is faintly so, and that nothing explains, from which drawings are looked for
in it."""


class _Drawing(msgspec.Struct, frozen=True):
    """A drawing at every turn, as the coarse raster shows it, and the looks that bear it."""

    looks: tuple[Look, ...]
    turned: tuple[NDArray[np.uint8], ...]


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
        asked = frozenset(cells)
        seen: list[Found] = []
        for cell in sorted(asked):
            for place_mm, drawn in self._places(cell, looks, view, finder):
                says = self._faces.compare(view.pyramid.image, view.pose, place_mm, drawn)
                piece = self._recognised(says, view, finder, cell)
                if piece is None or piece.cell not in asked:
                    continue
                known = (each for each in others if each.drawn is not None or each.best_look == piece.best_look)
                if _apart(piece, [*seen, *known]):
                    seen.append(piece)
        return seen

    def _places(
        self, cell: Cell, looks: tuple[Look, ...], view: View, finder: Finder
    ) -> Iterator[tuple[tuple[float, float], tuple[Look, ...]]]:
        """Where drawings may be seen around a cell (mm), likeliest first, and which."""
        least_px = LEAST_PX if len(self._drawings) <= FEW else LEAST_OF_MANY_PX
        for size_mm in sorted({self.model.bodies[look].size_mm for look in looks}):
            if size_mm * view.pose.px_mm < least_px:
                continue
            half = self._half(size_mm)
            rect = within(wider(coarse(finder.window(cell)), half), view.rect)
            if min(rect[2] - rect[0], rect[3] - rect[1]) <= 2 * half + 1:
                continue
            grey = view.pose.rectify_small(view.pyramid, rect, grey=True)
            drawings = [each for each in self._drawings_of(size_mm) if set(each.looks) & set(looks)]
            likeness = np.array([_likeness(grey, each) for each in drawings])
            best = likeness.max(axis=0)
            reach = max(1, round(APART * size_mm * self._px_mm))
            for _ in range(TRIED):
                _, most, _, (column, row) = cv2.minMaxLoc(best)
                if most < LIKE:
                    break
                near = likeness[:, row, column] > most - NEARLY
                drawn = [look for each, is_near in zip(drawings, near) if is_near for look in each.looks]
                x, y = rect[0] + half + column, rect[1] + half + row
                at_mm = ((x + 0.5) / self._px_mm, (y + 0.5) / self._px_mm)
                yield at_mm, tuple(look for look in drawn if look in looks)
                best[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = -1

    def _recognised(self, says: Compared, view: View, finder: Finder, cell: Cell) -> Found | None:
        """The piece that a drawing says, if it is recognised and its paper has the piece's colour."""
        if not says.recognised or says.displaced:
            return None
        first = max(says.looks, key=lambda look: says.looks[look])
        paper = self._paper(view, says.at_mm, self.model.bodies[first].size_mm)
        told = {
            look: value + self._as_paper(paper, view, finder, cell, look, says) for look, value in says.looks.items()
        }
        look = max(told, key=lambda each: told[each])
        if told[look] < -OTHER_COLOUR:
            return None
        looks = identified({each: value - told[look] for each, value in told.items()}, len(self.looks))
        body = self.model.bodies[look]
        nothing = np.zeros((0, 0), np.float32)
        piece = Found(
            says.at_mm, Outline(body.is_round, body.size_mm), body.height_mm, 10 * SUREST, looks, looks[look] - OURS,
            SUREST, paper, 1.0, 1.0, (0, 0, 0, 0), nothing, None, cell=cell,
        )  # fmt: skip
        return drawn_on(self.model, view.pose, piece, Drawn(says.at_mm, says.turn_deg))

    def _paper(self, view: View, at_mm: tuple[float, float], size_mm: float) -> NDArray[np.float64]:
        """The tone that the paper of a face has whose middle is seen there."""
        scale, (width, height), half = self.model.scale, self.model.raster_size, INNER * size_mm / 2
        x0, y0, x1, y1 = (int(each * scale) for x, y in [at_mm] for each in (x - half, y - half, x + half, y + half))
        tones = tone(view.pose.rectify(view.pyramid.image, within((x0, y0, x1 + 1, y1 + 1), (0, 0, width, height))))
        bright = brightness(tones)
        return np.asarray(np.median(tones[bright >= np.quantile(bright, PAPER)], axis=0), np.float64)

    def _as_paper(
        self, paper: NDArray[np.float64], view: View, finder: Finder, cell: Cell, look: Look, says: Compared
    ) -> float:
        """Log likelihood of that paper, if it is that of a look."""
        rgb = self.model.bodies[look].rgb
        off = paper - tone_of_rgb(rgb) - finder.light(rgb)[self.model.index[cell]]
        off -= view.gain_at(says.at_mm, self._px_mm)
        even = float(off.mean())
        return -0.5 * (float(np.abs(off - even).max()) / HUE) ** 2 - 0.5 * (even / LIGHT) ** 2

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
                turned.append(np.asarray(cv2.warpAffine(soft, matrix, (side, side), flags=flags), np.uint8))
            made.append(_Drawing(looks, tuple(turned)))
        return made


def _likeness(grey: NDArray[np.uint8], drawing: _Drawing) -> NDArray[np.float32]:
    """How alike a drawing is to what is around each px of a picture, at the turn at which it is most."""
    each = [cv2.matchTemplate(grey, turned, cv2.TM_CCOEFF_NORMED) for turned in drawing.turned]
    return np.asarray(np.max(each, axis=0), np.float32)


def unexplained(
    ground: Ground, groups: Iterable[tuple[Iterable[Cell], Rect]], view: View, things: Iterable[Found]
) -> list[Cell]:
    """Cells of `groups` in which something is strange that none of `things` explains, and nothing covers."""
    left = ~(painted(things, view.rect) | view.cover.mask)
    seen, px_mm2 = ground.floor.seen[part_of(view.rect)], ground.px_mm**2
    odd, faint = (pixels(ground.model, each & left, view.rect) for each in (view.odd, view.faint & seen))
    enough = (odd > UNEXPLAINED_MM2 * px_mm2) | (faint > FAINTLY_MM2 * px_mm2)
    return [cell for group, _ in groups for cell in group if enough[ground.model.index[cell]]]


def without_told(found: Iterable[Found], pieces: Sequence[Found]) -> list[Found]:
    """What was `found`, but for what was fitted to a part of one of `pieces`, whose drawings are recognised."""
    return [each for each in found if each.read or each.drawn is not None or _apart(each, pieces)]


def _apart(piece: Found, others: Iterable[Found]) -> bool:
    """Whether none of the `others` lies where a piece does."""
    return all(math.dist(piece.face_mm, each.face_mm) > APART * piece.outline.size_mm for each in others)
