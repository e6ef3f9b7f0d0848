"""What holds at every moment of a voyage: conservation, one predicate, replay, secrets, boards that tell deeds."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest
from bold_games import SEATS, decisions, played

from engines.cape_horn.actions import Ignore, Lay, Sail, Twice
from engines.cape_horn.game import GAME
from engines.cape_horn.state import Held, State
from engines.entries import Act, Outcome
from engines.game import IllegalAction
from engines.options import chosen
from engines.physical import Change
from engines.simulation import play_random
from tests.games.played import replay

GAMES = (("phone", 0.8, 1), ("table", 0.8, 2), ("phone", 0.0, 3), ("table", 0.0, 4))
EVERY = 9


@pytest.mark.parametrize("game", GAMES)
def test_no_piece_is_lost_and_every_position_comes_back_from_the_store_as_it_was(game: tuple[str, float, int]) -> None:
    for moment in played(*game).moments[::4]:
        assert GAME.audit(moment.state) == []
        kept = msgspec.json.decode(msgspec.json.encode(moment.state), type=State)
        assert kept == moment.state


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_what_its_entries_say(game: tuple[str, float, int]) -> None:
    told = played(*game)
    entries = [moment.entry for moment in told.moments]
    seats = told.last.seats
    again = replay(GAME, chosen(GAME.options, {"hands": game[0]}), seats, entries)
    assert again == told.last
    read = msgspec.json.decode(msgspec.json.encode(entries), type=list[GAME.entry_type])
    assert read == entries


@pytest.mark.parametrize("game", GAMES)
def test_what_is_legal_is_what_nothing_is_held_against(game: tuple[str, float, int]) -> None:
    for state, seat in decisions(*game, every=EVERY):
        legal = list(GAME.legal(state, seat))
        assert len(set(legal)) == len(legal)
        assert legal
        assert all(GAME.judge(state, seat, action) == () for action in legal)
        assert GAME.some(state, seat, random.Random(len(legal)).randrange) in legal
        assert all(GAME.rule_of(state, action) in GAME.rulebook for action in legal[:20])
        for action in GAME.attempts(state, seat):
            assert (action in legal) == (GAME.judge(state, seat, action) == ())
        other = next(one for one in state.seats if one != seat)
        assert list(GAME.legal(state, other)) == []
        assert GAME.some(state, other, random.randrange) is None
        assert GAME.judge(state, other, legal[0])[0].rule == "turn.order"


def test_an_action_that_is_not_legal_is_never_applied() -> None:
    state, seat = next(decisions("phone", 0.8, 1, 5))
    with pytest.raises(IllegalAction):
        GAME.apply(state, Act(seat, Sail("0511")))


@pytest.mark.parametrize("game", GAMES)
def test_the_board_says_what_was_done(game: tuple[str, float, int]) -> None:
    for state, seat in decisions(*game, every=EVERY):
        before = GAME.placement(state).cells
        moving = [action for action in GAME.legal(state, seat) if isinstance(action, Lay | Sail | Ignore | Twice)]
        for action in moving[:: max(1, len(moving) // 12)]:
            after = GAME.placement(GAME.apply(state, Act(seat, action)).state).cells
            change = Change.between(before, after)
            if change:
                meant = GAME.interpret(state, change)
                assert (seat, action) in [(intent.seat, intent.action) for intent in meant]


def other_tiles(state: State, seat: str) -> State:
    """The same state, in which everything that `seat` may not know about tiles is different."""
    hidden = [captain for one, captain in zip(state.seats, state.captains) if one != seat]
    assert isinstance(state.stack, Held)
    pool = list(state.stack.tiles + "".join(c.hand.tiles for c in hidden if isinstance(c.hand, Held)))[::-1]
    captains = []
    for one, captain in zip(state.seats, state.captains):
        if one != seat:
            hand = "".join(sorted(pool.pop() for _ in range(captain.hand.count)))
            captain = msgspec.structs.replace(captain, hand=Held(hand))
        captains.append(captain)
    return msgspec.structs.replace(state, captains=tuple(captains), stack=Held("".join(pool)))


@pytest.mark.parametrize("boldness", [0.8, 0.0])
def test_nobody_sees_tiles_that_others_hold_or_that_are_still_to_come(boldness: float) -> None:
    seed = 1 if boldness else 3
    for state, seat in decisions("phone", boldness, seed, every=11):
        watchers = [one for one in state.seats if one != seat]
        for watcher in watchers:
            other = other_tiles(state, watcher)
            assert GAME.audit(other) == []
            assert GAME.view(state, watcher) == GAME.view(other, watcher)
            assert GAME.placement(state) == GAME.placement(other)
            assert GAME.public_facts(state) == GAME.public_facts(other)
        assert GAME.view(state, None) == GAME.view(other_tiles(state, seat), None)


def test_news_of_what_was_drawn_reach_its_player_only() -> None:
    for moment in played("phone", 0.8, 1).moments:
        for news in moment.news:
            assert (news.key == "your_tiles") == (news.audience is not None)
            if isinstance(moment.entry, Act) and news.audience is not None:
                assert news.audience == (moment.entry.seat,)


def test_the_shuffle_decides_the_hands() -> None:
    states = []
    for shift in (0, 30):
        state = GAME.new(chosen(GAME.options, {}), SEATS[:3])
        state = GAME.apply(state, Outcome("first", (0, 1, 2))).state
        states.append(GAME.apply(state, Outcome("tiles", tuple((n + shift) % 90 for n in range(90)))).state)
    assert states[0].captains[0].hand != states[1].captains[0].hand


def test_random_voyages_come_to_an_end() -> None:
    for hands, count in itertools.product(("phone", "table"), (3, 5)):
        options = chosen(GAME.options, {"hands": hands})
        game = play_random(GAME, options, GAME.seats[:count], random.Random(count), 5000, audit=True)
        assert not game.dead_end
        assert game.over is not None
