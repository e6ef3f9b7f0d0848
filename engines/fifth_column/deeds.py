"""What may be answered to each question: the spy's cards, the hunters' steps, questions and arrests, who begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from engines.deed import because
from engines.fifth_column import hunting, setup, spying
from engines.fifth_column.actions import Arrest, Ask, Discard, Done, First, Play, Ready, Start, Walk
from engines.fifth_column.cards import CARDS, COUNTS, piece_of
from engines.fifth_column.deed import Deed, Question
from engines.fifth_column.draft import Draft
from engines.fifth_column.ground import HOUSES
from engines.fifth_column.orders import HUNTERS, orders
from engines.fifth_column.state import AskFirst, ChooseStart, HuntersTurn, NextHunt, SpyTurn, State
from engines.game import Violation
from engines.offers import Offer
from engines.physical import Cell

Offers: TypeAlias = Mapping[type, Offer[Any]]

DONE = (Done(),)
READY = (Ready(),)


# --- before and between hunts ----------------------------------------------------------------------------


def firsts(state: State, item: AskFirst) -> Offers:
    return {First: [First(seat) for seat in state.seats]}


def firsts_not(state: State, item: AskFirst, who: int, action: First) -> tuple[Violation, ...]:
    return because("roles.first", "no_such_player", seat=action.seat)


def first(draft: Draft, item: AskFirst, who: int, action: First) -> None:
    setup.first_spy(draft, draft.seats.index(action.seat))


def readies(state: State, item: NextHunt) -> Offers:
    return {Ready: READY}


def readies_not(state: State, item: NextHunt, who: int, action: Ready) -> tuple[Violation, ...]:
    raise AssertionError("between hunts anybody may go on")


def ready(draft: Draft, item: NextHunt, who: int, action: Ready) -> None:
    setup.next_hunt(draft)


# --- the spy begins --------------------------------------------------------------------------------------


def starts(state: State, item: ChooseStart) -> Offers:
    return {Start: [Start(cell) for cell in setup.hideouts(state.hunt, state.ground.free)]}


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


def spies(state: State, item: SpyTurn) -> Offers:
    """The spy goes with a card of its hand; where none takes it anywhere, it lays one down and stays."""
    plays = Plays(state)
    return {Play: plays, Discard: () if plays else [Discard(card) for card in state.hunt.hand]}


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


def discards_not(state: State, item: SpyTurn, who: int, action: Discard) -> tuple[Violation, ...]:
    own = (state.seats[who],)
    if action.card not in state.hunt.hand:
        return because("cards.hand", "not_in_hand", own, card=action.card)
    return because("spy.stuck", "can_move", own)


def discard(draft: Draft, item: SpyTurn, who: int, action: Discard) -> None:
    spying.discards(draft, action.card)


# --- the hunters -----------------------------------------------------------------------------------------


def hunts(state: State, item: HuntersTurn) -> Offers:
    """Each hunter walks, then asks or arrests; by option it arrests too (``also``), or nobody walks once one asked."""
    house = state.house
    rooted, also = house.asking == "after" and any(item.asked), house.arresting == "also"
    walks: tuple[Walk, ...] = ()
    asks: tuple[Ask, ...] = ()
    arrests: tuple[Arrest, ...] = ()
    hunters = orders(state.hunters_ground, house.arrest == "beside")
    for hunter, here, walked, asked in zip(hunters, state.hunt.hunters, item.walked, item.asked):
        if not asked:
            asks += hunter.asks[here]
            arrests += hunter.arrests[here]
            if not (walked or rooted):
                walks += hunter.walks[here]
        elif also:
            arrests += hunter.arrests[here]
    return {Walk: walks, Ask: asks, Arrest: arrests, Done: DONE}


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


def asks_not(state: State, item: HuntersTurn, who: int, action: Ask) -> tuple[Violation, ...]:
    if (wrong := _no_such(action.hunter, action.at)) or (wrong := _asked_already(item, action.hunter)):
        return wrong
    if action.at in state.hunt.blocked:
        return because("ask.beside", "washer_there", place=action.at)
    here = state.hunt.hunters[action.hunter - 1]
    return because("ask.beside", "not_beside", number=action.hunter, start=here, place=action.at)


def ask(draft: Draft, item: HuntersTurn, who: int, action: Ask) -> None:
    hunting.asks(draft, item, action.hunter, action.at)


def arrests_not(state: State, item: HuntersTurn, who: int, action: Arrest) -> tuple[Violation, ...]:
    if wrong := _no_such(action.hunter, action.at):
        return wrong
    if state.house.arresting == "instead" and (wrong := _asked_already(item, action.hunter)):
        return wrong
    here = state.hunt.hunters[action.hunter - 1]
    return because("arrest.reach", "not_reached", number=action.hunter, start=here, place=action.at)


def arrest(draft: Draft, item: HuntersTurn, who: int, action: Arrest) -> None:
    hunting.arrests(draft, action.hunter, action.at)


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


QUESTIONS: Mapping[type, Question] = {
    AskFirst: Question(firsts, {First: Deed(firsts_not, first)}),
    NextHunt: Question(readies, {Ready: Deed(readies_not, ready)}),
    ChooseStart: Question(starts, {Start: Deed(starts_not, start)}),
    SpyTurn: Question(spies, {Play: Deed(plays_not, play), Discard: Deed(discards_not, discard)}),
    HuntersTurn: Question(
        hunts,
        {
            Walk: Deed(walks_not, walk),
            Ask: Deed(asks_not, ask),
            Arrest: Deed(arrests_not, arrest),
            Done: Deed(dones_not, done),
        },
    ),
}
"""What each kind of question may be answered with."""
