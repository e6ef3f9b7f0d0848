"""What the host corrects while units are put on the map counts as put down, or is due again."""

from __future__ import annotations

from itertools import accumulate

import msgspec

from engines.corteo.agenda import Placing
from engines.corteo.draft import Draft
from engines.corteo.placing import allowed_cells, supply_of
from engines.corteo.roster import KIND_OF, KINDS, Unit
from engines.corteo.state import SUPPLY, State


def recount(draft: Draft, before: State) -> None:
    """What the host has put down or taken off since `before` counts as put down, or is due again.

    Of several placings that wait, it counts in the first that has such a hex, else in the first of all.
    """
    now = draft.now()
    for unit in range(len(KIND_OF)):
        was, is_now = before.spot(unit), now.spot(unit)
        asleep = unit in before.idle and unit not in before.waiting
        if asleep or (was == SUPPLY) == (is_now == SUPPLY):
            continue
        down = was == SUPPLY
        cell, kind = is_now if down else was, KIND_OF[unit].id
        taking = [item for item in draft.agenda if isinstance(item, Placing) and _takes(before, item, unit, down)]
        if taking:
            there = (item for item in taking if len(taking) > 1 and cell in allowed_cells(before, item, kind))
            counting = next(there, taking[0])
            _replace(draft, counting, _counted(counting, kind, down))
    for item in draft.agenda:
        if isinstance(item, Placing) and item.count and item.budget >= 0:
            _replace(draft, item, _afforded(now, item))


def _replace(draft: Draft, item: Placing, by: Placing) -> None:
    """`by` takes the place of `item` in the agenda."""
    draft.agenda = tuple(by if other is item else other for other in draft.agenda)


def _takes(state: State, item: Placing, unit: Unit, down: bool) -> bool:
    """Whether `unit` counts in a placing when it is put `down`, or else taken off."""
    kind = KIND_OF[unit]
    if kind.side != item.side or item.newcomers != (unit in state.waiting):
        return False
    if not item.newcomers and unit not in state.house.cast(item.side):
        return False
    if item.count is not None:
        return (kind.shock or not item.shock) and (item.count > 0 or not down)
    return item.points > 0 or any(each == kind.id and (count or not down) for each, count in item.due)


def _counted(item: Placing, kind: str, down: bool) -> Placing:
    """A placing in which one more of `kind` has been put `down`, or else one less."""
    one = 1 if down else -1
    power = one * KINDS[kind].power
    if item.count is not None:
        budget = max(0, item.budget - power) if item.budget >= 0 else item.budget
        return msgspec.structs.replace(item, count=item.count - one, budget=budget)
    if item.points:
        return msgspec.structs.replace(item, points=max(0, item.points - power))
    due = tuple((each, count - one * (each == kind)) for each, count in item.due)
    return msgspec.structs.replace(item, due=due)


def _afforded(state: State, item: Placing) -> Placing:
    """A placing of the own choice that asks for no more units than there are and its budget is enough for."""
    powers = sorted(KINDS[kind].power for kind, units in supply_of(state, item.side).items() for _ in units)
    most = sum(total <= item.budget for total in accumulate(powers))
    return msgspec.structs.replace(item, count=min(item.count or 0, most))
