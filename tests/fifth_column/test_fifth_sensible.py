"""Players who look at the map: hunters close in, ask where it is darkest, and arrest once they are sure."""

from __future__ import annotations

import random

from fifth_positions import GAME, Table

from engines.fifth_column.actions import Arrest, Ask, Done, Walk
from engines.fifth_column.deduction import deduced
from engines.fifth_column.evidence import knowledge
from engines.fifth_column.sensible import sensible, sensible_hunt


def thought(table: Table) -> object:
    """What sensible hunters do now."""
    return sensible(table.state, list(GAME.legal(table.state, "blue")), random.Random(1))


def test_hunters_close_in_ask_where_the_map_is_darkest_and_arrest_where_they_are_sure() -> None:
    table = Table(hideout="46", spot="46", hand=("king", "pawn", "king"), hunters=("41", "2", "3", "4", "5"))
    table.play("king", "51")
    walk = thought(table)
    assert isinstance(walk, Walk)
    ask = thought(table.go("blue", walk))
    spot = deduced(knowledge(GAME.view(table.state, None))).spot
    assert isinstance(ask, Ask)
    assert spot.get(ask.at, 0) == max(spot.get(one, 0) for one in table.state.ground.near(walk.to))


def test_who_knows_where_the_spy_is_goes_there_and_arrests_it() -> None:
    hand = ("king", "king", "king")
    table = Table(hideout="46", spot="46", hand=hand, hunters=("1", "2", "3", "4", "5"))
    table.play("king", "51").go("blue", Done()).hold("pawn", "king", "king").play("pawn", "52")
    table.edit({"hunter.5": "57"})
    assert thought(table) == Walk(5, "52")
    assert thought(table.go("blue", Walk(5, "52"))) == Arrest(5, "52")


def test_a_hunt_among_them_is_over_or_goes_on_for_as_many_turns_as_asked() -> None:
    for seed in range(4):
        turns = [state.hunt.turn for state in sensible_hunt(12, random.Random(seed))]
        assert turns == sorted(turns)
        assert turns[-1] <= 12
