"""A thing as it was seen: where its face is, what that may be, and what it says of the cells it may stand in."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.bodies import Mask, Outline
from vision.claims import Laid, Patch
from vision.evidence import SUREST, Paper, Piled, Thing, Turn
from vision.pose import Rect

SAME_PLACE_MM = 2.0
"""Within this distance a thing stands where it stood."""
AT_HOME = 3.0
"""Log odds of a cell from which a thing is hardly one of another: the lit sides of tall pieces had 2 at most where they
passed for pieces of the cell behind, and of 71 pieces over which an arm came one had less than 9, which was 3.6."""

UPON_PART = 0.5
"""Distance of two faces' middles, as a part of a piece's size, below which one is seen in the other's place."""


class Drawn(msgspec.Struct, frozen=True):
    """Where a drawing is seen that was recognised: its middle, as if it lay on the board, and its turn, clockwise;
    `period_deg`: after which turn it looks the same again, 0 if it hardly looks otherwise at any."""

    at_mm: tuple[float, float]
    turn_deg: float
    period_deg: float = 0.0

    @property
    def turn(self) -> Turn | None:
        """How it is turned, if it shows that."""
        return Turn(self.turn_deg, self.period_deg) if self.period_deg else None


class Found(msgspec.Struct, frozen=True):
    """A thing as seen: where its face is and what that may be.

    `face_mm`: the middle of its face as if it lay on the board; `score`: log likelihood against nothing being there;
    `tone`: of its face, NaN where its drawing alone found it; `visible` and `shown`: parts of the face that nothing
    hides, and that are seen to have its colour;
    `looks` and `unknown`: log likelihood of each look, and of no known piece; `known`: log odds that it is one,
    whatever is near it; `edged`: part of its outline along which it ends, asked only where something is over the board;
    `by_hand`: whether that is near it;
    `rect`, `silhouette`, `density`: its pixels on the fine raster, how well it explains each;
    `faint`: whether it is a piece only if its drawing is recognised; `read`: whether a tag was read on it;
    `turn_deg`: how a tile is turned beside the way it points, clockwise;
    `drawn`: where its drawing is recognised, if it is;
    `laid`: what is floor to what lies on it, while it is looked at;
    `cell`, `foot_mm`, `homes`: where it stands most likely, log odds of cells; `seat_mm`: where it stands
    if it lies on the board itself; `lean`, `beside_mm2`, `kept_mm2`, `paper` and `piled`: as of `Thing`.
    """

    face_mm: tuple[float, float]
    outline: Outline
    height_mm: float
    score: float
    looks: Mapping[Look, float]
    unknown: float
    known: float
    tone: NDArray[np.float64]
    visible: float
    shown: float
    rect: Rect
    silhouette: Mask
    density: NDArray[np.float32] | None
    faint: bool = False
    read: bool = False
    edged: float = 0.0
    by_hand: bool = False
    turn_deg: float = 0.0
    drawn: Drawn | None = None
    laid: tuple[Laid, ...] = ()
    cell: Cell = ""
    foot_mm: tuple[float, float] = (0.0, 0.0)
    homes: Mapping[Cell, float] = {}
    seat_mm: tuple[float, float] = (0.0, 0.0)
    lean: tuple[float, float] = (0.0, 0.0)
    beside_mm2: float = 0.0
    kept_mm2: float = 0.0
    paper: Paper | None = None
    piled: Piled | None = None

    def told(self, more: Mapping[Look, float]) -> Found:
        """The same thing, some looks being as much less likely as `more` says (log likelihoods)."""
        looks = {look: value + more.get(look, 0.0) for look, value in self.looks.items()}
        return msgspec.structs.replace(self, looks=looks)

    def doubted(self, most: float) -> Found:
        """The same thing, no look of it being likelier than `most` (log likelihood), and as much likelier than others
        as before."""
        less = max(0.0, max(self.looks.values(), default=most) - most)
        looks = {look: value - less for look, value in self.looks.items()}
        return msgspec.structs.replace(self, looks=looks, unknown=min(self.unknown, most))

    def borne_out(self, least: float = -SUREST) -> Found:
        """The same thing, the likeliest of its looks being as likely as what is seen of it says, if it was doubted; and
        as `least` (log likelihood)."""
        best = self.best
        rise = max(min(self.score, SUREST) if best < 0 else best, least) - best
        return msgspec.structs.replace(self, looks={look: value + rise for look, value in self.looks.items()})

    def moved(self, off_px: NDArray[np.float64]) -> Found:
        """The same thing, its pixels being `off_px` (right and down) from where they are."""
        (x0, y0, x1, y1), (right, down) = self.rect, (round(each) for each in off_px.tolist())
        return msgspec.structs.replace(self, rect=(x0 + right, y0 + down, x1 + right, y1 + down))

    def thing(self, cell: Cell) -> Thing:
        """What it says of `cell`, one of its `homes`: all looks are less likely there by what says it stands beside."""
        home, best = self.homes[cell], self.best
        beside = math.log1p(math.exp(best - home)) - math.log1p(math.exp(min(best, SUREST) - SUREST))
        looks = {look: value - beside for look, value in self.looks.items()}
        elsewhere = best - math.log1p(math.exp(min(home, SUREST)))
        drawn = self.drawn is not None
        turn = None if self.drawn is None else self.drawn.turn
        unknown, beside_mm2 = self.unknown - beside, self.beside_mm2
        return Thing(
            looks,
            unknown,
            self.seat_mm,
            elsewhere,
            self.lean,
            beside_mm2,
            drawn,
            self.kept_mm2,
            self.paper,
            self.piled,
            turn=turn,
        )

    def is_at(self, look: Look | None, face_mm: tuple[float, float]) -> bool:
        """Whether it is what was seen as `look` with its face there."""
        return look == self.best_look and math.dist(face_mm, self.face_mm) < SAME_PLACE_MM

    def is_same(self, other: Found) -> bool:
        """Whether the very same was found, which did not explain enough for its pixels to be its own."""
        return self.face_mm == other.face_mm and self.best_look == other.best_look

    def is_again(self, then: Found) -> bool:
        """Whether it is what was found `then`."""
        return self.is_at(then.best_look, then.face_mm)

    def is_upon(self, other: Found) -> bool:
        """Whether it is seen where most of another is."""
        return math.dist(self.face_mm, other.face_mm) < UPON_PART * other.outline.size_mm

    @property
    def is_piece(self) -> bool:
        """Whether it is likelier a piece than nothing."""
        return self.read or self.best > 0

    @property
    def is_of_its_cell(self) -> bool:
        """Whether it is likelier a piece than none, and hardly one of another cell than that in which it stands most
        likely."""
        return self.best > 0 and self.homes[self.cell] > AT_HOME

    def stood(self, patch: Patch) -> bool:
        """Whether the same was seen in the same place while no hand was over the board: it need not be seen so well
        beside one, in whose shade its outline may fade."""
        return any(self.is_at(look, face_mm) for look, face_mm in patch.stood)

    @property
    def best(self) -> float:
        """The log likelihood of the look that explains it best, 0 if none does."""
        return max(self.looks.values(), default=0.0)

    @property
    def best_look(self) -> Look | None:
        """The likeliest look."""
        return max(self.looks, key=lambda look: self.looks[look], default=None)
