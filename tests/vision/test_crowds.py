"""What covers a board and reaches in from nowhere: pieces that lie close together, or what is left of an arm."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.crowds import crowds
from vision.light import tone

PIECE_PX = 20
SKIN = (120, 150, 205)


def picture() -> NDArray[np.uint8]:
    """A board in the grain of a camera's picture of it."""
    grain = np.random.default_rng(1).normal(0, 4, (200, 300, 3))
    return np.clip(np.array((190, 200, 210)) + grain, 0, 255).astype(np.uint8)


def found(seen: NDArray[np.uint8], island: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return crowds(island > 0, tone(seen), PIECE_PX)


def test_a_forearm_whose_sleeve_passes_for_the_margin_is_no_crowd_of_pieces() -> None:
    seen, island = picture(), np.zeros((200, 300), np.uint8)
    for image, colour in ((seen, SKIN), (island, 1)):
        cv2.line(image, (60, 60), (200, 120), colour, 40)
    assert not found(seen, island).any()


@pytest.mark.parametrize("gap_px", [1, 3])
def test_pieces_of_one_colour_side_by_side_are_a_crowd(gap_px: int) -> None:
    seen, island = picture(), np.zeros((200, 300), np.uint8)
    for column, row in product(range(5), range(4)):
        corner = (60 + column * (PIECE_PX + gap_px), 40 + row * (PIECE_PX + gap_px))
        cv2.rectangle(seen, corner, (corner[0] + PIECE_PX - 1, corner[1] + PIECE_PX - 1), SKIN, -1)
    island[40 : 40 + 4 * (PIECE_PX + gap_px), 60 : 60 + 5 * (PIECE_PX + gap_px)] = 1
    assert (found(seen, island) == (island > 0)).all()


def test_an_arm_leaves_a_crowd_elsewhere_what_it_is() -> None:
    seen, island = picture(), np.zeros((200, 300), np.uint8)
    cv2.line(seen, (40, 40), (140, 40), SKIN, 40)
    island[15:65, 20:160] = island[130:172, 200:242] = 1
    for x, y in product((200, 222), (130, 152)):
        cv2.rectangle(seen, (x, y), (x + PIECE_PX - 1, y + PIECE_PX - 1), (60, 60, 160), -1)
    left = found(seen, island)
    assert not left[:100].any()
    assert left[130:172, 200:242].all()
