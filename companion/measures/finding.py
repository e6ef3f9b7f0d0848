"""How surely the printed lattice is found: a sweep over drawn photographs, and the time beside a chessboard's."""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Iterable

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.measures.no_lattice import without_lattice
from companion.measures.own_boards import own_board, with_lattice
from companion.measures.photographs import Photograph, photograph, taken
from companion.measures.printed_maps import Kind, Picture, Points
from companion.measures.sample import Summary, seconds, summary
from vision.lattice import Lattice, find_lattice
from vision.lattice.homography import through

CLOSE = 0.10
"""Part of the pitch within which a cell's centre must be found."""
PICTURE = (1920, 1080)
BOARD = (30, 20)
"""Inner corners of the chessboard that the time is compared with: about as many as a map has cells."""


class Found(msgspec.Struct, frozen=True):
    """What became of one photograph: how far the worst cell is off (pitches), and how long it took.

    `worst` is where the lattice says that cells are, lens and all, `flat_worst` where its one homography takes them.
    """

    tier: str
    found: bool
    worst: float
    flat_worst: float
    ms: float

    @property
    def right(self) -> bool:
        """Whether every cell was found within `CLOSE`."""
        return self.found and self.worst < CLOSE

    @property
    def flat_right(self) -> bool:
        """Whether the homography alone takes every cell as near."""
        return self.found and self.flat_worst < CLOSE


def offsets(lattice: Lattice, kind: Kind, centres: Points, lens: bool = True) -> NDArray[np.float64]:
    """How far each true centre (n×2 px) is from the nearest that was found, in pitches; far for another kind.

    Without its `lens` it is the homography alone that says where cells are.
    """
    if lattice.kind != kind:
        return np.full(len(centres), 1.0)
    plane = np.array([[1.0, 0.5], [0.0, math.sqrt(3) / 2]]) if kind == "hex" else np.eye(2)
    cells = lattice.cells_at(centres)
    if not lens:
        flat = through(np.asarray(np.linalg.inv(lattice.homography), np.float64), centres)
        cells = flat @ np.linalg.inv(plane).T
    off = [(cells - np.floor(cells) - (a, b)) @ plane.T for a in (0, 1) for b in (0, 1)]
    apart = np.min([np.hypot(*one.T) for one in off], axis=0)
    nearest = np.round(cells)
    doubled = len(np.unique(nearest, axis=0)) < 0.98 * len(nearest)
    between = _unclaimed(lattice, centres)
    return np.full(len(centres), 1.0) if doubled or between else np.asarray(apart)


def _unclaimed(lattice: Lattice, centres: Points) -> bool:
    """Whether the lattice has far more cells among the centres than there are."""
    cells = lattice.cells_at(centres)
    hull = cv2.convexHull(cells.astype(np.float32))
    true_hull = cv2.convexHull(centres.astype(np.float32))
    if len(true_hull) < 3:
        return False
    return bool(cv2.contourArea(hull) > 1.4 * len(centres) + 20)


def tried(picture: Photograph) -> Found:
    """What becomes of one photograph."""
    found: list[Lattice | None] = []
    took = seconds(lambda: found.append(find_lattice(picture.image)))
    lattice = found[0]
    if lattice is None:
        return Found(picture.tier, False, 1.0, 1.0, took * 1000)
    worst, flat = (offsets(lattice, picture.kind, picture.centres, lens).max(initial=0) for lens in (True, False))
    return Found(picture.tier, True, float(worst), float(flat), took * 1000)


def sweep(seeds: Iterable[int]) -> dict[str, list[Found]]:
    """Photographs of hex (three of four) and square maps, by tier."""
    tiers: dict[str, list[Found]] = defaultdict(list)
    for seed in seeds:
        one = tried(photograph(seed, "hex" if seed % 4 else "square"))
        tiers[one.tier.split("/")[0]].append(one)
    return dict(tiers)


def own_boards(seeds: Iterable[int]) -> dict[str, list[Found]]:
    """Photographs of the boards that Tavolo ships, in turn, by game."""
    games: dict[str, list[Found]] = defaultdict(list)
    names = with_lattice()
    for seed in seeds:
        rng = np.random.default_rng([seed, 41])
        name = names[seed % len(names)]
        pitch = math.exp(rng.uniform(math.log(30), math.log(110)))
        games[name].append(tried(taken(rng, own_board(name), PICTURE, rng.uniform(0, 45), pitch, "usual")))
    return dict(games)


def false_finds(seeds: Iterable[int]) -> list[str]:
    """Names of pictures without a lattice in which one was found."""
    wrong = []
    for seed in seeds:
        name, image = without_lattice(seed)
        if find_lattice(image) is not None:
            wrong.append(f"{name} {seed}")
    return wrong


def measure_finding(pictures: int) -> dict[str, Summary]:
    """Time to find a lattice in 1920×1080, over that of ``cv2.findChessboardCornersSB`` on as many squares."""
    board = chessboard(*BOARD)
    usual = min(seconds(cv2.findChessboardCornersSB, board, BOARD) for _ in range(2))
    maps = [photograph(seed, "hex", PICTURE, "usual") for seed in range(900, 900 + pictures)]
    blank = [without_lattice(seed)[1] for seed in range(3)]
    find_lattice(maps[0].image)
    times = [seconds(find_lattice, one.image) / usual for one in maps]
    return {
        "lattice_to_chessboard": summary(times, "ratio", "< 1"),
        "no_lattice_to_chessboard": summary([seconds(find_lattice, one) / usual for one in blank], "ratio", ""),
    }


def chessboard(columns: int, rows: int, tilt_deg: float = 25.0) -> Picture:
    """A photograph of a chessboard with so many inner corners."""
    side = 40
    board = np.full(((rows + 3) * side, (columns + 3) * side), 230, np.uint8)
    for row in range(rows + 1):
        for column in range(columns + 1):
            if (row + column) % 2:
                board[(row + 1) * side : (row + 2) * side, (column + 1) * side : (column + 2) * side] = 30
    height, width = board.shape
    focal, tilt = 1500.0, math.radians(tilt_deg)
    scale = min(PICTURE[0] / width, PICTURE[1] / height) * 0.9
    turn = np.array([[1, 0], [0, math.cos(tilt)], [0, math.sin(tilt)]])
    away = turn @ [-width / 2, -height / 2] + [0, 0, focal / scale]
    camera = np.array([[focal, 0, PICTURE[0] / 2], [0, focal, PICTURE[1] / 2], [0, 0, 1]])
    seen = cv2.warpPerspective(board, camera @ np.column_stack([turn, away]), PICTURE, borderValue=120)
    noise = np.random.default_rng(0).standard_normal(seen.shape) * 3
    return np.asarray(np.clip(cv2.GaussianBlur(seen, (0, 0), 0.7) + noise, 0, 255), np.uint8)


def main() -> None:
    """``python -m companion.measures.finding FIRST COUNT BLANKS OWN``: rates per tier on photographs from FIRST on.

    BLANKS pictures have no lattice, OWN show the boards that Tavolo ships.
    """
    given = sys.argv[1:]
    first, count, blanks, own = (int(one) for one in (*given, *("0", "150", "200", "30")[len(given) :]))
    tiers = {**sweep(range(first, first + count)), **own_boards(range(first, first + own))}
    for tier, found in sorted(tiers.items()):
        right, some = sum(one.right for one in found), sum(one.found for one in found)
        flat, took = sum(one.flat_right for one in found), float(np.median([one.ms for one in found]))
        print(
            f"{tier}: {right} of {len(found)} right ({flat} by the homography alone), {some - right} found wrongly,"
            f" {took:.0f} ms"
        )
    wrong = false_finds(range(first, first + blanks))
    print(f"without a lattice: {len(wrong)} false finds in {blanks} {wrong}")


if __name__ == "__main__":
    main()
