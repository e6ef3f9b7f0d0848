"""The anti-fascist scenario: the square of the rally, dissidents who join, hospital, rescue, and hands added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from engines.corteo.actions import ChooseSquare, Prolong, Rouse
from engines.corteo.agenda import AskSquare, Movement, RouseRoll
from engines.corteo.bonus import award
from engines.corteo.city import CITY
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.ground import REACTIONARIES
from engines.corteo.roster import KIND_OF, MARCH, Side, Unit, other
from engines.corteo.sites import SQUARES, zone
from engines.corteo.state import CLINIC, HANDS, OFF_BOARD, Rally, State
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

LASTS_UNTIL = 5
"""The hand at whose end the rally is over."""
BROKEN_UP = 30
"""Points of the march when the rally breaks up before that hand."""
HELD = 10
"""Points of the power when it does not."""
PER_HOSPITAL = 7
"""Points of the march for a reactionary sent to hospital, twice as many on a seat of their organisations."""
PER_RESCUE = 7
"""Points of the power for each reactionary brought to safety in a hand that brings enough."""
RESCUES: Mapping[int, int] = {6: 1, 7: 2, 8: 2, 9: 2, 10: 3}
"""Hand → how many must newly be in barracks at its end; nothing is caught up."""
AGREED_BY = 8
"""The last hand in which both sides may agree to go on after the tenth."""
MOST_MORE = 5
"""Hands that may be added, at most."""


def rallying(state: State) -> Rally:
    """The plot of a game that is known to be this scenario."""
    assert isinstance(state.plot, Rally)
    return state.plot


def last_hand(state: State) -> int:
    """The hand with which the game ends."""
    return HANDS + (state.plot.agreed if isinstance(state.plot, Rally) else 0)


# --- the square ------------------------------------------------------------------------------------------


def squares(state: State, item: AskSquare) -> Iterator[ChooseSquare]:
    return (ChooseSquare(name) for name in SQUARES)


def squares_not(state: State, item: AskSquare, action: ChooseSquare) -> tuple[Violation, ...]:
    return () if action.square in SQUARES else because("antifascist.square", "no_such_square", square=action.square)


def choose_square(draft: Draft, item: AskSquare, action: ChooseSquare) -> None:
    draft.set(plot=Rally(action.square))
    draft.done()
    draft.tell("square", square=action.square)


# --- dissidents ------------------------------------------------------------------------------------------


def callers(state: State) -> frozenset[Cell]:
    """Hexes that units of the two components that may lead control."""
    story = state.house.story
    assert story is not None
    spots = {
        spot
        for unit, spot in enumerate(state.march)
        if spot not in OFF_BOARD and KIND_OF[unit].family in story.heads and unit not in state.waiting
    }
    return frozenset(cell for spot in spots for cell in CITY.zone[MARCH][spot])


def rouses(state: State, item: Movement) -> Iterator[Rouse]:
    if item.side == MARCH and isinstance(state.plot, Rally):
        for unit in state.waiting:
            if not rouses_not(state, item, Rouse(unit)):
                yield Rouse(unit)


def rouses_not(state: State, item: Movement, action: Rouse) -> tuple[Violation, ...]:
    if not isinstance(state.plot, Rally) or item.side != MARCH:
        return because("antifascist.rouse", "nobody_to_rouse")
    if action.unit not in state.waiting or KIND_OF[action.unit].family != "poc":
        return because("antifascist.rouse", "nobody_to_rouse")
    if action.unit in state.plot.tried:
        return because("antifascist.rouse_once", "roused_already", unit=KIND_OF[action.unit].id)
    if state.spot(action.unit) not in callers(state):
        return because("antifascist.rouse", "nobody_near", unit=KIND_OF[action.unit].id)
    return ()


def rouse(draft: Draft, item: Movement, action: Rouse) -> None:
    plot = rallying(draft.now())
    draft.set(plot=msgspec.structs.replace(plot, tried=(*plot.tried, action.unit)))
    draft.next(RouseRoll(action.unit))


def rouse_rolled(draft: Draft, item: RouseRoll, die: int) -> None:
    """An odd number, and the dissident joins the march at once."""
    draft.done()
    if die % 2:
        draft.set(waiting=tuple(unit for unit in draft.get("waiting") if unit != item.unit))
        draft.tell_of("joins", item.unit)
    else:
        draft.tell_of("stays_out", item.unit)


# --- the rally -------------------------------------------------------------------------------------------


def strike(draft: Draft, at: Cell) -> None:
    """A unit of the march has come onto hex `at`: a reactionary who stood there goes to hospital."""
    for unit in REACTIONARIES:
        if draft.spot(unit) == at:
            draft.put(unit, CLINIC)
            draft.tell_of("hospital", unit, place=at)
            award(draft, "hospital", PER_HOSPITAL * (2 if CITY.category.get(at) == "reactionary" else 1))


def turn_ends(draft: Draft, plot: Rally, side: Side) -> None:
    """The rally breaks up when one of them is no more on the square."""
    state = draft.now()
    dissolved = plot.dissolved
    if not dissolved and not zone(plot.square).issuperset(state.spot(unit) for unit in REACTIONARIES):
        dissolved = state.hand
        draft.tell("broken_up", square=plot.square)
        if state.hand < LASTS_UNTIL:
            award(draft, "broken_up", BROKEN_UP)
    draft.set(plot=msgspec.structs.replace(plot, dissolved=dissolved, tried=()))


def hand_ends(draft: Draft, plot: Rally) -> None:
    """The rally that has lasted is over; who is in barracks is safe, and counts if enough came in this hand."""
    state = draft.now()
    if state.hand == LASTS_UNTIL and plot.dissolved in (0, LASTS_UNTIL):
        award(draft, "held", -HELD)
        plot = msgspec.structs.replace(plot, dissolved=LASTS_UNTIL)
    safe = tuple(unit for unit in REACTIONARIES if state.spot(unit) in CITY.barracks)
    newly = len(safe) - len(plot.safe)
    if newly and newly >= RESCUES.get(state.hand, newly + 1):
        award(draft, "rescued", -PER_RESCUE * newly)
    draft.set(plot=msgspec.structs.replace(plot, safe=safe))


# --- more hands ------------------------------------------------------------------------------------------


def prolongs(state: State, item: Movement) -> Iterator[Prolong]:
    if isinstance(state.plot, Rally):
        for hands in range(MOST_MORE + 1):
            if not prolongs_not(state, item, Prolong(hands)):
                yield Prolong(hands)


def prolongs_not(state: State, item: Movement, action: Prolong) -> tuple[Violation, ...]:
    if not isinstance(state.plot, Rally):
        return because("antifascist.prolong", "no_more_hands")
    if state.hand > AGREED_BY:
        return because("antifascist.prolong", "too_late_for_more", hand=AGREED_BY)
    if not 0 <= action.hands <= MOST_MORE or action.hands == state.plot.wishes[_place(item.side)]:
        return because("antifascist.prolong", "as_many_hands", count=action.hands, most=MOST_MORE)
    return ()


def _place(side: Side) -> int:
    return 0 if side == MARCH else 1


def prolong(draft: Draft, item: Movement, action: Prolong) -> None:
    """One side says how many hands it would add; what both have agreed on stands until both agree on something else."""
    plot = rallying(draft.now())
    wishes = list(plot.wishes)
    wishes[_place(item.side)] = action.hands
    agreed = wishes[0] == wishes[1]
    now = action.hands if agreed else plot.agreed
    draft.set(plot=msgspec.structs.replace(plot, wishes=(wishes[0], wishes[1]), agreed=now))
    draft.tell("prolonged" if agreed else "wishes_more", side=item.side, other=other(item.side), count=action.hands)


def waits(state: State, unit: Unit) -> bool:
    """Whether `unit` is a dissident who has not joined."""
    return unit in state.waiting and KIND_OF[unit].family == "poc"


DEEDS: Mapping[type, Mapping[type, Deed]] = {
    AskSquare: {ChooseSquare: Deed(squares, squares_not, choose_square)},
    Movement: {Rouse: Deed(rouses, rouses_not, rouse), Prolong: Deed(prolongs, prolongs_not, prolong)},
}
