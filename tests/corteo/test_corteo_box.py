"""What is in the box and what of it is played with: the more rules and scenarios, the more kinds of counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from companion.board_eye import model_of
from companion.looks import looks_of
from engines.corteo.counters import JAM, OWN, SMOKE, TURNED
from engines.corteo.game import GAME
from engines.options import chosen
from tests.corteo.eager_games import SCENARIOS, SEATS, VERSIONS, moments, options

SCENARIOS_OWN = {"counter:president", "counter:reactionary", "counter:poc-4-2"}
OF_OPTIONS = {"smoke": SMOKE, "jams": JAM, "own": OWN}


def looks(**more: str) -> frozenset[str]:
    return looks_of(GAME, chosen(GAME.options, more), SEATS)


def test_what_is_not_played_with_is_neither_brought_nor_looked_for() -> None:
    assert not looks() & {*OF_OPTIONS.values(), *SCENARIOS_OWN}
    assert not set(model_of(GAME, options("base")).bodies) & {*OF_OPTIONS.values(), *SCENARIOS_OWN}
    for option, look in OF_OPTIONS.items():
        value = "2" if option == "own" else "yes"
        assert looks(**{option: value}) == looks() | {look}
    assert GAME.supply({"own": "2"}, SEATS).count(OWN) == 2
    assert looks(scenario="internationalist") & SCENARIOS_OWN == {"counter:president"}
    assert looks(scenario="antifascist") & SCENARIOS_OWN == {"counter:reactionary", "counter:poc-4-2"}


def test_a_police_counter_that_lies_face_down_is_looked_for() -> None:
    assert "counter:riot" + TURNED in looks()


@pytest.mark.parametrize("chosen_now", [{}, {"scenario": "antifascist"}, {"smoke": "yes", "tags": "printed"}])
def test_whoever_prints_has_the_counters_of_all_scenarios_and_special_rules(chosen_now: Mapping[str, str]) -> None:
    everything = Counter(GAME.box(chosen_now, SEATS))
    assert {*OF_OPTIONS.values()} < set(everything)
    assert Counter(GAME.supply(chosen_now, SEATS)) < everything
    assert everything == Counter(GAME.box({"tags": chosen_now.get("tags", "none")}, SEATS))


@pytest.mark.parametrize("version", [*VERSIONS, *SCENARIOS])
def test_no_more_counters_come_to_lie_on_the_board_than_were_brought(version: str) -> None:
    brought = Counter(GAME.supply(options(version), SEATS))
    for moment in moments(version)[::25]:
        lying = Counter(
            look.removesuffix(TURNED) for contents in GAME.placement(moment.state).cells.values() for look in contents
        )
        assert lying <= brought
