"""What a phone is shown of what may be done now: hexes in reach, throws, places to fill, objectives to wish for."""

from __future__ import annotations

import msgspec

from engines.corteo.actions import Build, Clear
from engines.corteo.agenda import AskConsent, AskWish, Movement, Placing
from engines.corteo.barricades import builds, clears
from engines.corteo.moving import movers
from engines.corteo.placing import free_units, placings
from engines.corteo.reach import reach
from engines.corteo.roster import MARCH, Unit
from engines.corteo.state import State
from engines.corteo.tables import throw_column
from engines.corteo.throwing import throw_ratio, throwers, throws
from engines.corteo.wishes import MOST_POINTS, open_hexes
from engines.entries import Seat
from engines.physical import Cell


class ReachView(msgspec.Struct, frozen=True):
    """Where a unit may go now: each hex with the half points that it costs, nearest first.

    `builds` are hexes where it may put up a barricade, `clears` those that it may free of one.
    """

    unit: Unit
    cells: tuple[tuple[Cell, int], ...]
    builds: tuple[Cell, ...] = ()
    clears: tuple[Cell, ...] = ()


class AimView(msgspec.Struct, frozen=True):
    """A throw that `unit` could make now, alone or `joined`, at which ratio; its column of the table, die 1 to 6."""

    unit: Unit
    at: Cell
    joined: bool
    ratio: str
    column: tuple[str, ...]


class PlaceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hexes on which a unit of that kind may be put now, and how many of it are left for that.

    `units`: which of several that may be, where each bears a tag of its own; the first is put down unless one is named.
    """

    kind: str
    cells: tuple[Cell, ...]
    left: int
    units: tuple[Unit, ...] = ()


class WishView(msgspec.Struct, frozen=True):
    """Objectives of the players' own while they are agreed on: how many more there may be, and what is wished for.

    `cells`: hexes that may still be wished for, told to the seat that wishes.
    """

    left: int
    most: int
    at: Cell = ""
    points: int = 0
    cells: tuple[Cell, ...] = ()


def ways(state: State, item: Movement) -> tuple[ReachView, ...]:
    """What each unit that may move now can reach, and do at a barricade."""
    barricades: dict[type, dict[Unit, list[Cell]]] = {Build: {}, Clear: {}}
    acts: list[Build | Clear] = [*builds(state, item), *clears(state, item)]
    for done in acts:
        barricades[type(done)].setdefault(done.unit, []).append(done.at)
    return tuple(
        ReachView(
            unit,
            costs.listed(),
            tuple(barricades[Build].get(unit, ())),
            tuple(barricades[Clear].get(unit, ())),
        )
        for unit in movers(state, item)
        if (costs := reach(state, item, unit)) or unit in barricades[Build] or unit in barricades[Clear]
    )


def aims(state: State, item: Movement) -> tuple[AimView, ...]:
    """The throws that somebody may make now."""
    return tuple(
        AimView(aim.unit, aim.at, aim.joined, column, throw_column(column))
        for aim in throws(state, item)
        if (column := throw_ratio(state, throwers(state, item, aim), aim.at))
    )


def places(state: State, item: Placing) -> tuple[PlaceView, ...]:
    """Where units may be put down now, kind by kind."""
    found: dict[str, list[Cell]] = {}
    for placed in placings(state, item):
        if placed.unit is None:
            found.setdefault(placed.kind, []).append(placed.to)
    due = dict(item.due)
    left = {kind: len(free_units(state, item, kind)) for kind in found}
    return tuple(
        PlaceView(kind, tuple(cells), min(due.get(kind, left[kind]), left[kind]), _which(state, item, kind))
        for kind, cells in found.items()
    )


def _which(state: State, item: Placing, kind: str) -> tuple[Unit, ...]:
    """The units of a kind of which one may be named."""
    free = free_units(state, item, kind) if state.house.tagged else ()
    return tuple(free) if len(free) > 1 else ()


def wish(state: State, item: AskWish | AskConsent, seat: Seat | None) -> WishView:
    """How far the players are in agreeing on objectives of their own, as `seat` may know it."""
    if isinstance(item, AskWish):
        return WishView(item.left, MOST_POINTS, cells=open_hexes(state) if seat == MARCH else ())
    asked = state.agenda[1]
    return WishView(asked.left if isinstance(asked, AskWish) else 0, MOST_POINTS, item.at, item.points)
