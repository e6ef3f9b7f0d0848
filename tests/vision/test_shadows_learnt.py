"""Floor in the shadow of a piece is not learnt: where one stood for long, it is as bright as ever when that goes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engines.physical import Cell, Contents
from tests.vision.toytable import Camera, Picture, centres, model
from vision.eye import Eye

STANDS, SHADED = "0503", "0603"
ELSEWHERE = ("0101", "0102", "0202", "0201", "0301", "0302")
DARK = 0.45


def shaded(picture: Picture, eye: Eye) -> Picture:
    """`picture` with the shadow of what stands there, as long as a piece can cast one."""
    assert eye.whole_pose is not None
    around = np.array([(np.cos(angle), np.sin(angle)) for angle in np.arange(0, 2 * np.pi, 0.3)])
    middle = np.add(centres("hex-pointy")[STANDS], (17.0, 0.0))
    spot = eye.whole_pose.to_picture(middle + 6 * around)
    dark = cv2.fillPoly(np.zeros(picture.shape[:2], np.float32), [np.round(spot).astype(np.int32)], 1.0)
    soft = cv2.GaussianBlur(dark, (0, 0), 2.0)[..., None]
    return np.round(picture * (1 - (1 - DARK) * soft)).astype(np.uint8)


@pytest.mark.parametrize("turns", [1, 6])
def test_where_the_shadow_of_a_piece_lay_all_evening_no_pale_piece_is_seen_when_that_has_gone(turns: int) -> None:
    camera, eye = Camera(), Eye(model())
    eye.look(camera.take({}), 0.0)
    eye.learn({})
    for turn in range(turns):
        placement: dict[Cell, Contents] = {STANDS: ("disc:black",), ELSEWHERE[turn]: ("disc:blue",)}
        eye.look(shaded(camera.take(placement), eye), 1.0 + turn)
        eye.learn(placement)
    seen = eye.look(camera.take({ELSEWHERE[0]: ("disc:blue",)}), 10.0).evidence[SHADED]
    assert not seen.things
    assert not seen.strange_mm2
