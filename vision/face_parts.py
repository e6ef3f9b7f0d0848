"""What the face of a tagged piece consists of, and how much of each part is seen where something hides the rest.

A tag can be read by its modules only where nearly all are seen. But print, paper and the piece's own colour around them
lie beside each other in one way at one place and turn, and nothing else on a board looks like that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.light import OFFSET, Tone, brightness, energy, median

FACE_PX = 40
"""Width of a face where its parts are told: 3.4 px a module of its tag."""
ROUGH = 2
"""How many times as coarse a picture is in which its place and turn are looked for at first."""
INNER, RIM = (0.30, 0.37), (0.35, 0.36)
"""Part of a face's width, from its middle: where its print and paper are taken from, and up to which there may be
print; from which there may be, and is taken, what the piece itself looks like."""
DARKEST, NEARLY = (0.15, 0.85), 0.15
"""Parts of that which are darker than its print and its paper at most, and how near to those, as a part of their
contrast, is what is one of them."""
OTHER_TONE, OF_A_PART = 0.35, 0.5
"""Tone (a length over the channels) from which the piece looks otherwise than what is on it, and up to which a pixel is
of a part, not astride."""
PLAIN = 1.0
"""How much brighter paper is than print, at least, on a face that can be known: of most it is 1.2 to 1.8 (tone)."""
LEAST_PX = 20
"""Pixels of a piece beside its tag by which it can be known."""
BRIGHT, HUE = (0.8, 0.8, 0.8), (0.8, 0.4, 0.4)
"""How much brighter, and of how much another hue, a pixel is that does not look like print, paper and rim at all (tone,
lengths over the channels): skin has another hue than paper, and of black print hues tell little."""
BELIES = 0.7
"""How much a pixel that looks rather like another part speaks against this one."""
RIM_SHADED = 0.25
"""How much brighter or darker (tone) than its paper tells the rim may be: it is glossy, and ends in its side."""
LIGHTS = (-1.0, -0.8, -0.6, -0.4, -0.2, 0.0, 0.2)
"""Light beside that in which the face was known (logarithm of a factor)."""
EXTREMES, CONTRAST = (0.02, 0.98), 0.6
"""Parts of what is seen that are darker than its brightest and its darkest pixels, and the part of a tag's contrast
that must be between these: of five that were half hidden all was."""
POSSIBLE, ROUGHLY = 0.3, 0.12
"""Share that must be possible, at some turn, in a light in which it is looked for; and that is found at first."""
TURN_DEG = 15.0
"""Step in which it is turned at first."""
STRIP, STRIP_DEG = 0.3, 15
"""How much the pixels of a strip must speak for a face on average, each line of them; and the step of its direction."""
BEST, FINER_LIGHTS, FINER_TURNS_DEG = 4, (-0.1, 0.0, 0.1), (-8.0, -4.0, 0.0, 4.0, 8.0)
"""How many of the best fits are tried more closely, and what is added to their light and turn."""


class FaceParts(msgspec.Struct, frozen=True, dict=True):
    """The tones (3 × 3, BGR) of a face's print, paper and rim, and where each is seen (3 × rows × columns, 0 or 1)."""

    tones: Tone
    masks: NDArray[np.float32]

    @classmethod
    def of(cls, face: Tone) -> FaceParts | None:
        """Those of a `face` that is wholly seen, `FACE_PX` wide; None if it has no rim that looks otherwise than its
        paper and its print, or a light that is mirrored in it veils these."""
        away, bright = _away_from_middle(), brightness(face)
        whole = away < 0.5 - 1 / FACE_PX
        inner, ring = away < INNER[0], whole & (away > RIM[1])
        dark, light = np.quantile(bright[inner], DARKEST)
        near = NEARLY * (light - dark)
        printed, paper = (face[inner & told].mean(axis=0) for told in (bright <= dark + near, bright >= light - near))
        rim = face[ring & (energy(face - paper) > OTHER_TONE**2)]
        if len(rim) < LEAST_PX:
            return None
        tones = np.array([printed, paper, median(rim)], np.float32)
        if float(np.linalg.norm(tones[2] - printed)) < OTHER_TONE or float((paper - printed).mean()) < PLAIN:
            return None
        off = np.stack([energy(face - tone) for tone in tones])
        off[0][away > INNER[1]] = off[2][away < RIM[0]] = np.inf
        told = whole & (off.min(axis=0) < OF_A_PART**2)
        masks = np.stack([told & (off.argmin(axis=0) == number) for number in range(3)]).astype(np.float32)
        return cls(tones, masks) if masks.any(axis=(1, 2)).all() else None

    @cached_property
    def turned(self) -> Sequence[tuple[float, NDArray[np.float32]]]:
        """Its masks at every turn (degrees) in which it is looked for at first, as coarse as there."""
        small = np.stack([_smaller(mask) for mask in self.masks])
        return [(turn, _turned(small, turn)) for turn in np.arange(0, 360, TURN_DEG).tolist()]

    @cached_property
    def contrast(self) -> float:
        """How much brighter its paper is than its print (tone)."""
        return float((self.tones[1] - self.tones[0]).mean())

    @cached_property
    def around(self) -> NDArray[np.float32]:
        """Where its parts are at some turn, as coarse as in `turned`."""
        return np.asarray(np.max([masks for _, masks in self.turned], axis=0), np.float32)

    @cached_property
    def areas(self) -> list[float]:
        """How much its parts take of what is looked at at first, px."""
        return [float(mask.sum()) / ROUGH**2 for mask in self.masks]


class FaceFit(msgspec.Struct, frozen=True, order=True):
    """How much of a face is seen at its best place: the geometric mean of what is seen of its parts (0…1), less what
    speaks against them; and how far its middle is from that of the picture, in widths of a face (right, down)."""

    share: float
    off: tuple[float, float]


def fitted(seen: Tone, bare: NDArray[np.bool_], parts: FaceParts) -> FaceFit | None:
    """The best fit of a face to what is `seen`, whose pixels are as large as those of its `parts`, and which is floor
    where it is `bare`: of its place and turn, of which most is seen, what is seen in one strip. None if nothing fits.

    What fingers leave to be seen is a strip, in which all looks like the face; what they show themselves does so here
    and there.
    """
    small = _smaller(seen)
    if _contrast(small) < CONTRAST * parts.contrast:
        return None
    speaks = dict(zip(LIGHTS, _speak_for(small, bare[::ROUGH, ::ROUGH], parts.tones, LIGHTS)))
    possible = [light for light in LIGHTS if _most(speaks[light], parts) >= POSSIBLE]
    rough = [(_best(speaks[light], masks).share, light, turn) for light in possible for turn, masks in parts.turned]
    near = {
        (light + lighter, turn + further)
        for share, light, turn in sorted(rough, reverse=True)[:BEST]
        for lighter in FINER_LIGHTS
        for further in FINER_TURNS_DEG
        if share >= ROUGHLY
    }
    finely = {light: _speak_for(seen, bare, parts.tones, [light])[0] for light, _ in near}
    fits = [(_best(finely[light], _turned(parts.masks, turn)), light, turn) for light, turn in sorted(near)]
    if not fits:
        return None
    best, light, turn = max(fits)
    return msgspec.structs.replace(best, share=_in_strip(_at(best, finely[light]), _turned(parts.masks, turn)))


def _at(fit: FaceFit, speaks: NDArray[np.float32]) -> NDArray[np.float32]:
    """What of a picture that `speaks` for the parts of a face is at the place of this."""
    middle = (speaks.shape[1] - FACE_PX) / 2
    column, row = (round(middle + off * FACE_PX) for off in fit.off)
    return speaks[:, row : row + FACE_PX, column : column + FACE_PX]


def _in_strip(speaks: NDArray[np.float32], masks: NDArray[np.float32]) -> float:
    """The geometric mean of the parts' shares in the strip across a face in which it is seen best."""
    told = speaks * masks
    away = (told - STRIP * masks).sum(axis=0).ravel()
    best, strip = 0.0, np.zeros(away.shape, np.bool_)
    for across in _across():
        sums = np.concatenate([[0.0], np.bincount(across, weights=away).cumsum()])
        least = np.minimum.accumulate(sums)
        end = int((sums - least).argmax())
        if sums[end] - least[end] > best:
            begin = int(sums[: end + 1].argmin())
            best, strip = float(sums[end] - least[end]), (across >= begin) & (across < end)
    shares = told.reshape(3, -1)[:, strip].sum(axis=1) / masks.sum(axis=(1, 2))
    return float(np.cbrt(np.prod(np.maximum(shares, 0))))


@cache
def _across() -> Sequence[NDArray[np.intp]]:
    """In which of some lines across a face each of its pixels is, for each of some directions."""
    rows, columns = np.indices((FACE_PX, FACE_PX)) - (FACE_PX - 1) / 2
    return [
        np.rint(columns * np.cos(angle) + rows * np.sin(angle) + FACE_PX).astype(np.intp).ravel()
        for angle in np.radians(np.arange(0, 180, STRIP_DEG))
    ]


def _contrast(seen: Tone) -> float:
    """How much brighter the brightest pixels are than the darkest (tone), but for a few."""
    dark, light = np.quantile(brightness(seen), EXTREMES)
    return float(light - dark)


def _speak_for(seen: Tone, bare: NDArray[np.bool_], tones: Tone, lights: Sequence[float]) -> NDArray[np.float32]:
    """How much what is `seen` speaks for each part of a face of these `tones`, in each of some lights: 1 and less,
    below 0 where it is another part, nothing where it is `bare`. Lights × 3 × rows × columns."""
    factors = np.exp(np.array(lights, np.float32))[:, None, None]
    lit = np.log(np.maximum(np.exp(tones) - OFFSET, 1) * factors + OFFSET).astype(np.float32)
    off = seen - lit[:, :, None, None]
    np.maximum(off[:, 0], 0, out=off[:, 0])  # nothing is too dark for print: it may have been known in a mirrored lamp
    bright = off.mean(axis=-1)
    hue = np.square(off - bright[..., None]).sum(axis=-1)
    bright[:, 2] -= np.clip(bright[:, 2], -RIM_SHADED, RIM_SHADED)
    spread = [np.square(np.array(each, np.float32))[:, None, None] for each in (BRIGHT, HUE)]
    alike = np.maximum(0, 1 - 3 * np.square(bright) / spread[0] - hue / spread[1])
    printed, paper, rim = alike[:, 0], alike[:, 1], alike[:, 2]
    others = np.stack([np.maximum(paper, rim), np.maximum(printed, rim), np.maximum(printed, paper)], axis=1)
    speak = alike - np.float32(BELIES) * np.maximum(0, others - alike)
    speak[..., bare] = 0
    return np.asarray(speak, np.float32)


def _most(speaks: NDArray[np.float32], parts: FaceParts) -> float:
    """The largest share that a face may have at whatever place, its parts being spread around its middle."""
    shares = [
        np.minimum(1, cv2.matchTemplate(np.maximum(each, 0), around, cv2.TM_CCORR) / np.float32(area))
        for each, around, area in zip(speaks, parts.around, parts.areas)
    ]
    return float(np.cbrt(np.prod(shares, axis=0).max()))


def _best(speaks: Sequence[NDArray[np.float32]], masks: NDArray[np.float32]) -> FaceFit:
    """The best place of a face with these `masks` (3 × rows × columns) in a picture that `speaks` for its parts."""
    shares = [cv2.matchTemplate(each, mask, cv2.TM_CCORR) / mask.sum() for each, mask in zip(speaks, masks)]
    together = np.cbrt(np.prod(np.maximum(shares, 0), axis=0))
    row, column = divmod(int(together.argmax()), together.shape[1])
    middle, width = (np.array(together.shape) - 1) / 2, masks.shape[1]
    return FaceFit(float(together.max()), (float(column - middle[1]) / width, float(row - middle[0]) / width))


def _turned(masks: NDArray[np.float32], turn_deg: float) -> NDArray[np.float32]:
    """Masks turned anticlockwise about their middle."""
    side = masks.shape[1]
    turn = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), turn_deg, 1.0)
    return np.stack([cv2.warpAffine(mask, turn, (side, side)) for mask in masks]).astype(np.float32, copy=False)


def _smaller(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    return cv2.resize(picture, None, fx=1 / ROUGH, fy=1 / ROUGH, interpolation=cv2.INTER_AREA).astype(np.float32)


@cache
def _away_from_middle() -> NDArray[np.float32]:
    """How far each pixel of a face is from its middle, in widths of the face."""
    rows, columns = (np.indices((FACE_PX, FACE_PX), np.float32) - np.float32((FACE_PX - 1) / 2)) / FACE_PX
    return np.asarray(np.hypot(rows, columns), np.float32)
