"""Special rules 13a and 13c: smoke of tear gas that the wind carries, and jams of traffic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from engines.corteo.actions import Jam
from engines.corteo.agenda import Drift, JamRoll, Movement, Retreating, Wind
from engines.corteo.city import CITY
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.ground import ground
from engines.corteo.hexes import Hexes, beside, cells_of, hexes, joined
from engines.corteo.objectives import own_cells
from engines.corteo.reach import ESCORT_REACH
from engines.corteo.roster import FIRST_POLICE, MARCH, POWER, SUPPLY, side_of
from engines.corteo.state import State
from engines.corteo.visit import column_reach
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

ROSE: Mapping[int, tuple[int, int]] = {1: (1, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 1), 5: (-1, 0), 6: (0, -1)}
"""Die → axial step that the wind takes: north-east and on clockwise (the printed rose is lost; reconstructed)."""

DRIFT: Mapping[int, int] = {1: 1, 2: 1, 3: 1, 4: 2}
"""Die → hexes that the smoke drifts; a 5 leaves it where it is, a 6 blows it away (§13a)."""
CALM = 5

CARRIES_SMOKE = frozenset({"street", "avenue"})
"""Terrain over which smoke drifts (§13a)."""

CROSSING = 3
"""Ways that meet in a crossing, at least (§13c)."""


# --- smoke -----------------------------------------------------------------------------------------------


def wind_rolled(draft: Draft, item: Wind, die: int) -> None:
    """Whether there is wind: the smoke drifts, stays or is blown away."""
    state = draft.now()
    draft.done()
    if len(state.smoke) + len(state.lingering) >= SUPPLY.smoke:
        return
    if die in DRIFT:
        draft.next(Drift(item.at, DRIFT[die]))
    elif die == CALM:
        draft.set(lingering=tuple(sorted({*state.lingering, item.at})))
        _settles(draft, item.at)
    else:
        draft.tell("smoke_gone")


def drift_rolled(draft: Draft, item: Drift, die: int) -> None:
    """The smoke drifts over streets and avenues that way; before any other ground it stops."""
    draft.done()
    own, cell = own_cells(draft.now()), item.at
    for _ in range(item.far):
        ahead = next((near for near in CITY.near[cell] if CITY.direction(cell, near) == ROSE[die]), None)
        if ahead is None or CITY.terrain[ahead] not in CARRIES_SMOKE or ahead in own:
            break
        cell = ahead
    state = draft.now()
    draft.set(smoke=tuple(sorted({*state.smoke, cell})))
    _settles(draft, cell)


def _settles(draft: Draft, cell: Cell) -> None:
    """Smoke lies in `cell`: whoever stands there steps aside at once, where its owner wants."""
    draft.tell("smoke", place=cell)
    state = draft.now()
    for spots, first in ((state.march, 0), (state.power, FIRST_POLICE)):
        units = tuple(first + number for number, spot in enumerate(spots) if spot == cell)
        if units:
            draft.next(Retreating(side_of(units[0]), side_of(units[0]), units, "throw"))


# --- jams ------------------------------------------------------------------------------------------------


@cache
def crossings() -> frozenset[Cell]:
    """Street and avenue hexes where three ways or more meet."""
    ways = CITY.steps["march"]
    return frozenset(
        cell for cell, steps in ways.items() if CITY.terrain[cell] in CARRIES_SMOKE and len(steps) >= CROSSING
    )


class Roads(NamedTuple):
    """Hexes that matter to a jam, as bits: all that may be free, streets, avenues that may jam, and crossings."""

    every: Hexes
    streets: Hexes
    avenues: Hexes
    crossings: Hexes


@cache
def roads() -> Roads:
    """Those of the city; no jam stands on an exit of barracks."""
    streets, avenues = (
        hexes(cell for cell, kind in CITY.terrain.items() if kind == wanted) for wanted in ("street", "avenue")
    )
    return Roads(hexes(CITY.onto["march"]), streets, avenues & ~hexes(CITY.exits), hexes(crossings()))


def jam_hexes(state: State, item: Movement) -> frozenset[Cell]:
    """Avenue hexes where traffic may jam: free, controlled by nobody, and joined by free streets to a free crossing."""
    if state.house.jams != "yes" or state.jam_tried or len(state.jams) >= SUPPLY.jams:
        return frozenset()
    march, power, ways = ground(state, MARCH), ground(state, POWER), roads()
    free = ways.every & ~hexes(march.held | power.held | march.own) & ~march.controlled_hexes & ~power.controlled_hexes
    streets, ends = ways.streets & free, ways.crossings & free
    led_to = beside(joined((ends | beside(ends)) & streets, streets))
    near_jams = hexes(near for jam in state.jams for near in CITY.board.neighbours(jam))
    return frozenset(cells_of(led_to & ways.avenues & free & ~near_jams & ~hexes(column_reach(state))))


def jams(state: State, item: Movement) -> Iterator[Jam]:
    return (Jam(cell) for cell in sorted(jam_hexes(state, item)))


def jams_not(state: State, item: Movement, action: Jam) -> tuple[Violation, ...]:
    if state.house.jams != "yes":
        return because("jam.option", "no_jams_here")
    if state.jam_tried:
        return because("jam.once", "jam_tried")
    if len(state.jams) >= SUPPLY.jams:
        return because("jam.pieces", "no_jam_left")
    if action.at in jam_hexes(state, item):
        return ()
    if CITY.terrain.get(action.at) != "avenue":
        return because("jam.where", "jam_on_avenues", place=action.at)
    if any(near in state.jams for near in CITY.board.neighbours(action.at)):
        return because("jam.apart", "jam_beside_jam", place=action.at)
    if action.at in column_reach(state):
        return because("internationalist.way", "too_near_the_column", place=action.at, count=ESCORT_REACH)
    return because("jam.where", "jam_not_there", place=action.at)


def jam(draft: Draft, item: Movement, action: Jam) -> None:
    draft.set(jam_tried=True)
    draft.next(JamRoll(item.side, action.at))
    draft.tell("jam_tried", side=item.side, place=action.at)


def jam_rolled(draft: Draft, item: JamRoll, die: int) -> None:
    """An odd die jams the hex."""
    draft.done()
    if die % 2:
        draft.set(jams=tuple(sorted((*draft.get("jams"), item.at))))
        draft.tell("jammed", place=item.at)
    else:
        draft.tell("not_jammed", place=item.at)


DEEDS: Mapping[type, Deed] = {Jam: Deed(jams, jams_not, jam)}
