"""The march as a whole: which units hang together, which are its heads now, and what a head is worth."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from engines.corteo.agenda import Movement
from engines.corteo.hexes import BIT, cells_of, hexes, joined
from engines.corteo.roster import KIND_OF, MARCH, Unit
from engines.corteo.state import OFF_BOARD, SUPPLY, Spot, State
from engines.offers import of_last_state
from engines.physical import Cell

PER_LINK = 2
"""Points of power that a head draws from every other unit linked to it (§10a)."""
HEADS = 2
"""Heads that a march has, where it has units enough (§10)."""


@lru_cache(64)
def _linked(march: tuple[Spot, ...]) -> tuple[tuple[Unit, ...], ...]:
    at: dict[Cell, list[Unit]] = {}
    for unit, spot in enumerate(march):
        if spot not in OFF_BOARD:
            at.setdefault(spot, []).append(unit)
    left, groups = hexes(at), list[tuple[Unit, ...]]()
    for start in sorted(at):
        if BIT[start] & left:
            group = joined(BIT[start], left)
            left ^= group
            groups.append(tuple(sorted([unit for cell in cells_of(group) for unit in at[cell]])))
    return tuple(groups)


def linked(state: State) -> tuple[tuple[Unit, ...], ...]:
    """The groups of march units that hang together, in one hex or in adjacent ones; only walls part them."""
    if not state.waiting:
        return _linked(state.march)
    return _linked(tuple(SUPPLY if unit in state.waiting else spot for unit, spot in enumerate(state.march)))


def group_of(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The group that `unit` of the march, standing on the map, hangs together with; itself included."""
    return next((group for group in linked(state) if unit in group), (unit,))


def spreading(state: State, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Everybody whom a panic of `units` reaches, directly or from one to the next (§8e)."""
    return tuple(sorted({member for unit in units for member in group_of(state, unit)}))


@of_last_state
def heads(state: State) -> tuple[Unit, ...]:
    """The heads that count now.

    Rule ``head.split`` (§10): where the march has broken up, the part with most of its units among those that hold a
    unit of the leading component keeps the heads that stand in it. While the march itself moves, heads stay heads.
    """
    named = tuple([unit for unit in state.heads if state.march[unit] not in OFF_BOARD])
    if not named or (isinstance(state.asked, Movement) and state.asked.side == MARCH):
        return named
    may_lead, column = state.leading, set(state.column)

    def rank(group: tuple[Unit, ...]) -> tuple[int, int]:
        return len(column.intersection(group)), sum(unit in group for unit in named)

    leading = [
        group for group in linked(state) if any(KIND_OF[unit].family in may_lead for unit in column.intersection(group))
    ]
    part = max(leading, key=rank, default=())
    return tuple(unit for unit in named if unit in part)


def led(state: State) -> tuple[Unit, ...]:
    """The march: all that hangs together with the heads that count now; nobody where it has none."""
    leading = heads(state)
    return group_of(state, leading[0]) if leading else ()


def worth(state: State, unit: Unit, leading: tuple[Unit, ...]) -> int:
    """Points of power of `unit`; a head of `leading` adds two for every other unit linked to it (§10a)."""
    power = KIND_OF[unit].power
    return power + PER_LINK * (len(group_of(state, unit)) - 1) if unit in leading else power


@of_last_state
def possible_heads(state: State) -> tuple[tuple[Unit, ...], ...]:
    """What the march may name: two units of its component in one group, one where the group has no other."""
    found: list[tuple[Unit, ...]] = []
    may_lead = state.leading
    for group in linked(state):
        own = [unit for unit in group if KIND_OF[unit].family in may_lead]
        found += combinations(own, HEADS) if len(own) > 1 else [(unit,) for unit in own]
    return tuple(found)
