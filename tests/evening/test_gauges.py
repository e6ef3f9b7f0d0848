"""What the gauges say of every board before the virtual camera: nothing when all is well, and where glare is."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.board_eye import kit_of, model_of
from engines import registry
from engines.options import chosen
from vision.fitness import Meter, meters
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter


def gauged(pictures: Path, name: str, glare: float) -> dict[str, Meter]:
    """The meters of the shipped virtual table of a game, its pieces beside the board."""
    game = registry.find(name)
    options = chosen(game.options, {})
    kit, model = kit_of(game, options, pictures), model_of(game, options, pictures)
    shutter = Shutter(kit, seed=3)
    top = TableTop(kit.geometry, kit.looks).with_supply(game.supply(options, game.seats[: max(2, game.min_seats)]))
    picture = shutter.take(top.resting(), Faults(glare=glare), 0.0)
    width, height = model.size_mm
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    seen = shutter.painter.camera.project(np.column_stack([corners, np.zeros(4)])).astype(np.float32)
    return {meter.key: meter for meter in meters(picture, model, cv2.getPerspectiveTransform(corners, seen))}


@pytest.mark.parametrize("name", registry.names())
def test_a_board_in_good_light_is_told_nothing_however_white_its_streets_are(pictures: Path, name: str) -> None:
    assert {meter.key: meter.state for meter in gauged(pictures, name, 0.0).values() if meter.state != "ok"} == {}


@pytest.mark.parametrize("name", registry.names())
def test_a_window_mirrored_in_a_board_is_told_with_its_place(pictures: Path, name: str) -> None:
    glare = gauged(pictures, name, 1.0)["glare"]
    assert (glare.state, glare.where) == ("bad", "middle")
