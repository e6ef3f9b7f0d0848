"""What lies at the edge of an arm: a piece that a hand touches, or a patch of its sleeve and its shadow."""

from __future__ import annotations

import numpy as np

from vision.bodies import Outline
from vision.claims import Patch
from vision.found import Found
from vision.hands import may_be_piece

SIDE_PX, FACE_PX, SCALE = 60, 20, 1.5


def at_the_edge(score: float) -> Found:
    """A fifth of a counter, or what passes for it, with bare floor beside it."""
    return Found(
        face_mm=(0.0, 0.0), outline=Outline(False, 13.0), height_mm=1.6, score=score, looks={"square:red": 12.0},
        unknown=8.0, known=3.0, tone=np.zeros(3), visible=0.2, shown=0.2,
        rect=(20, 20, 20 + FACE_PX, 20 + FACE_PX), silhouette=np.ones((FACE_PX, FACE_PX), np.float32), density=None,
    )  # fmt: skip


def bare_floor() -> Patch:
    tones, plain = np.zeros((SIDE_PX, SIDE_PX, 3), np.float32), np.zeros((SIDE_PX, SIDE_PX), np.float32)
    return Patch((0, 0, SIDE_PX, SIDE_PX), tones, plain, plain, tones[::2, ::2], tones, plain)


def test_a_counter_of_which_a_fifth_is_seen_may_be_one() -> None:
    assert may_be_piece(at_the_edge(33.0), bare_floor(), SCALE)


def test_a_patch_of_a_sleeve_leaves_no_place_open() -> None:
    assert not may_be_piece(at_the_edge(16.0), bare_floor(), SCALE)
