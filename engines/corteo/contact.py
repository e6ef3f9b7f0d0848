"""Who is in contact with whom: stacks and columns of armoured cars as fighters, and how they are paired into combats.

A combat joins one fighter with one or more of the other side. Every fighter in contact takes part in exactly one, and
there are as many as the largest matching of the contacts allows: in graph terms the combats are the stars of a minimum
edge cover, which by Gallai's theorem has that many (rulebook §8b).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from engines.corteo.agenda import Combat, Group
from engines.corteo.city import CITY
from engines.corteo.reach import ARMOURED
from engines.corteo.roster import ARMS, FIRST_POLICE, MARCH, POWER, Side, Unit
from engines.corteo.state import OFF_BOARD, Spot, State
from engines.matching import largest_matching
from engines.physical import Cell

Fighter: TypeAlias = tuple[Unit, ...]
"""Units that fight as one: a single one, a stack, or a column; numbers ascend."""


class Contacts(NamedTuple):
    """Fighters of the attacker and of the defender, each with the foes it touches."""

    attackers: Mapping[Fighter, frozenset[Fighter]]
    defenders: Mapping[Fighter, frozenset[Fighter]]

    def touching(self, fighter: Fighter) -> frozenset[Fighter]:
        """The foes that `fighter` touches."""
        return self.attackers.get(fighter) or self.defenders[fighter]

    def __len__(self) -> int:
        return len(self.attackers)


def fighters(state: State, side: Side) -> Mapping[Cell, Fighter]:
    """Hex → the units that fight as one with those in it. Units that are idle do not fight."""
    return _fighters(side, state.march if side == MARCH else state.power, state.idle)


@lru_cache(16)
def _fighters(side: Side, spots: tuple[Spot, ...], idle: frozenset[Unit]) -> Mapping[Cell, Fighter]:
    at: dict[Cell, Fighter] = {}
    able = enumerate(spots) if side == MARCH else enumerate(spots[:ARMS], FIRST_POLICE)
    for unit, spot in able:
        if spot not in OFF_BOARD and unit not in idle:
            at[spot] = (*at[spot], unit) if spot in at else (unit,)
    if side == POWER:
        for column in _columns({spots[unit - FIRST_POLICE] for unit in ARMOURED if unit not in idle} - OFF_BOARD):
            together = tuple(sorted(unit for cell in column for unit in at[cell]))
            at |= dict.fromkeys(column, together)
    return at


def _columns(cells: set[Cell]) -> Iterator[list[Cell]]:
    """Armoured cars in adjacent hexes, two hexes or more."""
    while cells:
        column, ahead = [], [cells.pop()]
        while ahead:
            cell = ahead.pop()
            column.append(cell)
            ahead += (near for near in CITY.near[cell] if near in cells)
            cells.difference_update(CITY.near[cell])
        if len(column) > 1:
            yield column


def contacts(state: State, item: Combat) -> Contacts:
    """All contacts of fighters none of whom has fought or is paired already.

    Contact is a foe in the attacker's zone of control; units in the metro do not attack (§8c).
    """
    attackers: dict[Fighter, set[Fighter]] = {}
    defenders: dict[Fighter, set[Fighter]] = {}
    busy = set(item.fought).union(*((*group.attackers, *group.defenders) for group in item.groups))
    for fighter, foe in _touching(item.side, state.march, state.power, state.idle):
        if busy.isdisjoint(fighter) and busy.isdisjoint(foe):
            attackers.setdefault(fighter, set()).add(foe)
            defenders.setdefault(foe, set()).add(fighter)
    return Contacts(_frozen(attackers), _frozen(defenders))


@lru_cache(16)
def _touching(
    side: Side, march: tuple[Spot, ...], power: tuple[Spot, ...], idle: frozenset[Unit]
) -> tuple[tuple[Fighter, Fighter], ...]:
    """Every fighter of `side` with each foe that it touches, once for each hex in which it does."""
    own, foes = _fighters(MARCH, march, idle), _fighters(POWER, power, idle)
    if side == POWER:
        own, foes = foes, own
    zone, held = CITY.zone[side], foes.keys()
    return tuple(
        [
            (fighter, foes[near])
            for cell, fighter in own.items()
            if cell not in CITY.metro and not held.isdisjoint(zone[cell])
            for near in zone[cell]
            if near in foes
        ]
    )


def _frozen(graph: Mapping[Fighter, Iterable[Fighter]]) -> dict[Fighter, frozenset[Fighter]]:
    return {fighter: frozenset(foes) for fighter, foes in sorted(graph.items())}


def clusters(all_contacts: Contacts) -> Iterator[Contacts]:
    """The parts of the contacts that do not touch each other."""
    left = set(all_contacts.attackers)
    while left:
        start = min(left)
        ours, theirs, ahead = {start}, set[Fighter](), [start]
        while ahead:
            for foe in all_contacts.attackers[ahead.pop()] - theirs:
                theirs.add(foe)
                ahead += all_contacts.defenders[foe] - ours
                ours |= all_contacts.defenders[foe]
        left -= ours
        yield Contacts(
            {fighter: all_contacts.attackers[fighter] for fighter in sorted(ours)},
            {fighter: all_contacts.defenders[fighter] for fighter in sorted(theirs)},
        )


def matching(graph: Contacts) -> int:
    """Size of the largest matching."""
    return len(largest_matching(graph.attackers))


def without(graph: Contacts, gone: Collection[Fighter]) -> Contacts:
    """The contacts left when the fighters in `gone` are taken out; who touches nobody then stays, with no foes."""
    taken = frozenset(gone)
    return Contacts(
        {fighter: foes - taken for fighter, foes in graph.attackers.items() if fighter not in taken},
        {fighter: foes - taken for fighter, foes in graph.defenders.items() if fighter not in taken},
    )


def stars_with(graph: Contacts, fighter: Fighter) -> Iterator[frozenset[Fighter]]:
    """Sets of fighters that could fight one combat with `fighter`: one of them, the centre, touches all others.

    Whoever touches nobody but the centre is always among them.
    """
    for centre in (fighter, *sorted(graph.touching(fighter))):
        around = graph.touching(centre)
        needed = {near for near in around if len(graph.touching(near)) == 1}
        if centre != fighter:
            needed.add(fighter)
        free = sorted(around - needed)
        for size in range(len(free) + 1):
            for more in combinations(free, size):
                if needed or more:
                    yield frozenset((centre, *needed, *more))


def fits(graph: Contacts, star: frozenset[Fighter], combats: int) -> bool:
    """Whether everybody else can still be paired into `combats` - 1 combats when `star` is one of them."""
    rest = without(graph, star)
    if any(not foes for foes in chain(rest.attackers.values(), rest.defenders.values())):
        return False
    return matching(rest) == combats - 1


def combats_with(graph: Contacts, fighter: Fighter) -> Iterator[Group]:
    """The combats that `fighter` could fight, everybody else still finding theirs."""
    combats = matching(graph)
    tried = set[frozenset[Fighter]]()
    for star in stars_with(graph, fighter):
        if star not in tried and fits(graph, star, combats):
            yield group_of(graph, star)
        tried.add(star)


def group_of(graph: Contacts, star: Collection[Fighter]) -> Group:
    """The combat of the fighters in `star`."""
    return Group(
        tuple(sorted(unit for fighter in star if fighter in graph.attackers for unit in fighter)),
        tuple(sorted(unit for fighter in star if fighter in graph.defenders for unit in fighter)),
    )


def first_to_pair(graph: Contacts) -> Fighter:
    """The fighter whose combat is settled first: of the smaller side, as the larger one chooses."""
    smaller = graph.attackers if len(graph.attackers) <= len(graph.defenders) else graph.defenders
    return min(smaller, key=lambda fighter: (len(smaller[fighter]), fighter))
