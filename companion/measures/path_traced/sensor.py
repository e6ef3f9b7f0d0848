"""What a camera's sensor and its processor make of light: vignette, white balance, exposure, noise, tone and edges."""

from __future__ import annotations

import cv2
import numpy as np

from companion.measures.path_traced.luck import Luck
from companion.measures.path_traced.terrain import Picture, Points, Raster

VIGNETTE = (0.0, 0.35)
"""Part of the light that is lost in the picture's corners."""
GAIN, DARK_GAIN = (0.3, 1.0), 2.2
"""Amplification, and a factor on it where it is dark."""
SHOT_NOISE, READ_NOISE = 1.2e-3, 4e-3
"""Variance of a picture's noise for full light, and deviation in the dark, both at amplification 1."""
BALANCED = (0.3, 0.95)
"""Part of the light's colour that white balance takes away."""
BRIGHT = (0.5, 0.82)
"""Brightness that the middling part of the board gets, of a picture's 1, before tone."""
SPARES_HIGHLIGHTS, HIGHLIGHT = 0.7, (0.93, 0.95)
"""How often exposure is held so that this part of the board stays below that light."""
FLICKER = 0.012
"""Change of exposure from picture to picture (standard deviation)."""
KNEE = 0.7
"""Light above which a picture saturates softly."""
QUALITIES = (72, 95)
"""JPEG qualities."""
LUMA = np.array([0.3, 0.59, 0.11], np.float32)


class Sensor:
    """A sensor that sets exposure and white balance by its first picture and keeps them, as a locked camera does."""

    def __init__(self, dark: bool, luck: Luck) -> None:
        self._luck = luck
        self._vignette = luck.uniform(*VIGNETTE)
        self._gain = luck.uniform(*GAIN) * (DARK_GAIN if dark else 1)
        self._balanced, self._bright = luck.uniform(*BALANCED), luck.uniform(*BRIGHT)
        self._spares = luck.random() < SPARES_HIGHLIGHTS
        self._sharpened, self._saturation = luck.uniform(0, 0.7), luck.uniform(0.9, 1.15)
        self.quality = int(luck.integers(*QUALITIES))
        """JPEG quality of this camera."""
        self._white: Raster | None = None

    def develop(self, light: Raster, metered_px: Points) -> Picture:
        """The picture (BGR) of linear light (rows × columns × RGB), metered at N × 2 px of the first one."""
        light = np.maximum(light, 0) * self._falling_off(light)
        if self._white is None:
            columns, rows = metered_px.astype(int).T
            self._white = self._metered(light[rows, columns])
        light = light * self._white * np.float32(1 + self._luck.normal(0, FLICKER))
        return _printed(self._toned(self._noisy(light)), self._sharpened)

    def _falling_off(self, light: Raster) -> Raster:
        height, width = light.shape[:2]
        columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        far = ((columns - width / 2) ** 2 + (rows - height / 2) ** 2) / ((width**2 + height**2) / 4)
        return np.asarray(1 - self._vignette * far, np.float32)[..., None]

    def _metered(self, samples: Raster) -> Raster:
        """Factors on red, green and blue for this light (N × 3)."""
        mean = samples.mean(axis=0)
        gains = mean.mean() / np.maximum(mean, 1e-4) * self._balanced + (1 - self._balanced)
        exposure = self._bright**2.2 * 0.55 / max(float(np.median(samples * gains)), 1e-6)
        if self._spares:
            part, most = HIGHLIGHT
            exposure = min(exposure, most / max(float(np.quantile((samples * gains).max(axis=1), part)), 1e-6))
        return np.asarray(gains * exposure, np.float32)

    def _noisy(self, light: Raster) -> Raster:
        """With noise that is partly of single pixels and partly, as after demosaicing, of neighbours together."""
        fine = self._luck.standard_normal(light.shape, np.float32)
        noise = 0.7 * fine + 0.8 * cv2.GaussianBlur(fine, (0, 0), 0.9)
        deviation = np.sqrt(np.maximum(light, 0) * SHOT_NOISE * self._gain + (READ_NOISE * self._gain) ** 2)
        return np.asarray(np.maximum(light + noise * deviation, 0), np.float32)

    def _toned(self, light: Raster) -> Raster:
        rest = 1 - KNEE
        light = np.where(light > KNEE, KNEE + rest * (1 - np.exp(-(light - KNEE) / rest)), light)
        grey = (light @ LUMA)[..., None]
        return np.asarray(np.clip(grey + (light - grey) * self._saturation, 0, 1), np.float32)


def _printed(light: Raster, sharpened: float) -> Picture:
    """sRGB of linear light, as BGR bytes with edges made stronger."""
    seen = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    seen = seen + (seen - cv2.GaussianBlur(seen, (0, 0), 1.2)) * sharpened
    return np.asarray(np.clip(seen * 255 + 0.5, 0, 255)[..., ::-1], np.uint8)
