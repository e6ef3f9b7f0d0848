"""Takes pictures of a table top: painter, clutter, exposure and sensor in the order of a real camera."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.hand import hand
from vision.virtual.kit import Kit
from vision.virtual.light import Lamps
from vision.virtual.overlay import Overlay
from vision.virtual.painter import Painter
from vision.virtual.paper import sheet
from vision.virtual.pieces import Resting
from vision.virtual.sensor import Noise

Picture = NDArray[np.uint8]


class Shutter:
    """Takes pictures of a table top: painter, clutter, exposure and sensor in the order of a real camera.

    One thread at a time; `t` only moves the hand.
    """

    def __init__(
        self,
        kit: Kit,
        *,
        size: tuple[int, int] = (1920, 1080),
        seed: int = 1,
        view: Viewpoint | None = None,
        lamps: Lamps | None = None,
        jpeg_quality: int | None = None,
    ) -> None:
        self.painter = Painter(kit, size, seed)
        self.over: tuple[Overlay, ...] = ()
        """What lay over the board in the last picture."""
        self._board_mm, self._seed, self._jpeg_quality = kit.geometry.size_mm, seed, jpeg_quality
        self._view, self._lamps = view or Viewpoint(), lamps or Lamps()
        self._noise, self._darkness = Noise(seed), 0.0
        self._sheet: tuple[tuple[object, ...], Overlay | None] = ((), None)

    def take(self, lying: Sequence[Resting], faults: Faults, t: float) -> Picture:
        """A picture of the pieces `lying` under `faults`: BGR, the caller's to keep."""
        painter, board_mm = self.painter, self._board_mm
        view, lamps = faults.view(self._view), faults.lamps(self._lamps)
        scene, _ = painter.scene(lying, view, lamps)
        picture = scene.copy()
        key = (faults.covered_corner, view, lamps)
        if self._sheet[0] != key:
            self._sheet = key, sheet(faults.covered_corner, painter.camera, painter.light, board_mm)
        over = (self._sheet[1], hand(faults.hand, t, painter.camera, painter.light, board_mm))
        self.over = tuple(one for one in over if one is not None)
        for overlay in self.over:
            overlay.lay_over(picture)
        if faults.dusk != self._darkness:
            self._noise.darken(faults.dusk)
            self._darkness = faults.dusk
        self._noise.add(picture)
        if self._jpeg_quality is not None:
            packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self._jpeg_quality])[1]
            picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return picture
