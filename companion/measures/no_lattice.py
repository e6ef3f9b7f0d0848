"""Pictures without any lattice of hexes or squares: tables, maps with no grid, text, walls, cards, keyboards, rings."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from companion.measures.own_boards import sheet_of, without_lattice_of_its_own
from companion.measures.photographs import paper, table_top
from companion.measures.printed_maps import NAMES, Picture, cloud, curve, ink, letter, pixel, terrain, whole
from companion.measures.repeating import REPEATING

Painter = Callable[[np.random.Generator, int, int], Picture]


def without_lattice(seed: int, size: tuple[int, int] = (1920, 1080)) -> tuple[str, Picture]:
    """A picture without a lattice and the name of its kind, decided by `seed`: every kind in turn."""
    rng = np.random.default_rng([seed, 77])
    width, height = size
    name = list(PAINTERS)[seed % len(PAINTERS)]
    image = PAINTERS[name](rng, width, height)
    if rng.random() < 0.7:
        image = _tilted(rng, image)
    light = 1 + 0.12 * cloud(rng, (height, width), 700, 2)[..., None]
    out = image * light * rng.uniform(0.5, 1.05) + rng.standard_normal(image.shape) * rng.uniform(0.5, 6)
    soft = cv2.GaussianBlur(np.clip(out, 0, 255).astype(np.uint8), (0, 0), rng.uniform(0.4, 1.4))
    _, data = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 95))])
    return name, np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _tilted(rng: np.random.Generator, image: Picture) -> Picture:
    height, width = image.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inward = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * (width, height)
    aim = corners - inward * rng.uniform(0.0, 0.3, (4, 2))
    matrix = cv2.getPerspectiveTransform(corners, aim.astype(np.float32))
    return np.asarray(cv2.warpPerspective(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _map(rng: np.random.Generator, width: int, height: int) -> Picture:
    image = terrain(rng, height, width, rng.uniform(25, 120), rng.uniform(0.6, 1.5))
    for _ in range(int(rng.integers(10, 90))):
        at = rng.random(2) * (width, height)
        letter(image, str(rng.choice(NAMES)), (at[0], at[1]), rng.uniform(12, 46), ink(rng, 0, 120), "sans", 500)
    return image


def _roads(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A map of places joined by lines."""
    image = terrain(rng, height, width, 80, 0.5)
    places = rng.random((int(rng.integers(15, 70)), 2)) * (width, height)
    for one in places:
        for other in places[np.argsort(np.hypot(*(places - one).T))[1 : int(rng.integers(2, 5))]]:
            cv2.line(
                image,
                pixel(one),
                pixel(other),
                ink(rng, 0, 120),
                int(rng.integers(2, 8)),
                cv2.LINE_AA,
            )
    for number, one in enumerate(places):
        cv2.circle(image, pixel(one), int(rng.uniform(8, 26)), ink(rng, 120, 256), -1, cv2.LINE_AA)
        letter(image, str(number), (one[0] - 8, one[1] + 6), 18, (0, 0, 0), "sans", 500)
    return image


def _rings(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A board of rings and rays."""
    image = terrain(rng, height, width, 90, 0.4)
    middle, rays, step = np.array([width, height]) / 2, int(rng.integers(6, 24)), rng.uniform(30, 90)
    rings = int(min(width, height) / 2 / step)
    for ring in range(1, rings + 1):
        cv2.circle(image, pixel(middle), int(ring * step), ink(rng, 0, 90), 3, cv2.LINE_AA)
    for ray in range(rays):
        turn = 2 * math.pi * ray / rays
        end = middle + np.array([math.cos(turn), math.sin(turn)]) * rings * step
        cv2.line(image, pixel(middle), pixel(end), ink(rng, 0, 90), 3, cv2.LINE_AA)
    return image


def _text(rng: np.random.Generator, width: int, height: int) -> Picture:
    image = np.full((height, width, 3), int(rng.integers(200, 250)), np.uint8)
    columns, size = int(rng.integers(1, 4)), rng.uniform(12, 34)
    for column in range(columns):
        for line in range(int(height / size / 1.45)):
            words = " ".join(
                "".join(rng.choice(list("aabcdeeefghiilmnnoprsttuvw"), rng.integers(2, 10))) for _ in range(30)
            )
            x = column * width / columns + 20
            letter(
                image,
                words[: int(width / columns / size / 0.56) - 3],
                (x, (line + 1) * size * 1.45),
                size,
                (30, 30, 30),
                "sans",
                400,
            )
    return image


def _bricks(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A wall laid by halves."""
    return _wall(rng, width, height, 2)


def _bond(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A wall laid by thirds or quarters."""
    return _wall(rng, width, height, int(rng.integers(3, 5)))


def _wall(rng: np.random.Generator, width: int, height: int, parts: int) -> Picture:
    """Bricks, each course one of so many `parts` of a brick beside the one below."""
    high = int(rng.uniform(24, 90))
    wide = int(high * rng.uniform(2.0, 3.6))
    base = np.array(ink(rng, 60, 200), np.float32)
    image = np.full((height, width, 3), 190, np.uint8)
    gap = max(2, high // 10)
    for row in range(-1, height // high + 2):
        for column in range(-1, width // wide + 2):
            x, y = column * wide + (row % parts) * wide // parts, row * high
            colour = tuple(int(one) for one in np.clip(base + rng.normal(0, 12), 0, 255))
            cv2.rectangle(image, (x + gap, y + gap), (x + wide, y + high), colour, -1)
    return image


def _planks(rng: np.random.Generator, width: int, height: int) -> Picture:
    plank = int(rng.uniform(40, 200))
    grain = cv2.resize(cloud(rng, (height, width // 14), 20, 4).astype(np.float32), (width, height))
    image = np.array(ink(rng, 60, 190), np.float32) + (grain * rng.uniform(5, 16))[..., None]
    rows = np.arange(height) // plank
    image += rng.normal(0, 12, rows.max() + 1)[rows][:, None, None]
    image[np.arange(height) % plank < 2] *= 0.5
    for row in range(int(rows.max()) + 1):
        for x in np.cumsum(rng.uniform(0.3, 1.2, 6) * width * 0.5):
            if x < width:
                image[row * plank : (row + 1) * plank, int(x) : int(x) + 2] *= 0.5
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def _stripes(rng: np.random.Generator, width: int, height: int) -> Picture:
    period = rng.uniform(8, 80)
    wave = np.sin(2 * math.pi * np.arange(width) / period + cloud(rng, (1, width), 200, 2)[0] * 0.3) > rng.uniform(
        -0.7, 0.7
    )
    colours = np.array([ink(rng, 0, 256), ink(rng, 0, 256)], np.float32)
    image = np.repeat(colours[wave.astype(np.intp)][None], height, axis=0)
    return np.clip(image + cloud(rng, (height, width), 6, 2)[..., None] * 6, 0, 255).astype(np.uint8)


def _table(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A table with cards, dice, papers and counters thrown on it."""
    image = table_top(rng, (height, width))
    for _ in range(int(rng.integers(1, 6))):
        paper(rng, image)
    for _ in range(int(rng.integers(20, 400))):
        at, side = rng.random(2) * (width, height), rng.uniform(10, 60)
        shape = ((float(at[0]), float(at[1])), (side, side * rng.choice([1.0, 1.0, 1.5])), rng.uniform(0, 90))
        if rng.random() < 0.5:
            cv2.fillPoly(image, [whole(cv2.boxPoints(shape))], ink(rng, 0, 256), cv2.LINE_AA)
        else:
            cv2.circle(image, pixel(at), int(side / 2), ink(rng, 0, 256), -1, cv2.LINE_AA)
    return image


def _noise(rng: np.random.Generator, width: int, height: int) -> Picture:
    grain = np.stack(
        [cloud(rng, (height, width), rng.uniform(3, 200), 6, rng.uniform(0.4, 0.9)) for _ in range(3)], axis=2
    )
    return np.clip(128 + grain * rng.uniform(15, 50), 0, 255).astype(np.uint8)


def _scrawl(rng: np.random.Generator, width: int, height: int) -> Picture:
    image = np.full((height, width, 3), ink(rng, 120, 250), np.uint8)
    for _ in range(int(rng.integers(30, 200))):
        if rng.random() < 0.5:
            path = whole(rng.random((int(rng.integers(3, 7)), 2)) * (width, height))
        else:
            path = curve(rng, width, height, rng.uniform(5, 40), rng.uniform(0.05, 0.6))
        cv2.polylines(image, [path], bool(rng.random() < 0.3), ink(rng, 0, 256), int(rng.integers(1, 6)), cv2.LINE_AA)
    return image


def _cracks(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Cells of any shape, as of dried mud or a map of provinces."""
    count = int(rng.integers(60, 1500))
    division = cv2.Subdiv2D((0, 0, width, height))
    division.insert([(float(x), float(y)) for x, y in rng.random((count, 2)) * (width - 1, height - 1)])
    image = np.full((height, width, 3), 200, np.uint8)
    outlines, _ = division.getVoronoiFacetList([])
    for outline in outlines:
        cv2.fillConvexPoly(image, whole(outline), ink(rng, 150, 240), cv2.LINE_AA)
        cv2.polylines(image, [whole(outline)], True, (40, 40, 40), 2, cv2.LINE_AA)
    return image


def _dots(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Dots that keep their distance and are in no order."""
    image = np.full((height, width, 3), ink(rng, 140, 250), np.uint8)
    apart, kept = rng.uniform(20, 70), np.zeros((0, 2))
    for at in rng.random((4000, 2)) * (width, height):
        if not len(kept) or np.hypot(*(kept - at).T).min() > apart:
            kept = np.concatenate([kept, at[None]])
            cv2.circle(image, pixel(at), max(2, int(apart / 9)), (40, 40, 40), -1, cv2.LINE_AA)
    return image


def _results(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Tables of results: ruled columns of unlike width, rows of one height, far from square."""
    image = np.full((height, width, 3), 235, np.uint8)
    high = int(rng.uniform(18, 40))
    xs = np.cumsum(rng.uniform(2.0, 7.0, 40) * high).astype(int)
    for y in range(0, height, high):
        cv2.line(image, (0, y), (width, y), (60, 60, 60), 2)
        for x in xs[xs < width]:
            letter(image, str(rng.choice(NAMES)), (x + 5, y + high * 0.75), high * 0.6, (20, 20, 20), "sans", 400)
    for x in xs[xs < width]:
        cv2.line(image, (int(x), 0), (int(x), height), (60, 60, 60), 2)
    return image


def _crowd(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Heads seen from afar, in rows that are none: smaller towards the back, each in a dress of its own."""
    image = np.full((height, width, 3), ink(rng, 60, 160), np.uint8)
    y = height * rng.uniform(0.05, 0.3)
    while y < height * 1.1:
        size = rng.uniform(0.9, 1.1) * (6 + 40 * y / height)
        for x in np.cumsum(rng.uniform(1.1, 2.4, int(width / size) + 2) * size):
            at = np.array([x, y + rng.normal(0, 0.35) * size])
            body = (int(size * 0.9), int(size * 1.3))
            below = at + np.array([0.0, 1.7 * size])
            cv2.ellipse(image, pixel(below), body, 0, 0, 360, ink(rng, 0, 256), -1, cv2.LINE_AA)
            cv2.circle(image, pixel(at), int(size * 0.55), ink(rng, 60, 220), -1, cv2.LINE_AA)
        y += size * rng.uniform(0.8, 1.4)
    return image


def _shelf(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Shelves of books, spine by spine."""
    image = np.full((height, width, 3), ink(rng, 20, 80), np.uint8)
    high = int(height / rng.integers(2, 5))
    for top in range(0, height, high):
        x = 0
        while x < width:
            thick, tall = int(rng.uniform(0.06, 0.3) * high), int(rng.uniform(0.7, 0.95) * high)
            cv2.rectangle(image, (x, top + high - tall), (x + thick - 2, top + high - 8), ink(rng, 20, 240), -1)
            for part in rng.uniform(0.1, 0.9, 3):
                y = top + high - int(part * tall)
                cv2.line(image, (x + 2, y), (x + thick - 4, y), ink(rng, 0, 256), int(rng.integers(1, 4)))
            x += thick
    return image


def _keyboard(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Keys of unlike width, each row a part of a key beside the one above."""
    image = np.full((height, width, 3), ink(rng, 20, 220), np.uint8)
    key, colour = rng.uniform(0.03, 0.09) * width, ink(rng, 10, 250)
    letters = ink(rng, 0, 90) if sum(colour) > 380 else ink(rng, 180, 256)
    left, top = rng.uniform(-0.1, 0.2) * width, rng.uniform(-0.1, 0.3) * height
    for row, first in enumerate((1.0, 1.5, 1.75, 2.25, 1.25)):
        x, y = left, top + row * key
        wide = first * key
        for number in range(int(rng.integers(11, 14))):
            if row == 4 and number == 3:
                wide = 6.25 * key
            gap = 0.06 * key
            corner, end = pixel((x + gap, y + gap)), pixel((x + wide - gap, y + key - gap))
            cv2.rectangle(image, corner, end, colour, -1, cv2.LINE_AA)
            sign = chr(int(rng.integers(65, 91)))
            letter(image, sign, (x + 0.25 * key, y + 0.55 * key), key * 0.35, letters, "sans", 400)
            x, wide = x + wide, key
    return image


def _cards(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Playing cards that lie about."""
    image = table_top(rng, (height, width))
    for _ in range(int(rng.integers(4, 30))):
        high = int(rng.uniform(0.2, 0.4) * height)
        wide = int(high * 0.64)
        card = np.full((high, wide, 3), 245, np.uint8)
        colour = (30, 30, 190) if rng.random() < 0.5 else (30, 30, 30)
        across = int(rng.integers(1, 3))
        for row in np.linspace(0.16, 0.84, int(rng.integers(1, 5))):
            for column in (0.5,) if across == 1 else (0.3, 0.7):
                cv2.circle(card, pixel((column * wide, row * high)), max(2, high // 20), colour, -1, cv2.LINE_AA)
        letter(card, str(rng.choice(list("23456789JQKA"))), (4, high * 0.15), high * 0.13, colour, "sans", 700)
        cv2.rectangle(card, (0, 0), (wide - 1, high - 1), (120, 120, 120), 1)
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.uniform(0, 360), 1.0)
        turn[:, 2] = turn[:, 2] + rng.random(2) * (width, height) - (wide / 2, high / 2)
        cv2.warpAffine(card, turn, (width, height), dst=image, borderMode=cv2.BORDER_TRANSPARENT)
    return image


def _carpet(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A pile of tufts, with borders and medallions."""
    pile = cloud(rng, (height, width), rng.uniform(3, 8), 2)[..., None] * rng.uniform(5, 25)
    image = np.clip(np.array(ink(rng, 30, 200)) + pile, 0, 255).astype(np.uint8)
    for step in range(int(rng.integers(2, 6))):
        inset = int((step + 0.5) * rng.uniform(15, 40))
        cv2.rectangle(
            image, (inset, inset), (width - inset, height - inset), ink(rng, 0, 256), int(rng.integers(2, 14))
        )
    for _ in range(int(rng.integers(1, 9))):
        at, colour = rng.random(2) * (width, height), ink(rng, 0, 256)
        petals, size = int(rng.integers(5, 14)), rng.uniform(0.04, 0.25) * height
        for petal in range(petals):
            turn = 360 * petal / petals
            axes = (int(size), int(size / 5))
            cv2.ellipse(image, pixel(at), axes, turn, 0, 360, colour, int(rng.integers(1, 4)), cv2.LINE_AA)
    return image


def _portrait(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A face before a wall, in soft light."""
    wall = np.array(ink(rng, 60, 220)) + cloud(rng, (height, width), 400, 4)[..., None] * 12
    image: Picture = np.clip(wall, 0, 255).astype(np.uint8)
    middle, size = np.array([width * rng.uniform(0.3, 0.7), height * 0.45]), height * rng.uniform(0.15, 0.35)
    skin = tuple(int(one * rng.uniform(0.5, 1.1)) for one in (150, 175, 220))
    cv2.ellipse(
        image,
        pixel(middle + np.array([0, 2.3]) * size),
        pixel((1.8 * size, 1.4 * size)),
        0,
        0,
        360,
        ink(rng, 0, 256),
        -1,
    )
    cv2.ellipse(image, pixel(middle), pixel((0.8 * size, 1.05 * size)), 0, 0, 360, ink(rng, 10, 120), -1, cv2.LINE_AA)
    cv2.ellipse(image, pixel(middle + np.array([0, 0.2]) * size), pixel((0.66 * size, 0.9 * size)), 0, 0, 360, skin, -1)
    for side in (-1, 1):
        eye = pixel(middle + np.array([0.28 * side, 0.05]) * size)
        cv2.ellipse(image, eye, pixel((0.14 * size, 0.07 * size)), 0, 0, 360, (240, 240, 240), -1, cv2.LINE_AA)
        cv2.circle(image, eye, max(1, int(0.06 * size)), ink(rng, 0, 120), -1, cv2.LINE_AA)
    cv2.ellipse(
        image, pixel(middle + np.array([0, 0.65]) * size), pixel((0.3 * size, 0.1 * size)), 0, 0, 180, (60, 60, 160), 3
    )
    for path in range(int(rng.integers(40, 200))):
        begin = middle + size * np.array([rng.uniform(-0.75, 0.75), -0.6])
        strand = whole(begin + np.cumsum(rng.normal((0, 0.03), 0.05, (12, 2)) * size, axis=0))
        cv2.polylines(image, [strand], False, ink(rng, 5, 110), 1 + path % 2, cv2.LINE_AA)
    return image


def _other_board(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A board of ours that has neither hexes nor squares, on a table."""
    names = without_lattice_of_its_own()
    board = sheet_of(str(rng.choice(names)))
    high, wide = board.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.uniform(0, 360), rng.uniform(0.6, 1.1) * height / high)
    turn[:, 2] = turn[:, 2] + np.array([width, height]) * rng.uniform(0.35, 0.65, 2) - (wide / 2, high / 2)
    image = table_top(rng, (height, width))
    cv2.warpAffine(board, turn, (width, height), dst=image, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    return image


PAINTERS: dict[str, Painter] = {
    "map": _map,
    "roads": _roads,
    "rings": _rings,
    "text": _text,
    "bricks": _bricks,
    "planks": _planks,
    "stripes": _stripes,
    "table": _table,
    "noise": _noise,
    "scrawl": _scrawl,
    "cracks": _cracks,
    "dots": _dots,
    "results": _results,
    "bond": _bond,
    "crowd": _crowd,
    "shelf": _shelf,
    "keyboard": _keyboard,
    "cards": _cards,
    "carpet": _carpet,
    "portrait": _portrait,
    "board": _other_board,
    **REPEATING,
}
