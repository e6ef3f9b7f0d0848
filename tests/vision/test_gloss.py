"""A lamp that is mirrored in the board is no sheet of paper: the print shows through it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.gloss import in_gloss
from vision.texture import Detail, detail_of

PX_MM = 2.0
LAMP = (slice(60, 180), slice(80, 240))
"""Where something seems to cover the board."""


def printed() -> NDArray[np.float32]:
    """Brightness of a board with lines on it."""
    floor = np.full((240, 320), 4.6, np.float32)
    for x in range(0, 320, 40):
        cv2.line(floor, (x, 0), (x + 30, 239), 4.2, 2)
    return floor


def glossy(seen: NDArray[np.float32], noise: float = 0.02) -> NDArray[np.bool_]:
    cover = np.zeros(seen.shape, np.bool_)
    cover[LAMP] = True
    noisy = seen + np.random.default_rng(1).normal(0, noise, seen.shape).astype(np.float32)
    return in_gloss(cover, told(noisy), told(printed()), PX_MM)


def told(bright: NDArray[np.float32]) -> Detail:
    return detail_of(bright.astype(np.float32), PX_MM)


def test_a_lamps_mirror_image_through_which_the_print_is_faintly_seen_is_floor() -> None:
    floor, lit = printed(), np.zeros((240, 320), np.float32)
    lit[LAMP] = 1.0
    lit = cv2.GaussianBlur(lit, (0, 0), 20).astype(np.float32)
    seen = floor + lit * (0.6 - 0.8 * (floor - 4.6))
    assert glossy(seen)[LAMP].all()


def test_a_sheet_of_paper_with_another_print_covers_the_board() -> None:
    seen = printed()
    seen[LAMP] = 5.2
    for y in range(70, 180, 12):
        cv2.line(seen, (90, y), (230, y), 4.6, 2)
    assert not glossy(seen).any()


def test_a_blank_sheet_covers_the_board() -> None:
    seen = printed()
    seen[LAMP] = 5.2
    assert not glossy(seen).any()


def test_what_darkens_the_print_is_no_lamps_image() -> None:
    seen = printed()
    seen[LAMP] -= 0.4
    assert not glossy(seen).any()
