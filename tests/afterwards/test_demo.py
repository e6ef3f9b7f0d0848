"""The demonstrations' scripts can be read, say something in every language, and name only what their game has."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from companion.cli.demo import SEED
from companion.demo.director import Director
from engines import demo, registry
from engines.demo import Script, script_of
from engines.options import chosen
from engines.texts import LANGUAGES

SCRIPTS = [(name, script) for name in registry.names() if (script := script_of(registry.find(name))) is not None]


@pytest.mark.parametrize(("name", "script"), SCRIPTS)
def test_every_scene_says_something_in_every_language(name: str, script: Script) -> None:
    for scene in script.scenes:
        assert len({scene.caption(lang) for lang in LANGUAGES}) == len(LANGUAGES), scene.name


@pytest.mark.parametrize(("name", "script"), SCRIPTS)
def test_deeds_name_actions_seats_and_places_of_the_game(name: str, script: Script) -> None:
    game = registry.find(name)
    options = chosen(game.options, dict(script.options))
    tags = {str(kind.__struct_config__.tag) for kind in get_args(game.action_type)}
    for deed in (deed for scene in script.scenes for deed in scene.deeds):
        match deed:
            case demo.Tap(kind) | demo.Hand(kind):
                assert kind in tags
            case demo.GoOn(seat, decision, kinds):
                assert seat in game.seats
                assert set(kinds) <= tags
                assert game.texts.has(f"decision.{decision}")
            case demo.Sit(seat):
                assert seat in game.seats
            case demo.Misplace(look, to):
                assert look in game.pieces(options)
                assert to in game.board(options).cells


@pytest.mark.parametrize(("name", "script"), SCRIPTS)
def test_every_demonstration_ends_with_the_story_and_not_in_the_middle_of_a_turn(name: str, script: Script) -> None:
    assert script.scenes[-1].show == "story"


def test_the_captain_of_whom_is_said_where_the_ship_can_go_has_somewhere_to_go() -> None:
    voyage = registry.find("cape_horn")
    script = script_of(voyage)
    assert script is not None
    (told,) = (scene for scene in script.scenes if "can reach" in scene.en)
    kinds = [deed.kind for deed in told.deeds if isinstance(deed, demo.Tap | demo.Hand)]
    assert "sail" in kinds


@pytest.mark.parametrize(("name", "script"), SCRIPTS)
def test_a_demonstration_takes_no_longer_than_a_visitor_stays(name: str, script: Script) -> None:
    rests = sum(scene.rest_s + sum(d.s for d in scene.deeds if isinstance(d, demo.Rest)) for scene in script.scenes)
    deeds = sum(len(scene.deeds) for scene in script.scenes)
    assert rests + 1.5 * deeds < 200


@pytest.mark.parametrize(("name", "script"), SCRIPTS)
def test_every_deed_can_be_done_when_its_turn_comes(name: str, script: Script, tmp_path: Path) -> None:
    game = registry.find(name)
    director = Director(game, script, tmp_path, host="127.0.0.1", port=0, pace=0, seed=SEED, eye="")
    try:
        assert [scene.name for scene in director.scenes()] == [scene.name for scene in script.scenes]
    finally:
        director.close()
