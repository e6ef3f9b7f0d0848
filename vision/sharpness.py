"""Tells a picture that is out of focus by the board's own print, of which blur takes fine lines before coarse ones."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.pose import Pose
from vision.pyramid import Pyramid

PIECE_PX = 8.0
"""Width of a piece on the raster on which the print is compared."""
SIGMAS_PX = (0.8, 1.6, 3.2)
"""Fine lines are what the second of these blurs takes of the first, coarse ones what the third does of the second."""
BLURRED = 0.2
"""Standard deviation of a blur, in widths of a piece, from which pieces are not told any more: at 0.23 four were seen
on an empty board, at 0.3 a third of all places were left open after twenty seconds. Cameras that look for their focus
blur by 0.5 for a second."""
SEEN = 0.12
"""Part of the contrast of the print's coarse lines that must be seen for anything to be said: another print lies there
else, or much covers it. Blurred by two fifths of a piece 0.16 to 0.35 are left."""
OFFSET = 16.0
"""Grey values added before logarithms are taken."""

Grey = NDArray[np.float32]


class Sharpness:
    """Judges pictures of one board."""

    def __init__(self, model: BoardModel) -> None:
        self._model = model

    def is_blurred(self, pyramid: Pyramid, pose: Pose) -> bool:
        """Whether the board is so far out of focus that pieces cannot be judged; costs 15 ms.

        Both must say so: fine lines that are where the print has them, which noise does not pass for; and fine lines
        anywhere, which every sharp print has, whether it is the one that is known or another.
        """
        if not self._print[1].any():
            return False
        size = self._size
        small = pose.rectify_small(pyramid, pose.raster_rect(2), grey=True)
        seen = _lines(cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.float32))
        inside = cv2.resize(pose.in_picture.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.9
        drawn = tuple(each[inside] for each in self._print)
        fine, coarse = (_shown(each[inside], own) for each, own in zip(seen, drawn))
        least_shown, least_any = self._least
        anything = _spread(seen[0][inside]) / max(_spread(seen[1][inside]), 1e-6)
        return coarse > SEEN and fine < least_shown * coarse and anything < least_any

    @cached_property
    def _size(self) -> tuple[int, int]:
        sizes = [body.size_mm for body in self._model.bodies.values()]
        px_mm = PIECE_PX / (float(np.median(sizes)) if sizes else self._model.pitch_mm / 2)
        width, height = (max(8, round(side * px_mm)) for side in self._model.size_mm)
        return width, height

    def _art(self) -> Grey:
        grey = cv2.cvtColor(self._model.art, cv2.COLOR_BGR2GRAY)
        return cv2.resize(grey, self._size, interpolation=cv2.INTER_AREA).astype(np.float32)

    @cached_property
    def _print(self) -> tuple[Grey, Grey]:
        return _lines(self._art())

    @cached_property
    def _least(self) -> tuple[float, float]:
        """What a picture as blurred as may be shows of fine lines beside coarse ones: of the print's, of any."""
        soft = _lines(cv2.GaussianBlur(self._art(), (0, 0), BLURRED * PIECE_PX).astype(np.float32))
        fine, coarse = (_shown(each, own) for each, own in zip(soft, self._print))
        return fine / max(coarse, 1e-6), _spread(soft[0]) / max(_spread(soft[1]), 1e-6)


def _lines(grey: Grey) -> tuple[Grey, Grey]:
    """Fine and coarse lines of a raster, in its logarithm: light changes neither."""
    tones = np.log(grey + OFFSET)
    one, two, three = (cv2.GaussianBlur(tones, (0, 0), sigma) for sigma in SIGMAS_PX)
    return np.asarray(one - two, np.float32), np.asarray(two - three, np.float32)


def _shown(seen: Grey, drawn: Grey) -> float:
    """Part of the contrast of `drawn` lines that is `seen` where they are."""
    return float((seen * drawn).sum() / max(float((drawn * drawn).sum()), 1e-6))


def _spread(lines: Grey) -> float:
    return float(np.sqrt(np.mean(np.square(lines))))
