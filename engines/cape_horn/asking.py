"""Who decides now or what chance falls, as the core's `Pending`, and the one predicate for all actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from engines.cape_horn.actions import Action, Anchor, Draw, Enough, Stay
from engines.cape_horn.deed import because
from engines.cape_horn.state import Again, Buying, DrawFirst, Drawing, Ended, Mix, State, Turn
from engines.cape_horn.turn_deeds import DEEDS, out_of_step
from engines.cape_horn.voyage import ALL_TILES
from engines.entries import Seat
from engines.game import Violation
from engines.offers import one_of
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
    match state.asked:
        case Ended(over):
            return over
        case DrawFirst():
            return Shuffle("first", len(state.seats))
        case Mix():
            return Shuffle("tiles", len(ALL_TILES))
        case Turn(who) | Again(who) | Drawing(who) | Buying(who):
            name, default = ASKED[type(state.asked)]
            return Decision((state.seats[who],), name, default=default)


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Everything that `seat` may do now."""
    item, who = state.asked, state.mover
    if who is None or state.seats[who] != seat:
        return iter(())
    return chain.from_iterable(deed.offers(state, item, who) for deed in DEEDS[type(item)].values())


def some(state: State, seat: Seat, pick: Callable[[int], int]) -> Action | None:
    """One of the legal actions, all equally likely, as `pick(n)` (a number below n) would have it."""
    item, who = state.asked, state.mover
    if who is None or state.seats[who] != seat:
        return None
    return one_of([deed.offers(state, item, who) for deed in DEEDS[type(item)].values()], pick)


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
    return () if action in deed.offers(state, item, who) else deed.why_not(state, item, who, action)


Doing = Callable[[Any, Any, int, Any], None]


def doing(state: State, action: Action) -> Doing:
    """What carries the legal `action` out."""
    return DEEDS[type(state.asked)][type(action)].do
