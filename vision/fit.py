"""Fits a piece to one cell's window: where it stands, what outline and what colour it has, how well all that fits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_model import Body
from vision.bodies import REACH, SIZE_REACH, Bank, Stencil, size_prior
from vision.claims import RIM_SAYS
from vision.looked_at_heights import MUCH_MM, SAME_MM, apart, heights_of_colours, usual_height
from vision.peaks import highest, peak
from vision.polynomials import matrix_product
from vision.window import PIXEL_LIMIT, SIDE_SHARE, Cast, Maps, RoughMaps, cropped

GRAIN_MM2 = 6.0
"""Area over which pixels say the same thing twice: blur, and edges that all move with one small error of place."""
SHAPE_GRAIN_MM2 = 10.0
"""The same for a shape, which lives on edges alone."""
PRINTED = 0.07
"""Part of what stands out that must be black, and white, for a tag to be looked for."""
BLACK_SHARE = (0.3, 0.92)
"""Part of a tag's inner face that is black: its border alone is more than a third, one white module is always there."""
LEAST_PART = 0.35
"""Part of the smallest piece's face that must stand out from the floor, together, for anything to be looked for."""
FAINT_PART = 0.7
"""The same for a drawing to be looked for there."""
STRIDE = 2
"""Every so many pixels, each way, are looked at for places from which pieces are fitted to all of them."""
USUAL_PART = 0.85
"""Side of the square that stands for a face while colours are compared, as a part of the usual piece's size, or of
that of a colour whose pieces are smaller."""
COLOURS_TRIED, NEARLY_AS_WELL = 3, 0.6
"""Colours that are tried at most, and the part of the best one's gain from which another is tried as well."""
SIDE = 2 * REACH + 1
CLIMB = 3
"""Times that this is done, each time around the best place of the last."""
NOT_ASKED = 1e5
"""How much worse than the best an outline is said to fit that was not tried."""


Layer: TypeAlias = tuple[NDArray[np.float32], Stencil]
"""A map and the masks that say which of its pixels count for each outline."""


class Fit(msgspec.Struct, frozen=True):
    """A piece of some colour at some place: `place` is the row and column of the pixel that holds the face's middle,
    `beside` where the middle is beside that pixel's (px).

    `scores` are those of all outlines of the bank there, `best` the number of the best one.
    """

    colour: int
    tagged: bool
    height_mm: float
    place: tuple[int, int]
    beside: tuple[float, float]
    scores: NDArray[np.float64]
    score: float
    best: int


class Start(msgspec.Struct, frozen=True):
    """A place from which a piece of some colour is fitted."""

    colour: int
    tagged: bool
    place: tuple[int, int]


class Fitter:
    """Fits pieces of a cast to windows."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.bank: Bank = cast.bank
        self.spreads = cast.palette.spreads()
        self.usual_mm = usual_height(cast.bodies)
        self._much_apart = apart(cast.bodies) > MUCH_MM
        self._heights = {
            (colour, tagged): [(height, self._outlines_at(colour, tagged, height)) for height in heights]
            for (colour, tagged), heights in heights_of_colours(cast).items()
        }
        self._tag_outlines = self._outlines_of_tags()
        self._usual_side = self._side_of(self.bank.sizes)
        self._smallest_px = 0.6 * float(self.bank.sizes.min()) ** 2 * self.bank.scale**2
        self._colour_sides = self._sides_of_colours()

    def _outlines_at(self, colour: int, tagged: bool, height: float) -> NDArray[np.intp] | None:
        """The numbers of the outlines that pieces of a colour have which are so high, where heights differ much; None
        if any will do."""
        if not self._much_apart or tagged:
            return None
        alike = (body for body in self.plain_of(colour) if abs(body.height_mm - height) <= SAME_MM)
        return np.flatnonzero(self._outlined(alike))

    def plain_of(self, colour: int) -> list[Body]:
        """The bodies of a colour (by its number) without a tag."""
        index = self.cast.palette.index
        return [body for body in self.cast.bodies.values() if body.tag is None and index[body.rgb] == colour]

    def _outlined(self, bodies: Iterable[Body]) -> NDArray[np.bool_]:
        """Which outlines of the bank one of some bodies may have."""
        bank, found = self.bank, np.zeros(len(self.bank.outlines), np.bool_)
        for body in bodies:
            near = np.abs(np.log(bank.sizes / body.size_mm)) < math.log(SIZE_REACH) + 1e-6
            found |= near & (bank.is_round == body.is_round)
        return found

    def _side_of(self, sizes_mm: Sequence[float] | NDArray[np.float64]) -> int:
        return round(USUAL_PART * float(np.median(sizes_mm)) * self.bank.scale) | 1

    def _sides_of_colours(self) -> Mapping[int, Sequence[int]]:
        """For each side of a square that stands for a face, the colours of the plain pieces for which it does: smaller
        than usual where they are small, or the floor around them would outvote them."""
        sides: dict[int, list[int]] = {}
        for colour in sorted(self.cast.plain_colours):
            own = self._side_of([body.size_mm for body in self.plain_of(colour)])
            sides.setdefault(min(self._usual_side, own), []).append(colour)
        return sides

    def _outlines_of_tags(self) -> NDArray[np.intp]:
        """Outlines of tagged pieces: these are made, not found in a drawer, and have their declared size."""
        declared = {(body.is_round, body.size_mm) for body in self.cast.bodies.values() if body.tag is not None}
        return np.array(sorted({number for shape in declared for number in self.bank.nearest(*shape)}), np.intp)

    def best(self, maps: Maps, plain: bool = False) -> Fit | None:
        """The fit that explains most of what nothing explains yet, or None where hardly anything is left; of a `plain`
        piece, that is, of one without a tag."""
        if not self.may_hold(maps):
            return None
        allowed = maps.view.feet(self.usual_mm)
        starts = [start for start in self._starts(maps, allowed) if not (plain and start.tagged)]
        fits = [self._climbed(maps, start, self.usual_mm, allowed) for start in starts]
        real = [fit for fit in fits if fit is not None and (not fit.tagged or self._looks_printed(maps, fit))]
        usual = max(real, key=lambda fit: fit.score, default=None)
        return None if usual is None else self._as_high_as_it_is(maps, usual)

    def _as_high_as_it_is(self, maps: Maps, usual: Fit) -> Fit:
        """The best fit of that colour at the heights that its pieces have; where heights differ much each has the
        outlines of pieces that are so high, of which the scores are those of all, and what was fitted at the `usual`
        one counts no more."""
        fits = [
            self._climbed(maps, start, height, maps.view.feet(height), outlines)
            for height, outlines in self._heights.get((usual.colour, usual.tagged), ())
            for start in self._starts_at(maps, usual, height)
        ]
        real = [fit for fit in fits if fit is not None]
        if not self._much_apart or usual.tagged or not real:
            return max([*real, usual], key=lambda fit: fit.score)
        best = max(real, key=lambda fit: fit.score)
        return msgspec.structs.replace(best, scores=np.max([fit.scores for fit in real], axis=0))

    def _starts_at(self, maps: Maps, fit: Fit, height: float) -> list[Start]:
        """Places from which the same piece is fitted at another height: where its face is seen, and, where that is far
        from there, where it would be if the foot stood where it does, or half of the way."""
        lean = np.array(maps.view.lean[::-1]) * (height - fit.height_mm)
        parts = np.array([0.0, 0.5, 1.0] if self._much_apart and np.abs(lean).max() > REACH else [0.0])[:, None]
        (row, column), (height_px, width_px) = fit.place, maps.free.shape
        places = ((row + round(down), column + round(right)) for down, right in (parts * lean).tolist())
        inside = (each for each in places if 0 <= each[0] < height_px and 0 <= each[1] < width_px)
        return [Start(fit.colour, fit.tagged, each) for each in inside]

    def of_its_size(self, maps: Maps, fit: Fit) -> Fit | None:
        """The best fit within half the size of that of a plain piece, of the same colour, of an outline that pieces of
        this colour have."""
        outlines = self._outlines_of_colours.get(fit.colour)
        if outlines is None or not outlines.size:
            return None
        allowed = maps.view.feet(fit.height_mm)
        step = round(self.bank.scale * float(self.bank.sizes[outlines].min()) / 4)
        steps = (-2 * step, -step, 0, step, 2 * step)
        (row, column), (height, width) = fit.place, allowed.shape
        places = ((row + down, column + across) for down in steps for across in steps)
        starts = [Start(fit.colour, False, each) for each in places if 0 <= each[0] < height and 0 <= each[1] < width]
        fits = (self._climbed(maps, start, fit.height_mm, allowed, outlines) for start in starts)
        return max((each for each in fits if each is not None), key=lambda each: each.score, default=None)

    @cached_property
    def _outlines_of_colours(self) -> Mapping[int, NDArray[np.intp]]:
        """The numbers of those outlines, by the number of each plain colour."""
        return {each: np.flatnonzero(self._outlined(self.plain_of(each))) for each in self.cast.plain_colours}

    def squarer(self, maps: Maps, fit: Fit) -> float:
        """How much likelier a square than a disc, of the pieces of its colour and each as high as these are, explains
        what is seen of a fit by its whole outline, of face and side together (log likelihood). The side of a dark piece
        passes for a part of its face."""
        gain = np.maximum(maps.gain(fit.colour), maps.gain(fit.colour, "side") / np.float32(SIDE_SHARE))
        likely = {True: -math.inf, False: -math.inf}
        for body in self.plain_of(fit.colour):
            places = (start.place for start in self._starts_at(maps, fit, body.height_mm))
            best = max(self._outlined_at(gain, maps, body, place) for place in places)
            likely[body.is_round] = max(likely[body.is_round], best)
        return likely[False] - likely[True]

    def _outlined_at(self, gain: NDArray[np.float32], maps: Maps, body: Body, place: tuple[int, int]) -> float:
        """How well the whole outline of a body, whatever its size, explains what is seen near a place; `gain` of each
        pixel that it covers."""
        bank, (across, down) = self.bank, maps.view.lean
        sides = bank.sides((round(across * body.height_mm), round(down * body.height_mm)))
        prior = np.where(bank.is_round == body.is_round, size_prior(bank.sizes, body.size_mm), -math.inf)
        best = -math.inf
        for _ in range(CLIMB):
            scores = self._scores([(gain, bank.whole), (gain, sides)], place)
            likely = (scores / (bank.scale**2 * SHAPE_GRAIN_MM2) + prior).max(axis=1)
            best = max(best, float(likely.max()))
            row, column = (each - REACH for each in divmod(int(likely.argmax()), SIDE))
            if max(abs(row), abs(column)) < REACH:
                break
            place = (place[0] + row, place[1] + column)
        return best

    def faintest(self, maps: Maps) -> Fit | None:
        """The fit of a piece that is drawn upon where most is together that nothing explains, however badly its colour
        does; None where too little is left."""
        drawn = sorted(self.cast.plain_colours & self.cast.palette.ink.keys())
        if not drawn or not self.may_hold(maps, FAINT_PART):
            return None
        allowed = maps.view.feet(self.usual_mm)
        column, row = cv2.minMaxLoc(self._together(maps), allowed.view(np.uint8))[3]
        starts = (Start(colour, False, (row, column)) for colour in drawn)
        fits = (self._climbed(maps, start, self.usual_mm, allowed) for start in starts)
        return max((fit for fit in fits if fit is not None), key=lambda fit: fit.score, default=None)

    def may_hold(self, maps: Maps, part: float = LEAST_PART) -> bool:
        """Whether so much that nothing explains yet is together where a piece may be that it may be one: such a `part`
        of the smallest piece's face."""
        if np.count_nonzero(maps.odd) < 16 * self.bank.scale**2:
            return False
        allowed = maps.view.feet(self.usual_mm).view(np.uint8)
        return bool(cv2.minMaxLoc(self._together(maps), allowed)[1] > part * self._smallest_px)

    def _together(self, maps: Maps) -> NDArray[np.float32]:
        """How much that nothing explains is around each pixel, px."""
        side, odd = (self._usual_side, self._usual_side), maps.odd.astype(np.float32)
        return cv2.boxFilter(odd, -1, side, normalize=False, borderType=cv2.BORDER_CONSTANT).astype(
            np.float32, copy=False
        )

    def _starts(self, maps: Maps, allowed: NDArray[np.bool_]) -> list[Start]:
        """Places at which colours explain most of what stands out, the best few."""
        cast = self.cast
        if cast.colour_blind:
            colour = next(cast.palette.index[body.rgb] for body in cast.bodies.values())
            gain = np.ascontiguousarray(maps.gain(colour)[None, ::STRIDE, ::STRIDE])
            return [Start(colour, False, place) for _, place in self._peaks(gain, allowed, self._usual_side)]
        rough = RoughMaps(maps, STRIDE)
        most = rough.most()
        order = sorted(cast.plain_colours, key=lambda colour: -most[colour])
        peaks = self._rough_peaks(rough, order[:COLOURS_TRIED], allowed)
        least = NEARLY_AS_WELL * max((value for value, _, _ in peaks), default=0.0)
        peaks += self._rough_peaks(rough, [each for each in order[COLOURS_TRIED:] if most[each] > least], allowed)
        peaks.sort(reverse=True)
        starts = [
            Start(colour, False, place)
            for value, place, colour in peaks[:COLOURS_TRIED]
            if value > max(0.0, NEARLY_AS_WELL * peaks[0][0])
        ]
        return starts + self._tagged_starts(rough, allowed)

    def _rough_peaks(
        self, rough: RoughMaps, colours: Sequence[int], allowed: NDArray[np.bool_]
    ) -> list[tuple[float, tuple[int, int], int]]:
        """For each of some colours the most that a face of it gains, where its middle is there, and its number."""
        found = []
        for side, alike in self._colour_sides.items():
            some = [colour for colour in alike if colour in colours]
            peaks = self._peaks(rough.gains(some), allowed, side) if some else []
            found += [(value, place, colour) for colour, (value, place) in zip(some, peaks)]
        return found

    def _tagged_starts(self, rough: RoughMaps, allowed: NDArray[np.bool_]) -> list[Start]:
        """The same for tagged pieces, where enough is black and white."""
        cast = self.cast
        if not cast.tag_colours:
            return []
        gain = rough.better[:, rough.odd & allowed[::STRIDE, ::STRIDE]]
        if not gain.size or min(_share(gain, number) for number in cast.palette.black_white) < PRINTED:
            return []
        mass = np.clip(gain, 0, PIXEL_LIMIT).sum(axis=1)
        tags = sorted(cast.tag_colours, key=lambda number: -float(mass[number]))[:2]
        printed = rough.gains(cast.palette.black_white).max(axis=0)
        peaks = self._peaks(np.maximum(printed, rough.gains(tags)), allowed, self._usual_side)
        return [Start(number, True, place) for number, (_, place) in zip(tags, peaks)]

    def _peaks(
        self, gains: NDArray[np.float32], allowed: NDArray[np.bool_], side_px: int
    ) -> list[tuple[float, tuple[int, int]]]:
        """For each of some maps (of every `STRIDE`th pixel) the most that a face of `side_px` gains from the pixels
        that it covers, and where its middle is there; nothing if it is allowed nowhere, or there are no maps."""
        count, _, columns = gains.shape
        where = np.flatnonzero(allowed[::STRIDE, ::STRIDE])
        if not where.size or not count:
            return []
        side = max(3, round(side_px / STRIDE)) | 1
        stacked = np.ascontiguousarray(gains.transpose(1, 2, 0))
        total = cv2.boxFilter(stacked, -1, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
        values = total.reshape(-1, count)[where]
        best = values.argmax(axis=0)
        rows, across = np.divmod(where[best], columns)
        most = values[best, np.arange(count)]
        return [(value, (STRIDE * y, STRIDE * x)) for value, y, x in zip(most.tolist(), rows.tolist(), across.tolist())]

    def _climbed(
        self,
        maps: Maps,
        start: Start,
        height: float,
        allowed: NDArray[np.bool_],
        only: NDArray[np.intp] | None = None,
    ) -> Fit | None:
        """The best fit of a colour and height near a place; of the outlines of these numbers `only`."""
        colour, tagged, place = start.colour, start.tagged, start.place
        if not allowed.any():
            return None
        layers = self._layers(maps, colour, tagged, height)
        outlines = only if only is not None else np.arange(len(self.bank.outlines))
        outlines = self._tag_outlines if tagged else outlines
        for step in range(CLIMB):
            totals = self._scores(layers, place)
            totals = totals if only is None else totals[:, only]
            row, column = highest(totals, cropped(allowed, place, REACH))
            if max(abs(row), abs(column)) < REACH or step == CLIMB - 1:
                break
            place = (place[0] + row, place[1] + column)
        top, left = (min(max(each + REACH - 1, 0), SIDE - 3) for each in (row, column))
        around = totals.reshape(SIDE, SIDE, -1)[top : top + 3, left : left + 3]
        scores = np.full(len(self.bank.outlines), float(around.max()) - NOT_ASKED)
        scores[outlines] = around.max(axis=(0, 1))
        best = int(scores.argmax())
        down, right = peak(around[..., int(np.searchsorted(outlines, best))])
        down, right = down + top + 1 - REACH, right + left + 1 - REACH
        place, beside = (place[0] + round(down), place[1] + round(right)), (down - round(down), right - round(right))
        scores /= self.bank.scale**2 * GRAIN_MM2
        return Fit(colour, tagged, height, place, beside, scores, float(scores[best]), best)

    def _layers(self, maps: Maps, colour: int, tagged: bool, height: float) -> list[Layer]:
        """Maps and the masks with which they count."""
        lean, bank = maps.view.lean, self.bank
        side = maps.gain(colour, "side"), bank.sides((round(lean[0] * height), round(lean[1] * height)))
        if not tagged:
            if colour in self.cast.palette.ink and not self.cast.colour_blind:
                return [(maps.gain(colour), bank.drawn), (maps.gain(colour, "edge"), bank.bare), side]
            return [(maps.gain(colour), bank.whole), side]
        black, white = (maps.gain(number) for number in self.cast.palette.black_white)
        half = (math.log(2) * maps.free).astype(np.float32)
        printed, rim = np.maximum(black, white) - half, np.maximum(maps.gain(colour), white) - half
        return [
            (values, masks.chosen(self._tag_outlines))
            for values, masks in ((printed, bank.printed), (rim, bank.rims), side)
        ]

    def _scores(self, layers: list[Layer], place: tuple[int, int]) -> NDArray[np.float32]:
        """How well each outline fits at each place within `REACH` px of `place`: places × outlines."""
        totals: NDArray[np.float32] | None = None
        for values, masks in layers:
            around = np.ascontiguousarray(cropped(values, place, masks.side // 2 + REACH))
            each = matrix_product(around.take(masks.windows), masks.weights)
            totals = each if totals is None else np.add(totals, each, out=totals)
        assert totals is not None
        return totals

    def _looks_printed(self, maps: Maps, fit: Fit) -> bool:
        """Whether the face has the black and the white of a tag, and not one of them alone."""
        inner = self.bank.inner[fit.best]
        half = inner.shape[0] // 2
        black, white = (cropped(maps.gain(number), fit.place, half) for number in self.cast.palette.black_white)
        inside = (inner > 0.9) & (cropped(maps.free, fit.place, half) > RIM_SAYS)
        share = float((black > white)[inside].mean()) if inside.any() else 0.0
        return BLACK_SHARE[0] < share < BLACK_SHARE[1]


def _share(gain: NDArray[np.floating], number: int) -> float:
    """Part of sampled pixels that this colour explains about as well as any other does."""
    return float((gain[number] > np.maximum(gain.max(axis=0) - 1.0, 0)).mean())
