"""What looks like a piece and may be no more than a shadow, a part of a hand or a light that is mirrored."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.burnt import is_burnt, is_pale
from vision.cast_shadows import DEEPEST, SAME_HUE, cast_by_hand, cast_upon, is_grey, is_where_one_falls, lay_before
from vision.claims import Claims, Patch
from vision.fading import edged_part
from vision.found import Found
from vision.light import hue
from vision.palette import Rgb
from vision.pose import Pose
from vision.shadows import Shadows

CLEAR = 30.0
"""Log likelihood from which a thing is no shadow: the crescent that a piece on another casts has 8 to 20."""
CLEAR_OF_DEEP, SHOWN_OF_DEEP = 45.0, 0.85
"""The same of a shadow as dark as those that a lamp is known to cast this evening, of which less than this part has a
piece's outline: the shadow of a tall piece had 35 and 0.7, all but six of 44 black pieces 43 and more."""
AS_DEEP = 0.05
"""How much darker (tone) than nine in ten of this evening's shadows one is that is as dark as they are."""
EDGED_ALL_ROUND = 0.8
"""Part of its outline along which a dark newcomer of its floor's hue must end below a hand to be no shadow of a finger:
19 such shadows had 0.4 to 0.77, seven black pieces of that hue 0.88 and more."""
TOO_PLAIN = 0.5
"""Log likelihood for each mm² of its face from which it is none, however little of its outline is seen: those had 0.43
at most, four washers in pictures that were the first to be seen 0.55 and more, two 0.43 and 0.49. So plain must be,
too, what is no darker than other shadows of the evening where one falls: in 40 evenings 12 shadows had 0.04 to 0.41."""
RATHER_PLAIN, MOVED = 0.3, (1 / 3, 2 / 3)
"""The same from which a thing's outline is looked at elsewhere, too, by these parts of how far its face leans from its
foot: the dark side of a piece passes for a part of its face. Elsewhere twelve washers ended along 0.97 and more, one
black square along 0.95, 100 patches of arms along 0.65 at most."""
OF_FLOOR = 0.1
"""Hue (tone) by which what stands out as a piece does must be nearer to its floor's than to the piece's to be that
piece's shadow all the same: the shadows of tall pieces are as large as pieces."""
ENDS_ALL_ROUND = 0.85
"""Part of its outline along which such a thing must end to be a piece, and no shadow, which begins at another: of what
was doubted for its hue in 66 evenings four pieces, as dark as a shadow on floor of their colour, had 0.88 and more, all
else 0.8 at most."""
CRESCENT = 0.6
"""Part of a face that is seen in its colour below which it may be such a crescent, whatever its grey: 0.26 to 0.5."""
TELLS = 1.0
"""Log likelihood by which a look must be likelier than another to be told from it."""
AS_SHADOW = -1.5
"""Log likelihood that what may be a shadow beside a piece is another piece after all."""
CAST_PART = 1.2
"""Length of a shadow, in heights of what casts it: a lamp of a room stands 40° above the board or higher."""

Expected: TypeAlias = Callable[[Cell, Patch], NDArray[np.float64]]
"""Tones (C × 3) of the palette's colours in a cell's window of a patch."""


class Semblances:
    """Doubts what is found on one board under one pose.

    `shadows`: those that a lamp is known to cast this evening; `colours`: numbers of the palette's, `expected` their
    tones.
    """

    def __init__(
        self,
        model: BoardModel,
        pose: Pose,
        shadows: Shadows | None,
        colours: Mapping[Rgb, int],
        expected: Expected,
    ) -> None:
        self.model, self.pose, self.shadows = model, pose, shadows
        self._colours, self._expected = colours, expected

    @property
    def shadow_px(self) -> int:
        """How far a shadow may reach that a piece on another casts."""
        return math.ceil(CAST_PART * 2 * self.model.tallest_mm * self.model.scale)

    def doubted(self, found: Found, claims: Claims) -> Found:
        """`found`, or much less sure, if it may be no more than a shadow that another thing casts."""
        if self._is_darkened(found, claims):
            return found.doubted(AS_SHADOW)
        off = cast_upon(found, claims, self.shadow_px, self.shadows, self.model.scale) if found.looks else None
        if off is None:
            return found
        grey = self.may_be_grey(found, crescent=found.shown < CRESCENT)
        deep = -float(off.mean()) > DEEPEST and found.shown < SHOWN_OF_DEEP
        most = CLEAR_OF_DEEP if deep else CLEAR
        if self._is_usual(found, claims, off):
            most = max(CLEAR_OF_DEEP, TOO_PLAIN * found.outline.area_mm2)
        hue_off = hue(off) if self.shadows is None else self.shadows.hue_off(off)
        if grey and found.score <= most and hue_off <= SAME_HUE:
            return found.doubted(AS_SHADOW)
        if found.score >= TOO_PLAIN * found.outline.area_mm2:
            return found
        is_floor = hue_off < self._hue_off(found, claims.patch) - OF_FLOOR
        ends = is_floor and self.edged(found, claims.patch) >= ENDS_ALL_ROUND
        return found.doubted(AS_SHADOW) if is_floor and not ends else found

    def _is_darkened(self, found: Found, claims: Claims) -> bool:
        """Whether `found`, a newcomer, may be no more than a piece's side and shadow that a hand over the board makes
        darker."""
        patch = claims.patch
        if not patch.handled or patch.lay is None or not found.looks or found.stood(patch):
            return False
        return self.may_be_grey(found, crescent=False) and lay_before(found, claims, self.shadow_px)

    def _is_usual(self, found: Found, claims: Claims, off: NDArray[np.float64]) -> bool:
        """Whether what is so far `off` its floor (tone) is no darker than other shadows of this evening, and falls as
        they do."""
        if self.shadows is None or -float(off.mean()) > self.shadows.deepest + AS_DEEP:
            return False
        return is_where_one_falls(found, claims, self.shadow_px, self.shadows, self.model.scale)

    def is_light(self, found: Found, patch: Patch) -> bool:
        """Whether `found` may be no more than board that a light which is mirrored in it burns out."""
        looks = (self.model.bodies[look].rgb for look in (found.best_look,) if look is not None)
        return any(map(is_pale, looks)) and is_burnt(found, patch, self.model.scale)

    def edged(self, found: Found, patch: Patch) -> float:
        """Part of the outline of `found` along which it ends, 0 if that is too little for a piece. What is as plain as
        pieces are may have been fitted a little too near to its foot."""
        edged = edged_part(found, patch, self.model.scale)
        if edged >= EDGED_ALL_ROUND or found.score < RATHER_PLAIN * found.outline.area_mm2:
            return edged
        lean = np.multiply(self.pose.lean_mm(found.face_mm, found.height_mm), self.model.scale)
        moved = (edged_part(found.moved(part * lean), patch, self.model.scale) for part in MOVED)
        most = max(moved)
        return most if most >= EDGED_ALL_ROUND else edged

    def is_of_hand(self, found: Found, patch: Patch) -> bool:
        """Whether `found`, a newcomer below a hand, may be no more than the shadow of one of its fingertips."""
        if found.edged >= EDGED_ALL_ROUND or found.score >= TOO_PLAIN * found.outline.area_mm2:
            return False
        return self.may_be_grey(found, crescent=False) and cast_by_hand(found, patch)

    def may_be_grey(self, found: Found, crescent: bool) -> bool:
        """Whether one of the looks that `found` may well have is as grey as a shadow; `crescent` as for `is_grey`."""
        likeliest = found.best - TELLS
        alike = (look for look, value in found.looks.items() if value > likeliest)
        return any(is_grey(self.model.bodies[look].rgb, crescent) for look in alike)

    def _hue_off(self, found: Found, patch: Patch) -> float:
        """How far the face of `found` is in hue from what its likeliest look is expected to look like."""
        assert found.best_look is not None, "what looks like no piece was not asked about"
        colour = self._colours[self.model.bodies[found.best_look].rgb]
        return hue(found.tone - self._expected(found.cell, patch)[colour])
