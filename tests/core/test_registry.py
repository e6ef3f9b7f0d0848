"""Finding a game by its id."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engines import registry


def test_an_unknown_game_is_refused_with_the_names_of_those_that_are() -> None:
    with pytest.raises(registry.UnknownGame, match=r"'chess'.*cape_horn, casablanca_agents"):
        registry.find("chess")


def test_a_table_that_plays_one_game_does_not_wait_for_the_others_to_load() -> None:
    asked = "import sys; from engines import registry; registry.find('cape_horn'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    others = [f"engines.{name}" for name in registry.names() if name != "cape_horn"]
    assert "engines.cape_horn.game" in loaded
    assert not [name for name in others if name in loaded]
