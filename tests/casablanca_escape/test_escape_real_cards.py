"""Red cards that lie on the table as real cards: turned by hand, their numbers typed in like real dice."""

from __future__ import annotations

import random

import pytest

from engines import registry
from engines.casablanca_escape.cards import EVENTS, MOVEMENTS
from engines.casablanca_escape.state import State
from engines.entries import Act, BadEntry, Outcome
from engines.pending import Decision, Dice, Over, seeded_outcome

GAME = registry.find("casablanca_escape")
REAL = {"red_cards": "table"}


def _until_a_card(state: State, rng: random.Random) -> State:
    """Plays on by chance until a red card is to be turned."""
    while True:
        match GAME.pending(state):
            case Dice(name="red_card") | Over():
                return state
            case Decision(seats):
                actions = list(GAME.legal(state, seats[0]))
                state = GAME.apply(state, Act(seats[0], rng.choice(actions))).state
            case chance:
                state = GAME.apply(state, seeded_outcome(chance, rng)).state


def _turned(state: State, card: int) -> State:
    return GAME.apply(state, Outcome("red_card", (card,), "typed", "red")).state


def test_the_first_player_is_asked_to_turn_one_of_the_movement_cards() -> None:
    state = _until_a_card(GAME.new(REAL, ("red", "blue")), random.Random(1))
    chance = GAME.pending(state)
    assert isinstance(chance, Dice)
    assert chance.faces == MOVEMENTS
    assert chance.seat == state.seats[state.order[0]]


def test_the_number_that_was_typed_is_the_card_that_holds() -> None:
    state = _turned(_until_a_card(GAME.new(REAL, ("red", "blue")), random.Random(1)), 17)
    assert GAME.view(state, None).card == 17


def test_movements_and_events_come_by_turns_and_no_card_twice() -> None:
    rng = random.Random(3)
    state = _turned(_until_a_card(GAME.new(REAL, ("red", "blue")), rng), 5)
    state = _until_a_card(state, rng)
    asked = GAME.pending(state)
    assert isinstance(asked, Dice)
    assert asked.faces == EVENTS
    state = _until_a_card(_turned(state, 30), rng)
    asked = GAME.pending(state)
    assert isinstance(asked, Dice)
    assert asked.faces == tuple(card for card in MOVEMENTS if card != 5)


def test_a_card_that_cannot_come_now_is_refused() -> None:
    state = _until_a_card(GAME.new(REAL, ("red", "blue")), random.Random(1))
    for wrong in (21, 0, 41):
        with pytest.raises(BadEntry, match="not one of the cards that may come"):
            _turned(state, wrong)


def test_the_phone_may_turn_a_card_too_and_favours_none() -> None:
    state = _until_a_card(GAME.new(REAL, ("red", "blue")), random.Random(1))
    chance = GAME.pending(state)
    assert isinstance(chance, Dice)
    rng = random.Random(8)
    fallen = {seeded_outcome(chance, rng).result[0] for _ in range(400)}
    assert fallen == set(MOVEMENTS)


def test_after_forty_cards_the_whole_deck_may_come_again() -> None:
    rng, turned = random.Random(5), 0
    state = _until_a_card(GAME.new(REAL, ("red", "blue", "green")), rng)
    while turned < 41 and isinstance(chance := GAME.pending(state), Dice):
        if turned == 40:
            assert chance.faces == MOVEMENTS
        state = _until_a_card(GAME.apply(state, seeded_outcome(chance, rng)).state, rng)
        assert GAME.audit(state) == []
        turned += 1
    assert turned == 41


def test_hands_that_are_held_secretly_stay_on_the_phones() -> None:
    state = GAME.new({**REAL, "version": "articulated"}, ("red", "blue"))
    rng = random.Random(2)
    while not isinstance(pending := GAME.pending(state), Decision):
        assert not (isinstance(pending, Dice) and pending.is_card)
        assert not isinstance(pending, Over)
        state = GAME.apply(state, seeded_outcome(pending, rng)).state
    assert pending.kind == "red_card"
