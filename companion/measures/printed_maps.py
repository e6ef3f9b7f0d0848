"""Draws printed maps with a lattice, as flat sheets: dense art, roads, towns, numbers, many styles of line."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Literal, TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

Picture: TypeAlias = NDArray[np.uint8]
Points: TypeAlias = NDArray[np.float64]
Kind = Literal["hex", "square"]
Style = Literal["outline", "dashed", "ticks", "dots", "partly"]

ROW = math.sqrt(3) / 2
STYLES: tuple[Style, ...] = ("outline", "outline", "outline", "outline", "dashed", "ticks", "partly", "dots")
NAMES = [
    "Altona",
    "Brück",
    "Cedar",
    "Dover",
    "Ebro",
    "Fano",
    "Gaza",
    "Hythe",
    "Imola",
    "Jena",
    "Kiel",
    "Lodz",
    "Minsk",
    "Narva",
    "Oslo",
    "Porto",
    "Riga",
    "Sedan",
]
FONTS = ("sans", "italic")
SHIFT = 4
"""Bits of a pixel's fraction that OpenCV's polygons take."""


class Sheet(msgspec.Struct, frozen=True):
    """A flat print: `lattice` takes (x, y) of the lattice to its px; `centres` are those of all printed cells, px."""

    image: Picture
    kind: Kind
    lattice: NDArray[np.float64]
    centres: Points
    pitch_px: float
    style: str
    numbered: bool


def cloud(
    rng: np.random.Generator, shape: tuple[int, int], coarsest: float, octaves: int, fall: float = 0.55
) -> Points:
    """Smooth noise about 0 with deviation near 1: features from `coarsest` px down by halves."""
    height, width = shape
    out = np.zeros(shape, np.float32)
    size, weight = coarsest, 1.0
    for _ in range(octaves):
        rows, columns = max(2, int(height / size) + 2), max(2, int(width / size) + 2)
        if rows > height or columns > width:
            break
        small = rng.standard_normal((rows, columns)).astype(np.float32)
        out += weight * cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
        size, weight = size / 2, weight * fall
    return np.asarray(out / max(1e-6, float(out.std())))


def whole(points: ArrayLike) -> NDArray[np.int32]:
    """Points cut to whole px, as OpenCV draws them."""
    return np.asarray(points, np.float64).astype(np.int32)


def pixel(point: ArrayLike) -> tuple[int, int]:
    """One point cut to whole px."""
    x, y = whole(point).ravel()
    return int(x), int(y)


def ink(rng: np.random.Generator, low: int, high: int) -> tuple[int, int, int]:
    """A colour (BGR) with channels between."""
    blue, green, red = (int(one) for one in rng.integers(low, high, 3))
    return blue, green, red


def curve(rng: np.random.Generator, width: int, height: int, step: float, bend: float) -> NDArray[np.int32]:
    """A smooth wandering line over the sheet."""
    turns = np.cumsum(rng.normal(0, bend, 80)) + rng.uniform(0, 2 * math.pi)
    at = rng.random(2) * (width, height)
    return whole(at + step * np.cumsum(np.column_stack([np.cos(turns), np.sin(turns)]), axis=0))


def terrain(rng: np.random.Generator, height: int, width: int, pitch: float, busy: float) -> Picture:
    """The ground: paper, fields of colour, hachures, woods and swamps, rivers, roads, rails, contour lines."""
    levels = int(rng.integers(2, 7))
    field = cloud(rng, (height, width), pitch * rng.uniform(3, 14), 5)
    steps = np.digitize(field, np.quantile(field, np.sort(rng.uniform(0.1, 0.9, levels - 1))))
    base = rng.integers(150, 250, (1, 3)) + rng.integers(-45, 25, (levels, 3)) * busy
    image = np.clip(base, 60, 255).astype(np.float32)[steps]
    image += (cloud(rng, (height, width), max(4.0, pitch / 2), 4) * rng.uniform(0, 9) * busy)[..., None]
    flat = np.clip(image, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 4) * busy)):
        edge = (field > rng.uniform(-1, 1.2)).astype(np.uint8)
        outlines, _ = cv2.findContours(edge, cv2.RETR_LIST, cv2.CHAIN_APPROX_TC89_L1)
        cv2.drawContours(
            flat, outlines, -1, ink(rng, 20, 170), max(1, int(pitch * rng.uniform(0.01, 0.05))), cv2.LINE_AA
        )
    _symbols(rng, flat, steps, pitch, busy)
    for _ in range(int(rng.integers(0, 9) * busy)):
        path = curve(rng, width, height, pitch * 0.5, rng.uniform(0.05, 0.5))
        thick = max(1, int(pitch * rng.uniform(0.02, 0.14)))
        cv2.polylines(flat, [path], False, ink(rng, 30, 200), thick, cv2.LINE_AA)
        if rng.random() < 0.4 and thick > 2:
            cv2.polylines(flat, [path], False, ink(rng, 180, 255), thick - 2, cv2.LINE_AA)
        if rng.random() < 0.3:
            for a, b in pairwise(path):
                across = np.array([a[1] - b[1], b[0] - a[0]]) * 0.18
                cv2.line(flat, pixel(a + across), pixel(a - across), ink(rng, 0, 60), 1, cv2.LINE_AA)
    return flat


def _symbols(rng: np.random.Generator, flat: Picture, steps: NDArray[np.intp], pitch: float, busy: float) -> None:
    height, width = flat.shape[:2]
    for level in range(int(steps.max()) + 1):
        if rng.random() > 0.5 * busy:
            continue
        sign, colour, size = int(rng.integers(4)), ink(rng, 40, 170), pitch * rng.uniform(0.05, 0.16)
        for _ in range(int(min(4000, busy * rng.uniform(1, 6) * width * height / pitch**2 / (steps.max() + 1)))):
            x, y = int(rng.integers(width)), int(rng.integers(height))
            if steps[y, x] != level:
                continue
            at, length = (x, y), max(1, int(size))
            if sign == 0:
                cv2.circle(flat, at, length, colour, -1 if rng.random() < 0.5 else 1, cv2.LINE_AA)
            elif sign == 1:
                cv2.line(flat, at, (x + 2 * length, y), colour, 1, cv2.LINE_AA)
            elif sign == 2:
                cv2.line(flat, at, (x + int(rng.integers(-length, length + 1)), y + 2 * length), colour, 1, cv2.LINE_AA)
            else:
                cv2.polylines(
                    flat,
                    [whole([(x - length, y + length), at, (x + length, y + length)])],
                    False,
                    colour,
                    1,
                    cv2.LINE_AA,
                )


def letter(
    image: Picture,
    text: str,
    at: tuple[float, float],
    size: float,
    colour: tuple[int, int, int],
    font: str,
    weight: int,
) -> None:
    """Writes `text` with its base line beginning at `at`; nothing where it would be too small to print."""
    if size >= 5:
        cv2.putText(image, text, (int(at[0]), int(at[1])), colour, cv2.FontFace(font), int(size), weight)


def corners(kind: Kind, centres: Points, pitch: float) -> Points:
    """The outline of every cell, N × corners × 2."""
    if kind == "hex":
        angles = np.arange(6) * math.pi / 3
        around = np.column_stack([np.sin(angles), np.cos(angles)]) * pitch / math.sqrt(3)
    else:
        around = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * pitch
    return np.asarray(centres[:, None] + around)


def _stroke(image: Picture, a: Points, b: Points, colour: tuple[int, int, int], thick: int) -> None:
    ends = whole(np.round(np.stack([a, b]) * 2**SHIFT))
    cv2.line(image, ends[0].tolist(), ends[1].tolist(), colour, thick, cv2.LINE_AA, SHIFT)


def draw_lattice(
    rng: np.random.Generator, image: Picture, kind: Kind, centres: Points, pitch: float, style: Style, share: float
) -> None:
    """The printed lattice, in one of the `STYLES`; `share` is how strongly it is printed, 0…1."""
    layer = image.copy()
    dark = rng.random() < 0.8
    colour = ink(rng, 0, 110) if dark else ink(rng, 215, 256)
    thick = max(1, round(pitch * math.exp(rng.uniform(math.log(0.008), math.log(0.05)))))
    absent = cloud(rng, image.shape[:2], pitch * 6, 2) > 0.8 if style == "partly" else None
    for outline in corners(kind, centres, pitch):
        for a, b in zip(outline, np.roll(outline, -1, axis=0)):
            middle = (a + b) / 2
            if absent is not None and absent[int(middle[1]) % len(absent), int(middle[0]) % absent.shape[1]]:
                continue
            if style == "ticks":
                _stroke(layer, a, a + (b - a) * 0.24, colour, thick)
                _stroke(layer, b, b + (a - b) * 0.24, colour, thick)
            elif style == "dashed":
                for part in range(4):
                    _stroke(layer, a + (b - a) * part / 4, a + (b - a) * (part + 0.55) / 4, colour, thick)
            elif style != "dots":
                _stroke(layer, a, b, colour, thick)
    if style == "dots" or rng.random() < 0.15:
        for centre in centres:
            at = pixel(np.round(centre * 2**SHIFT))
            cv2.circle(layer, at, int(pitch * 0.045 * 2**SHIFT), colour, -1, cv2.LINE_AA, SHIFT)
    cv2.addWeighted(layer, share, image, 1 - share, 0, dst=image)


def draw_sheet(
    rng: np.random.Generator,
    kind: Kind,
    columns: int,
    rows: int,
    pitch: float,
    busy: float,
    style: Style,
    numbered: bool,
) -> Sheet:
    """A whole printed map of `columns` × `rows` cells, `pitch` px from centre to centre."""
    margin = pitch * rng.uniform(0.2, 1.5)
    row = ROW if kind == "hex" else 1.0
    width = int((columns + (0.5 if kind == "hex" else 0)) * pitch + 2 * margin)
    height = int((rows - 1) * row * pitch + pitch * 1.16 + 2 * margin)
    image = terrain(rng, height, width, pitch, busy)
    first = np.array([margin + pitch / 2, margin + pitch * 0.58])
    i, j = np.meshgrid(np.arange(columns), np.arange(rows))
    shift = (j % 2) / 2 if kind == "hex" else np.zeros(j.shape)
    centres = np.column_stack([((i + shift) * pitch).ravel(), (j * row * pitch).ravel()]) + first
    if rng.random() < 0.25:
        for outline in corners(kind, centres, pitch):
            tint = np.array(ink(rng, 120, 256))
            spot = tuple(int(one) for one in (image[tuple(whole(outline.mean(axis=0))[::-1])] * 0.6 + tint * 0.4))
            cv2.fillPoly(image, [whole(outline)], spot, cv2.LINE_AA)
    before = rng.random() < 0.5
    share = float(rng.uniform(0.3, 1.0))
    if before:
        draw_lattice(rng, image, kind, centres, pitch, style, share)
    _towns(rng, image, centres, pitch, busy)
    if not before:
        draw_lattice(rng, image, kind, centres, pitch, style, share)
    if numbered:
        font, colour, weight = str(rng.choice(FONTS)), ink(rng, 0, 120), int(rng.choice([300, 500, 800]))
        size, down = pitch * rng.uniform(0.14, 0.34), rng.choice([-0.2, 0.08, 0.4])
        for number, centre in enumerate(centres):
            text = f"{number % columns:02d}{number // columns:02d}"
            letter(image, text, (centre[0] - size * 1.1, centre[1] + down * pitch), size, colour, font, weight)
    if rng.random() < 0.4:
        _legend(rng, image, pitch)
    if rng.random() < 0.7:
        cv2.rectangle(
            image, (0, 0), (width - 1, height - 1), ink(rng, 0, 200), int(rng.integers(1, max(2, int(margin))))
        )
    lattice = np.array([[pitch, 0, first[0]], [0, pitch, first[1]], [0, 0, 1]])
    return Sheet(image, kind, lattice, centres, pitch, style, numbered)


def _towns(rng: np.random.Generator, image: Picture, centres: Points, pitch: float, busy: float) -> None:
    for centre in centres[rng.random(len(centres)) < 0.12 * busy]:
        at = centre + rng.normal(0, 0.12, 2) * pitch
        spot, size = pixel(at), max(1, int(pitch * rng.uniform(0.06, 0.2)))
        if rng.random() < 0.5:
            cv2.circle(image, spot, size, ink(rng, 0, 180), -1 if rng.random() < 0.6 else 2, cv2.LINE_AA)
        else:
            cv2.rectangle(image, spot, (spot[0] + size, spot[1] + size), ink(rng, 0, 180), -1)
        if rng.random() < 0.7:
            place = (at[0] + size, at[1] - size)
            letter(image, str(rng.choice(NAMES)), place, pitch * rng.uniform(0.2, 0.5), ink(rng, 0, 90), "sans", 600)


def _legend(rng: np.random.Generator, image: Picture, pitch: float) -> None:
    """A box with a table of results over a part of the map."""
    height, width = image.shape[:2]
    wide, high = int(width * rng.uniform(0.12, 0.3)), int(height * rng.uniform(0.1, 0.3))
    x, y = int(rng.integers(0, width - wide)), int(rng.integers(0, height - high))
    cv2.rectangle(image, (x, y), (x + wide, y + high), ink(rng, 200, 256), -1)
    cv2.rectangle(image, (x, y), (x + wide, y + high), ink(rng, 0, 90), 2)
    size = max(8.0, pitch * 0.25)
    for line in range(int(high / size / 1.5)):
        text = "  ".join(str(rng.choice(NAMES)) for _ in range(int(wide / size / 4)))
        letter(image, text, (x + 5, y + (line + 1) * size * 1.5), size, (20, 20, 20), "sans", 400)
