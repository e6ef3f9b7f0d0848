"""The internationalist scenario: the presidential column, its escort and its stop, and limits crossed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from engines.corteo.bonus import award
from engines.corteo.city import CITY
from engines.corteo.draft import Draft
from engines.corteo.ground import ground
from engines.corteo.marching import led
from engines.corteo.reach import ESCORT_REACH, ways_of_guest
from engines.corteo.roster import GUESTS, KIND_OF, MARCH, POWER, Side
from engines.corteo.sites import beyond_river, beyond_wall, east_edge, to_exit
from engines.corteo.state import AWAY, OFF_BOARD, State, Visit
from engines.physical import Cell

COLUMN = tuple(unit for unit in sorted(GUESTS) if KIND_OF[unit].family == "president")
FRONT = frozenset(CITY.board.zones["embassy-front"])
"""The five hexes in front of the embassy where the column may stop."""
EMBASSY = frozenset(CITY.board.zones["embassy-2"])

PER_PIECE = 5
"""Points of the march for each piece in its zone of control at the end of a turn."""
PER_LIMIT = 20
"""Points of the march for going beyond the wall, the river or the eastern edge, once each."""
PER_STOP = 10
"""Points of the power for each hand in which the column stops before the embassy."""
STOPS_FROM = 7
"""The hand from which a stop counts."""
LEAST_MARCH = 17
"""Units that hang together with a head when the march, and not single units, goes beyond a limit."""


@lru_cache(16)
def _reach_of(spots: frozenset[Cell]) -> frozenset[Cell]:
    return CITY.cells_near(spots, ESCORT_REACH)


def column_reach(state: State) -> frozenset[Cell]:
    """Hexes so near to the presidential column that nobody may bar them."""
    if not isinstance(state.plot, Visit):
        return frozenset()
    return _reach_of(frozenset(state.spot(unit) for unit in COLUMN) - OFF_BOARD)


def hand_begins(draft: Draft, plot: Visit) -> None:
    """Notes where the column stands, so that a stop or a step back can be told."""
    draft.set(plot=msgspec.structs.replace(plot, begun=tuple(draft.spot(unit) for unit in COLUMN)))


def turn_ends(draft: Draft, plot: Visit, side: Side) -> None:
    """Points for pieces under the eyes of the march and for limits crossed."""
    state = draft.now()
    watched = ground(state, POWER).zone
    seen = sum(state.spot(unit) in watched for unit in COLUMN)
    if seen and (side == MARCH or state.house.president == "turn"):
        award(draft, "president", PER_PIECE * seen)
    crossed = [name for name in _beyond(state) if name not in plot.crossed]
    for name in crossed:
        award(draft, name, PER_LIMIT)
    draft.set(plot=msgspec.structs.replace(plot, crossed=(*plot.crossed, *crossed)))


def _beyond(state: State) -> Iterator[str]:
    """The limits beyond which a unit of the march stands, while enough of them hang together."""
    march = led(state)
    if len(march) < LEAST_MARCH:
        return
    spots = {state.march[unit] for unit in march}
    for name, cells in (("wall", beyond_wall()), ("river", beyond_river()), ("edge", east_edge())):
        if spots & cells:
            yield name


def hand_ends(draft: Draft, plot: Visit) -> None:
    """The stop before the embassy counts from hand 7 on if it is wanted and nothing has spoilt it.

    An embassy that the march has occupied, as objectives are (§12a), spoils it; one that the police have cleared in the
    same hand does not.
    """
    state = draft.now()
    if not plot.spoilt and not EMBASSY.isdisjoint((*state.taken, *state.covered)):
        plot = msgspec.structs.replace(plot, spoilt=True)
        draft.set(plot=plot)
    spots = [state.spot(unit) for unit in COLUMN]
    if all(spot == AWAY for spot in spots):
        return
    moved = any(now != then for now, then in zip(spots, plot.begun))
    if FRONT.issuperset(spots):
        wanted = moved or any(ways_of_guest(state, unit) for unit in COLUMN)
        if state.hand >= STOPS_FROM and wanted and not plot.spoilt:
            award(draft, "stop", -PER_STOP)
        return
    back = any(_went_back(now, then) for now, then in zip(spots, plot.begun))
    if (back or not moved) and not plot.spoilt:
        draft.set(plot=msgspec.structs.replace(plot, spoilt=True))
        draft.tell("column_back" if back else "column_stopped")


def _went_back(now: Cell, then: Cell) -> bool:
    """Whether a piece has got farther from the nearest way out than it was at the beginning of the hand."""
    return not {now, then} & OFF_BOARD and now not in FRONT and to_exit(now) > to_exit(then)
