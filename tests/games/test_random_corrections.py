"""Whatever a host corrects at whatever moment, set-up included, the game goes on: it is done or refused in words."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from engines import registry
from engines.options import chosen
from tests.games.corrected import corrected

EVENINGS = 2
"""Evenings that are played of each kind: one is corrected all the time while it begins, one now and then."""

GAMES: list[tuple[str, int, Mapping[str, str]]] = [
    ("cape_horn", 3, {}),
    ("cape_horn", 4, {"hands": "table", "starts": "covered"}),
    ("casablanca_agents", 3, {}),
    ("casablanca_agents", 2, {"rules": "variant", "first": "chosen"}),
    ("casablanca_escape", 2, {}),
    ("casablanca_escape", 4, {"version": "articulated"}),
    ("corteo", 2, {"version": "base"}),
    ("corteo", 2, {"version": "advanced", "national": "yes", "smoke": "yes", "jams": "yes", "own": "3"}),
    *(
        ("corteo", 2, {"version": "advanced", "scenario": scenario})
        for scenario in ("internationalist", "antifascist", "social", "antirepressive")
    ),
    ("fifth_column", 3, {}),
]


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_a_game_goes_on_whatever_the_host_corrects(name: str, seats: int, options: Mapping[str, str]) -> None:
    game = registry.find(name)
    done = refused = 0
    for number in range(EVENINGS):
        steps, often = ((40, 0.5), (250, 0.05))[number % 2]
        rng = random.Random(f"{name} {options} {number}")
        count = corrected(game, chosen(game.options, options), game.seats[:seats], rng, steps, often)
        done, refused = done + count["done"], refused + count["refused"]
    assert min(done, refused) >= 5
