"""A whole game of the agents by switches alone; where they cannot tell, a phone is asked or says it itself."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.readings import Agrees, InHand, Moved
from companion.table_play import Explanation
from engines import registry
from engines.casablanca_agents.actions import Bribe, First, LetStand, Move, Settle
from engines.game import Intent
from tests.firmware_bridge.touching import TouchedEvening
from tests.firmware_bridge.written_games import play_on, written

AGENTS = registry.find("casablanca_agents")
SEATS = ("red", "blue", "green")
CASE = "case:black"


@pytest.fixture
def touched(tmp_path: Path) -> TouchedEvening:
    evening = TouchedEvening(tmp_path, SEATS, AGENTS, {"first": "chosen"}).begin_touched()
    evening.act("red", First("red"))
    for seat, amounts in (("red", (1500, 300, 200)), ("blue", (2500, 300, 100)), ("green", (100, 100, 100))):
        for agent, amount in zip(("bleu", "gray", "sheela"), amounts):
            evening.act(seat, Bribe(agent, amount))
        evening.act(seat, Settle())
    return evening


def answer(evening: TouchedEvening, intents: tuple[Intent[Any], ...]) -> None:
    """The phone that is asked says which story it was."""
    asked = evening.question
    assert asked is not None
    evening.act(asked.seat, Explanation(asked.choices.index(intents)))


def stands(evening: TouchedEvening) -> None:
    """Nobody objects to what is announced; red has its turn again after the others have bribed a little."""
    for seat in ("blue", "green"):
        evening.act(seat, LetStand())
    for seat in ("blue", "green"):
        evening.act(seat, Bribe("astaire", 100))
        evening.act(seat, Settle())
    evening.mend()


def test_who_came_out_of_a_house_of_two_is_asked(touched: TouchedEvening) -> None:
    touched.lift("agent:bleu")
    assert touched.feel().reading == Agrees()
    touched.put("agent:bleu", "22")
    touched.feel()
    assert touched.question is not None
    assert touched.question.seat == "red"
    assert {story[0].action for story in touched.question.choices} == {Move("bleu", "22"), Move("blanco", "22")}
    answer(touched, (Intent("red", Move("bleu", "22")),))
    assert touched.feel().reading == Agrees()
    assert touched.table.moment.placement["22"] == ("agent:bleu",)


@pytest.fixture
def alone(touched: TouchedEvening) -> TouchedEvening:
    """Bleu stands alone in 22, and red is to act."""
    touched.act("red", Move("bleu", "22"))
    stands(touched)
    return touched


def test_an_agent_that_walks_to_an_empty_house_is_known_by_the_house_it_left(alone: TouchedEvening) -> None:
    alone.lift("agent:bleu")
    assert isinstance(alone.feel().reading, InHand)
    alone.put("agent:bleu", "23")
    assert alone.feel().reading == Moved((Intent("red", Move("bleu", "23")),))
    stands(alone)
    assert alone.feel().reading == Agrees()


def test_a_lifted_agent_that_is_put_back_was_never_gone(alone: TouchedEvening) -> None:
    entries = alone.entries
    cell = alone.lift("agent:bleu")
    alone.wait()
    alone.put("agent:bleu", cell)
    assert alone.feel().reading == Agrees()
    assert alone.question is None
    assert alone.entries == entries


def test_a_lift_without_a_landing_becomes_the_choice_of_houses_that_cannot_tell(alone: TouchedEvening) -> None:
    alone.lift("agent:bleu")
    alone.feel()
    assert alone.question is None, "a player may think with a piece in the hand"
    alone.put("agent:bleu", "21")
    alone.wait()
    assert alone.question is not None
    assert (Intent("red", Move("bleu", "21")),) in alone.question.choices
    answer(alone, (Intent("red", Move("bleu", "21")),))
    assert alone.feel().reading == Agrees()


def test_a_whole_game_is_followed_by_switches_and_phones_to_its_end(tmp_path: Path) -> None:
    game, how = written("stranded"), Counter[str]()
    options = {**game.options, "first": "chosen"}
    for _ in play_on(TouchedEvening(tmp_path, game.seats, AGENTS, options).begin_touched(), game, how):
        pass
    assert how["felt"] + how["asked"] >= 3
