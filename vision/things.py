"""Finds the strongest thing in one cell, on the pixels that nothing explains yet.

Knows which pixels other things explain; not which cell is looked at next, nor whether a thing is looked at again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from copy import copy

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import BoardModel, Body
from vision.bodies import Bank, Mask, roomier, silhouette
from vision.cell_views import CellViews, Expected
from vision.claims import RIM_MM, UNKNOWN, Claims, Patch
from vision.evidence import SUREST
from vision.fit import Fit, Fitter
from vision.found import Found
from vision.hollow import leaning, without_floor_in_hollow
from vision.judgement import Judgement, judge, plain_instead
from vision.known_pieces import cut_at
from vision.light import BRIGHTEST
from vision.own_tone import Even, covers_its_like, evenest, hardly_differs
from vision.palette import Palette, colour_loglik
from vision.pose import Pose, Rect
from vision.rects import cut, within
from vision.rims import AS_LOWER, doubt
from vision.semblances import AS_SHADOW, EDGED_ALL_ROUND, Semblances
from vision.shadows import Shadows
from vision.standing import Foot, feet, foot_of, homes
from vision.window import Cast, CellView, Maps, cropped

PRESENT = 3.0
"""Log likelihood against bare floor from which something is taken for a thing."""
FAINTEST = -10.0
"""The same below which no drawing is looked for on what may be one: of white pieces on pale paper it is -4 to 2."""
FAINTEST_WHOLE, WHOLE, SOMETHING = -25.0, 0.97, -3.0
"""The same of what nothing hides, such a part of it being seen: a drawn counter on floor of its colour, 11 px wide, had
-17; and as how likely a piece that counts."""
LEAST_SEEN, LEAST_SEEN_BELOW, MUCH_COVERED = 0.3, 0.15, 0.35
"""Part of a face that must be seen for it to be a thing of its own and not the rim of another; the same of one of which
so much lies below others that not more can be seen."""
PRESENT_BELOW = 12.0
"""How much more is asked of a thing of which next to nothing is seen."""
GLOSSES = (20.0, 45.0, 80.0, 120.0)
"""Light (0…255) that a lamp or a window which is mirrored in a piece may add to each channel of its face."""
GLOSSY_PART, GLOSSY_SHOWN, GLOSSY_BESIDE_HAND = 0.9, 0.9, 0.7
"""Part of the smallest piece's face that must stand out, together, for one in such light to be looked for; part of its
own face that must be seen in its colour; and the same of one that a hand touches, if it ends nearly all around."""
CLEAR_IN_GLOSS = 30.0
"""Log likelihood from which something in such light is a piece."""
GLOSSY = 2.0
"""Log odds against a face in such light: few lie in it."""
PALE, PALE_SHOWN = 20.0, 0.8
"""Log likelihood of what hardly differs from its floor from which it may be a piece, and part of its face that must be
seen."""
OWN_PART, OWN_CLEAR, OWN_SHOWN = 0.15, 12.0, 0.6
"""Part of the smallest piece's face that must stand out, together, for one that hardly differs from its floor to be
looked for by the own tone of its face; and its log likelihood and part of its face from which it is one. In 38
path-traced evenings nothing else had so much but three shadows beside pieces, the pieces being found first."""
HARDLY_LESS = 0.5
"""Log likelihood by which another colour may explain a face's own tone better."""
MISSHAPEN, APART = 6.0, 0.4
"""Log likelihood by which what is seen looks less like any piece of its colour than like something, for its outline,
from which it may be two of them that touch; and the part of it that one of these must explain."""
NEWCOMER_PART, HARDLY_ITS_COLOUR = 0.4, 1.0
"""Part of the smallest piece's face that must have changed in what is found where it was for something to have come
upon it there; and log density of its bare colour below which a pixel is hardly that: most of its own have 1 to 2.6."""
GLIMPSED_KNOWN = 2.0
"""Log odds that what little is seen of a piece that lies below another is one of the game's."""
WELL_INSIDE_MM = 2.0
"""A foot this far inside its cell belongs there; nearer to the border the next cell is asked too."""
REJECTED = 4
"""Rims and shadows that are struck out of one cell before nothing more is looked for."""


class Finder:
    """Finds things on one board under one pose, one in one cell at a time; `things_in` finds all in a patch.

    `printed` are the colours (N cells × C × 3) in the reference's light; `bodies` are looked for.
    """

    def __init__(
        self,
        model: BoardModel,
        pose: Pose,
        bank: Bank,
        palette: Palette,
        printed: NDArray[np.float64],
        bodies: Mapping[Look, Body],
        shadows: Shadows | None = None,
    ) -> None:
        self.model = model
        self.shadows = shadows
        self.bodies = bodies
        self.pose = pose
        self.bank = bank
        self.palette = palette
        self.cell_views = CellViews(model, pose, palette, printed)
        self._fitter = Fitter(Cast(bodies, bank, palette))
        self.semblances = Semblances(model, pose, shadows, palette.index, self.cell_views.expected_in)
        self.shapes = sorted({(body.is_round, body.size_mm) for body in bodies.values()})
        """What pieces are like: whether they are round, and how large, mm."""

    def only(self, look: Look) -> Finder:
        """A finder that knows what must be there, and therefore goes by outline and not by colour."""
        finder, views = copy(self), self.cell_views
        finder.shadows = None
        finder.semblances = Semblances(self.model, self.pose, None, self.palette.index, views.expected_in)
        finder._fitter = Fitter(Cast({look: self.model.bodies[look]}, self.bank, self.palette, colour_blind=True))
        return finder

    def afresh(self) -> Finder:
        """The same finder, but knowing the colours as the palette does by now."""
        return Finder(
            self.model, self.pose, self.bank, self.palette, self.cell_views.printed, self.bodies, self.shadows
        )

    def window(self, cell: Cell) -> Rect:
        """The part of the fine raster on which pieces of `cell` can be seen."""
        return self.cell_views.window(cell)

    def views(self, cells: Iterable[Cell], claims: Claims) -> Iterator[tuple[Cell, CellView]]:
        """What is seen around each of `cells`, but for those in whose surroundings nothing stands out."""
        return self.cell_views.of_cells(self._fitter.cast, cells, claims)

    def placed(self, found: list[Found], standing: list[Found]) -> list[Found]:
        """`found` with where each stands, beside `standing`; what may be a rim of another is doubted."""
        everything = [*found, *standing]
        doubts = [(thing, doubt(thing, everything, self.bodies, self.pose)) for thing in found]
        rims = [thing.doubted(most) for thing, most in doubts if most is not None]
        pieces = [thing for thing, most in doubts if most is None]
        ways = feet([*pieces, *standing], self.pose)[: len(pieces)]
        ways += [(Foot(1.0, 0.0, foot_of(rim.face_mm, rim.height_mm, self.pose)),) for rim in rims]
        placed = []
        for thing, each in zip([*pieces, *rims], ways):
            foot = each[0].at_mm
            odds = homes(self.model, each, math.dist(foot, thing.face_mm))
            if odds:
                placed.append(self._at_home(thing, odds, foot))
        return placed

    def _at_home(self, thing: Found, odds: Mapping[Cell, float], foot: tuple[float, float]) -> Found:
        cell = max(odds, key=lambda home: (odds[home], home))
        seat, lean = foot_of(thing.face_mm, thing.height_mm, self.pose), self.pose.lean_mm(foot, 1.0)
        return msgspec.structs.replace(thing, cell=cell, foot_mm=foot, homes=odds, laid=(), seat_mm=seat, lean=lean)

    def in_place(self, outline: int, place: tuple[int, int], looks: Mapping[Look, float], shown: float) -> Found | None:
        """A piece that may be one of `looks`, with an outline of the bank (by number) and its middle in this `place`
        (row and column of the raster), of whose face a part is `shown`; None where none stands. Its own tone is not
        known."""
        scale, height = self.model.scale, self._fitter.usual_mm
        middle = (place[1] + 0.5) / scale, (place[0] + 0.5) / scale
        foot = foot_of(middle, height, self.pose)
        odds = homes(self.model, (Foot(1.0, 0.0, foot),), math.dist(foot, middle))
        if not odds:
            return None
        lean = np.multiply(self.pose.lean_mm(foot, height), scale)
        whole = silhouette(roomier(self.bank.faces[outline], math.ceil(np.abs(lean).max())), (lean[0], lean[1]))
        rect, part = cut_at(self.model, whole, place)
        best, tone = max(looks.values(), default=0.0), np.full(3, np.nan)
        known = GLIMPSED_KNOWN
        seen = Found(
            middle, self.bank.outlines[outline], height, best, looks, best - known, known, tone, shown, shown, rect,
            part, density=None,
        )  # fmt: skip
        return self._at_home(seen, odds, foot)

    def best(self, cell: Cell, claims: Claims, view: CellView) -> Found | None:
        """The strongest thing that may stand in `cell`, which `view` shows, on pixels that nothing explains yet, or
        None.

        What is no thing of its own (a rim, a shadow) is struck out of `claims` and something else looked for.
        """
        for _ in range(REJECTED):
            found = self._strongest(view, cell, claims)
            if found is None or not _is_enough(found, claims):  # part of it may look like the usual colour
                found = self._in_gloss(view, cell, claims) or found
            if found is None:
                found = self._in_own_tone(view, cell, claims)
            if found is None:
                return None
            if _is_enough(found, claims) and not self.semblances.is_light(found, claims.patch):
                if claims.patch.handled:
                    edged = self.semblances.edged(found, claims.patch)
                    found = msgspec.structs.replace(found, edged=edged, by_hand=claims.patch.overhung)
                if not claims.patch.overhung:
                    return self.semblances.doubted(found, claims)
                stood = found.stood(claims.patch)
                if not stood and found.edged and self.semblances.is_of_hand(found, claims.patch):
                    return found.doubted(AS_SHADOW)
                if stood or found.edged:
                    return self.semblances.doubted(found, claims)
            claims.strike(found, cell, perhaps_of_next=self._may_be_of_next(found, cell))
        return None

    def _may_be_of_next(self, found: Found, cell: Cell) -> bool:
        """Whether `found` in a `cell`, which is no piece of its, may be one of the next and what lies beside that."""
        return found.known < 0 and self.model.room(cell, found.foot_mm) < WELL_INSIDE_MM

    def _strongest(self, view: CellView, cell: Cell, claims: Claims) -> Found | None:
        maps = self._maps(view, cell, claims)
        strange = claims.strange[claims.patch.part(view.rect)]
        if not self.cell_views.is_enough(strange & (maps.free > 0.5) & ~maps.taken):
            return None
        fit = self._fitter.best(maps)
        if fit is None or fit.score < PRESENT:
            return None
        judged = judge(self._fitter, maps, fit)
        if fit.tagged and (bare := plain_instead(self._fitter, maps, fit, judged)) is not None:
            fit, judged = bare
        if not fit.tagged and max(judged.looks.values(), default=SUREST) < min(fit.score, SUREST) - MISSHAPEN:
            apart = self._fitter.of_its_size(maps, fit)  # two of a colour that touch
            if apart is not None and apart.score > APART * fit.score:
                fit, judged = apart, judge(self._fitter, maps, apart)
        return self._with_newcomer(self._concluded(cell, maps, fit, judged), maps, fit, claims)

    def _with_newcomer(self, found: Found, maps: Maps, fit: Fit, claims: Claims) -> Found:
        """What is `found` where it was, not explaining what changed in it since then, is as large as a piece and hardly
        has its colour: something may have come to lie there."""
        patch, view = claims.patch, maps.view
        if patch.changed is None or found.density is None or fit.tagged or not found.stood(patch):
            return found
        area = within(found.rect, view.rect)
        amiss = (cut(found.silhouette, found.rect, area) > 0.5) & patch.changed_in(patch.part(area))
        amiss &= cut(view.density(fit.colour, "edge"), view.rect, area) < HARDLY_ITS_COLOUR
        least_px = NEWCOMER_PART * math.pi / 4 * (self.model.smallest_mm * self.model.scale) ** 2
        if np.count_nonzero(amiss) < least_px:
            return found
        density = found.density.copy()
        cut(density, found.rect, area)[amiss] = UNKNOWN
        return msgspec.structs.replace(found, density=density)

    def _in_gloss(self, view: CellView, cell: Cell, claims: Claims) -> Found | None:
        """The strongest thing if a light is mirrored in it, or was in what taught its colour: what is plainly a piece,
        but of none of their colours. A hand looks like a piece in some light, but does not end all around as one."""
        patch = claims.patch
        untaught = self.cell_views.untaught(cell)
        if self._fitter.cast.colour_blind:
            return None
        if not self._fitter.may_hold(self._maps(view, cell, claims), GLOSSY_PART):
            return None
        expected = self.cell_views.expected(cell, patch, view.rect)
        best: Found | None = None
        lights = [np.minimum(np.log(np.exp(expected.tones) + gloss), BRIGHTEST) for gloss in GLOSSES]
        if untaught.any():  # else what was declared was looked for
            lights.insert(0, np.minimum(expected.tones + untaught, BRIGHTEST))
        for lit in lights:
            as_lit = msgspec.structs.replace(expected, tones=lit)
            in_light = self.cell_views.in_light(self._fitter.cast, cell, view.rect, patch, as_lit)
            found = self._strongest(in_light, cell, claims)
            if found is None or found.score < CLEAR_IN_GLOSS or not self._is_shown_in_gloss(found, patch):
                continue
            best = found if best is None or found.score > best.score else best
        return None if best is None else msgspec.structs.replace(best, unknown=best.unknown + GLOSSY)

    def _is_shown_in_gloss(self, found: Found, patch: Patch) -> bool:
        """Whether enough is seen of what is `found` in a mirrored light: nearly all of its face, or less below a hand
        if it ends nearly all around."""
        if found.shown >= GLOSSY_SHOWN:
            return True
        less = patch.overhung and found.shown > GLOSSY_BESIDE_HAND
        return less and self.semblances.edged(found, patch) > EDGED_ALL_ROUND

    def _in_own_tone(self, view: CellView, cell: Cell, claims: Claims) -> Found | None:
        """The strongest thing of a colour that hardly differs from the floor, by the own tone of its face. Not beside
        a hand, in whose light floor has many tones."""
        patch, cast, maps = claims.patch, self._fitter.cast, self._maps(view, cell, claims)
        if patch.overhung or cast.colour_blind or not self._fitter.may_hold(maps, OWN_PART):
            return None
        expected, found = self.cell_views.expected(cell, patch, view.rect), list[Found]()
        for colour in sorted(cast.plain_colours - cast.palette.ink.keys()):
            even = self._evenest(maps, colour) if hardly_differs(maps, colour) else None
            if even is None or not self._may_be(even.tone, colour, expected):
                continue
            own = self.cell_views.in_light(cast, cell, view.rect, patch, expected.with_own(colour, even.tone))
            one = self._strongest(own, cell, claims)
            if one is None or one.best_look is None or one.score < OWN_CLEAR or one.shown < OWN_SHOWN:
                continue
            if self.palette.index[self.model.bodies[one.best_look].rgb] == colour and covers_its_like(one, claims):
                found.append(one)
        return max(found, key=lambda each: each.score, default=None)

    def _evenest(self, maps: Maps, colour: int) -> Even | None:
        """The face whose own tone explains most of what is seen where pieces of a colour may stand."""
        bodies = self._fitter.plain_of(colour)
        heights = {self._fitter.usual_mm, *(body.height_mm for body in bodies)}
        allowed = np.logical_or.reduce([maps.view.feet(height) for height in sorted(heights)])
        return evenest(maps, allowed, sorted({body.size_mm for body in bodies}), self.model.scale)

    def _may_be(self, tone: NDArray[np.float64], colour: int, expected: Expected) -> bool:
        """Whether a piece of some colour may well be seen in this tone, and none of another rather than it."""
        likely = colour_loglik(tone, expected.tones, self._fitter.spreads)
        return bool(likely[colour] > max(0.0, float(likely.max()) - HARDLY_LESS))

    def hollowest(self, cell: Cell, claims: Claims) -> Found | None:
        """What looks like its floor, but lies in no shadow, where the floor all around it does: that falls from it,
        or an arm's falls on both, and a white piece looks like floor that nothing shades."""
        patch, scale, area = claims.patch, self.model.scale, self.model.cells[cell]
        rect = self.cell_views.shown(cell, patch)
        if rect is None:
            return None
        lean = np.multiply(self.pose.lean_mm(area.centre, self.model.tallest_mm), scale)
        shape = rect[3] - rect[1], rect[2] - rect[0]
        near = leaning(area.outline * scale - 0.5 - rect[:2], lean, shape)
        hollowed = without_floor_in_hollow(claims, rect, near, self.shapes, scale)
        if hollowed is None:
            return None
        expected = self.cell_views.expected(cell, patch, rect)
        view = self.cell_views.in_light(self._fitter.cast, cell, rect, patch, expected)
        found = self._strongest(view, cell, hollowed)
        if found is None or found.score < PALE or found.shown < PALE_SHOWN:
            return None
        return found if found.known > 0 else None

    def faintest(self, view: CellView, cell: Cell, claims: Claims) -> Found | None:
        """What may be a piece that hardly differs from its floor, such as a white one on pale paper, and is one if the
        drawing on it is recognised."""
        maps = self._maps(view, cell, claims)
        strange = claims.strange[claims.patch.part(view.rect)]
        if claims.patch.overhung or not self.cell_views.is_enough(strange & (maps.free > 0.5) & ~maps.taken):
            return None
        fit = self._fitter.faintest(maps)
        if fit is None or fit.score < FAINTEST_WHOLE:
            return None
        found = self._concluded(cell, maps, fit, judge(self._fitter, maps, fit))
        if found.score < FAINTEST and found.visible < WHOLE:
            return None
        if found.score < FAINTEST:
            found = found.borne_out(SOMETHING)
        return msgspec.structs.replace(found, faint=True)

    def glimpsed(self, view: CellView, cell: Cell, claims: Claims) -> Found | None:
        """What is seen of a piece that lies below another, if that is too little for a thing of its own."""
        if claims.patch.overhung:
            return None
        found = self._strongest(view, cell, claims)
        if found is None or found.shown < LEAST_SEEN_BELOW or self.semblances.may_be_grey(found, crescent=True):
            return None
        return found.doubted(AS_LOWER) if claims.covered_part(found) >= MUCH_COVERED else None

    def _maps(self, view: CellView, cell: Cell, claims: Claims) -> Maps:
        patch, part = claims.patch, claims.patch.part(view.rect)
        best, taken = claims.left_for(cell, view.rect)
        return Maps(view, best, claims.weight[part] * patch.open[part], taken)

    def _concluded(self, cell: Cell, maps: Maps, fit: Fit, judged: Judgement) -> Found:
        scale, view = self.model.scale, maps.view
        lean = (view.lean[0] * fit.height_mm, view.lean[1] * fit.height_mm)
        row, column = view.rect[1] + fit.place[0], view.rect[0] + fit.place[1]
        middle = ((column + fit.beside[1] + 0.5) / scale, (row + fit.beside[0] + 0.5) / scale)
        room = math.ceil(max(map(abs, lean)))
        whole = silhouette(roomier(self.bank.faces[fit.best], room), lean)
        rect, part = cut_at(self.model, whole, (row, column))
        density = None if self._fitter.cast.colour_blind else self._explains(maps, fit, whole)
        own = None if density is None else cut_at(self.model, density, (row, column))[1]
        unknown = min(fit.score, SUREST) - float(np.clip(judged.known, -8, 10))
        foot = foot_of(middle, fit.height_mm, self.pose)
        return Found(
            middle, self.bank.outlines[fit.best], fit.height_mm, fit.score, judged.looks, unknown, judged.known,
            judged.tone, judged.visible, judged.shown, rect, part, own, cell=cell, foot_mm=foot,
        )  # fmt: skip

    def _explains(self, maps: Maps, fit: Fit, whole: Mask) -> NDArray[np.float32]:
        """How well the pixels of `whole` are explained by a piece of this colour, its face or its side; by ink only as
        far from the middle as faces of this colour have some: farther out its colour is that of what lies there."""
        density = np.maximum(maps.view.density(fit.colour), maps.view.density(fit.colour, "side"))
        if fit.tagged:
            density = np.maximum(density, np.maximum(*(maps.view.density(each) for each in self.palette.black_white)))
        explains = self._cut_out(density, fit, whole)
        radius_mm = self.bank.sizes[fit.best] / 2
        reach_mm = self.palette.ink_reach[fit.colour] * radius_mm + RIM_MM
        if reach_mm < radius_mm - RIM_MM:
            bare = self._cut_out(maps.view.density(fit.colour, "edge"), fit, whole)
            y, x = np.indices(whole.shape) - whole.shape[0] // 2
            from_middle_mm = np.hypot(x - fit.beside[1], y - fit.beside[0]) / self.model.scale
            beyond = (from_middle_mm > reach_mm) & (from_middle_mm < radius_mm - RIM_MM)
            explains[beyond] = np.maximum(bare[beyond], np.float32(UNKNOWN))
        return explains

    @staticmethod
    def _cut_out(density: NDArray[np.float32], fit: Fit, whole: Mask) -> NDArray[np.float32]:
        """What is `density` where `whole` is, `UNKNOWN` beyond the border."""
        return cropped(density - np.float32(UNKNOWN), fit.place, whole.shape[0] // 2) + np.float32(UNKNOWN)


def _is_enough(found: Found, claims: Claims) -> bool:
    """Whether so much speaks for a thing, and so much of it is seen, that it is one."""
    return found.score > PRESENT + PRESENT_BELOW * (1 - found.shown) and _seen_enough(found, claims)


def _seen_enough(found: Found, claims: Claims) -> bool:
    """Whether so much of a face is seen that it is a thing of its own: less will do where others cover much of it."""
    if LEAST_SEEN_BELOW <= found.shown < LEAST_SEEN:
        return claims.covered_part(found) >= MUCH_COVERED
    return found.shown >= LEAST_SEEN
