"""What covers the board may look like the piece that it would hide."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.hands import looks_like_hand

SIDE, PX_MM = 80, 1.0
WHITE, RED, PALE_SKIN, BROWN_SKIN = (
    np.log(np.array(bgr, np.float32)) for bgr in ((225, 228, 230), (30, 30, 170), (190, 195, 215), (60, 80, 120))
)
ROWS, COLUMNS = np.indices((SIDE, SIDE))
SPOT = np.hypot(ROWS - 39.5, COLUMNS - 39.5) < 8


@pytest.mark.parametrize(
    ("piece", "hand", "alike"), [(WHITE, PALE_SKIN, True), (WHITE, BROWN_SKIN, False), (RED, PALE_SKIN, False)]
)
def test_a_pale_hand_over_a_white_piece_looks_as_if_that_stood_there_still(piece: Any, hand: Any, alike: bool) -> None:
    below = np.tile(hand, (SIDE, SIDE, 1))
    view: Any = SimpleNamespace(rect=(0, 0, SIDE, SIDE), plain=below, cover=SimpleNamespace(mask=COLUMNS > 25))
    then = np.tile(piece, (20, 20, 1))
    assert looks_like_hand(then, SPOT[30:50, 30:50], (30, 30, 50, 50), view, PX_MM) is alike


def test_where_nothing_covers_the_board_no_hand_is_like_a_piece() -> None:
    floor = np.tile(WHITE, (SIDE, SIDE, 1))
    view: Any = SimpleNamespace(rect=(0, 0, SIDE, SIDE), plain=floor, cover=SimpleNamespace(mask=COLUMNS < 0))
    assert not looks_like_hand(floor, SPOT, view.rect, view, PX_MM)


def test_of_a_piece_outside_what_is_looked_at_nothing_is_told() -> None:
    below = np.tile(WHITE, (SIDE, SIDE, 1))
    view: Any = SimpleNamespace(rect=(0, 0, SIDE, SIDE), plain=below, cover=SimpleNamespace(mask=COLUMNS > 25))
    assert not looks_like_hand(below, np.zeros_like(SPOT), view.rect, view, PX_MM)
