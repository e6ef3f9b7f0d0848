"""A camera that mirrors its pictures: rings, houses and hexes look alike there, but none lies where it seems to."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion.board_eye import kit_of, model_of
from companion.measures.nudging import By, Scene
from engines import registry
from engines.options import chosen
from vision.locating import ASK_MIRROR, Locator
from vision.pyramid import Pyramid
from vision.registration import MIRRORED, Refused
from vision.virtual.faults import Faults
from vision.virtual.shutter import Shutter

GAMES = ("casablanca_agents", "casablanca_escape", "cape_horn", "corteo", "fifth_column")


@cache
def photographed(game_id: str) -> tuple[Locator, np.ndarray]:
    """Who looks for the game's board, and a picture of it."""
    game = registry.find(game_id)
    options = chosen(game.options, {})
    picture = Shutter(kit_of(game, options), size=(1280, 720), seed=3).take([], Faults(), 1.0)
    return Locator(model_of(game, options)), picture


@pytest.mark.parametrize("game", GAMES)
def test_a_mirrored_board_is_not_taken_for_itself_and_the_table_says_why(game: str) -> None:
    locator, picture = photographed(game)
    mirrored = Pyramid(np.ascontiguousarray(picture[:, ::-1]))
    said = []
    for look in range(ASK_MIRROR + 1):
        with pytest.raises(Refused) as refused:
            locator.locate(mirrored, 5.0 * look, doubtful=True)
        said.append(refused.value.reason)
    assert said[-1] == MIRRORED
    locator.locate(Pyramid(picture), 60.0, doubtful=True)
    assert locator.pose is not None, "once the camera mirrors no more the board is found"


@pytest.mark.parametrize("by", ["markers", "print"])
def test_a_camera_that_begins_to_mirror_in_the_middle_of_a_game_says_nothing_wrong_and_is_right_afterwards(
    by: By,
) -> None:
    scene = Scene("casablanca_agents", by, 7)
    for _ in range(6):
        assert scene.told(np.ascontiguousarray(scene.picture()[:, ::-1])) == (False, 0)
    assert any(scene.told(scene.picture())[0] for _ in range(10))
