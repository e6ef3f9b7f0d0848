"""What holds from any position, also where random games from Warsaw seldom come: Africa, camels, aids, the plane."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from escape_positions import GAME, Table, at, fugitive_to
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.casablanca_escape.actions import (
    BuyCamel,
    Choose,
    Decline,
    EndTurn,
    Fly,
    GiveBack,
    GiveRation,
    MoveFugitive,
    MoveGestapo,
    PlayGreen,
    PlayRed,
    Restart,
    SailFugitive,
    SailGestapo,
    Stay,
    Suffer,
    TakeCard,
)
from engines.casablanca_escape.cards import GREEN_DECK, GREENS
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.state import AidKeep, AidPick
from engines.entries import Act
from engines.game import IllegalAction, Intent
from engines.pending import Decision, Over, seeded_outcome
from engines.physical import Change

AFRICA, EUROPE = sorted(MAP.africa), sorted(MAP.europe)
TOWNS = [*sorted(MAP.africa_towns), MAP.casablanca, *MAP.fare]
STEPS = 20
"""Entries that are played on from each position."""

positions = settings(max_examples=25, derandomize=True)
seeds = st.integers(min_value=0, max_value=2**32)


def drawn(rng: random.Random) -> Table:
    """Any position: two to five players anywhere, with any goods, any red card just turned up, either version."""
    seats = GAME.seats[: rng.randint(2, 5)]
    version = rng.choice(["simple", "articulated"])
    green = list(GREEN_DECK)
    rng.shuffle(green)
    red = list(range(1, 41))
    rng.shuffle(red)
    card = red.pop()
    players = {}
    for seat in seats:
        place = rng.choice(rng.choice([AFRICA, TOWNS, EUROPE]))
        hand = [GREENS[green.pop()] for _ in range(rng.randint(0, 4))]
        gestapo = place if rng.random() < 0.2 else rng.choice([*MAP.ashore[place], rng.choice(AFRICA + EUROPE)])
        players[seat] = at(
            place,
            gestapo,
            green=hand,
            level=rng.randint(0, 10),
            gold=rng.randint(0, 1),
            water=rng.randint(0, 2) if place in MAP.africa else 0,
            red=[red.pop() for _ in range(4)] if version == "articulated" else (),
        )
    return Table(card, version=version, empty_friends=len(green) < 40, **players)


def played_on(seed: int) -> Iterator[tuple[Table, random.Random]]:
    """A drawn position and those that follow it by random play."""
    rng = random.Random(seed)
    table = drawn(rng)
    for _ in range(STEPS):
        yield table, rng
        now = GAME.pending(table.state)
        if isinstance(now, Over):
            return
        if isinstance(now, Decision):
            table.enter(Act(now.seats[0], rng.choice(list(GAME.legal(table.state, now.seats[0])))))
        else:
            table.enter(seeded_outcome(now, rng))


def any_action(rng: random.Random) -> Any:
    """Any action that can be decoded, most of them nonsense."""
    nowhere = rng.choice(["3333", "9999", "", "T3", "2008+", "Rome"])
    place = rng.choice([rng.choice(AFRICA), rng.choice(EUROPE), nowhere])
    number = rng.randint(-2, 6)
    green = rng.choice(GREENS)
    makers = [
        PlayRed(rng.randint(-1, 45)),
        MoveGestapo(place),
        MoveFugitive(place),
        SailGestapo(),
        SailFugitive(number),
        BuyCamel(number),
        PlayGreen(green),
        Fly(),
        EndTurn(),
        Suffer(),
        GiveRation(),
        Restart(place),
        Choose(rng.choice(["draw", "marker", "gold", "camel", "ride", "travel", "", "win"])),
        Decline(),
        Stay(),
        TakeCard(number),
        GiveBack(green),
    ]
    return rng.choice(makers)


@positions
@given(seeds)
def test_an_action_is_legal_just_if_nothing_is_wrong_with_it(seed: int) -> None:
    for table, rng in played_on(seed):
        seats = [*table.state.seats, "white", "nobody"]
        for _ in range(12):
            seat, action = rng.choice(seats), any_action(rng)
            violations = GAME.judge(table.state, seat, action)
            assert (action in list(GAME.legal(table.state, seat))) == (violations == ())
            if violations:
                assert all(violation.rule in GAME.rulebook for violation in violations)
                with pytest.raises(IllegalAction):
                    GAME.apply(table.state, Act(seat, action))


@positions
@given(seeds)
def test_all_that_is_said_can_be_said_in_every_language(seed: int) -> None:
    for table, rng in played_on(seed):
        sentences = [(f"news.{news.key}", news.facts) for news in table.news]
        for _ in range(6):
            action = any_action(rng)
            sentences.append(GAME.describe(action) if not isinstance(action, Choose) else ("game.name", {}))
            violations = GAME.judge(table.state, rng.choice(table.state.seats), action)
            sentences += [(f"violation.{violation.key}", violation.facts) for violation in violations]
        now = GAME.pending(table.state)
        if isinstance(now, Decision):
            sentences.append((f"decision.{now.kind}", {}))
            sentences += [GAME.describe(action) for action in GAME.legal(table.state, now.seats[0])][:9]
        elif isinstance(now, Over):
            sentences.append((f"over.{now.reason}", {"seat": now.winners}))
        else:
            sentences.append((f"chance.{now.name}", {}))
        for key, facts in sentences:
            for lang in ("en", "it", "de"):
                assert "{" not in GAME.texts.say(lang, key, facts)


@positions
@given(seeds)
def test_every_position_comes_back_from_the_store_as_it_was(seed: int) -> None:
    for table, _ in played_on(seed):
        assert msgspec.json.decode(msgspec.json.encode(table.state), type=GAME.state_type) == table.state


@positions
@given(seeds)
def test_a_move_on_the_board_is_read_as_what_it_is(seed: int) -> None:
    for table, _ in played_on(seed):
        now = GAME.pending(table.state)
        if not isinstance(now, Decision):
            continue
        before = GAME.placement(table.state).cells
        for action in GAME.legal(table.state, now.seats[0]):
            if isinstance(action, MoveGestapo | MoveFugitive | Restart | BuyCamel):
                after = GAME.placement(GAME.apply(table.state, Act(now.seats[0], action)).state).cells
                change = Change.between(before, after)
                assert not change or Intent(now.seats[0], action) in GAME.interpret(table.state, change)


# --- secrets ----------------------------------------


def dealt_anew(table: Table, knower: str | None, rng: random.Random) -> Any:
    """The same position for `knower`: all that it may not know is dealt anew, every number kept."""
    state = table.state
    item = state.asked
    known = {number for number, seat in enumerate(state.seats) if seat == knower}
    laid = isinstance(item, AidPick) and item.who not in known
    seen = isinstance(item, AidKeep) and item.taker not in known
    cards = [*state.pile, *(kind for box in state.boxes for kind in box)]
    reds = list(state.red_deck) if state.house.articulated else []
    for number, player in enumerate(state.players):
        if number not in known:
            cards += [kind for kind, count in enumerate(player.hand) for _ in range(count)]
            reds += player.red
    if seen:
        cards += [kind for kind, count in enumerate(item.seen) for _ in range(count)]
    rng.shuffle(cards)
    rng.shuffle(reds)

    def deal(source: list[int], number: int) -> tuple[int, ...]:
        dealt = tuple(source[:number])
        del source[:number]
        return dealt

    def hand_of(dealt: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(dealt.count(kind) for kind in range(len(GREENS)))

    players = list(state.players)
    for number, player in enumerate(players):
        if number not in known:
            green, red = deal(cards, sum(player.hand)), deal(reds, len(player.red))
            players[number] = msgspec.structs.replace(player, hand=hand_of(green), red=tuple(sorted(red)))
    agenda = state.agenda
    if laid:
        held = [kind for kind, count in enumerate(players[item.who].hand) for _ in range(count)]
        rng.shuffle(held)
        agenda = (msgspec.structs.replace(item, laid=tuple(held)), *agenda[1:])
    elif isinstance(item, AidPick):
        mixed = list(item.laid)
        rng.shuffle(mixed)
        agenda = (msgspec.structs.replace(item, laid=tuple(mixed)), *agenda[1:])
    elif seen:
        agenda = (msgspec.structs.replace(item, seen=hand_of(deal(cards, sum(item.seen)))), *agenda[1:])
    return msgspec.structs.replace(
        state,
        agenda=agenda,
        players=tuple(players),
        boxes=tuple(deal(cards, len(box)) for box in state.boxes),
        red_deck=deal(reds, len(state.red_deck)) if state.house.articulated else _turned(state.red_deck, rng),
        pile=tuple(cards),
    )


def _turned(red_deck: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    order = list(red_deck)
    rng.shuffle(order)
    return tuple(order)


@positions
@given(seeds)
def test_what_a_seat_may_not_know_makes_no_difference_to_what_it_sees(seed: int) -> None:
    for table, rng in played_on(seed):
        for knower in (*table.state.seats, None):
            other = dealt_anew(table, knower, rng)
            assert GAME.view(other, knower) == GAME.view(table.state, knower)
            assert GAME.pending(other) == GAME.pending(table.state)
            assert GAME.placement(other) == GAME.placement(table.state)
            assert GAME.public_facts(other) == GAME.public_facts(table.state)
            if knower is not None:
                assert list(GAME.legal(other, knower)) == list(GAME.legal(table.state, knower))


@pytest.mark.legal("cards.secret")
def test_everybody_sees_the_own_green_cards_and_only_the_number_of_others() -> None:
    table = Table(red=at("Warsaw", green=["weapons", "money"]), blue=at("Madrid", green=["papers"]))
    red, blue, crowd = (GAME.view(table.state, seat) for seat in ("red", "blue", None))
    assert (red.own.green, blue.own.green) == (("money", "weapons"), ("papers",))
    assert crowd.own is None
    assert [player.green for player in crowd.players] == [2, 1]


@pytest.mark.legal("articulated.leftover")
def test_nobody_sees_the_red_cards_that_were_left_over() -> None:
    table = Table(0, version="articulated", red=at("Warsaw", red=[3]), blue=at("Madrid", red=[4]))
    for seat in ("red", "blue", None):
        view = GAME.view(table.state, seat)
        assert (view.red_deck, view.red_played) == (38, ())


def test_only_the_taker_sees_the_cards_of_an_aid_while_choosing() -> None:
    table = Table(38, red=at("0526", money=2, green=["papers", "fast"], level=6), blue=at("Madrid"))
    table.go("red", Choose("marker")).shuffle()
    assert GAME.view(table.state, "blue").aid.seen == ()
    table.go("blue", *[TakeCard(position) for position in range(4)], GiveBack("fast"))
    assert GAME.view(table.state, "blue").aid.seen == ("money", "money", "papers")
    assert GAME.view(table.state, "red").aid.seen == ()
    assert GAME.view(table.state, None).aid.seen == ()


@pytest.mark.legal("articulated.win")
def test_the_articulated_version_is_won_by_flying_too() -> None:
    table = Table(15, version="articulated", red=at("0526", money=5), blue=at("Madrid"))
    assert table.go("red", fugitive_to("Casablanca")).over == Over(("red",), "flown")
