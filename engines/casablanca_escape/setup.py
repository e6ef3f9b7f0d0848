"""How a game begins: the throw for the first move, shuffling, dealing, and rebuilding the red deck later on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.casablanca_escape import goods
from engines.casablanca_escape.cards import EVENTS, GREEN_DECK, MOVEMENTS, SUPPLY
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.state import House, Player, RollFirst, Shuffling, State, TurnUp
from engines.entries import Seat

RED_DECK = (*MOVEMENTS, *EVENTS)


def opening(options: Mapping[str, str], seats: Sequence[Seat]) -> State:
    """The state before the first throw: every Gestapo in Munich, every marker on 0, nothing dealt."""
    return State(
        house=House(**options),
        seats=tuple(seats),
        players=tuple(Player(MAP.munich) for _ in seats),
        agenda=(RollFirst(tuple(range(len(seats)))),),
        pile=GREEN_DECK,
        boxes=((),) * len(MAP.friend_cells),
        red_deck=RED_DECK,
        gold=SUPPLY.gold.count,
        water=SUPPLY.water.count,
    )


def first_rolled(draft: Draft, item: RollFirst, total: int) -> None:
    """One throw for the first move; those who tie for the highest throw again."""
    who, waiting = item.rolling[0], item.rolling[1:]
    best = (who,) if total > item.total else (*item.best, who) if total == item.total else item.best
    if waiting:
        draft.instead(RollFirst(waiting, best, max(total, item.total)))
    elif len(best) > 1:
        draft.tell("tie", seat=tuple(draft.seat(other) for other in best))
        draft.instead(RollFirst(best))
    else:
        _set_out(draft, best[0])


def _set_out(draft: Draft, first: int) -> None:
    count = len(draft.seats)
    draft.order = tuple((first + turn) % count for turn in range(count))
    for number, who in enumerate(draft.order):
        draft.change(who, fugitive=MAP.starts[number])
    draft.tell("first", seat=draft.seat(first))
    draft.instead(Shuffling("green"), *_red_shuffles(draft), TurnUp())


def _red_shuffles(draft: Draft) -> tuple[Shuffling, ...]:
    if draft.house.articulated:
        return (Shuffling("red"),)
    return () if draft.house.turns_real_cards else (Shuffling("movements"), Shuffling("events"))


def shuffled(draft: Draft, item: Shuffling, order: tuple[int, ...]) -> None:
    """A deck lies in its new `order`."""
    draft.done()
    match item.deck:
        case "green":
            _deal_green(draft, tuple(GREEN_DECK[index] for index in order))
        case "movements":
            draft.red_played = ()
            draft.red_deck = (*(MOVEMENTS[index] for index in order), *EVENTS)
        case "events":
            events = (EVENTS[index] for index in order)
            draft.red_deck = tuple(card for pair in zip(draft.red_deck, events) for card in pair)
            draft.tell("red_deck_built")
        case "red":
            _deal_red(draft, tuple(RED_DECK[index] for index in order))


def _deal_green(draft: Draft, deck: tuple[int, ...]) -> None:
    boxes = []
    for count in MAP.friend_cards:
        boxes.append(deck[:count])
        deck = deck[count:]
    draft.boxes = tuple(boxes)
    draft.pile = deck
    for who, count in zip(draft.order, SUPPLY.opening.cards):
        if count:
            goods.draw(draft, who, count)


def _deal_red(draft: Draft, deck: tuple[int, ...]) -> None:
    draft.red_played = ()
    size = SUPPLY.red_hands.cards[len(draft.seats) - 2]
    for who in draft.order:
        hand, deck = tuple(sorted(deck[:size])), deck[size:]
        draft.change(who, red=hand)
        draft.tell("your_red", (draft.seat(who),), card=hand)
    draft.red_deck = deck
    draft.reveals = True
    draft.tell("red_dealt", count=size)
