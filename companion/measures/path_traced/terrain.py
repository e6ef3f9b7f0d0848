"""Paints the ground of a map: sea, plain, sand, woods, hills and mountains, by cells or as nature has it."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.measures.path_traced.luck import Luck, one_of

Raster: TypeAlias = NDArray[np.float32]
Picture: TypeAlias = NDArray[np.uint8]
Points: TypeAlias = NDArray[np.float64]
Rgb: TypeAlias = tuple[int, int, int]

ELEVATION_MM, MOISTURE_MM, WARP_MM, MOTTLE_MM = 140.0, 160.0, 16.0, 28.0
"""Largest features: of heights, of moisture, of ragged borders of terrain, of spots in its colour."""
DRY, WET, HIGH, HIGHEST = 0.2, 0.68, 0.75, 0.9
"""Parts of the map below which it is sand and above which wood, hill, mountain; what is lowest is sea."""
SEA = (0.25, 0.4)
"""Least and most of the map that may become sea."""
BY_CELL = 0.6
"""How often a cell is of one terrain throughout."""
REACH = 1.03
"""How far a cell's terrain goes beyond its border, in cells, so that no seam stays."""


class Terrain(IntEnum):
    """What covers a place; the value is its number in rasters and palettes."""

    SEA = 0
    PLAIN = 1
    SAND = 2
    WOOD = 3
    HILL = 4
    MOUNTAIN = 5


Palette: TypeAlias = tuple[Rgb, Rgb, Rgb, Rgb, Rgb, Rgb]

PALETTES: tuple[Palette, ...] = (
    ((150, 190, 225), (205, 222, 180), (235, 220, 165), (160, 195, 130), (220, 190, 140), (180, 160, 140)),
    ((120, 170, 215), (225, 215, 175), (240, 225, 180), (150, 180, 110), (225, 185, 130), (170, 150, 130)),
    ((175, 200, 215), (215, 210, 140), (230, 200, 140), (190, 205, 120), (225, 185, 130), (205, 165, 120)),
    ((90, 130, 160), (180, 190, 140), (215, 195, 150), (95, 130, 80), (190, 155, 110), (140, 125, 110)),
    ((200, 215, 220), (240, 235, 215), (240, 228, 195), (205, 215, 185), (228, 212, 185), (210, 200, 188)),
    ((70, 95, 120), (120, 125, 95), (160, 145, 110), (70, 90, 60), (135, 110, 80), (100, 92, 84)),
)
"""Colours of each `Terrain`, RGB."""


def clouds(luck: Luck, shape: tuple[int, int], coarsest_px: float, octaves: int = 4, fall: float = 0.5) -> Raster:
    """Smooth noise from 0 to 1 of that shape (rows, columns): features from `coarsest_px` down by halves."""
    height, width = shape
    out, weight, total, size = np.zeros(shape, np.float32), 1.0, 0.0, coarsest_px
    for _ in range(octaves):
        cell = max(2.0, size)
        coarse = luck.random((int(height / cell) + 3, int(width / cell) + 3)).astype(np.float32)
        out += weight * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        total, weight, size = total + weight, weight * fall, size / 2
    return out / np.float32(total)


def lie_of_the_land(luck: Luck, shape: tuple[int, int], px_per_mm: float, outlines_mm: Points) -> Picture:
    """The `Terrain` of each pixel. `outlines_mm`: corners of every cell, N × corners × 2."""
    height = clouds(luck, shape, ELEVATION_MM * px_per_mm)
    moisture = clouds(luck, shape, MOISTURE_MM * px_per_mm)
    land = np.full(shape, Terrain.PLAIN, np.uint8)
    land[moisture < np.quantile(moisture, DRY)] = Terrain.SAND
    land[moisture > np.quantile(moisture, WET)] = Terrain.WOOD
    land[height > np.quantile(height, HIGH)] = Terrain.HILL
    land[height > np.quantile(height, HIGHEST)] = Terrain.MOUNTAIN
    land[height < np.quantile(height, luck.uniform(*SEA))] = Terrain.SEA
    return _by_cell(luck, land, px_per_mm, outlines_mm) if luck.random() < BY_CELL else land


def _by_cell(luck: Luck, land: Picture, px_per_mm: float, outlines_mm: Points) -> Picture:
    """Each cell as its middle is, with borders that are ragged by up to 6 mm."""
    height, width = land.shape
    filled = np.full(land.shape, Terrain.PLAIN, np.uint8)
    for outline in outlines_mm:
        middle = outline.mean(axis=0)
        x, y = (middle * px_per_mm).astype(int).tolist()
        corners = ((outline - middle) * REACH + middle) * px_per_mm
        cv2.fillPoly(filled, [corners.astype(np.int32)], int(land[min(y, height - 1), min(x, width - 1)]))
    ragged_px = 4 * luck.uniform(0, 3) * px_per_mm
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    columns += (clouds(luck, land.shape, WARP_MM * px_per_mm, 3) - np.float32(0.5)) * np.float32(ragged_px)
    rows += (clouds(luck, land.shape, WARP_MM * px_per_mm, 3) - np.float32(0.5)) * np.float32(ragged_px)
    return cv2.remap(filled, columns, rows, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)


def painted(luck: Luck, land: Picture, palette: Palette, px_per_mm: float) -> Picture:
    """The ground in colour, RGB: soft borders, mottled and grainy as if painted."""
    flat = cv2.GaussianBlur(np.array(palette, np.float32)[land], (0, 0), luck.uniform(0.8, 3.0))
    mottled = clouds(luck, land.shape, MOTTLE_MM * px_per_mm, 5, 0.65)
    shade = 1 + (mottled - 0.5)[..., None] * np.float32(luck.uniform(0.1, 0.7))
    grain = luck.normal(0, luck.uniform(1, 5), (*land.shape, 1)).astype(np.float32)
    return np.clip(flat * shade + grain, 0, 255).astype(np.uint8)


def some_palette(luck: Luck) -> Palette:
    """Any of the `PALETTES`."""
    return one_of(PALETTES, luck)
