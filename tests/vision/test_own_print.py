"""A board whose print nobody ships: its empty picture is enough for it to be known again."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.own_prints import OwnPrint, OwnPrints, corners_mm, shown_pose
from vision.board_model import BoardModel
from vision.locating import Locator
from vision.pyramid import Pyramid
from vision.registration import Refused, Registrar

from .toytable import Camera, Picture, model

OPTIONS = {"board": "A0"}


def unlike_its_art() -> BoardModel:
    """The toy board as it is shipped: drawn quite differently from the one that lies on the table."""
    known = model()
    art = np.random.default_rng(8).integers(0, 255, (70, 100, 3)).astype(np.uint8)
    art = np.asarray(cv2.resize(art, (1200, 840), interpolation=cv2.INTER_CUBIC), np.uint8)
    return BoardModel(known.size_mm, known.pitch_mm, known.cells, {}, known.bodies, art, {})


def test_an_own_board_is_known_again_after_its_empty_picture_was_shown(tmp_path: Path) -> None:
    picture: Picture = Camera().take({})
    truth = Registrar(model()).find(picture)
    corners = truth.to_picture(corners_mm(model()))
    with pytest.raises(Refused):
        Locator(unlike_its_art()).locate(Pyramid(picture), 0.0, doubtful=True)
    prints = OwnPrints(tmp_path, "phone")
    own = OwnPrint(prints, lambda: ("toy", OPTIONS))
    pose = shown_pose(corners, unlike_its_art(), (picture.shape[1], picture.shape[0]))
    own.learn(pose.rectify(picture))
    assert own.known
    assert not prints.known("toy", {"board": "A1"}), "another board of the same game has another print"

    locator = Locator(OwnPrints(tmp_path, "phone").apply(unlike_its_art(), "toy", OPTIONS))
    turned = np.asarray(cv2.rotate(picture, cv2.ROTATE_180), np.uint8)
    locator.locate(Pyramid(turned), 0.0, doubtful=True)
    assert locator.pose is not None
    back = np.array(turned.shape[1::-1]) - 1 - locator.pose.to_picture(model().centres)
    apart = np.hypot(*(back - truth.to_picture(model().centres)).T)
    assert apart.max() < 0.1 * model().pitch_mm * truth.px_mm

    version = prints.version
    own.forget()
    assert not own.known
    assert prints.version != version, "the eye is made anew"
