"""Who decides now or what chance falls, as the core's `Pending`, and the one predicate for all actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

from engines.cape_horn.actions import Action, Anchor, Draw, Enough, Stay
from engines.cape_horn.state import Again, Buying, DrawFirst, Drawing, Ended, Mix, State, Turn
from engines.cape_horn.turn_deeds import DEEDS, out_of_step
from engines.cape_horn.voyage import ALL_TILES
from engines.deed import because
from engines.entries import Seat
from engines.game import Violation
from engines.offers import Offer, of_last_state, one_of
from engines.pending import Decision, Pending, Shuffle

ASKED: Mapping[type, tuple[str, Action]] = {
    Turn: ("turn", Stay()),
    Again: ("again", Anchor()),
    Drawing: ("draw", Draw()),
    Buying: ("buy", Enough()),
}
"""Kind of decision (a text key ``decision.<kind>``), and what is done for a player who sleeps."""


def kind(state: State) -> str:
    """What is decided now, as in ``decision.<kind>``; empty where nobody decides."""
    return ASKED[type(state.asked)][0] if type(state.asked) in ASKED else ""


def pending(state: State) -> Pending:
    """What must happen next."""
    item = state.asked
    match item:
        case Turn() | Again() | Drawing() | Buying():
            return _decision(state.seats[item.who], type(item))
        case Ended(over):
            return over
        case DrawFirst():
            return Shuffle("first", len(state.seats))
        case Mix():
            return Shuffle("tiles", len(ALL_TILES))


@cache
def _decision(seat: Seat, asked: type) -> Decision:
    name, default = ASKED[asked]
    return Decision((seat,), name, default=default)


@of_last_state
def offers(state: State) -> Mapping[type, Offer[Any]]:
    """Everything that the player whose turn it is may do now, by kind of action."""
    item, who = state.asked, state.mover
    if who is None:
        return {}
    return {one: deed.offers(state, item, who) for one, deed in DEEDS[type(item)].items()}


def _decides(state: State, seat: Seat) -> bool:
    who = state.mover
    return who is not None and state.seats[who] == seat


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Everything that `seat` may do now."""
    return chain.from_iterable(offers(state).values()) if _decides(state, seat) else iter(())


def some(state: State, seat: Seat, pick: Callable[[int], int]) -> Action | None:
    """One of the legal actions, all equally likely, as `pick(n)` (a number below n) would have it."""
    return one_of(tuple(offers(state).values()), pick) if _decides(state, seat) else None


def judge(state: State, seat: Seat, action: Action) -> tuple[Violation, ...]:
    """What is wrong with `action` of `seat`; empty if it is among what `legal` yields."""
    item, who = state.asked, state.mover
    if isinstance(item, Ended):
        return because("end.over", "game_over")
    if who is None:
        return because("chance.first", "chance_first")
    if state.seats[who] != seat:
        return because("turn.order", "not_your_turn", seat=seat, seat2=state.seats[who])
    deed = DEEDS[type(item)].get(type(action))
    if deed is None:
        return out_of_step(state, who, action)
    return () if action in offers(state)[type(action)] else deed.why_not(state, item, who, action)


Doing = Callable[[Any, Any, int, Any], None]


def doing(state: State, action: Action) -> Doing:
    """What carries the legal `action` out."""
    return DEEDS[type(state.asked)][type(action)].do
