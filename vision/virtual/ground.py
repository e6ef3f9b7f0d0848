"""The bare table as the camera sees it in even light: wood and the printed board on it; no pieces, no lamps."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.camera import Camera

Picture = NDArray[np.uint8]

WOOD_MM = (1400, 900)
"""One patch of wood, a pixel a mm: as fine as the camera sees it from a metre away. Mirrored beyond its edges."""
WOOD_STARTS_MM = (300, 200)
"""Where in the patch the board's corner lies."""
PLANK_MM = 118
WOOD_BGR = (46, 74, 112)
"""An oiled walnut table top under white light."""
THICK_MM = 1.8
"""Thickness of the board: greyboard with a printed sheet on it."""
EDGE_BGR = (150, 165, 172)
STRIP_ROWS = 24
"""Rows rendered at a time: the maps of one strip take 3 MB at 1080p."""
FINER = 2
"""Samples per pixel and axis, averaged as a sensor's pixel does."""
MAP_STEP = 12
"""The ray of every twelfth pixel is computed, those between interpolated: wrong by less than 0.01 mm."""


def wood(seed: int) -> Picture:
    """A table top of planks with grain along x, `WOOD_MM` large: brightness only, 128 is `WOOD_BGR`."""
    rng = np.random.default_rng(seed)
    rows = np.arange(WOOD_MM[1], dtype=np.float32)[:, None]
    plank = (rows / PLANK_MM).astype(np.int32)
    rings = _noise(rng, 40, 500)
    rings *= 2.2
    rings += _noise(rng, 9, 130) * np.float32(0.5)
    rings *= 5.1
    rings += rows / np.float32(3.8) + rng.uniform(0, 34, plank.max() + 1).astype(np.float32)[plank]
    tone = np.sin(rings, out=rings)
    tone *= 0.045
    tone += _noise(rng, 1, 70) * np.float32(0.085)
    tone += _noise(rng, 1, 9) * np.float32(0.05)
    tone += 1 + rng.normal(0, 0.055, plank.max() + 1).astype(np.float32)[plank]
    tone *= np.where(rows % PLANK_MM < 1.2, np.float32(0.45), np.float32(1))
    return cv2.convertScaleAbs(np.clip(tone, 0.3, 1.7, out=tone), alpha=128).astype(np.uint8, copy=False)


def _noise(rng: np.random.Generator, across: int, along: int) -> NDArray[np.float32]:
    """Smooth noise as large as the wood, with spots of `across` × `along` mm."""
    width, height = WOOD_MM
    coarse = rng.standard_normal((height // across + 2, width // along + 2), np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def ground(camera: Camera, art: Picture, board_mm: tuple[float, float], top: Picture, picture: Picture) -> None:
    """Fills `picture` with the empty board on the table top `top` under even white light."""
    width, height = camera.size
    for row in range(0, height, STRIP_ROWS):
        rows = min(STRIP_ROWS, height - row)
        fine = _strip(camera, row, rows, art, board_mm, top)
        cv2.resize(fine, (width, rows), dst=picture[row : row + rows], interpolation=cv2.INTER_AREA)


def _strip(camera: Camera, row: int, rows: int, art: Picture, board_mm: tuple[float, float], top: Picture) -> Picture:
    on_table = _plane_map(camera, row, rows, -THICK_MM)
    x, y = on_table[:, :, 0], on_table[:, :, 1]
    at_x, at_y = x + np.float32(WOOD_STARTS_MM[0]), y + np.float32(WOOD_STARTS_MM[1])
    tone = cv2.remap(top, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    fine = cv2.merge([cv2.convertScaleAbs(tone, alpha=part / 128) for part in WOOD_BGR]).astype(np.uint8, copy=False)
    _contact_shadow(fine, x, y, board_mm)
    _edge(fine, camera, row, board_mm)
    on_board = _plane_map(camera, row, rows, 0.0)
    x, y = on_board[:, :, 0], on_board[:, :, 1]
    inside = (x >= 0) & (x < board_mm[0]) & (y >= 0) & (y < board_mm[1])
    if inside.any():
        scale = art.shape[1] / board_mm[0]
        shown = cv2.remap(
            art, x * scale - 0.5, y * (art.shape[0] / board_mm[1]) - 0.5, cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        cv2.copyTo(shown, inside.astype(np.uint8), fine)
    return fine


def _plane_map(camera: Camera, row: int, rows: int, z_mm: float) -> NDArray[np.float32]:
    """Where each fine sample of a strip meets the plane at `z_mm`: rows·FINER × width·FINER × 2 in mm."""
    width = camera.size[0]
    xs = np.arange(0, width + 2 * MAP_STEP, MAP_STEP) - 0.5
    ys = np.arange(row, row + rows + 2 * MAP_STEP, MAP_STEP) - 0.5
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1)
    coarse = camera.on_plane(nodes.reshape(-1, 2), z_mm).reshape(len(ys), len(xs), 2).astype(np.float32)
    step = 1 / (MAP_STEP * FINER)
    into = np.array([[step, 0, step / 2], [0, step, step / 2]])
    return np.asarray(
        cv2.warpAffine(
            coarse, into, (width * FINER, rows * FINER), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    )  # fmt: skip


def _contact_shadow(
    fine: Picture, x_mm: NDArray[np.float32], y_mm: NDArray[np.float32], board_mm: tuple[float, float]
) -> None:
    """Darkens the wood close to the board's edge, where little light gets."""
    beside = np.maximum(np.maximum(-x_mm, x_mm - board_mm[0]), np.maximum(-y_mm, y_mm - board_mm[1]))
    close = (beside > -2) & (beside < 14)
    if close.any():
        fine[close] = (fine[close] * (1 - 0.55 * np.exp(-np.maximum(beside[close], 0) / 3.5))[:, None]).astype(np.uint8)


def _edge(fine: Picture, camera: Camera, row: int, board_mm: tuple[float, float]) -> None:
    """The board's own thickness, seen on the sides that face the camera."""
    width, height = board_mm
    ring = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
        along = [((1 - part) * ax + part * bx, (1 - part) * ay + part * by) for part in np.linspace(0, 1, 25)]
        wall = [(x, y, 0.0) for x, y in along] + [(x, y, -THICK_MM) for x, y in reversed(along)]
        outline = ((camera.project(wall) - (0, row) + 0.5) * FINER - 0.5) * 16
        cv2.fillPoly(fine, [np.round(outline).astype(np.int32)], EDGE_BGR, cv2.LINE_AA, 4)
