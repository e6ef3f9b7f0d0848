"""An evening from the first seat to the next game: seats, options, starting again, and one writer only."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.service import Service
from companion.store import Store
from companion.table import OtherRules, Table
from tests.table.evenings import Evening
from tests.toys.chase import GAME, EndTurn, MoveHunter, MoveRunner
from web.service import Refused


def test_seats_are_taken_until_none_is_left(evening: Evening) -> None:
    assert evening.service.free_seats() == ("green",)
    with pytest.raises(Refused, match="That seat is taken"):
        evening.service.claim("red", "Eve", "", "en")
    with pytest.raises(Refused, match="Platz ist schon vergeben"):
        evening.service.claim("red", "Eve", "", "de")


def test_seats_and_state_survive_a_restart(evening: Evening) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    state = evening.state
    evening.again()
    assert evening.state == state
    assert evening.service.seat_of(evening.tokens["blue"]) == "blue"
    assert evening.service.seat_of("somebody else's") is None
    evening.act("red", MoveRunner("0604"))


def test_a_seat_moves_to_another_phone_with_a_one_time_code(evening: Evening) -> None:
    code = evening.service.free_seat("red", "en")
    token = evening.service.take_over(code, "en")
    assert evening.service.seat_of(token) == "red"
    assert evening.service.seat_of(evening.tokens["red"]) is None
    with pytest.raises(Refused, match="not \\(or no longer\\) good"):
        evening.service.take_over(code, "en")


def test_a_game_ends_and_another_begins_with_the_same_seats(evening: Evening) -> None:
    evening.begin()
    evening.service.edit({"runner.red": "0600"}, "e", "en")
    evening.act("red", MoveRunner("0700"))
    assert evening.service.snapshot("blue", "en").phase == "over"
    assert evening.service.snapshot("blue", "en").asks == "Red reached the goal"
    with pytest.raises(Refused, match="over"):
        evening.act("blue", EndTurn())
    evening.service.new_game("en")
    assert [player.seat for player in evening.service.snapshot(None, "en").players] == ["red", "blue"]
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    assert evening.again().state.hunters[0] == "0200"


def test_two_tables_on_one_store_do_not_both_win(evening: Evening) -> None:
    evening.begin()
    other = Service(Table.open(Store.open(evening.folder / "evening.db"), GAME, clock=evening.clock))
    evening.act("red", MoveHunter("0200"))
    with pytest.raises(Refused, match="Another Tavolo is using this store") as refused:
        other.act("red", msgspec.json.encode(MoveHunter("0100")), "k", 0, "en")
    assert refused.value.status == 503
    assert evening.again().state.hunters[0] == "0200"


def test_a_game_under_other_rules_is_not_finished_with_these(evening: Evening) -> None:
    evening.begin()
    evening.store.change_game(1, rules_version=0)
    evening.store.close()
    with pytest.raises(OtherRules, match="begun under rules version 0 of chase, this program has version 1"):
        Table.open(Store.open(evening.folder / "evening.db"), GAME, clock=evening.clock)


def test_options_are_the_hosts_until_the_game_begins(evening: Evening) -> None:
    evening.service.host_set("option", "pace=fast", "en")
    assert evening.service.host_report("en").options == {"pace": "fast"}
    with pytest.raises(Refused, match="pace='warp' is impossible"):
        evening.service.host_set("option", "pace=warp", "en")
    evening.begin()
    with pytest.raises(Refused, match="has begun"):
        evening.service.host_set("option", "pace=slow", "en")


def test_nobody_begins_alone(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ("red",))
    for lang, told in {
        "en": "Seats taken so far: 1. This game is for 2 to 3 players.",
        "it": "Posti occupati finora: 1. Questo gioco è per 2–3 giocatori.",
        "de": "Besetzte Plätze bisher: 1. Dieses Spiel ist für 2 bis 3 Spieler.",
    }.items():
        with pytest.raises(Refused) as refused:
            evening.service.begin(lang)
        assert str(refused.value) == told
    assert evening.service.snapshot(None, "en").phase == "lobby"


def test_a_seat_is_given_back_in_the_lobby(evening: Evening) -> None:
    evening.service.leave(evening.tokens["blue"], "en")
    assert evening.service.free_seats() == ("blue", "green")
    assert evening.service.seat_of(evening.tokens["blue"]) is None
