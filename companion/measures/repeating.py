"""Pictures that repeat and are no board: cloth, floors, roofs, fronts of houses, calendars, music, cobbles, leaves."""

from __future__ import annotations

import math
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.measures.printed_maps import NAMES, Picture, cloud, ink, letter, pixel, whole


def _shaded(rng: np.random.Generator, colour: tuple[int, int, int], by: float) -> tuple[int, int, int]:
    blue, green, red = (int(one) for one in np.clip(np.array(colour) + rng.normal(0, by), 0, 255))
    return blue, green, red


def _times(colour: tuple[int, int, int], times: float) -> tuple[int, int, int]:
    blue, green, red = (min(255, int(one * times)) for one in colour)
    return blue, green, red


def knit(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Knitted cloth: columns of stitches, each two strands that meet below."""
    wool, wide = ink(rng, 60, 230), rng.uniform(14, 60)
    high = wide * rng.uniform(0.55, 0.9)
    image = np.full((height, width, 3), _times(wool, 0.45), np.uint8)
    rows = rng.normal(0, 0.03 * wide, int(width / wide) + 3)
    for column, off in enumerate(rows):
        x = column * wide
        for y in np.arange(-high, height + high, high):
            strand = _shaded(rng, wool, 6)
            for side in (-1, 1):
                middle = (x + side * wide * 0.24, y + off + rng.normal(0, 0.02 * wide))
                axes = pixel((wide * 0.2, high * 0.72))
                cv2.ellipse(image, pixel(middle), axes, side * 28.0, 0, 360, strand, -1, cv2.LINE_AA)
    return image


def plaid(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Checked cloth: broad and narrow bands of several colours, woven over each other; its checks are no squares."""
    bands = rng.uniform(6, 90, int(rng.integers(4, 8)))
    colours = rng.integers(20, 240, (len(bands), 3)).astype(np.float32)

    def threads(length: int, longer: float = 1.0) -> NDArray[np.float32]:
        ends = np.cumsum(bands * longer)
        which = np.searchsorted(ends, np.arange(length) % ends[-1], side="right")
        return np.asarray(colours[np.minimum(which, len(bands) - 1)], np.float32)

    y, x = np.mgrid[:height, :width]
    over = ((x + y) // 3 % 2 == 0)[..., None]
    cloth = np.where(over, threads(width)[None], threads(height, 1.6)[:, None])
    return np.clip(cloth + rng.normal(0, 4, (height, width, 1)), 0, 255).astype(np.uint8)


def herringbone(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A floor of short planks, laid by turns at right angles."""
    wood, thick, parts = ink(rng, 60, 190), rng.uniform(18, 60), int(rng.integers(3, 6))
    image = np.full((height, width, 3), _times(wood, 0.4), np.uint8)
    long = thick * parts
    turn = np.array([(1, -1), (1, 1)]) / math.sqrt(2)
    reach = int(math.hypot(width, height) / thick) + 2 * parts
    for along in range(-reach, reach):
        for across in range(-reach, reach):
            at = np.array([along * thick + across * long, along * thick - across * long], np.float64)
            for box in ((at, (long, thick)), (at - np.array((thick, 0.0)), (thick, long))):
                (x, y), (wide, high) = box
                gap = 0.05 * thick
                corners = np.array(
                    [(x + gap, y + gap), (x + wide - gap, y + gap), (x + wide - gap, y + high), (x + gap, y + high)]
                )
                seen = corners @ turn.T + (width / 2, height / 2)
                if (seen.max(axis=0) > 0).all() and (seen.min(axis=0) < (width, height)).all():
                    cv2.fillPoly(image, [whole(seen)], _shaded(rng, wood, 14), cv2.LINE_AA)
    return image


def roof(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Rounded tiles that overlap like scales."""
    clay, wide = ink(rng, 50, 190), rng.uniform(30, 110)
    step = wide * rng.uniform(0.35, 0.7)
    image = np.full((height, width, 3), _times(clay, 0.5), np.uint8)
    for row in range(int(height / step) + 3, -2, -1):
        for x in np.arange(-wide, width + wide, wide) + (row % 2) * wide / 2:
            middle = pixel((x, row * step))
            axes = pixel((0.49 * wide, 0.75 * wide))
            cv2.ellipse(image, middle, axes, 0, 0, 360, _shaded(rng, clay, 12), -1, cv2.LINE_AA)
            cv2.ellipse(image, middle, axes, 0, 0, 180, _times(clay, 0.4), 2, cv2.LINE_AA)
    return image


def front(rng: np.random.Generator, width: int, height: int) -> Picture:
    """The front of a house: rows of high windows, the ground floor unlike the others."""
    image = np.full((height, width, 3), ink(rng, 110, 230), np.uint8)
    across, floors = int(rng.integers(4, 12)), int(rng.integers(3, 7))
    wide, high = width / across, height / floors
    if 0.6 < wide / high < 1.6:
        wide = high * 0.45
    for floor in range(floors):
        tall = rng.uniform(0.5, 0.75) if floor == floors - 1 else 0.6
        for column in range(int(width / wide) + 1):
            x, y = column * wide + 0.25 * wide, floor * high + 0.2 * high
            end = (x + 0.5 * wide, y + tall * high)
            cv2.rectangle(image, pixel((x, y)), pixel(end), ink(rng, 20, 120), -1)
            cv2.rectangle(image, pixel((x, y)), pixel(end), (240, 240, 240), max(1, int(wide / 30)))
            if rng.random() < 0.7:
                middle = x + 0.25 * wide
                cv2.line(image, pixel((middle, y)), pixel((middle, end[1])), (240, 240, 240), max(1, int(wide / 40)))
    return image


def music(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Sheets of music: staves of five lines, bars of unlike length, notes."""
    image = np.full((height, width, 3), int(rng.integers(200, 250)), np.uint8)
    gap = rng.uniform(6, 16)
    for top in np.arange(2 * gap, height, 11 * gap):
        for line in range(5):
            level = int(top + line * gap)
            cv2.line(image, (20, level), (width - 20, level), (40, 40, 40), 1 if gap < 10 else 2)
        for x in 20 + np.cumsum(rng.uniform(8, 24, int(width / gap)) * gap):
            cv2.line(image, pixel((x, top)), pixel((x, top + 4 * gap)), (40, 40, 40), 2)
        for x in 30 + np.cumsum(rng.uniform(1.4, 5, int(width / gap)) * gap):
            y = top + gap / 2 * int(rng.integers(-1, 10))
            axes = pixel((0.6 * gap, 0.42 * gap))
            cv2.ellipse(image, pixel((x, y)), axes, -20, 0, 360, (20, 20, 20), -1, cv2.LINE_AA)
            cv2.line(image, pixel((x + 0.55 * gap, y)), pixel((x + 0.55 * gap, y - 3.2 * gap)), (20, 20, 20), 2)
    return image


def cobbles(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Round stones of unlike size, laid close."""
    image = np.full((height, width, 3), ink(rng, 40, 90), np.uint8)
    size, stone = rng.uniform(24, 90), ink(rng, 90, 190)
    for y in np.arange(0, height + size, size * 0.86):
        x = -rng.uniform(0, size)
        while x < width + size:
            one = size * rng.uniform(0.7, 1.25)
            middle = (x + one / 2, y + rng.normal(0, 0.1) * size)
            axes = pixel((0.46 * one, 0.46 * size * rng.uniform(0.8, 1.05)))
            tone = _shaded(rng, stone, 16)
            cv2.ellipse(image, pixel(middle), axes, rng.uniform(-20, 20), 0, 360, tone, -1, cv2.LINE_AA)
            x += one
    return np.clip(image + cloud(rng, (height, width), 12, 3)[..., None] * 9, 0, 255).astype(np.uint8)


def leaves(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Leaves upon leaves, with their veins."""
    image = np.full((height, width, 3), (20, 40, 25), np.uint8)
    size = rng.uniform(30, 120)
    for _ in range(int(3.5 * width * height / size**2)):
        at, turn = rng.random(2) * (width, height), rng.uniform(0, 360)
        tone = (int(rng.integers(20, 90)), int(rng.integers(70, 190)), int(rng.integers(30, 130)))
        axes = pixel(np.array([0.5, 0.22]) * size * rng.uniform(0.6, 1.2))
        cv2.ellipse(image, pixel(at), axes, turn, 0, 360, tone, -1, cv2.LINE_AA)
        vein = np.array([math.cos(math.radians(turn)), math.sin(math.radians(turn))]) * axes[0]
        cv2.line(image, pixel(at - vein), pixel(at + vein), _times(tone, 1.3), 1 + int(size / 60), cv2.LINE_AA)
    return image


def calendar(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A year on one page: twelve months side by side, each a few rows of numbers under its name."""
    image = np.full((height, width, 3), int(rng.integers(215, 250)), np.uint8)
    across = int(rng.choice([3, 4, 6]))
    wide, high = width / across, height * across / 12
    size = min(wide / 14, high / 11)
    for month in range(12):
        left, top = (month % across) * wide + size, (month // across) * high + 2 * size
        letter(image, str(rng.choice(NAMES)), (left, top), 1.5 * size, ink(rng, 0, 150), "sans", 700)
        first = int(rng.integers(7))
        for day in range(31):
            row, column = divmod(day + first, 7)
            at = (left + column * 1.75 * size, top + (row + 1.4) * 1.3 * size)
            letter(image, str(day + 1), at, size, (30, 30, 160) if column == 6 else (30, 30, 30), "sans", 400)
    return image


def network(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A plan of trams: lines that run straight or slanting, stops and their names."""
    image = np.full((height, width, 3), int(rng.integers(220, 256)), np.uint8)
    for _ in range(int(rng.integers(4, 11))):
        at, heading, tone = rng.random(2) * (width, height), int(rng.integers(8)), ink(rng, 0, 220)
        thick, line = int(rng.integers(4, 14)), [at]
        for _ in range(int(rng.integers(4, 9))):
            heading += int(rng.integers(-1, 2))
            turn = heading * math.pi / 4
            at = at + rng.uniform(80, 320) * np.array([math.cos(turn), math.sin(turn)])
            line.append(at)
        cv2.polylines(image, [whole(line)], False, tone, thick, cv2.LINE_AA)
        for one, other in pairwise(line):
            for part in np.arange(0.1, 1.0, rng.uniform(0.15, 0.4)):
                stop = one + (other - one) * part
                cv2.circle(image, pixel(stop), thick, (255, 255, 255), -1, cv2.LINE_AA)
                cv2.circle(image, pixel(stop), thick, (20, 20, 20), 2, cv2.LINE_AA)
                name = str(rng.choice(NAMES))
                letter(image, name, (stop[0] + 12, stop[1] - 8), rng.uniform(12, 20), (20, 20, 20), "sans", 400)
    return image


REPEATING = {
    "knit": knit,
    "plaid": plaid,
    "herringbone": herringbone,
    "roof": roof,
    "front": front,
    "music": music,
    "cobbles": cobbles,
    "leaves": leaves,
    "calendar": calendar,
    "network": network,
}
