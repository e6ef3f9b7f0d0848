"""How bright, how warm and how glossy every part of the picture is; knows lamps and faults, no pieces."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.virtual.camera import Camera

GRID_PX = 24
"""Light is smooth: it is computed for every 24th pixel and interpolated between."""
GAMMA = 2.2
"""Light adds up before a camera's tone curve, pictures are stored after it."""
UNITY = 100
"""Value of the stored gain map that leaves a pixel as it is."""
STRIP_ROWS = 48
EXPOSED_TO = 1.03
"""What the exposure makes of white paper in the mean over the board; 1 is burnt out."""
ROOM_BGR = (0.93, 0.985, 1.03)
"""A warm white lamp after the camera's white balance, which never quite gets there."""
WARM_BGR = (0.40, 0.80, 1.22)
"""A 2200 K lamp with the white balance left where daylight put it."""
DUSK_BGR = (1.10, 0.96, 0.86)


class Lamps(msgspec.Struct, frozen=True):
    """The light of an evening; strengths from 0 to 1 are the table's faults of the same name."""

    lamp_mm: tuple[float, float, float] = (-260.0, -420.0, 950.0)
    """Where the lamp hangs, relative to the board's middle."""
    ambient: float = 0.42
    """Part of the light that comes from everywhere."""
    white_bgr: tuple[float, float, float] = ROOM_BGR
    """What the camera makes of white paper; its channels differ where its white balance does not get there."""
    glare: float = 0.0
    dusk: float = 0.0
    warm_lamp: float = 0.0
    shadow: float = 0.0


class Light(msgspec.Struct, frozen=True):
    """Light on a coarse grid: `gain` (rows × columns × 3, BGR, before the tone curve), `gloss` (rows × columns).

    A gloss of 1 is burnt out.
    """

    size: tuple[int, int]
    gain: NDArray[np.float32]
    gloss: NDArray[np.float32]
    towards: tuple[float, float, float]
    """Unit vector from the board's middle to the lamp."""

    def apply(self, even: NDArray[np.uint8], lit: NDArray[np.uint8]) -> None:
        """Fills `lit` with the picture `even` (taken in even white light) as it is under this light."""
        toned = np.clip(self.gain ** (1 / GAMMA) * UNITY, 0, 255).astype(np.float32)
        height = self.size[1]
        for row in range(0, height, STRIP_ROWS):
            rows = min(STRIP_ROWS, height - row)
            strip = even[row : row + rows]
            gain = self._upsampled(toned, row, rows)
            part = lit[row : row + rows]
            cv2.multiply(strip, gain.astype(np.uint8), dst=part, scale=1 / UNITY)
            if self.gloss.max() > 0:
                # A reflection adds to what lies under it until the sensor is full.
                one = np.clip(self._upsampled(self.gloss, row, rows) * 255, 0, 255).astype(np.uint8)
                shine = cv2.merge([one] * 3)
                cv2.add(part, cv2.multiply(shine, cv2.bitwise_not(part), scale=1 / 255), dst=part)
                cv2.add(part, np.where(shine > 200, shine - np.uint8(200), np.uint8(0)), dst=part)

    def at(self, x_px: float, y_px: float) -> tuple[NDArray[np.float32], float]:
        """Gain of B, G, R after the tone curve, and gloss, at a pixel."""
        rows, columns = self.gloss.shape
        column = min(max(round(x_px / GRID_PX), 0), columns - 1)
        row = min(max(round(y_px / GRID_PX), 0), rows - 1)
        return self.gain[row, column] ** np.float32(1 / GAMMA), float(self.gloss[row, column])

    def _upsampled(self, coarse: NDArray[np.float32], row: int, rows: int) -> NDArray[np.float32]:
        step = 1 / GRID_PX
        into = np.array([[step, 0, 0], [0, step, row * step]])
        return np.asarray(
            cv2.warpAffine(
                coarse, into, (self.size[0], rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.float32,
        )  # fmt: skip


def light(lamps: Lamps, camera: Camera, board_mm: tuple[float, float], seed: int) -> Light:
    """What `lamps` make of the camera's picture of a board of that size."""
    width, height = camera.size
    xs = np.arange(0, width + GRID_PX, GRID_PX, dtype=np.float64)
    ys = np.arange(0, height + GRID_PX, GRID_PX, dtype=np.float64)
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    shape = len(ys), len(xs)
    table = camera.on_plane(nodes)
    middle = np.array(board_mm) / 2
    lamp = np.array([*(middle + lamps.lamp_mm[:2]), lamps.lamp_mm[2]])
    direct = _falloff(table, lamp)
    rng = np.random.default_rng(seed)
    waves = cv2.resize(rng.normal(0, 0.012, (5, 7)).astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)
    brightness = (lamps.ambient + (1 - lamps.ambient) * direct).reshape(shape) * (1 + waves)
    on_board = ((table >= 0) & (table <= board_mm)).all(1).reshape(shape)
    gain = brightness[:, :, None] / brightness[on_board].mean() * np.array(lamps.white_bgr)
    gain = gain * _lamp_beside(lamps.warm_lamp, table, board_mm).reshape(*shape, 3)
    gain = gain * _somebodys_shadow(lamps.shadow, table, board_mm).reshape(shape)[:, :, None]
    gain = gain / max(1.0, float(np.quantile(gain[on_board].max(1), 0.9)) / 1.12)
    # At dusk the exposure follows for a while, then the picture sinks into the dark.
    gain = gain * (1 - 0.86 * lamps.dusk) * (1 + lamps.dusk * (np.array(DUSK_BGR) - 1))
    gain = gain * _vignette(nodes, camera).reshape(shape)[:, :, None] * EXPOSED_TO**GAMMA
    gloss = _reflection(lamps.glare, table, board_mm).reshape(shape)
    to_lamp = lamp - [*middle, 0]
    towards = to_lamp / np.linalg.norm(to_lamp)
    return Light(
        camera.size,
        gain.astype(np.float32),
        gloss.astype(np.float32),
        (float(towards[0]), float(towards[1]), float(towards[2])),
    )


def _falloff(table: NDArray[np.float64], lamp: NDArray[np.float64]) -> NDArray[np.float64]:
    """Light of a lamp on the table plane, 1 right below it: inverse square and the angle it falls in at."""
    distance2 = ((table - lamp[:2]) ** 2).sum(1) + lamp[2] ** 2
    fallen: NDArray[np.float64] = (lamp[2] ** 2 / distance2) ** 1.5
    return fallen


def _vignette(pixels: NDArray[np.float64], camera: Camera) -> NDArray[np.float64]:
    middle = np.array(camera.size) / 2
    tangent2 = ((pixels - middle) ** 2).sum(1) / camera.matrix[0, 0] ** 2
    fading: NDArray[np.float64] = (1 + tangent2) ** -1.3
    return fading


def _lamp_beside(strength: float, table: NDArray[np.float64], board_mm: tuple[float, float]) -> NDArray[np.float64]:
    """A low warm lamp at the board's right: strong and yellow near it, weak at the far side."""
    width, height = board_mm
    lamp = np.array([width * 1.05, height * 0.25, 0.55 * width])
    near = _falloff(table, lamp)[:, None]
    warm = (0.30 + 1.5 * near) * np.array(WARM_BGR)
    mixed: NDArray[np.float64] = (1 - strength) + strength * warm
    return mixed


def _somebodys_shadow(
    strength: float, table: NDArray[np.float64], board_mm: tuple[float, float]
) -> NDArray[np.float64]:
    """A player leans in at the near left corner and takes the lamp's light away there."""
    width, height = board_mm
    across = (table[:, 0] / width - 0.48) + 0.55 * (1 - table[:, 1] / height)
    bent = across + 0.05 * np.sin(table[:, 1] / height * 7)
    covered = 1 / (1 + np.exp(np.clip(bent / 0.022, -60, 60)))
    return 1 - 0.62 * strength * covered


def _reflection(strength: float, table: NDArray[np.float64], board_mm: tuple[float, float]) -> NDArray[np.float64]:
    """A bright window mirrored in the varnish: a long burnt-out patch with a veil around it."""
    if strength <= 0:
        return np.zeros(len(table))
    width, height = board_mm
    turn = math.radians(-24)
    middle = np.array([0.63 * width, 0.40 * height])
    along = (table - middle) @ np.array([math.cos(turn), math.sin(turn)]) / (0.17 * width)
    across = (table - middle) @ np.array([-math.sin(turn), math.cos(turn)]) / (0.085 * width)
    veil = np.exp(-0.5 * (along**2 + across**2))
    core = 1 / (1 + np.exp(np.clip(((along**2 + across**2) - 0.7) * 2.6, -60, 60)))
    shine: NDArray[np.float64] = np.clip(strength * (0.55 * veil + 0.9 * core * strength), 0, 1.6)
    return shine
