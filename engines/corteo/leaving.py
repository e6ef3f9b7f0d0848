"""Leaving the map for good in scenarios: the presidential column by the eastern streets, weak units that go home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.corteo.actions import Leave
from engines.corteo.agenda import Movement
from engines.corteo.city import CITY
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.gathering import homesick
from engines.corteo.moving import activate, movers, not_acting
from engines.corteo.reach import may_leave, purse
from engines.corteo.roster import KIND_OF
from engines.corteo.sites import east_exits
from engines.corteo.state import AWAY, State
from engines.deed import because
from engines.game import Violation


def leaves(state: State, item: Movement) -> Iterator[Leave]:
    if state.plot is not None:
        for unit in movers(state, item):
            if may_leave(state, item, unit):
                yield Leave(unit)


def leaves_not(state: State, item: Movement, action: Leave) -> tuple[Violation, ...]:
    if wrong := not_acting(state, item, action.unit):
        return wrong
    if may_leave(state, item, action.unit):
        return ()
    kind, spot = KIND_OF[action.unit], state.spot(action.unit)
    if kind.family == "president":
        at_exit = spot in east_exits()
        rule = "internationalist.escort" if at_exit else "internationalist.exit"
        return because(rule, "cannot_leave" if at_exit else "no_exit_here", unit=kind.id, place=spot)
    if homesick(state, action.unit):
        key = "cannot_leave" if spot in CITY.border else "no_exit_here"
        return because("social.home", key, unit=kind.id, place=spot)
    return because("scenario.leave", "may_not_leave", unit=kind.id)


def leave(draft: Draft, item: Movement, action: Leave) -> None:
    spot = draft.spot(action.unit)
    left = purse(draft.now(), item, action.unit)
    draft.put(action.unit, AWAY)
    activate(draft, item, action.unit, left, stopped=True)
    draft.tell_of("left_the_map", action.unit, place=spot)


DEEDS: Mapping[type, Deed] = {Leave: Deed(leaves, leaves_not, leave)}
