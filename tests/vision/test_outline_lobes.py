"""Discs and squares are told from each other by the lobes of their outlines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.light import Tone
from vision.outline_lobes import cornered, lobes

SIDE, FINER = 70, 8
SAND, RED = np.log((120.0, 150.0, 170.0)), np.log((30.0, 30.0, 170.0))
ROUND, SQUARE = True, False


def seen_face(is_round: bool, turn_deg: float = 20.0, blur_px: float = 1.0, side_px: float = 0.0) -> Tone:
    """A red disc of 26 px or a square of 24 on sand, out of focus, with a side seen to its right; its middle is half a
    pixel off."""
    at = (np.arange(SIDE * FINER) + 0.5) / FINER - SIDE / 2
    across, down = np.meshgrid(at, at - 0.5)
    red = _inside(across, down, is_round, turn_deg)
    for step in np.arange(0, side_px, 0.5):
        red |= _inside(across - step, down, is_round, turn_deg)
    part = cv2.resize(red.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    part = cv2.GaussianBlur(part, (0, 0), blur_px)[..., None]
    values = np.exp(RED) * part + np.exp(SAND) * (1 - part) + np.random.default_rng(2).normal(0, 2, (SIDE, SIDE, 3))
    return np.asarray(np.log(np.clip(values, 16, 255)), np.float32)


def _inside(across: np.ndarray, down: np.ndarray, is_round: bool, turn_deg: float) -> np.ndarray:
    if is_round:
        return np.asarray(np.hypot(across, down) < 13)
    turn = np.radians(turn_deg)
    along, beside = across * np.cos(turn) + down * np.sin(turn), down * np.cos(turn) - across * np.sin(turn)
    return np.asarray(np.maximum(np.abs(along), np.abs(beside)) < 12)


def likelier_square(tones: Tone, usable: np.ndarray | None = None) -> float:
    all_ = np.ones((SIDE, SIDE), np.bool_) if usable is None else usable
    seen = lobes(tones, all_, (SIDE / 2, SIDE / 2 - 0.5), 13.0, RED)
    assert seen is not None
    return cornered(seen)


@pytest.mark.parametrize("turn_deg", [0.0, 11.0, 45.0, 77.0])
def test_a_square_is_told_from_a_disc_however_it_is_turned(turn_deg: float) -> None:
    assert likelier_square(seen_face(SQUARE, turn_deg)) > 3


def test_a_disc_is_told_from_a_square() -> None:
    assert likelier_square(seen_face(ROUND)) < -2


def test_a_square_out_of_focus_is_still_one() -> None:
    assert likelier_square(seen_face(SQUARE, blur_px=2.5)) > 2


def test_a_disc_with_a_side_as_bright_as_its_top_has_no_corners() -> None:
    assert likelier_square(seen_face(ROUND, side_px=4.0)) < 0


def test_half_a_face_tells_nothing() -> None:
    usable = np.indices((SIDE, SIDE))[1] < SIDE / 2
    assert lobes(seen_face(SQUARE), usable, (SIDE / 2, SIDE / 2 - 0.5), 13.0, RED) is None


def test_a_face_as_bright_as_its_floor_tells_nothing() -> None:
    everywhere = np.ones((SIDE, SIDE), np.bool_)
    sand = np.tile(SAND, (SIDE, SIDE, 1)).astype(np.float32)
    assert lobes(sand, everywhere, (SIDE / 2, SIDE / 2), 13.0, SAND) is None
