"""A player leaves for good: what becomes of fugitive and goods, at any moment of any game."""

from __future__ import annotations

import random

import pytest
from escape_positions import Table, at, gestapo_to

from engines.casablanca_escape.actions import Choose, SailFugitive, SailGestapo, Suffer, TakeCard
from engines.entries import Edit
from engines.pending import Decision, Over
from tests.casablanca_escape.random_evenings import GAME, VERSIONS, moments, options
from tests.games.played import played


@pytest.mark.legal("players.leaving")
def test_the_fugitive_of_who_leaves_is_out_and_its_goods_go_back() -> None:
    now = Table(red=at("Madrid"), blue=at("Tunis", gold=2, money=1), green=at("Parigi"))
    gestapo = now["blue"].gestapo
    facts = GAME.departure(now.state, "blue")
    now.enter(Edit(facts, by="blue"))
    assert (now["blue"].fugitive, now["blue"].gold, sum(now["blue"].hand)) == (None, 0, 0)
    assert now["blue"].gestapo == gestapo
    assert GAME.audit(now.state) == []
    assert [news.key for news in now.news] == ["left_game"]


@pytest.mark.legal("players.leaving")
def test_a_house_may_let_the_fugitive_stay() -> None:
    assert GAME.departure(Table(leaving="stays", red=at("Madrid"), blue=at("Tunis")).state, "blue") == {}


@pytest.mark.legal("players.leaving")
def test_when_the_last_fugitive_leaves_the_game_is_over_and_nobody_wins() -> None:
    now = Table(red=at("Madrid"), blue=at("Tunis"))
    for seat in ("red", "blue"):
        assert isinstance(GAME.pending(now.state), Decision)
        now.enter(Edit(GAME.departure(now.state, seat), by=seat))
    assert GAME.pending(now.state) == Over((), "nobody")


def test_who_has_nothing_on_the_map_leaves_nothing() -> None:
    assert GAME.departure(GAME.new(options("simple"), ("red", "blue")), "red") == {}


@pytest.mark.parametrize("opened", ["to be mixed", "to be taken", "to be looked at"])
def test_who_leaves_while_others_choose_among_its_cards_takes_the_aid_along(opened: str) -> None:
    red = at("1024", green=["money", "weapons", "papers"], level=5)
    now = Table(34, next_card=3, red=red, blue=at("Madrid"), green=at("Parigi")).go("red", Choose("marker"))
    if opened != "to be mixed":
        now.shuffle()
    for place in (0, 1, 2) if opened == "to be looked at" else ():
        now.go(now.asked[0], TakeCard(place))
    in_green_deck = len(now.state.pile)
    now.enter(Edit(GAME.departure(now.state, "red"), by="red"))
    assert (now["red"].fugitive, sum(now["red"].hand)) == (None, 0)
    assert len(now.state.pile) == in_green_deck + 3
    assert GAME.audit(now.state) == []
    assert now.asked == ("red", "turn")


@pytest.mark.parametrize(("leaves", "asked"), [("blue", "green"), ("green", "blue")])
def test_what_is_asked_about_others_stays_open_when_somebody_leaves(leaves: str, asked: str) -> None:
    caught = {seat: at("2506", green=["money"]) for seat in ("blue", "green")}
    now = Table(15, red=at("Rome", "2406"), **caught).go("red", gestapo_to("2506"))
    now.enter(Edit(GAME.departure(now.state, leaves), by=leaves))
    assert now.asked == (asked, "weapons")
    assert now.go(asked, Suffer()).asked == ("red", "turn")


def test_the_ship_of_the_gestapo_lands_after_its_player_has_left_and_that_of_the_fugitive_does_not() -> None:
    aboard = at("Athens", "Athens", money=2)
    hunting = Table(15, red=aboard, blue=at("Madrid")).go("red", SailGestapo())
    hunting.enter(Edit(GAME.departure(hunting.state, "red"), by="red")).roll(1)
    assert hunting["red"].gestapo == "2228"
    fleeing = Table(15, red=aboard, blue=at("Madrid")).go("red", SailFugitive(0))
    fleeing.enter(Edit(GAME.departure(fleeing.state, "red"), by="red"))
    assert fleeing.asked == ("red", "turn")
    other = Table(15, red=aboard, blue=at("Madrid")).go("red", SailFugitive(0))
    other.enter(Edit(GAME.departure(other.state, "blue"), by="blue")).roll(1)
    assert other["red"].fugitive == "2228"


def test_whoever_takes_the_seat_over_gets_the_fugitive_back_from_the_host() -> None:
    now = Table(red=at("Madrid"), blue=at("Tunis"))
    now.enter(Edit(GAME.departure(now.state, "blue"), by="blue"))
    now.edit(blue_fugitive="1822")
    assert (now["blue"].fate, now["blue"].fugitive) == ("free", "1822")


@pytest.mark.parametrize("version", VERSIONS)
def test_a_game_goes_on_whenever_somebody_leaves(version: str) -> None:
    rng = random.Random(version)
    left = 0
    for moment in moments(version, 4, 1, 4000)[40::211]:
        if isinstance(GAME.pending(moment.state), Over):
            continue
        seat = GAME.pending(moment.state).seats[0] if isinstance(GAME.pending(moment.state), Decision) else "blue"
        facts = GAME.departure(moment.state, seat)
        if facts:
            state = GAME.apply(moment.state, Edit(facts, by=seat)).state
            assert GAME.audit(state) == []
            on = list(played(GAME, options(version), state.seats, rng, 60, audit_every=1, state=state))
            assert len(on) == 60 or isinstance(GAME.pending(GAME.apply(*on[-1]).state if on else state), Over)
            left += 1
    assert left > 10
