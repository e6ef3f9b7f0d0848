"""What may be answered to each question: the spy's cards, the hunters' steps, questions and arrests, who begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines.fifth_column import hunting, setup, spying
from engines.fifth_column.actions import Arrest, Ask, Discard, Done, First, Play, Ready, Start, Walk
from engines.fifth_column.cards import CARDS, COUNTS, piece_of
from engines.fifth_column.deed import Deed, OfHunters, because
from engines.fifth_column.draft import Draft
from engines.fifth_column.ground import HOUSES
from engines.fifth_column.state import AskFirst, ChooseStart, HuntersTurn, NextHunt, SpyTurn, State
from engines.game import Violation
from engines.offers import Offer
from engines.physical import Cell

HUNTERS = tuple(range(1, COUNTS.hunters + 1))
WALKS = {number: {cell: Walk(number, cell) for cell in HOUSES} for number in HUNTERS}
ASKS = {number: {cell: Ask(number, cell) for cell in HOUSES} for number in HUNTERS}
ARRESTS = {number: {cell: Arrest(number, cell) for cell in HOUSES} for number in HUNTERS}
DONE = (Done(),)
READY = (Ready(),)


# --- before and between hunts ----------------------------------------------------------------------------


def firsts(state: State, item: AskFirst, who: int) -> Offer[First]:
    return [First(seat) for seat in state.seats]


def firsts_not(state: State, item: AskFirst, who: int, action: First) -> tuple[Violation, ...]:
    return because("roles.first", "no_such_player", seat=action.seat)


def first(draft: Draft, item: AskFirst, who: int, action: First) -> None:
    setup.first_spy(draft, draft.seats.index(action.seat))


def readies(state: State, item: NextHunt, who: int) -> Offer[Ready]:
    return READY


def readies_not(state: State, item: NextHunt, who: int, action: Ready) -> tuple[Violation, ...]:
    raise AssertionError("between hunts anybody may go on")


def ready(draft: Draft, item: NextHunt, who: int, action: Ready) -> None:
    setup.next_hunt(draft)


# --- the spy begins --------------------------------------------------------------------------------------


def starts(state: State, item: ChooseStart, who: int) -> Offer[Start]:
    return [Start(cell) for cell in setup.hideouts(state.hunt, state.ground.free)]


def starts_not(state: State, item: ChooseStart, who: int, action: Start) -> tuple[Violation, ...]:
    if action.at not in HOUSES:
        return because("map.houses", "no_such_house", place=action.at)
    if action.at in state.hunt.blocked:
        return because("map.washers", "washer_there", (state.seats[who],), place=action.at)
    return because("spy.start", "no_start_there", (state.seats[who],), place=action.at)


def start(draft: Draft, item: ChooseStart, who: int, action: Start) -> None:
    setup.starts(draft, action.at)


# --- the spy ---------------------------------------------------------------------------------------------


class Plays:
    """Every card of the hand along every way that it opens."""

    def __init__(self, state: State) -> None:
        hunt, ground, mix = state.hunt, state.ground, state.house.cards
        self._ways = {card: ground.paths(piece_of(card, mix), hunt.spot) for card in hunt.hand}

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Play) and action.path in self._ways.get(action.card, ())

    def __iter__(self) -> Iterator[Play]:
        for card, ways in self._ways.items():
            for way in ways:
                yield Play(card, way)

    def __len__(self) -> int:
        return sum(map(len, self._ways.values()))

    def __getitem__(self, number: int) -> Play:
        for card, ways in self._ways.items():
            if number < len(ways):
                return Play(card, ways[number])
            number -= len(ways)
        raise IndexError(number)


def plays(state: State, item: SpyTurn, who: int) -> Plays:
    return Plays(state)


def plays_not(state: State, item: SpyTurn, who: int, action: Play) -> tuple[Violation, ...]:
    own = (state.seats[who],)
    if not 1 <= action.card <= CARDS:
        return because("cards.deck", "no_such_card", card=action.card)
    if action.card not in state.hunt.hand:
        return because("cards.hand", "not_in_hand", own, card=action.card)
    piece = piece_of(action.card, state.house.cards)
    spot, to = state.hunt.spot, action.path[-1] if action.path else state.hunt.spot
    if not action.path or to == spot:
        return because("spy.must_move", "must_move", own)
    if blocked := next((cell for cell in action.path if cell in state.hunt.blocked), None):
        return because("map.washers", "washer_there", own, place=blocked)
    return because(f"move.{piece}", "not_its_way", own, piece=piece, start=spot, to=to)


def play(draft: Draft, item: SpyTurn, who: int, action: Play) -> None:
    spying.plays(draft, action.card, action.path)


def discards(state: State, item: SpyTurn, who: int) -> Offer[Discard]:
    return () if plays(state, item, who) else [Discard(card) for card in state.hunt.hand]


def discards_not(state: State, item: SpyTurn, who: int, action: Discard) -> tuple[Violation, ...]:
    own = (state.seats[who],)
    if action.card not in state.hunt.hand:
        return because("cards.hand", "not_in_hand", own, card=action.card)
    return because("spy.stuck", "can_move", own)


def discard(draft: Draft, item: SpyTurn, who: int, action: Discard) -> None:
    spying.discards(draft, action.card)


# --- the hunters -----------------------------------------------------------------------------------------


def walks(state: State, item: HuntersTurn, who: int) -> OfHunters[Walk]:
    reach, hunt = state.hunters_ground.reach, state.hunt
    if state.house.asking == "after" and any(item.asked):
        return OfHunters(WALKS, ())
    those = zip(HUNTERS, hunt.hunters, item.walked, item.asked)
    return OfHunters(WALKS, [(one, reach(at)) for one, at, walked, asked in those if not (walked or asked)])


def walks_not(state: State, item: HuntersTurn, who: int, action: Walk) -> tuple[Violation, ...]:
    if (wrong := _no_such(action.hunter, action.to)) or (wrong := _asked_already(item, action.hunter)):
        return wrong
    here = state.hunt.hunters[action.hunter - 1]
    if state.house.asking == "after" and any(item.asked):
        return because("hunters.before", "asking_began", number=action.hunter)
    if item.walked[action.hunter - 1]:
        return because("hunters.steps", "walked_already", number=action.hunter, start=here)
    if action.to in state.hunt.blocked:
        return because("map.washers", "washer_there", place=action.to)
    if action.to == here:
        return because("hunters.steps", "stands_there", number=action.hunter, place=here)
    return because("hunters.steps", "too_far", number=action.hunter, start=here, to=action.to, most=COUNTS.steps)


def walk(draft: Draft, item: HuntersTurn, who: int, action: Walk) -> None:
    hunting.walks(draft, item, action.hunter, action.to)


def asks(state: State, item: HuntersTurn, who: int) -> OfHunters[Ask]:
    near, hunt = state.hunters_ground.near, state.hunt
    return OfHunters(ASKS, [(one, near(at)) for one, at, asked in zip(HUNTERS, hunt.hunters, item.asked) if not asked])


def asks_not(state: State, item: HuntersTurn, who: int, action: Ask) -> tuple[Violation, ...]:
    if (wrong := _no_such(action.hunter, action.at)) or (wrong := _asked_already(item, action.hunter)):
        return wrong
    if action.at in state.hunt.blocked:
        return because("ask.beside", "washer_there", place=action.at)
    here = state.hunt.hunters[action.hunter - 1]
    return because("ask.beside", "not_beside", number=action.hunter, start=here, place=action.at)


def ask(draft: Draft, item: HuntersTurn, who: int, action: Ask) -> None:
    hunting.asks(draft, item, action.hunter, action.at)


def arrests(state: State, item: HuntersTurn, who: int) -> OfHunters[Arrest]:
    also = state.house.arresting == "also"
    those = [(one, at) for one, at, asked in zip(HUNTERS, state.hunt.hunters, item.asked) if also or not asked]
    if state.house.arrest == "beside":
        near = state.hunters_ground.near
        return OfHunters(ARRESTS, [(one, (at, *near(at))) for one, at in those])
    return OfHunters(ARRESTS, [(one, (at,)) for one, at in those])


def arrests_not(state: State, item: HuntersTurn, who: int, action: Arrest) -> tuple[Violation, ...]:
    if wrong := _no_such(action.hunter, action.at):
        return wrong
    if state.house.arresting == "instead" and (wrong := _asked_already(item, action.hunter)):
        return wrong
    here = state.hunt.hunters[action.hunter - 1]
    return because("arrest.reach", "not_reached", number=action.hunter, start=here, place=action.at)


def arrest(draft: Draft, item: HuntersTurn, who: int, action: Arrest) -> None:
    hunting.arrests(draft, item, action.hunter, action.at)


def dones(state: State, item: HuntersTurn, who: int) -> Offer[Done]:
    return DONE


def dones_not(state: State, item: HuntersTurn, who: int, action: Done) -> tuple[Violation, ...]:
    raise AssertionError("hunters may always end their turn")


def done(draft: Draft, item: HuntersTurn, who: int, action: Done) -> None:
    hunting.done(draft)


def _no_such(hunter: int, cell: Cell) -> tuple[Violation, ...]:
    if hunter not in HUNTERS:
        return because("hunters.five", "no_such_hunter", number=hunter, most=COUNTS.hunters)
    return () if cell in HOUSES else because("map.houses", "no_such_house", place=cell)


def _asked_already(item: HuntersTurn, hunter: int) -> tuple[Violation, ...]:
    return because("ask.one", "asked_already", number=hunter) if item.asked[hunter - 1] else ()


DEEDS: Mapping[type, Mapping[type[Any], Deed]] = {
    AskFirst: {First: Deed(firsts, firsts_not, first)},
    NextHunt: {Ready: Deed(readies, readies_not, ready)},
    ChooseStart: {Start: Deed(starts, starts_not, start)},
    SpyTurn: {Play: Deed(plays, plays_not, play), Discard: Deed(discards, discards_not, discard)},
    HuntersTurn: {
        Walk: Deed(walks, walks_not, walk),
        Ask: Deed(asks, asks_not, ask),
        Arrest: Deed(arrests, arrests_not, arrest),
        Done: Deed(dones, dones_not, done),
    },
}
"""What each kind of question may be answered with."""
