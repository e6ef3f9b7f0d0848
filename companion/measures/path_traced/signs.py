"""Prints on a painted map what makers of games print: trees, peaks, rivers, roads, towns, the lattice and words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.measures.path_traced.luck import Luck, one_of
from companion.measures.path_traced.terrain import Palette, Picture, Points, Rgb, Terrain

Style = Literal["line", "tick", "dot"]

STYLES: tuple[Style, ...] = ("line", "tick", "dot")
STYLE_SHARES = (0.8, 0.15, 0.05)
"""How often cells are outlined, have only their corners marked, or a dot in the middle."""
LATTICE_INKS: tuple[Rgb, ...] = ((255, 255, 255), (40, 35, 30), (110, 100, 90), (250, 245, 230), (20, 20, 20))
LATTICE_SHARE, LATTICE_MM = (0.75, 1.0), (0.25, 0.6)
"""Opacity and width of the lattice's lines, mm."""
TICK = 0.25
"""Length of a tick, in edges of a cell."""
DOT_MM = 0.5
"""Radius of a dot, mm."""
SIGN_PER_MM2 = 1 / 14
"""Signs of terrain per mm² where they are densest."""
STEP_MM, BEND = 6.0, 0.45
"""A river's straight parts, mm, and the turn between two of them (radians, standard deviation)."""
RIVER, ROAD, HOUSE = (60, 130, 190), (70, 40, 35), (110, 40, 35)
TOWNS = ("Ostra", "Dorn", "Vell", "Kamen", "Bruck", "Lisz")
BITS = 4
"""Bits of a pixel's fraction with which OpenCV draws."""


class Canvas:
    """An RGB print that is drawn on in mm."""

    def __init__(self, image: Picture, px_per_mm: float) -> None:
        self.image, self.px_per_mm = image, px_per_mm

    def path(self, points_mm: Points, ink: Rgb, width_mm: float, closed: bool = False) -> None:
        """A line through N × 2 points."""
        cv2.polylines(self.image, [self._fine(points_mm)], closed, ink, self._width(width_mm), cv2.LINE_AA, BITS)

    def fill(self, points_mm: Sequence[tuple[float, float]], ink: Rgb) -> None:
        """A polygon."""
        cv2.fillPoly(self.image, [self._fine(np.array(points_mm))], ink, cv2.LINE_AA, BITS)

    def disc(self, x: float, y: float, radius_mm: float, ink: Rgb) -> None:
        """A filled circle around (x, y) mm."""
        [middle] = self._fine(np.array([(x, y)])).tolist()
        radius = round(radius_mm * self.px_per_mm * (1 << BITS))
        cv2.circle(self.image, middle, radius, ink, cv2.FILLED, cv2.LINE_AA, BITS)

    def box(self, low: tuple[float, float], high: tuple[float, float], ink: Rgb, width_mm: float | None = None) -> None:
        """A rectangle between two corners (mm), filled where no width of its line is given."""
        (left, top), (right, bottom) = low, high
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        if width_mm is None:
            self.fill(corners, ink)
        else:
            self.path(np.array(corners), ink, width_mm, closed=True)

    def write(self, text: str, x: float, y: float, size_mm: float, ink: Rgb, middle: bool = False) -> None:
        """Writes `text` with its upper left at (x, y) mm, or its middle there."""
        size, font = max(6, round(size_mm * self.px_per_mm)), cv2.FontFace("sans")
        _, _, width, _ = cv2.getTextSize((0, 0), text, (0, 0), font, size, 400)
        left, below = (width / 2, 0.37) if middle else (0.0, 0.95)
        at = (round(x * self.px_per_mm - left), round(y * self.px_per_mm + size * below))
        cv2.putText(self.image, text, at, ink, font, size, 400)

    def glazed(self, before: Picture, share: float) -> None:
        """Makes what was drawn since the print was as `before` let it shine through; `share`: how much is drawn."""
        cv2.addWeighted(self.image, share, before, 1 - share, 0, dst=self.image)

    def _fine(self, points_mm: Points) -> NDArray[np.int32]:
        return np.round((points_mm * self.px_per_mm - 0.5) * (1 << BITS)).astype(np.int32)

    def _width(self, width_mm: float) -> int:
        return max(2, round(width_mm * self.px_per_mm))


def draw_signs(luck: Luck, canvas: Canvas, land: Picture, palette: Palette, frame: Points) -> None:
    """Trees, peaks and pebbles where `land` (`Terrain` of each pixel) has them. `frame`: the map's corners, mm."""
    count = int(np.prod(frame[1] - frame[0]) * SIGN_PER_MM2 * luck.uniform(0.3, 1.0))
    places = luck.uniform(frame[0] + 1.3, frame[1] - 1.3, (count, 2))
    before = canvas.image.copy()
    for (x, y), size, chance in zip(places.tolist(), luck.uniform(0.6, 1.6, count), luck.random(count)):
        terrain = land[int(y * canvas.px_per_mm), int(x * canvas.px_per_mm)]
        if terrain == Terrain.WOOD:
            shade = 0.5 + 0.4 * chance
            red, green, blue = (int(value * shade) for value in palette[Terrain.WOOD])
            canvas.disc(x, y, size, (red, green, blue))
        elif terrain == Terrain.HILL and chance < 0.4:
            turns = np.radians(np.linspace(200, 340, 13))
            around = np.column_stack([x + 2.2 * size * np.cos(turns), y + size * (0.75 + 1.75 * np.sin(turns))])
            canvas.path(around, (90, 70, 45), 0.25)
        elif terrain == Terrain.MOUNTAIN and chance < 0.5:
            peak, right, left = (x, y - 1.8 * size), (x + 1.2 * size, y + size), (x - 1.2 * size, y + size)
            canvas.fill([left, peak, right], (110, 95, 80))
            canvas.fill([peak, right, (x + 0.2 * size, y + size)], (70, 60, 50))
        elif terrain == Terrain.SAND and chance < 0.5:
            canvas.disc(x, y, 0.25, (170, 140, 90))
    canvas.glazed(before, 0.85)


def draw_ways(luck: Luck, canvas: Canvas, frame: Points) -> None:
    """Rivers, and roads or railways that begin in towns, within the `frame` (its corners, mm)."""
    for _ in range(int(luck.integers(2, 6))):
        width_mm, steps = luck.uniform(0.8, 1.8), int(luck.integers(20, 70))
        canvas.path(_wandering(luck, frame, steps), RIVER, width_mm)
    for _ in range(int(luck.integers(1, 5))):
        width_mm, steps, dashed = luck.uniform(0.4, 0.9), int(luck.integers(20, 60)), luck.random() < 0.3
        way = _wandering(luck, frame, steps)
        for dash in list(pairwise(way))[::2] if dashed else [way]:
            canvas.path(np.array(dash), ROAD, width_mm)
        for x, y in way[0] + luck.normal(0, 2.5, (8, 2)):
            canvas.box((x - 1.15, y - 0.9), (x + 1.15, y + 0.9), HOUSE)
        canvas.write(one_of(TOWNS, luck), way[0][0] - 2.5, way[0][1] + 4, 3.2, (30, 25, 20))


def _wandering(luck: Luck, frame: Points, steps: int) -> Points:
    """A curve that ends where it leaves the frame, N × 2 mm."""
    turns = luck.uniform(0, 2 * math.pi) + np.cumsum(luck.normal(0, BEND, steps))
    begin = luck.uniform(frame[0], frame[1])
    points = begin + STEP_MM * np.cumsum(np.column_stack([np.cos(turns), np.sin(turns)]), axis=0)
    outside = np.flatnonzero(((points <= frame[0]) | (points >= frame[1])).any(axis=1))
    inside = points[: outside[0]] if len(outside) else points
    return np.concatenate([[begin], inside])


def draw_lattice(luck: Luck, canvas: Canvas, outlines_mm: Points) -> None:
    """The lattice in any of the `STYLES`. `outlines_mm`: corners of every cell, N × corners × 2."""
    style = STYLES[int(luck.choice(len(STYLES), p=STYLE_SHARES))]
    ink, share, width_mm = one_of(LATTICE_INKS, luck), luck.uniform(*LATTICE_SHARE), luck.uniform(*LATTICE_MM)
    before = canvas.image.copy()
    for outline in outlines_mm:
        if style == "line":
            canvas.path(outline, ink, width_mm, closed=True)
        elif style == "dot":
            x, y = outline.mean(axis=0).tolist()
            canvas.disc(x, y, DOT_MM, ink)
        else:
            for one, other in zip(outline, np.roll(outline, -1, axis=0)):
                for begin, end in ((one, other), (other, one)):
                    canvas.path(np.array([begin, begin + TICK * (end - begin)]), ink, width_mm)
    canvas.glazed(before, share)


def draw_numbers(canvas: Canvas, centres_mm: Mapping[str, Points], pitch_mm: float, ink: Rgb) -> None:
    """Every cell's name below its upper border."""
    for cell, (x, y) in centres_mm.items():
        canvas.write(cell, x, y - pitch_mm * 0.38, pitch_mm * 0.09, ink, middle=True)
