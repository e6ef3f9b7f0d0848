"""A camera that looks for its focus: what it shows meanwhile took twenty seconds a look, and pieces that are none."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.evening.room import GAME, furnishing
from tests.evening.test_light import SETTING
from vision.eye import BLURRED, Eye
from vision.pyramid import Pyramid
from vision.registration import Registrar
from vision.seeing import Seer
from vision.sharpness import Sharpness
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

PIECE_PX = 13.0
SIZE_PX = (1280, 720)


def test_a_picture_out_of_focus_is_not_judged_and_the_next_sharp_one_is(pictures: Path) -> None:
    kit, model = furnishing(pictures)
    eye, seer = Eye(model), Seer(model)
    top = TableTop(kit.geometry, kit.looks).with_supply(GAME.supply({}, ("red", "blue", "green")))
    sharp = Shutter(kit, size=SIZE_PX, seed=3).take(top.laid_out(SETTING, random.Random(2)).resting(), Faults(), 0.0)
    seer.revise(eye.look(sharp, 0.0))
    seer.know(SETTING, eye.learn(SETTING))
    for t, blur in enumerate((0.25, 0.35, 0.28), 1):
        seen = eye.look(np.asarray(cv2.GaussianBlur(sharp, (0, 0), blur * PIECE_PX), np.uint8), float(t))
        seer.revise(seen)
        assert seen.blind == BLURRED
        assert seer.seen == {}
        assert eye.learn(SETTING).blind, "nothing is learnt from it"
    seer.revise(eye.look(sharp, 4.0))
    assert {cell: belief.contents for cell, belief in seer.seen.items()} == SETTING
    assert not seer.unsure


@pytest.mark.parametrize("fault", ["dusk", "glare", "hand", "shadow", "warm_lamp", "covered_corner"])
def test_bad_light_and_arms_are_no_blur(pictures: Path, fault: str) -> None:
    kit, model = furnishing(pictures)
    shutter = Shutter(kit, size=SIZE_PX, seed=3)
    pose = Registrar(model).find(shutter.take([], Faults(), 0.0))
    image = shutter.take([], Faults(**{fault: 1.0}), 1.0)
    assert not Sharpness(model).is_blurred(Pyramid(image), pose)
    a_little = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.1 * PIECE_PX), np.uint8)
    assert not Sharpness(model).is_blurred(Pyramid(a_little), pose)
