"""The board as a surface: its floor under today's light and what was seen of it, pixel by pixel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.claims import Patch
from vision.covering import Covering
from vision.dark import DARKER, dark_things, opaque
from vision.dark_noise import DarkNoise
from vision.faint import faint
from vision.finely import doubled, finely
from vision.floor import BAND_PX, Floor
from vision.found import Found
from vision.gloss import in_gloss
from vision.light import Tone, brightness, spread, tiled, tone
from vision.lights import Lights, Tried, uncovers
from vision.occlusion import STRANGE, misfit_factor
from vision.pieced_light import partly_lit
from vision.pose import Pose, Rect
from vision.pyramid import Pyramid
from vision.rects import cut, part_of, wider, within
from vision.remembered import Remembered
from vision.shade_hue import SHADED, shade_hue
from vision.spots import COARSE, finer, painted, refined
from vision.stages import Stages
from vision.texture import Comparison, Detail, detail_of
from vision.view import View

REFRESH = 0.3
"""Weight of what is seen of the floor in a confirmed position against what was seen before."""
SHADOW_TONE = 0.06
"""Darkening from which floor beside a piece is not learnt, being in its shadow: light and noise differ by less."""
SHADOW_LENGTH = 3.0
"""How far a piece's shadow reaches at most, in heights of the tallest piece: under a lamp 18° above the table."""
LARGE = 0.03
"""Part of the board that must seem covered for the light to be asked whether it is what changed."""
LARGE_AT_FIRST = 0.005
"""The same while no position was confirmed: an arm that was there in the very first picture was taken for light, and
its place seems covered when it has gone."""
BURNT_PART = 0.002
"""Part of the floor that may be burnt out, which leaves it without a drawing, before drawings are compared anew: some
paper beside the print is, in bright light, and that takes a twentieth of the whole look."""
DEEP_TONE = 0.35
"""Darkening from which only a shadow can explain a floor."""
UNLIT, UNLIT_BY_HAND = 6.0, 3.0
"""Log odds against such a shadow where nothing is over the board, and where something is."""
SHADOW_MM = 150.0
"""How far from a hand, as the camera sees it, nothing is taken for its shadow any more."""
NO_SHADOW = 3.0
"""Least factor on the misfit of what is dark and no shadow: enough for a tone that a shadow would explain cheaply."""


class Ground:
    """The surface of one board. Rectangles and arrays are on the coarse raster (half of the working raster).

    Of every place that was looked at: `cover` (something lies over it), `odd` (it is not floor), `stark` (not by its
    tones either), `shade` (how much darker it is, tone), `drawing` (0…1, how well the floor's own drawing is
    recognised). `tinge`: how shadows changed the hue of what was looked at last, per tone of darkening, if they did.
    """

    def __init__(self, model: BoardModel, stages: Stages) -> None:
        self.model = model
        self.floor = Floor(model)
        self._stages = stages
        width, height = model.raster_size[0] // COARSE, model.raster_size[1] // COARSE
        self.shape = (height, width)
        self._lights = Lights(self.floor.tiles, self.shape)
        self.cover = np.zeros(self.shape, np.bool_)
        self.odd = np.zeros(self.shape, np.bool_)
        self.stark = np.zeros(self.shape, np.bool_)
        self.shade = np.zeros(self.shape, np.float32)
        self.drawing = np.zeros(self.shape, np.float32)
        self.tinge: NDArray[np.float32] | None = None
        self._remembered = Remembered(self.shape)
        self._covering = Covering(model, self._remembered, self.px_mm)
        self._laid = np.zeros(self.shape, np.bool_)
        self._dark_noise = DarkNoise(self.floor, self.px_mm, model.largest_mm)

    @property
    def whole(self) -> Rect:
        """All of the raster."""
        return 0, 0, self.shape[1], self.shape[0]

    @property
    def tile_gain(self) -> Tone:
        """Present light beside the reference's, over the board's tiles: rows × columns × 3."""
        return self._lights.present

    @property
    def px_mm(self) -> float:
        """Pixels of the raster that a mm takes."""
        return self.model.scale / COARSE

    def seen(self, pyramid: Pyramid, pose: Pose, rect: Rect, adapt: bool) -> View:
        """What `rect` looks like now.

        The light is fitted anew if `adapt`, for which `rect` must be the whole. It is tried whether another light
        explains what is seen where much seems covered, which may be a lamp's mirror image, and where an arm was over
        the board when the light was fitted: its shadow was taken for light. While another is, it may be that before.
        """
        self._lights.begin()
        view = self._seen(pyramid, pose, rect, adapt)
        if adapt:
            self._fitted(view.cover.mask)
        view = self._lights.choose(view, self._other_lights(view, adapt))
        return self._lights.choose(view, self._as_lit_before(view))

    def _other_lights(self, view: View, fitted: bool) -> Iterable[Tried]:
        """Lights to try beside the present one, that of `view`, which was `fitted` to it or held until now."""

        def see(gain: Tone) -> View:
            self._lights.present = gain
            return self._seen(view.pyramid, view.pose, view.rect, adapt=False)

        def fit() -> Tone:
            self._adapt_to(view.pyramid, view.pose)
            return self.tile_gain

        def overhung(again: View) -> NDArray[np.bool_]:
            covered = self.cover.copy()
            covered[part_of(again.rect)] = again.cover.mask
            return self._covering.hands(covered, self.whole)

        if fitted:
            return self._lights.beside_fitted(view, see) if self._lights.overhung.any() else ()
        under = bool(self._lights.overhung[part_of(view.rect)].any())
        large = LARGE if self.floor.seen.any() else LARGE_AT_FIRST
        if not under and np.count_nonzero(view.cover.mask) < large * self.cover.size:
            return ()
        return self._lights.beside_held(view, fit, see, overhung, under)

    @property
    def is_bare(self) -> bool:
        """Whether no hand was over the board when it was last looked at."""
        return not self._covering.hands(self.cover, self.whole).any()

    def fit_light(self, pyramid: Pyramid, pose: Pose) -> None:
        """Fits the light to the whole board as seen now, over which nothing hangs."""
        self._adapt_to(pyramid, pose)
        self._fitted(self.cover)

    def _adapt_to(self, pyramid: Pyramid, pose: Pose) -> None:
        with self._stages("floor"):
            coarse = tone(pose.rectify_small(pyramid, self.whole))
            self._adapt(coarse, detail_of(brightness(coarse), self.px_mm), pose)

    def _fitted(self, covered: NDArray[np.bool_]) -> None:
        """The light was fitted to a board that was so covered; what lies there all evening casts no shadow anew."""
        self._lights.fitted(self._covering.hands(covered, self.whole))

    def beside(self, pyramid: Pyramid, pose: Pose, things: Iterable[Found]) -> View | None:
        """What the whole looks like if the light is fitted beside `things`, and the print where nobody has told of a
        board without them: where many lie their colours are taken for it. None if it was fitted beside them."""
        laid = painted(things, self.whole)
        if (laid == self._laid).all():
            return None
        self._laid = laid
        if not self.floor.seen.any():
            self.floor.print = None
        again = self._seen(pyramid, pose, self.whole, adapt=True)
        self._fitted(again.cover.mask)
        return again

    def _as_lit_before(self, view: View) -> Iterator[Tried]:
        """The present light, that of `view`, but where print is brighter than in that as it was while nothing hung over
        the board: of the whole, pixel by pixel."""
        if not view.cover.any or self._lights.is_bare:
            return
        if self._as_lit(view.gain, -view.shade, view.drawn, view.rect) is not None:
            lit = self._seen(view.pyramid, view.pose, view.rect, adapt=False, as_before=True)
            yield Tried(self.tile_gain, lit, uncovers(lit, view), after=self._lights.after)

    def _seen(self, pyramid: Pyramid, pose: Pose, rect: Rect, adapt: bool, as_before: bool = False) -> View:
        """What `rect` looks like in the present light, which is fitted anew first if `adapt`; and, `as_before`, where
        print is brighter than in that, in the last light that was fitted while nothing hung over the board."""
        part = part_of(rect)
        with self._stages("rectify"):
            coarse = tone(pose.rectify_small(pyramid, rect))
        with self._stages("floor"):
            detail = detail_of(brightness(coarse), self.px_mm)
            drawings = self._adapt(coarse, detail, pose) if adapt else None
            gain = self.gain(rect)
            bright, misfit, burnt = self.floor.beside(coarse, gain, rect)
            dark = (detail.bright < bright - SHADED[0]) & (misfit > STRANGE)
            if drawings is None or burnt > BURNT_PART:
                drawings = Comparison(detail, detail_of(bright, self.px_mm), self.px_mm)
            texture = drawings.texture(detail.bright, bright)
            tinge = self._shade_hue(coarse, gain, rect, texture.found) if dark.any() else None
            if tinge is not None:
                misfit = self.floor.beside(coarse, gain, rect, tinge)[1]
            lit_gain = self._as_lit(gain, detail.bright - bright, texture.found, rect) if as_before else None
            if lit_gain is not None:
                closer = self.floor.beside(coarse, lit_gain, rect, tinge)[1] < misfit
                gain = np.where(closer[..., None], lit_gain, gain)
                bright, misfit, _ = self.floor.beside(coarse, gain, rect, tinge)
            shade = cv2.subtract(bright, detail.bright).astype(np.float32, copy=False)
            in_dark = self._dark_noise.told(texture, coarse, bright, self.tile_gain, rect)
            texture, unlit = in_dark.texture, in_dark.unexplained(shade)
            lit = misfit_factor(shade, texture) * in_dark.factor
            del bright, dark, drawings
            factor = self._no_shadow(lit, unlit)
            odd = (misfit * factor > STRANGE) & pose.in_picture[part]
            plain = cv2.subtract(coarse, gain, dst=coarse).astype(np.float32, copy=False)
        with self._stages("cover"):
            cover = self._covering.found(plain, odd, misfit, pose, rect)
            if cover.any and factor is not lit:
                drawn = texture.found if self._covering.hands(cover.mask, rect).any() else None
                factor = self._no_shadow(lit, unlit, odd & (shade < DARKER), drawn)
                odd = (misfit * factor > STRANGE) & pose.in_picture[part]
                cover = self._covering.found(plain, odd, misfit, pose, rect)
            hardly = faint(misfit * factor, shade, self.px_mm) & pose.in_picture[part]
            stark = odd & (misfit * np.where(factor > lit, factor, np.minimum(lit, np.float32(1))) > STRANGE)
        found = texture.found
        return View(pyramid, pose, rect, gain, plain, factor, lit, found, shade, odd, stark, hardly, cover, tinge)

    def _shade_hue(
        self, coarse: Tone, gain: Tone, rect: Rect, drawn: NDArray[np.float32]
    ) -> NDArray[np.float32] | None:
        """How shadows change the hue in `rect`, of which `coarse` are the tones, by places whose drawing is found."""
        known = self.floor.seen[part_of(rect)]
        if not known.any():
            return None
        off = cv2.subtract(coarse, self.floor.expected(gain, rect, coarse=True)).astype(np.float32, copy=False)
        return shade_hue(off, drawn, known, self.px_mm)

    def _no_shadow(
        self,
        factor: NDArray[np.float32],
        shade: NDArray[np.float32],
        upon: NDArray[np.bool_] | None = None,
        drawn: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """`factor`, larger where something is dark as pieces are and no shadow is. Where something covers the board
        `upon` tells where no floor is seen, and below a hand `drawn` how well the floor's print is recognised, 0…1."""
        if not self.model.bodies:
            return factor
        dark = dark_things(shade, self.model.smallest_mm * self.px_mm, self.model.largest_mm * self.px_mm, upon)
        if drawn is not None:
            dark = opaque(dark, drawn)
        return np.where(dark, np.maximum(factor, np.float32(NO_SHADOW)), factor) if dark.any() else factor

    def tones(self, rect: Rect) -> Tone:
        """What was seen in `rect`, in the reference's light, where nothing covered it when it was last looked at."""
        return self._remembered.tones(rect)

    def keep(self, view: View) -> None:
        """Remembers what was seen, once the pieces that a hand touches were taken off its cover."""
        part = part_of(view.rect)
        self.cover[part], self.odd[part], self.stark[part] = view.cover.mask, view.odd, view.stark
        self.drawing[part], self.shade[part] = view.drawn, view.shade
        self.tinge = view.shade_hue
        self._remembered.keep(view)

    def _adapt(self, coarse: Tone, detail: Detail, pose: Pose) -> Comparison | None:
        """Fits today's light to the whole board as seen now: to the `detail` of `coarse`.

        Answers what the drawings of that and of the floor have in common, None if the floor is another since.
        """
        view = (pose.in_picture & ~self._laid).astype(np.float32)
        drawn = detail_of(self.floor.bright, self.px_mm)
        drawings = Comparison(detail, drawn, self.px_mm)
        trust = tiled(view, self.floor.tiles)
        textured = trust * drawings.found_on(detail.bright, drawn.bright, self.floor.tiles)
        first = self.floor.print is None
        if first:
            self.floor.bootstrap(coarse, trust, textured)
        self._lights.present = self.floor.gain(coarse, trust, textured)
        return None if first else drawings

    def _as_lit(self, gain: Tone, brighter: NDArray[np.float32], drawn: NDArray[np.float32], rect: Rect) -> Tone | None:
        """`partly_lit` by the last light that was fitted while nothing hung over the board, in `rect`."""
        return partly_lit(gain, self._spread(self._lights.bare, rect), brighter, drawn, self.px_mm)

    def gain(self, rect: Rect) -> Tone:
        """Present light beside the reference's."""
        return self._spread(self.tile_gain, rect)

    def _spread(self, tiles: Tone, rect: Rect) -> Tone:
        """The light that `tiles` have, in `rect`."""
        size = self.shape[1], self.shape[0]
        if rect == self.whole:
            return cv2.resize(tiles, size, interpolation=cv2.INTER_LINEAR).astype(np.float32, copy=False)
        return spread(tiles, size, rect)

    def uncover(self, view: View, tiles: Iterable[Found]) -> None:
        """Takes `tiles` off what covers the board in `view`: side by side they are as thick as a hand."""
        self._covering.uncover(view, painted(tiles, view.rect))

    def patch(self, view: View, rect: Rect) -> Patch:
        """What is looked at for things in `rect`, a part of what `view` shows, finely."""
        x0, y0 = view.rect[:2]
        part = part_of((rect[0] - x0, rect[1] - y0, rect[2] - x0, rect[3] - y0))
        against = UNLIT_BY_HAND if view.cover.any else UNLIT
        patch = self._patch(view.pyramid, view.pose, rect, view.gain[part], view.shade_hue)
        kept = tuple(each[part] for each in (view.factor, view.lit, view.drawn))
        for strip, rows in finely(patch.misfit.shape):
            factor, lit, drawn = (doubled(each, rows) for each in kept)
            darker = brightness(cv2.subtract(patch.floor[strip], patch.seen[strip]))
            patch.misfit[strip] *= np.where(darker > DARKER, factor, lit)
            depth = np.clip(darker / DEEP_TONE, 0, 1)
            patch.unlit[strip] = against * depth * (1 - drawn)
        return self.below_hands(patch, view, rect)

    def below_hands(self, patch: Patch, view: View, rect: Rect) -> Patch:
        """`patch`, which shows a `rect` (coarse) of what `view` does, knowing where hands are over the board."""
        return msgspec.structs.replace(patch, overhung=self.overhung(view, rect), handled=self.overhung(view))

    def overhung(self, view: View, rect: Rect | None = None) -> bool:
        """Whether a hand is over what `view` shows; or so near to `rect` that its shadow may lie there."""
        if not view.cover.any:
            return False
        near = view.rect if rect is None else within(wider(rect, round(SHADOW_MM * self.px_mm)), view.rect)
        return bool(self._covering.hands(cut(view.cover.mask, view.rect, near), near).any())

    def uncovered(self, pyramid: Pyramid, pose: Pose, rect: Rect) -> Patch:
        """The same of what nothing covered when it was last looked at, whether its drawing is seen or not."""
        patch = self._patch(pyramid, pose, rect, self.gain(rect))
        patch.open[:] = finer(~self.cover[part_of(rect)], patch.open.shape)
        return patch

    def _patch(
        self, pyramid: Pyramid, pose: Pose, rect: Rect, gain: Tone, tinge: NDArray[np.float32] | None = None
    ) -> Patch:
        x0, y0, x1, y1 = fine = refined(rect)
        shape = (y1 - y0, x1 - x0)
        seen, floor = (np.empty((*shape, 3), np.float32) for _ in range(2))
        misfit = np.empty(shape, np.float32)
        # a few rows at a time: the whole takes 100 MB in between, which is time as well
        for strip, rows in finely(shape):
            row = (x0, y0 + strip.start, x1, y0 + strip.stop)
            seen[strip] = tone(pose.rectify(pyramid.image, row))
            self.floor.expected(doubled(gain, rows), row, coarse=False, out=floor[strip])
            misfit[strip] = self.floor.misfit(seen[strip], floor[strip], row, coarse=False, shade_hue=tinge)
        known = self.floor.seen[part_of(rect)].copy()
        return Patch(fine, seen, misfit, np.ones_like(misfit), gain, floor, np.zeros_like(misfit), known=known)

    def concerned(self, cells: frozenset[Cell], rect: Rect) -> tuple[frozenset[Cell], Rect]:
        """`cells` and `rect`, made larger by the whole of whatever covers a part of it."""
        x0, y0, x1, y1 = rect
        if self.cover[part_of(rect)].any():
            _, labels, stats, _ = cv2.connectedComponentsWithStats(self.cover.astype(np.uint8))
            for number in np.unique(labels[part_of(rect)]):
                if number > 0:
                    left, top, across, down = (int(value) for value in stats[number, :4])
                    x0, y0, x1, y1 = min(x0, left), min(y0, top), max(x1, left + across), max(y1, top + down)
                    cells |= self.model.cells_under(labels == number)
        return cells, (x0, y0, x1, y1)

    def count_lesson(self) -> bool:
        """Counts one more lesson. Answers whether an arm is over the board at it."""
        return self._covering.count_lesson(self.cover)

    def learn(self, pyramid: Pyramid, pose: Pose, standing: NDArray[np.bool_], rect: Rect, beneath: bool) -> None:
        """Takes for floor what the picture shows of `rect` where nothing covers it and no pieces are `standing`; if
        that is `beneath` an arm, only what was never seen of it."""
        part = part_of(rect)
        fine = refined(rect)
        raster = pose.rectify(pyramid.image, fine)
        size = (rect[2] - rect[0], rect[3] - rect[1])
        coarse = tone(cv2.resize(raster, size, interpolation=cv2.INTER_AREA).astype(np.uint8))
        gain = self.gain(rect)
        expected = self.floor.expected(gain, rect, coarse=True)
        detail, drawn = (detail_of(brightness(tones), self.px_mm) for tones in (coarse, expected))
        empty = ~standing[part]
        cover = self.cover[part] & ~in_gloss(self.cover[part] & empty, detail, drawn, self.px_mm)
        if beneath:
            foreign, kept = self._covering.lain(rect), self.floor.seen[part]
        else:
            texture = Comparison(detail, drawn, self.px_mm).texture(detail.bright, drawn.bright)
            foreign = self._covering.learn(self.odd[part] & empty, texture.missing, cover, rect)
            plain = cv2.subtract(coarse, gain).astype(np.float32, copy=False)
            self._remembered.take(plain, foreign, rect)
            kept = self.floor.seen[part] & self._shaded(drawn.bright - detail.bright, ~empty)
        learnt = ~foreign & ~cover & ~kept & empty & pose.in_picture[part]
        for top in range(0, len(learnt), BAND_PX):
            end = min(len(learnt), top + BAND_PX)
            band = raster[top * COARSE : end * COARSE]
            light = cv2.resize(gain[top:end], band.shape[1::-1], interpolation=cv2.INTER_LINEAR)
            plain = cv2.subtract(tone(band), light).astype(np.float32, copy=False)
            self.floor.learn(plain, (rect[0], rect[1] + top, rect[2], rect[1] + end), learnt[top:end], REFRESH)
        self.floor.settle(rect)

    def _shaded(self, darker: NDArray[np.float32], standing: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Where what is so much `darker` (tone) than the floor may lie in the shadow of what is `standing`: it is as
        bright as ever once that has gone."""
        away = cv2.distanceTransform((~standing).astype(np.uint8), cv2.DIST_L2, 3)
        near = away < SHADOW_LENGTH * self.model.tallest_mm * self.px_mm
        return np.asarray(near & (cv2.GaussianBlur(darker, (0, 0), 2.0) > SHADOW_TONE), np.bool_)
