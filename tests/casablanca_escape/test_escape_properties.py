"""What holds in every game of the escape, whatever is played."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engines.casablanca_escape.actions import BuyCamel, MoveFugitive, MoveGestapo
from engines.casablanca_escape.cards import GREENS
from engines.entries import Act
from engines.pending import Over
from engines.simulation import play_random
from tests.casablanca_escape.random_evenings import GAME, VERSIONS, decisions, moments, options
from tests.games import properties

versions = pytest.mark.parametrize("version", VERSIONS)


@versions
@pytest.mark.parametrize("seats", range(2, 9))
def test_nothing_is_lost_or_doubled_in_a_random_game(version: str, seats: int) -> None:
    played = play_random(GAME, options(version), GAME.seats[:seats], random.Random(seats), 1500, audit=True)
    assert not played.dead_end


@versions
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_a_random_game_comes_to_an_end(version: str, seats: int) -> None:
    played = play_random(GAME, options(version), GAME.seats[:seats], random.Random(seats))
    assert isinstance(played.over, Over)
    assert all(winner in GAME.seats[:seats] for winner in played.over.winners)


@versions
def test_what_is_offered_is_never_objected_to(version: str) -> None:
    states = [state for state, _ in decisions(version, every=7)]
    assert properties.check_offers(GAME, states, random.Random(version)) > 1000


@versions
def test_what_is_not_offered_is_objected_to_and_refused(version: str) -> None:
    states = [state for state, _ in decisions(version, every=101)]
    assert properties.check_refusals(GAME, states, random.Random(version)) > 300


@versions
def test_everything_that_is_done_and_told_has_words(version: str) -> None:
    assert len(properties.check_words(GAME, moments(version, 4, 1, 4000)[::3])) > 12


@versions
def test_what_is_stored_comes_back_as_it_was(version: str) -> None:
    properties.check_json(GAME, moments(version, 4, 1, 4000)[::23])


@versions
def test_a_log_replays_to_the_same_state(version: str) -> None:
    properties.check_replay(GAME, options(version), GAME.seats[:4], moments(version, 4, 1, 4000))


@versions
def test_every_move_on_the_board_can_be_read_from_the_board(version: str) -> None:
    rng = random.Random(version)
    by_hand = (MoveGestapo, MoveFugitive, BuyCamel)
    read = 0
    for state, seat in decisions(version, every=17):
        read += properties.check_read_from_the_board(GAME, state, [seat], by_hand, rng, most=40)
    assert read > 300


def _dealt_anew(state: Any, knower: str | None, rng: random.Random) -> Any:
    """The same game for `knower`: what it may not know (other hands, piles, boxes) is dealt anew, numbers kept."""
    known = None if knower is None else state.seats.index(knower)
    hands = [player.hand for player in state.players]
    cards = [kind for who, hand in enumerate(hands) if who != known for kind, n in enumerate(hand) for _ in range(n)]
    cards += [*state.pile, *(card for box in state.boxes for card in box)]
    rng.shuffle(cards)
    reds = [card for who, player in enumerate(state.players) if who != known for card in player.red]
    reds += state.red_deck if state.house.articulated else []
    rng.shuffle(reds)

    def taken(source: list[int], number: int) -> tuple[int, ...]:
        drawn = tuple(source[:number])
        del source[:number]
        return drawn

    players = []
    for who, player in enumerate(state.players):
        if who != known:
            dealt = taken(cards, sum(player.hand))
            hand = tuple(dealt.count(kind) for kind in range(len(GREENS)))
            player = msgspec.structs.replace(player, hand=hand, red=tuple(sorted(taken(reds, len(player.red)))))
        players.append(player)
    boxes = tuple(taken(cards, len(box)) for box in state.boxes)
    deck = taken(reds, len(state.red_deck)) if state.house.articulated else state.red_deck
    pile = taken(cards, len(state.pile))
    return msgspec.structs.replace(state, players=tuple(players), boxes=boxes, pile=pile, red_deck=deck)


@versions
@pytest.mark.legal("cards.secret", "articulated.leftover")
def test_nobody_sees_what_others_hold_or_what_lies_face_down(version: str) -> None:
    rng = random.Random(version)
    differing = 0
    for moment in moments(version, 4, 1, 4000)[20::9]:
        for knower in (*moment.state.seats, None):
            other = _dealt_anew(moment.state, knower, rng)
            differing += other != moment.state
            properties.check_looks_alike(GAME, moment.state, other, knower)
    assert differing > 500


@versions
def test_what_others_hear_of_an_action_does_not_tell_the_hidden_cards(version: str) -> None:
    rng = random.Random(version)
    heard = 0
    for moment in moments(version, 4, 1, 4000)[22::9]:
        if not isinstance(moment.entry, Act):
            continue
        actor = moment.entry.seat
        other = _dealt_anew(moment.state, actor, rng)
        if GAME.judge(other, actor, moment.entry.action):
            continue
        here, there = GAME.apply(moment.state, moment.entry), GAME.apply(other, moment.entry)
        public = [[news for news in step.news if news.audience is None] for step in (here, there)]
        assert public[0] == public[1]
        heard += bool(public[0])
    assert heard > 30
