"""What holds in every hunt, whatever is played; above all that nobody but the spy can tell where the spy is."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from fifth_positions import GAME, SEATS
from random_hunts import OPTIONS, moments

from engines.entries import Act
from engines.fifth_column.actions import Play, Start, Walk
from engines.fifth_column.seals import key, seal_of_leg
from engines.fifth_column.state import Leg, State
from engines.game import IllegalAction
from engines.pending import Over
from engines.physical import Change
from engines.simulation import play_random
from tests.games.played import replay

house_rules = pytest.mark.parametrize("options", OPTIONS, ids=["default", "otherwise"])
Options = tuple[tuple[str, str], ...]


@pytest.mark.parametrize("seats", [2, 6])
def test_nothing_is_lost_or_doubled_in_a_random_game_and_it_ends(seats: int) -> None:
    played = play_random(GAME, GAME_OPTIONS, GAME.seats[:seats], random.Random(seats), audit=True)
    assert isinstance(played.over, Over)
    assert len(played.state.past) == 1


GAME_OPTIONS = {option.key: option.default for option in GAME.options} | {"hunts": "one", "longest": "60"}


@house_rules
def test_what_is_offered_is_never_objected_to(options: Options) -> None:
    for state, _ in moments(options, 1, 400)[::9]:
        for seat in SEATS:
            for action in list(GAME.legal(state, seat))[::5]:
                assert GAME.judge(state, seat, action) == ()


@house_rules
def test_what_is_not_offered_is_objected_to_and_refused(options: Options) -> None:
    rng = random.Random(4)
    seen: list[Any] = []
    refused = 0
    for state, _ in moments(options, 1, 400)[::13]:
        for seat in SEATS:
            legal = list(GAME.legal(state, seat))
            seen += rng.sample(legal, min(4, len(legal)))
            for action in rng.sample(seen, min(8, len(seen))):
                if action in legal:
                    continue
                violations = GAME.judge(state, seat, action)
                assert violations, f"{action} of {seat} is not offered, yet nothing is wrong with it"
                for violation in violations:
                    assert violation.rule in GAME.rulebook
                    for lang in ("en", "it", "de"):
                        assert GAME.texts.say(lang, f"violation.{violation.key}", violation.facts)
                        assert GAME.texts.say(lang, f"needed.{violation.key}", violation.facts)
                with pytest.raises(IllegalAction):
                    GAME.apply(state, Act(seat, action))
                refused += 1
    assert refused > 60


@house_rules
def test_everything_that_is_told_has_words(options: Options) -> None:
    told = set()
    for state, entry in moments(options, 1, 400):
        for news in GAME.apply(state, entry).news:
            told.add(news.key)
            assert GAME.texts.say("de", f"news.{news.key}", news.facts)
        if isinstance(entry, Act):
            assert GAME.texts.say("it", *GAME.describe(entry.action))
    assert len(told) > 8


@house_rules
def test_what_is_stored_comes_back_as_it_was_and_a_log_replays(options: Options) -> None:
    kept = moments(options, 2, 300)
    for state, entry in kept[::23]:
        assert msgspec.json.decode(msgspec.json.encode(state), type=GAME.state_type) == state
        assert msgspec.json.decode(msgspec.json.encode(entry), type=GAME.entry_type) == entry
    assert replay(GAME, dict(options), SEATS, [moment.entry for moment in kept[:-1]]) == kept[-1].state


@house_rules
def test_every_walk_can_be_read_from_the_board(options: Options) -> None:
    read = 0
    for state, _ in moments(options, 1, 400)[::17]:
        before = GAME.placement(state).cells
        for seat in SEATS:
            for action in list(GAME.legal(state, seat))[::3]:
                if not isinstance(action, Walk):
                    continue
                after = GAME.placement(GAME.apply(state, Act(seat, action)).state).cells
                meant = GAME.interpret(state, Change.between(before, after))
                assert action in [intent.action for intent in meant]
                read += 1
    assert read > 100


# --- secrets ---------------------------------------------------------------------------------------------


def another_secret(state: State, rng: random.Random) -> State:
    """The same hunt for everybody but the spy: hideout, hand, deck, the legs gone and what they led to are others.

    What the hunters were told stays as it was; whether the new trail would have led to it does not matter to a view.
    """
    hunt = state.hunt
    free = [cell for cell in state.ground.free if cell not in hunt.refuges]
    hideout = rng.choice([cell for cell in free if int(cell) not in hunt.played])
    cards = [card for card in range(1, 91) if card not in hunt.played and str(card) != hideout]
    rng.shuffle(cards)
    count = len(hunt.hand)
    trail = tuple(Leg(leg.card, (rng.choice(free),)) if leg.path else leg for leg in hunt.trail)
    start = rng.choice(free) if hunt.start else ""
    begun = bool(hunt.spot)
    passed = tuple(dict.fromkeys((start or hideout, *(cell for leg in trail for cell in leg.path)))) if begun else ()
    salt = f"{rng.random():.20f}"
    other = msgspec.structs.replace(
        hunt,
        hideout=hideout,
        start=start,
        spot=(trail[-1].path[-1] if trail and trail[-1].path else start or hideout) if begun else "",
        hand=tuple(cards[:count]),
        deck=tuple(cards[count : count + len(hunt.deck)]),
        must_return=rng.random() < 0.5,
        struck=rng.choice(["", *hunt.refuges]),
        trail=trail,
        passed=passed,
        salt=salt,
        seals=tuple(seal_of_leg(key(salt, 0, number), Leg(number)) for number in range(len(hunt.seals))),
    )
    return msgspec.structs.replace(state, hunt=other, chain="another")


def shown(state: State, seat: str | None) -> bytes:
    """What goes to that seat, seals left out: they are as random as the salt."""
    view = msgspec.structs.replace(GAME.view(state, seat), seals=(), chain="")
    return msgspec.json.encode(view)


@house_rules
@pytest.mark.legal("spy.secret")
def test_two_hunts_that_differ_only_in_the_spys_secret_look_the_same_byte_for_byte(options: Options) -> None:
    rng = random.Random(9)
    compared = 0
    for state, _ in moments(options, 3, 500)[10::7]:
        if not state.hunt.hideout or state.between or not state.hunt.salt:
            continue
        other = another_secret(state, rng)
        spy = state.seats[state.hunt.spy]
        for seat in (*(seat for seat in SEATS if seat != spy), None):
            assert shown(other, seat) == shown(state, seat)
            if seat is not None:
                assert list(GAME.legal(other, seat)) == list(GAME.legal(state, seat))
        assert shown(other, spy) != shown(state, spy)
        assert GAME.placement(other) == GAME.placement(state)
        assert GAME.public_facts(other) == GAME.public_facts(state)
        assert GAME.pending(other) == GAME.pending(state)
        compared += 1
    assert compared > 20


@house_rules
def test_what_others_hear_of_a_move_is_the_card_alone(options: Options) -> None:
    heard = 0
    for state, entry in moments(options, 3, 500):
        if not (isinstance(entry, Act) and isinstance(entry.action, Play)) or state.hunt.struck:
            continue
        card = entry.action.card
        others = [one for one in GAME.legal(state, entry.seat) if isinstance(one, Play) and one.card == card]
        steps = [GAME.apply(state, Act(entry.seat, one)) for one in others[::6]]
        public = {
            tuple((news.key, *news.facts.items()) for news in step.news if news.audience is None) for step in steps
        }
        assert len(public) == 1
        for step in steps[1:]:
            if not step.state.between and not steps[0].state.between:
                assert shown(step.state, None) == shown(steps[0].state, None)
                assert GAME.placement(step.state) == GAME.placement(steps[0].state)
                assert GAME.pending(step.state) == GAME.pending(steps[0].state)
        assert all(step.reveals for step in steps)
        heard += 1
    assert heard > 15


def test_others_hear_that_the_spy_begins_but_not_where() -> None:
    state, entry = next(
        one for one in moments(OPTIONS[1], 3, 500) if isinstance(getattr(one.entry, "action", None), Start)
    )
    steps = [GAME.apply(state, Act(entry.seat, one)) for one in GAME.legal(state, entry.seat)]
    assert len(steps) > 40
    assert len({shown(step.state, None) for step in steps}) == 1
    assert len({tuple(news.key for news in step.news if news.audience is None) for step in steps}) == 1
    assert not any(str(fact).isdigit() for step in steps for news in step.news for fact in news.facts.values())
    assert not GAME.is_open(state, entry)


@house_rules
def test_what_the_board_means_does_not_hang_on_the_secret(options: Options) -> None:
    rng = random.Random(11)
    for state, _ in moments(options, 3, 500)[10::29]:
        if not state.hunt.salt or state.between:
            continue
        other = another_secret(state, rng)
        marker = Change.between({}, {"1": ("clue:violet",)})
        assert GAME.interpret(state, marker) == GAME.interpret(other, marker) == []
        walk = Change.between({state.hunt.hunters[0]: ("cup:gold",)}, {"2": ("cup:gold",)})
        assert GAME.interpret(state, walk) == GAME.interpret(other, walk)
