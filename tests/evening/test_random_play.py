"""Whole evenings of many pieces: set-up is seen to be right, and no hand is ever read wrongly, whatever is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines import registry
from engines.options import chosen
from tests.evening.random_play import RandomPlay, later
from tests.evening.room import Room

SEATS = registry.find("casablanca_escape").seats


@pytest.mark.parametrize("board", ["A0", "A1"])
def test_eight_players_set_up_and_begin(tmp_path: Path, pictures: Path, board: str) -> None:
    room = Room(tmp_path, pictures, SEATS, board=board).playing()
    assert room.truth() == dict(room.wanted())


@pytest.mark.parametrize(
    ("game", "board", "players", "seed", "steps"),
    [("casablanca_escape", "A1", 3, 3, 24), ("casablanca_agents", "A2", 4, 1, 60), ("fifth_column", "A2", 3, 1, 40)],
)
def test_no_hand_of_a_random_game_is_read_wrongly(
    tmp_path: Path, pictures: Path, game: str, board: str, players: int, seed: int, steps: int
) -> None:
    room = Room(tmp_path, pictures, registry.find(game).seats[:players], seed=seed, board=board, game=game)
    tally = RandomPlay(room, seed=seed).play(steps)
    assert tally.moves >= 3
    assert tally.wrong == []
    assert tally.discontent == []
    assert tally.asked + tally.entered <= tally.moves / 2


def test_in_the_midst_of_a_march_with_tags_every_hand_is_followed_and_nobody_is_asked(
    tmp_path: Path, pictures: Path
) -> None:
    game, seats, printed = registry.find("corteo"), ("march", "power"), (("tags", "printed"),)
    midst = later(game, chosen(game.options, dict(printed)), seats, steps=260, seed=1)
    room = Room(tmp_path, pictures, seats, board="100x70", game=game.id, more=printed, begun=midst)
    tally = RandomPlay(room, seed=1).play(6)
    assert tally.moves >= 3
    assert tally.wrong == []
    assert tally.discontent == []
    assert tally.asked + tally.entered == 0


@pytest.mark.parametrize("seed", [6, 10, 13, 17])
def test_stacks_of_counters_are_laid_out_and_a_march_begins(tmp_path: Path, pictures: Path, seed: int) -> None:
    game, seats = registry.find("corteo"), ("march", "power")
    gathered = later(game, chosen(game.options, {}), seats, steps=60, seed=seed)
    room = Room(tmp_path, pictures, seats, seed=seed, board="100x70", game=game.id, begun=gathered)
    room.table.begin()
    room.watch(2)
    room.lay_out()
    room.watch(10)
    assert sum(len(stack) > 1 for stack in room.wanted().values()) > 10
    assert room.table.moment.phase == "playing"
    assert room.table.moment.ruling.warnings == ()


@pytest.mark.parametrize("seed", [6, 7])
def test_while_counters_gather_upon_each_other_few_need_be_entered(tmp_path: Path, pictures: Path, seed: int) -> None:
    game, seats = registry.find("corteo"), ("march", "power")
    midst = later(game, chosen(game.options, {}), seats, steps=40, seed=seed)
    room = Room(tmp_path, pictures, seats, seed=seed, board="100x70", game=game.id, begun=midst)
    tally = RandomPlay(room, seed=seed).play(40)
    assert tally.moves >= 20
    assert tally.wrong == []
    assert tally.discontent == []
    assert tally.asked + tally.entered <= tally.moves / 8
