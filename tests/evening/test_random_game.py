"""Whole evenings of many pieces: set-up is seen to be right, and no hand is ever read wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evening.random_games import SEATS, RandomGame
from tests.evening.room import Room


@pytest.mark.parametrize("board", ["A0", "A1"])
def test_eight_players_set_up_and_begin(tmp_path: Path, pictures: Path, board: str) -> None:
    room = Room(tmp_path, pictures, SEATS, board=board).playing()
    assert room.truth() == dict(room.wanted())


def test_no_hand_of_a_random_game_is_read_wrongly(tmp_path: Path, pictures: Path) -> None:
    tally = RandomGame(Room(tmp_path, pictures, SEATS[:3], board="A1").playing(), seed=3).play(steps=10)
    assert tally.moves >= 4
    assert tally.wrong == []
    assert tally.asked + tally.entered <= tally.moves / 2
