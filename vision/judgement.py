"""What a fitted piece may be: its colour as seen, its outline, and how sure it is that it is a piece at all."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.bodies import INNER_TAG, Mask, size_prior
from vision.claims import RIM_SAYS, UNKNOWN
from vision.evidence import SUREST
from vision.fit import GRAIN_MM2, SHAPE_GRAIN_MM2, Fit, Fitter
from vision.light import energy, median
from vision.outline_lobes import cornered, lobes
from vision.palette import colour_loglik
from vision.window import Maps, Sorts, Value, cropped

SHAPE_LIMIT = 9.0
"""No outline speaks more clearly than this: pieces are worn, and lie on their like."""
WHOLE_LIMIT = 3.0
"""The same of an outline of face and side together."""
TOLD = 2.5
"""Log likelihood by which a disc or a square may be likelier by its face alone for that outline not to be asked: the
pixels of both are the same, and said twice they claimed too much. Where the face's lobes tell, it is not either."""
PLAIN = 0.35
"""Log likelihood for each mm² of its face from which a piece differs enough from its floor for that outline to be
asked: of 280 such pieces 8 have the wrong shape then, without it 15; of 71 others 10 had, without it 8."""
DRAWN_WEIGHT = 3.0
"""Independent opinions that the pixels of one drawn face are worth about its colour."""
INKED, LESS_INKED, BLURRED = 0.66, 0.55, 0.15
"""Part of a drawn face's pixels that may have ink on them at most; the colour is that of the others. The same at least
of faces of which so much more than what is drawn on them may: a white clue is no nut that is drawn upon in white."""
RING_MM = (0.8, 2.4)
"""The ring around a piece in which another colour must begin, mm from its edge."""
RIM_KNOWN = 4.0
"""Log odds that a face with black and white print and a rim of a known colour is a tagged piece."""
WHOLLY_SEEN = 0.8
"""Part of a face from which a tag on it would have been read, or is not there."""
UNTAGGED, UNTAGGED_PER_PART = 0.85, 40.0
"""Part of what is seen of a face that has its colour, from which it is likelier to bear no tag, and by how much (log
likelihood, per part more)."""
BARE, BARE_EXPLAINS = 0.75, 0.4
"""Part of a face that must be seen in one colour for no tag to be on it, and of what a tagged piece explains, that such
a one must explain to be seen in its place."""
SQUARES_RADIUS = 1.1
"""Mean radius of a square's outline as a part of half its side."""
SIDES = 0.6
"""How much of a piece's side may be seen, as a part of its radius, before nobody can tell of what shape its top is: a
sunlit side is as bright as that."""
LIES_ABOVE = 1.0
"""Gain over what another thing explains from which a pixel shows this one all the same, lying on top of it."""


class Judgement(msgspec.Struct, frozen=True):
    """What the fitted piece may be. `looks`: log likelihood of each; `known`: log odds that it is a known piece.

    `tone` of its face; the parts of the face that are `visible`, and that are seen to have its colour (`shown`).
    """

    looks: Mapping[Look, float]
    known: float
    tone: NDArray[np.float64]
    visible: float
    shown: float


def judge(fitter: Fitter, maps: Maps, fit: Fit) -> Judgement:
    """What the piece of `fit` may be."""
    palette = fitter.cast.palette
    face = _Face(fitter, maps, fit)
    tone, covered = face.tone()
    usual, peak_each = None, 1.0
    if fit.tagged:
        shades, covered = face.rim()
    elif palette.ink:
        shades, usual, peak_each = *face.drawn(), DRAWN_WEIGHT
    else:
        shades = colour_loglik(tone, maps.view.expected, fitter.spreads)
    sorts = fitter.cast.tagged if fit.tagged else fitter.cast.plain
    peak = float(shades[sorts.colours].max())
    best = peak if usual is None else float(usual[sorts.colours].max())
    corners = 0.0 if fit.tagged else face.corners(tone) or face.squarer()
    looks = _looks(fitter, fit, sorts, shades - peak, corners)
    if not fit.tagged and face.visible < WHOLLY_SEEN and fitter.cast.tag_colours:
        untagged = UNTAGGED_PER_PART * max(0.0, covered - UNTAGGED)
        looks |= _looks(fitter, fit, fitter.cast.tagged, shades - peak - untagged)
    spill = 0.0 if fit.tagged else face.spill()
    known = (
        (RIM_KNOWN if fit.tagged else best / peak_each - UNKNOWN)
        - 10 * max(0.0, 0.7 - covered)
        - 8 * max(0.0, 0.45 - face.visible)
        - 12 * max(0.0, spill - 0.25)
    )
    return Judgement(looks, known, tone, face.visible, face.visible * covered)


def plain_instead(fitter: Fitter, maps: Maps, tagged: Fit, judged: Judgement) -> tuple[Fit, Judgement] | None:
    """The piece of one colour all over that is seen in the place of a `tagged` one, of which so much is visible that
    its tag would have been read; None if there is none. A black piece and the floor beside it, in a hand's shade, look
    like a large black tag with its rim."""
    if judged.visible < WHOLLY_SEEN:
        return None
    fit = fitter.best(maps, plain=True)
    if fit is None or fit.score < BARE_EXPLAINS * tagged.score:
        return None
    plain = judge(fitter, maps, fit)
    return (fit, plain) if plain.shown > BARE else None


def _looks(
    fitter: Fitter, fit: Fit, sorts: Sorts, shades: NDArray[np.float64], corners: float = 0.0
) -> dict[Look, float]:
    """Log likelihood of each of `sorts`, whose colours explain the face by `shades`, 0 being the best there are;
    `corners`: how much likelier its outline is a square's than a disc's."""
    likelihood = shades[sorts.colours]
    likely = likelihood > -SUREST
    if not likely.any():
        return {}
    shaped = np.array([_shape(fitter, fit, *shape) - corners * shape[0] for shape in sorts.shapes])[sorts.shape_of]
    beside = np.maximum(-SHAPE_LIMIT, shaped - shaped[likely].max())
    values = min(fit.score, SUREST) + likelihood + beside
    return {look: value for look, value, each in zip(sorts.looks, values.tolist(), likely.tolist()) if each}


def _shape(fitter: Fitter, fit: Fit, is_round: bool, size_mm: float) -> float:
    """Log likelihood of a body's outline, up to a constant."""
    bank = fitter.bank
    same = bank.is_round == is_round
    values = fit.scores[same] * GRAIN_MM2 / SHAPE_GRAIN_MM2 + size_prior(bank.sizes[same], size_mm)
    return float(values.max())


class _Face:
    """The pixels of a fitted face. `inside`: those that show it and nothing that lies before it."""

    def __init__(self, fitter: Fitter, maps: Maps, fit: Fit) -> None:
        self._fitter, self._maps, self._fit = fitter, maps, fit
        self._mask: Mask = fitter.bank.faces[fit.best]
        own = maps.free > RIM_SAYS / 2
        if maps.taken.any():
            own &= ~maps.taken | (maps.gain(fit.colour) > LIES_ABOVE)
        sure = fitter.bank.sure[fit.best]
        self.inside: NDArray[np.bool_] = sure & self._cut(own)
        self.visible = float(self.inside.sum()) / max(float(sure.sum()), 1.0)

    def _cut(self, values: NDArray[Value]) -> NDArray[Value]:
        return cropped(values, self._fit.place, self._mask.shape[0] // 2)

    @property
    def _enough(self) -> bool:
        return int(self.inside.sum()) >= 4

    def tone(self) -> tuple[NDArray[np.float64], float]:
        """Median tone of the visible face, and the part of that which fits its colour."""
        fit, cast = self._fit, self._fitter.cast
        if not self._enough:
            return self._maps.view.expected[fit.colour], 0.0
        fits = self._cut(self._maps.gain(fit.colour))[self.inside] > 0
        inside = self.inside
        if fit.colour in cast.palette.ink or cast.colour_blind:
            inside = self._bare(inside)
        return median(self._cut(self._maps.view.seen)[inside]).astype(np.float64), float(fits.mean())

    def _bare(self, inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Of a drawn face's pixels, the third that is least like the ink."""
        ink = self._fitter.cast.palette.ink.get(self._fit.colour)
        if ink is None:
            return inside
        view, half = self._maps.view, self._mask.shape[0] // 2
        off = cropped(view.seen, self._fit.place, half) - view.expected[ink].astype(np.float32)
        far = energy(off)
        ranked = far[inside]
        kept = int(INKED * (len(ranked) - 1))
        limit = np.partition(ranked, kept)[kept]
        return np.asarray(inside & (far >= limit), np.bool_)

    def drawn(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How well each colour that is looked for explains a face that may be drawn upon: mean log density of its
        pixels, weighted; first by how much is drawn on its own faces, then as if on all as much as on any.

        The pixels that look most like its bare paper must be that: no face is all ink.
        """
        view, cast = self._maps.view, self._fitter.cast
        own, usual = np.zeros(len(view.expected)), np.zeros(len(view.expected))
        if not self._enough:
            return own, usual
        either, bare = view.densities_of(self._cut(view.seen)[self.inside])
        least = np.float32(UNKNOWN - 1)
        either, bare = np.maximum(either, least), np.maximum(bare, least)
        pixels, mean = either.shape[1], either.mean(axis=1)
        as_ink = np.cumsum(np.sort(either - bare, axis=1), axis=1) / pixels
        inked = np.clip(cast.palette.ink_part[cast.looked_for] + BLURRED, LESS_INKED, INKED)
        for shades, most in ((own, inked), (usual, np.full(len(inked), INKED))):
            last = np.maximum(1, (pixels * (1 - most) + 1e-6).astype(np.intp)) - 1
            shades[cast.looked_for] = DRAWN_WEIGHT * (mean - as_ink[np.arange(len(last)), last])
        return own, usual

    def rim(self) -> tuple[NDArray[np.float64], float]:
        """How well each colour explains a tagged piece's rim (the white square's corners reach into it), and the part
        of the rim that the best one explains."""
        fitter, fit = self._fitter, self._fit
        bank, palette = fitter.bank, fitter.cast.palette
        y, x = np.indices(self._mask.shape) - self._mask.shape[0] // 2
        wide = np.hypot(x, y) > INNER_TAG * bank.sizes[fit.best] * bank.scale
        rim = (self._mask > 0.9) & wide & self._cut(self._maps.free > RIM_SAYS)
        values = np.full(len(palette.colours), -SUREST)
        paper = self._cut(self._maps.gain(palette.black_white[1]))[rim]
        explained = 0.0
        for number in fitter.cast.tag_colours:
            gain = np.maximum(self._cut(self._maps.gain(number))[rim], paper)
            values[number] = float(np.maximum(gain, -1).sum()) / bank.scale**2 / GRAIN_MM2
            if gain.size and values[number] >= values.max():
                explained = float((gain > 0).mean())
        return values, explained

    def corners(self, tone: NDArray[np.float64]) -> float:
        """How much likelier the outline of a face of some `tone` is a square's than a disc's (log likelihood); 0 where
        that is not told, or need not be."""
        fit, cast, bank = self._fit, self._fitter.cast, self._fitter.bank
        if cast.colour_blind or fit.colour in cast.palette.ink or len({round_ for round_, _ in cast.plain.shapes}) < 2:
            return 0.0
        middle = fit.place[0] + fit.beside[0], fit.place[1] + fit.beside[1]
        radius_px = bank.sizes[fit.best] / 2 * bank.scale * (1.0 if bank.is_round[fit.best] else SQUARES_RADIUS)
        tallest_mm = max((body.height_mm for body in self._fitter.plain_of(fit.colour)), default=0.0)
        if math.hypot(*self._maps.view.lean) * tallest_mm > SIDES * radius_px:
            return 0.0
        usable = (self._maps.free > 0.5) & ~self._maps.taken
        seen = lobes(self._maps.view.seen, usable, middle, radius_px, tone)
        return 0.0 if seen is None else cornered(seen)

    def squarer(self) -> float:
        """The same of the outline of face and side together, where the face's alone leaves that open, nearly all of it
        is seen, and it plainly differs from what lies beside it."""
        fit, fitter = self._fit, self._fitter
        is_plain = fit.score >= PLAIN * fitter.bank.outlines[fit.best].area_mm2
        if (
            not is_plain
            or self.visible < WHOLLY_SEEN
            or fitter.cast.colour_blind
            or fit.colour in fitter.cast.palette.ink
        ):
            return 0.0
        kinds: dict[bool, float] = {}
        for body in fitter.plain_of(fit.colour):
            likely = _shape(fitter, fit, body.is_round, body.size_mm)
            kinds[body.is_round] = max(kinds.get(body.is_round, -math.inf), likely)
        if len(kinds) < 2 or abs(kinds[False] - kinds[True]) > TOLD:
            return 0.0
        return float(np.clip(fitter.squarer(self._maps, fit), -WHOLE_LIMIT, WHOLE_LIMIT))

    def spill(self) -> float:
        """Part of the ring around the face and side that has the same colour: a piece ends, a sleeve goes on."""
        fit, maps, scale = self._fit, self._maps, self._fitter.bank.scale
        lean = (round(maps.view.lean[0] * fit.height_mm), round(maps.view.lean[1] * fit.height_mm))
        inner, outer = (max(1, round(width * scale)) for width in RING_MM)
        ring = self._fitter.bank.ring(fit.best, lean, inner, outer)
        half = ring.shape[0] // 2
        bare = (maps.free > 2 * RIM_SAYS) & ~maps.taken
        free = ring & cropped(bare, fit.place, half)
        if free.sum() < 8:
            return 0.0
        return float((cropped(self._maps.gain(fit.colour), fit.place, half)[free] > 1.5).mean())
