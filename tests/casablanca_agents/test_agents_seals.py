"""Seals: at the end of every turn all accounts are committed to, and the seals tell nothing."""

import random

import msgspec
import pytest
from agent_positions import GAME, Table, bribe, move

from engines.casablanca_agents.actions import Settle
from engines.casablanca_agents.seals import SALT_SIZE, sealed
from engines.casablanca_agents.state import Player
from engines.entries import Act, Outcome
from engines.pending import Shuffle, seeded_outcome

ORDER = tuple(range(SALT_SIZE))


def after_turn(table: Table, order: tuple[int, ...] = ORDER) -> object:
    """Red's turn ends by settling, and the seals fall with that salt."""
    state = GAME.apply(table.state, Act("red", Settle())).state
    assert GAME.pending(state) == Shuffle("seal", SALT_SIZE)
    return GAME.apply(state, Outcome("seal", order, "seeded")).state


@pytest.mark.legal("seal.every_turn")
def test_every_turn_seals_every_account_changed_or_not() -> None:
    first = after_turn(Table(red={}, blue={}, green={}).go("red", bribe("bleu", 100)))
    seals = [player.seal for player in GAME.view(first, None).players]
    assert len(set(seals)) == 3
    table = Table(red={}, blue={}, green={})
    table.state = first
    table.go("blue", move("gray", "24")).lets("green", "red")
    after = [player.seal for player in GAME.view(table.state, None).players]
    assert all(len(seal) == 64 for seal in after)


def test_with_another_salt_equal_accounts_have_other_seals() -> None:
    table = Table(red={}, blue={}).go("red", bribe("bleu", 100))
    other = random.Random(1).sample(ORDER, SALT_SIZE)
    one, two = after_turn(table), after_turn(table, tuple(other))
    assert all(
        here.seal != there.seal for here, there in zip(GAME.view(one, None).players, GAME.view(two, None).players)
    )


def test_two_players_with_equal_accounts_have_different_seals() -> None:
    seals, _ = sealed(("red", "blue"), (Player(), Player()), "", ORDER)
    assert seals[0] != seals[1]


def test_any_change_of_an_account_changes_the_chain() -> None:
    players = (Player(), Player())
    _, chain = sealed(("red", "blue"), players, "", ORDER)
    for change in ({"capital": 9900}, {"bribes": (100,) + (0,) * 7}):
        other = (players[0], msgspec.structs.replace(players[1], **change))
        assert sealed(("red", "blue"), other, "", ORDER)[1] != chain
    assert sealed(("red", "blue"), players, "before", ORDER)[1] != chain


def test_the_chain_is_what_is_published() -> None:
    state = after_turn(Table(red={}, blue={}).go("red", bribe("bleu", 100)))
    assert GAME.published(state) == GAME.view(state, None).chain != ""


def test_the_salt_is_chance_that_nobody_sees() -> None:
    state = GAME.apply(Table(red={}, blue={}).go("red", bribe("bleu", 100)).state, Act("red", Settle())).state
    chance = GAME.pending(state)
    assert isinstance(chance, Shuffle)
    step = GAME.apply(state, seeded_outcome(chance, random.Random(3)))
    assert step.news == ()
    assert step.reveals
