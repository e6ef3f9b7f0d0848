"""Which of two pictures, each in some smooth light, explains better what is seen: that with the piece that stood there
before an arm came, or that of the bare floor.

In an arm's deep shade noise drowns the outline's steps, but not what a face and the floor around it are all together.
Values, not tones, are compared: the camera's noise is the same in them however dark it is.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.light import OFFSET, Tone
from vision.pose import Rect
from vision.rects import cut
from vision.spots import grown
from vision.view import View

AROUND = 0.9
"""How far around a face floor is looked at, as a part of its radius."""
RIM_PX = 2
"""What is nearer to it is its edge and its shadow."""
ALIKE = 0.12
"""Difference (tone) from the bare floor below which what was seen beside it was that, in no shadow of the piece."""
NOISE = 0.8
"""Least standard deviation of a channel's value (0…255), from picture to picture."""
LEAST_FACE, LEAST_FLOOR, LEAST_PART = 8, 12, 0.3
"""Pixels of the face, and of the floor, that must be seen, and which part of the face."""
DARK = 50.0
"""Mean value (0…255) of what is seen from which it is not dark, and the outline tells as much as can be told."""
SURE, WELL, NEARLY = 60.0, 1.1, 0.3
"""Log likelihood against bare floor from which the piece stands there still, if its picture explains what is seen
nearly as well as the better one of both (mean square beside noise), and its face is off it by such a part of the mean
value at most. In 41 path-traced evenings 17 pieces in such a dark had 200 and more, and were off by 0.27 at most, and
of seven that were gone none had more than -278; one upon which another had come, in better light, was off by 0.36."""


class Explained(msgspec.Struct, frozen=True):
    """How much better a picture with the piece explains what is seen than one of the bare floor (log `likelihood`),
    how far that is from the better one of both (`misfit`: mean square, beside noise), and how far its face is `off`
    what is seen, as a part of that."""

    likelihood: float
    misfit: float
    off: float

    @property
    def stands_still(self) -> bool:
        """Whether the piece surely stands where it stood."""
        return self.likelihood > SURE and self.misfit < WELL and self.off < NEARLY


def explained(
    spot: NDArray[np.bool_], others: NDArray[np.bool_], window: Rect, view: View, then: Tone, floor: Tone
) -> Explained | None:
    """What is seen in `view` of a piece that was seen `then` in a `spot` of a `window`, beside bare `floor` (tones of
    the empty board); None where too little is, or where it is not dark. Where `others` lie nothing is told. All of the
    coarse raster, in the reference's light; tones of the whole view."""
    now, before, bare, gain = (cut(each, view.rect, window) for each in (view.plain, then, floor, view.gain))
    open_ = ~cut(view.cover.mask, view.rect, window) & ~others
    inside = cv2.erode(spot.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    near = grown(spot, max(3, round(AROUND * float(np.sqrt(np.count_nonzero(spot) / np.pi)))))
    alike = np.abs(before - bare).mean(axis=2) < ALIKE
    beside = near & ~grown(spot, RIM_PX) & alike & open_
    face = inside & open_
    if np.count_nonzero(face) < max(LEAST_FACE, LEAST_PART * np.count_nonzero(inside)):
        return None
    if np.count_nonzero(beside) < LEAST_FLOOR:
        return None
    used = face | beside
    seen, with_piece, without = (_values(each + gain)[used] for each in (now, before, bare))
    if seen.mean() > DARK:
        return None
    light = _smooth(used)
    rests = np.stack([_rest(seen, picture, light) for picture in (with_piece, without)])
    noise = np.maximum(np.square(rests).mean(axis=1).min(axis=0), NOISE**2)
    squares = (np.square(rests) / noise).sum(axis=2)
    off = np.linalg.norm(rests[0][face[used]].mean(axis=0)) / max(float(seen.mean()), 1.0)
    return Explained(float(squares[1].sum() - squares[0].sum()) / 2, float(squares[0].mean()) / 3, float(off))


def _values(tones: Tone) -> NDArray[np.float64]:
    """The values (0…255) of tones."""
    return np.maximum(np.exp(tones.astype(np.float64)) - OFFSET, 0.0)


def _smooth(used: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What a smooth light is made of, at the places that are `used`: a plane, for a curved surface would make a piece
    darker than the floor around it."""
    row, column = ((each - each.mean()) / max(used.shape) for each in np.nonzero(used))
    return np.stack([np.ones_like(row), row, column], axis=1)


def _rest(seen: NDArray[np.float64], picture: NDArray[np.float64], light: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a `picture` in the smooth light that suits it best does not explain of what is `seen` (N × 3)."""
    rest = np.empty_like(seen)
    for channel in range(seen.shape[1]):
        lit = light * picture[:, channel, None]
        rest[:, channel] = seen[:, channel] - lit @ np.linalg.lstsq(lit, seen[:, channel], rcond=None)[0]
    return rest
