"""How the city lies for one side at one moment: what foes hold and control, what is blocked, what every way costs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from engines.corteo.city import CITY, HALF, UPHILL, WHOLE
from engines.corteo.costs import Costs
from engines.corteo.hexes import BIT, EVERYWHERE, ZONE, Hexes, beside, cells_of, hexes
from engines.corteo.objectives import own_cells
from engines.corteo.roster import (
    ARMS,
    FIRST_POLICE,
    GUESTS,
    KIND_OF,
    MARCH,
    MARCHING,
    POWER,
    Mobility,
    Side,
    Unit,
    other,
)
from engines.corteo.state import OFF_BOARD, Spot, State
from engines.physical import Cell

NO_CELLS: frozenset[Cell] = frozenset()

REACTIONARIES = tuple(unit for unit in sorted(GUESTS) if KIND_OF[unit].mobility == "civilian")
RALLY = slice(REACTIONARIES[0] - FIRST_POLICE, REACTIONARIES[-1] + 1 - FIRST_POLICE)
"""Where reactionaries stand among the spots of the power."""

ANYWHERE = "any"
"""All of the border, for units that may come over whatever part of it."""

REMEMBERED = 4
"""Grounds kept: a phase of movement needs one or two. Of 12,000 asked for, 24 kept would save making 6 anew, and ways
would take longer: each ground carries up to 150 kB of them, and so many do not fit into the processor's caches."""


def shelter(side: Side) -> str:
    """Terrain at which `side` throws nothing: its foe is safe there (§7f)."""
    return "barracks" if side == MARCH else "metro"


_ALWAYS_HALTING: Mapping[tuple[Side, bool], Hexes] = {
    (side, stops): hexes((*(CITY.metro if side == MARCH else ()), *(CITY.objectives if stops else ())))
    for side in (MARCH, POWER)
    for stops in (False, True)
}
"""Hexes on which every move of a side ends, whoever stands where; objectives only where the game says so."""


class Ground:
    """What stands in the way of `side`. Cost tables are made once for each starting place.

    `foes` are hexes that foes hold, `active` those of foes who control what lies around them. `closed` are hexes nobody
    moves to. `prey` are hexes of foes who may be driven out by moving there, yet not in a retreat: `held` are hexes
    closed to those who go back. `hittable` are hexes of foes whom a throw can drive back. `own` are objectives that the
    players agreed on: as on those of the map no motor unit comes there, and no throw goes on beyond.
    """

    def __init__(
        self,
        side: Side,
        foes: frozenset[Cell],
        active: frozenset[Cell],
        blocked: frozenset[Cell],
        stops: bool,
        prey: frozenset[Cell] = NO_CELLS,
        halts: frozenset[Cell] = NO_CELLS,
        hittable: frozenset[Cell] = NO_CELLS,
        own: frozenset[Cell] = NO_CELLS,
    ) -> None:
        self.side = side
        self.hittable = hittable
        self.own = own
        self.foes = foes - prey
        self.held = foes | blocked
        self.closed = self.foes | blocked
        zone = ZONE[other(side)]
        self._active, self._zone = active, 0
        for foe in active:
            self._zone |= zone[foe]
        self._halting = self._zone | hexes(prey | halts | own if stops else prey | halts) | _ALWAYS_HALTING[side, stops]
        self._going_on = EVERYWHERE & ~self._halting
        self._open: dict[Mobility, Hexes] = {}
        self._tables: dict[tuple[Cell, Mobility, int, int], Costs] = {}
        self._entries: dict[tuple[tuple[Cell, ...], Mobility, int], Costs] = {}
        self._targets: dict[tuple[Cell, int], tuple[Cell, ...]] = {}

    def controlled(self, cell: Cell) -> bool:
        """Whether a foe controls `cell`."""
        return bool(self._zone & BIT[cell])

    def halts(self, cell: Cell) -> bool:
        """Whether every move that comes to `cell` ends there."""
        return bool(self._halting & BIT[cell])

    @property
    def controlled_hexes(self) -> Hexes:
        """Hexes that foes control, as bits."""
        return self._zone

    @cached_property
    def zone(self) -> frozenset[Cell]:
        """Hexes that foes control."""
        return frozenset(cells_of(self._zone))

    def targets(self, start: Cell, most: int) -> tuple[Cell, ...]:
        """Hexes with foes on a free line from `start`, at most `most` hexes away, where they are not safe."""
        key = (start, most)
        found = self._targets.get(key)
        if found is None:
            safe, hittable, terrain = shelter(self.side), self.hittable, CITY.terrain
            found = self._targets[key] = tuple(
                cell
                for cell, distance in CITY.throws[start].items()
                if distance <= most
                and cell in hittable
                and terrain[cell] != safe
                and not self._own_between(start, cell)
            )
        return found

    def _own_between(self, start: Cell, end: Cell) -> bool:
        """Whether an objective of the players' own stops a throw between those hexes of a line."""
        return bool(self.own) and not self.own.isdisjoint(CITY.board.line(start, end)[1:-1])

    def barred(self, mobility: Mobility) -> frozenset[Cell]:
        """Hexes where units of that mobility may not go, though the map lets them: its terrain says the rest."""
        return self.own if mobility == "motor" else NO_CELLS

    def costs(self, start: Cell, mobility: Mobility, limit: int, break_off: int = 0) -> Costs:
        """What every hex in reach of `limit` half points costs from `start`, which is not among them.

        Where leaving a hex that foes control costs `break_off` more, the first step leads out of their control (§5a).
        """
        key = (start, mobility, limit, break_off)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = self._spread(
                start, self._first_steps(start, mobility, break_off), mobility, limit
            )
        return table

    def costs_entering(self, cells: Iterable[Cell], mobility: Mobility, limit: int) -> Costs:
        """The same for a unit that comes onto one of `cells` from nowhere on the map."""
        key = (tuple(cells), mobility, limit)
        table = self._entries.get(key)
        if table is None:
            first = [(CITY.entry(cell), BIT[cell]) for cell in key[0]]
            table = self._entries[key] = self._spread("", first, mobility, limit)
        return table

    def costs_from_metro(self, limit: int, mobility: Mobility = MARCHING) -> Costs:
        """The same for a unit in the metro: it leaves from whatever station is best and not barred."""
        key = ("metro", mobility, limit, 0)
        table = self._tables.get(key)
        if table is None:
            stations = sorted(CITY.metro - self.closed)
            starts = [step for station in stations for step in CITY.steps[mobility][station]]
            first = [(cost, BIT[to]) for to, cost in starts if to not in CITY.metro]
            table = self._tables[key] = self._spread("", first, mobility, limit)
        return table

    def path(self, start: Cell, to: Cell, mobility: Mobility, costs: Costs) -> tuple[Cell, ...]:
        """A cheapest way from `start`, which is not on it, to `to`, by the table of `costs` from there."""
        way = [to]
        while True:
            here = way[0]
            before = [
                cell
                for cell in CITY.near[here]
                if cell in costs
                and not self.halts(cell)
                and (here, costs[here] - costs[cell]) in CITY.steps[mobility][cell]
            ]
            if not before or (start in CITY.near[here] and costs[here] <= min(costs[cell] for cell in before)):
                return tuple(way)
            way.insert(0, min(before))

    def _first_steps(self, start: Cell, mobility: Mobility, break_off: int) -> Sequence[tuple[int, Hexes]]:
        """The hexes that a unit steps to first from `start`, by what that costs."""
        steps = steps_of(mobility).get(start, ())
        if not break_off or not self.controlled(start):
            return steps
        zone, held = ZONE[other(self.side)], 0
        for foe in CITY.near[start]:
            if foe in self._active and zone[foe] & BIT[start]:
                held |= zone[foe]
        return [(cost + break_off, cells & ~held) for cost, cells in steps]

    def _spread(self, start: Cell, first: Iterable[tuple[int, Hexes]], mobility: Mobility, limit: int) -> Costs:
        """Dijkstra's algorithm in buckets, as costs are small whole numbers, for all hexes of a bucket at once."""
        streets = streets_of(mobility)
        avenues, others, uneven = streets.avenues, streets.others, streets.uneven
        free, going_on = self._free(mobility), self._going_on
        if start:
            free ^= free & BIT[start]
        left = free
        bands = [0] * (limit + UPHILL + 1)
        for cost, cells in first:
            if cost <= limit:
                bands[cost] |= cells
        for cost in range(limit):
            reached = bands[cost]
            if not reached:
                continue
            reached &= left
            bands[cost] = reached
            left ^= reached
            reached &= going_on
            if not reached:
                continue
            near = beside(reached)
            bands[cost + HALF] |= near & avenues
            bands[cost + WHOLE] |= near & others
            if reached & uneven:
                for price, at, to in streets.steps:
                    if reached & at:
                        bands[cost + price] |= to
        bands[limit] &= left
        left ^= bands[limit]
        del bands[limit + 1 :]
        return Costs(bands, free ^ left)

    def _free(self, mobility: Mobility) -> Hexes:
        """Hexes where units of that mobility may go now."""
        free = self._open.get(mobility)
        if free is None:
            closed = hexes(self.closed | self.barred(mobility))
            free = self._open[mobility] = streets_of(mobility).every & ~closed
        return free


@cache
def steps_of(mobility: Mobility) -> Mapping[Cell, tuple[tuple[int, Hexes], ...]]:
    """Hex → the hexes that one step leads to, by what it costs."""
    found: dict[Cell, tuple[tuple[int, Hexes], ...]] = {}
    for cell, steps in CITY.steps[mobility].items():
        prices: dict[int, Hexes] = {}
        for to, cost in steps:
            prices[cost] = prices.get(cost, 0) | BIT[to]
        found[cell] = tuple(sorted(prices.items()))
    return found


class Streets(NamedTuple):
    """Hexes where units of one mobility may go by terrain: `every` one of them, and which each kind of step leads to.

    `uneven` are hexes from which a step leads onto a slope or into barracks, `steps` all such steps: what they cost,
    from which hexes, and where to.
    """

    every: Hexes
    avenues: Hexes
    others: Hexes
    uneven: Hexes
    steps: tuple[tuple[int, Hexes, Hexes], ...]


@cache
def streets_of(mobility: Mobility) -> Streets:
    """Where units of that mobility may go by terrain."""
    every = hexes(CITY.onto[mobility])
    avenues = hexes(cell for cell, kind in CITY.terrain.items() if kind == "avenue")
    others = hexes(cell for cell, kind in CITY.terrain.items() if kind not in ("avenue", "slope", "barracks"))
    onto: dict[tuple[int, Cell], Hexes] = {}
    for cell, ahead in CITY.steps[mobility].items():
        for to, cost in ahead:
            if CITY.terrain[to] in ("slope", "barracks"):
                onto[cost, to] = onto.get((cost, to), 0) | BIT[cell]
    steps = tuple((cost, at, BIT[to]) for (cost, to), at in onto.items())
    return Streets(every, every & avenues, every & others, reduce(or_, onto.values(), 0), steps)


@lru_cache(REMEMBERED)
def _ground(
    side: Side,
    foes: tuple[Spot, ...],
    idle: frozenset[Unit],
    waiting: tuple[Unit, ...],
    blocked: tuple[tuple[Cell, ...], ...],
    stops: bool,
    own: tuple[Cell, ...],
) -> Ground:
    first = FIRST_POLICE if side == MARCH else 0
    held = frozenset(foes) - OFF_BOARD
    fighting = foes[:ARMS] if side == MARCH else foes
    active, hittable = _cells_without(idle, fighting, first), _cells_without(waiting, fighting, first)
    prey = frozenset(foes[RALLY]) - OFF_BOARD - CITY.barracks.keys() if side == MARCH else NO_CELLS
    shut = frozenset(cell for cells in blocked for cell in cells)
    return Ground(side, held, active, shut, stops, prey, hittable=hittable, own=frozenset(own))


def _cells_without(some: Collection[Unit], spots: Sequence[Spot], first: Unit) -> frozenset[Cell]:
    """Hexes of those of `spots`, which are numbered from `first`, where others than `some` stand."""
    if some:
        spots = [spot for unit, spot in enumerate(spots, first) if unit not in some]
    return frozenset(spots) - OFF_BOARD


@lru_cache(REMEMBERED)
def _ground_of_guests(
    foes: tuple[Spot, ...], blocked: tuple[tuple[Cell, ...], ...], civilian: bool, own: tuple[Cell, ...]
) -> Ground:
    held = frozenset(foes) - OFF_BOARD
    halts = CITY.metro | CITY.barracks.keys() if civilian else NO_CELLS
    closed = frozenset(cell for cells in blocked for cell in cells)
    return Ground(POWER, held, NO_CELLS, closed, stops=True, halts=halts, own=frozenset(own))


def ground_of_guests(state: State, mobility: Mobility) -> Ground:
    """How the city lies for mobile objectives: nobody's zone of control holds or stops them."""
    return _ground_of_guests(state.march, _blocked(state), mobility == "civilian", own_cells(state))


def ground(state: State, side: Side) -> Ground:
    """How the city lies for `side` now."""
    known, lies = _latest[side]
    if known is state:
        return lies
    if known is None or not _lies_alike(known, state, side):
        foes = state.power if side == MARCH else state.march
        lies = _ground(side, foes, state.idle, state.waiting, _blocked(state), state.house.advanced, own_cells(state))
    _latest[side] = (state, lies)
    return lies


def _lies_alike(known: State, state: State, side: Side) -> bool:
    """Whether nothing has happened between two states that the ground of `side` hangs on.

    What an entry leaves alone is the same object in the next state.
    """
    return (
        (known.power is state.power if side == MARCH else known.march is state.march)
        and known.covered is state.covered
        and known.barricades is state.barricades
        and known.down is state.down
        and known.waiting is state.waiting
        and known.smoke is state.smoke
        and known.lingering is state.lingering
        and known.jams is state.jams
        and known.own is state.own
        and known.house is state.house
    )


_NOTHING = Ground(MARCH, NO_CELLS, NO_CELLS, NO_CELLS, stops=False)
_latest: dict[Side, tuple[State | None, Ground]] = {MARCH: (None, _NOTHING), POWER: (None, _NOTHING)}
"""The last answer of `ground` for each side: while one side moves it stays the same, and hashing a state is dear."""


def _blocked(state: State) -> tuple[tuple[Cell, ...], ...]:
    return state.barricades, state.covered, state.smoke, state.lingering, state.jams


@cache
def border_cells(border: str) -> tuple[Cell, ...]:
    """Hexes of that part of the border, or of the whole."""
    return tuple(sorted(cell for cell, part in CITY.border.items() if border in (part, ANYWHERE)))
