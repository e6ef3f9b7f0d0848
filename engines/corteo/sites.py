"""Places of the city that scenarios name: where counters begin, what lies beyond wall and river."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from engines.corteo.city import BARRACKS_CELLS, CITY, NEAR_WARDENS, START_CELLS, WARDEN_CELLS
from engines.corteo.roster import FIRST_POLICE, KIND_OF, KINDS, MARCH, OPENING, Unit
from engines.physical import Cell

SQUARES = ("robba", "odio", "bombe", "quinta-colonna")
"""Squares where the reactionaries may rally; the first is the one that the order of service is written for."""

WITHIN = 6
"""Hexes from objectives or barracks within which the police of the social scenario begin."""
AROUND = 4
"""Hexes from Piazza Mento within which riot squads of the anti-repressive scenario go before the march or after it."""
FIRST_EASTERN = 14
"""The first column east of the wall."""
LAST_COLUMN = 47

OWN_REMEMBERED = 256
"""Answers kept that hang on the objectives that players agreed on: a set-up asks for some thirty, again and again."""

GREY = "avenue"
LEAST_GREY = 11
"""Grey hexes that a place has where a march of 21 units may form, two in a hex (social scenario)."""


def zone(name: str) -> frozenset[Cell]:
    """The hexes of the square of that name."""
    return frozenset(CITY.board.zones[name])


@cache
def grey_places() -> Mapping[str, frozenset[Cell]]:
    """Streets and squares with grey hexes enough to form a march: id → those hexes."""
    lines = {f"street-{number}": line.cells for number, line in enumerate(CITY.board.chart.lines)}
    squares = {named.id: named.cells for named in CITY.board.chart.zones if named.kind == "square"}
    grey = {
        name: frozenset(cell for cell in cells if CITY.terrain[cell] == GREY)
        for name, cells in (*squares.items(), *lines.items())
    }
    return {name: cells for name, cells in grey.items() if len(cells) >= LEAST_GREY}


def grey_name(name: str, lang: str) -> str:
    """What the place with that id of `grey_places` is called."""
    names = {f"street-{number}": line.names for number, line in enumerate(CITY.board.chart.lines)}
    names |= {named.id: named.names for named in CITY.board.chart.zones}
    return names[name].get(lang, names[name]["en"])


@cache
def beyond_wall() -> frozenset[Cell]:
    """Hexes east of the wall."""
    return frozenset(cell for cell in CITY.terrain if int(cell[:2]) >= FIRST_EASTERN)


@cache
def beyond_river() -> frozenset[Cell]:
    """Hexes east of the river; a bridge lies between rows of the river and is not beyond it."""
    water = {(int(cell[:2]), int(cell[2:])) for cell, kind in CITY.terrain.items() if kind == "river"}

    def bank(row: int) -> int:
        beside = [column for column, wet in water if wet == row] or [c for c, wet in water if abs(wet - row) == 1]
        return max(beside)

    return frozenset(cell for cell in CITY.terrain if int(cell[:2]) > bank(int(cell[2:])))


@cache
def east_edge() -> frozenset[Cell]:
    """Hexes at the eastern edge of the map."""
    return frozenset(cell for cell in CITY.terrain if int(cell[:2]) == LAST_COLUMN)


@cache
def east_exits() -> frozenset[Cell]:
    """Streets and avenues at the eastern edge, over which the presidential column leaves."""
    return frozenset(cell for cell in east_edge() if CITY.terrain[cell] in ("street", "avenue"))


@cache
def to_edge(cell: Cell) -> int:
    """Hexes from `cell` to the nearest hex at the border over which units leave."""
    return min(CITY.board.distance(cell, edge) for edge in CITY.border)


@cache
def to_exit(cell: Cell) -> int:
    """Hexes from `cell` to the nearest of `east_exits`."""
    return min(CITY.board.distance(cell, edge) for edge in east_exits())


@lru_cache(OWN_REMEMBERED)
def opening_cells(kind: str, own: tuple[Cell, ...] = ()) -> tuple[Cell, ...]:
    """Hexes where units of that kind may begin in the game without scenario (§5); armoured cars begin in barracks.

    `own`: objectives that the players agreed on. Guards begin on them too, and wardens near them (§12b).
    """
    if KINDS[kind].side == MARCH:
        return START_CELLS
    match OPENING.get(kind, "barracks"):
        case "objective":
            return (*sorted(CITY.objectives), *own)
        case "near":
            near = _near_own(own, NEAR_WARDENS) & CITY.onto["foot"] - CITY.start
            return tuple(sorted(near.union(WARDEN_CELLS))) if own else WARDEN_CELLS
    return BARRACKS_CELLS


def _near_own(own: Iterable[Cell], most: int) -> frozenset[Cell]:
    """Hexes at most `most` from one of `own`, terrain left aside."""
    return frozenset[Cell]().union(*(_around(cell, most) for cell in own))


@cache
def _around(cell: Cell, most: int) -> frozenset[Cell]:
    return CITY.cells_near((cell,), most)


@lru_cache(OWN_REMEMBERED)
def site_cells(where: str, kind: str, square: str, own: tuple[Cell, ...] = ()) -> tuple[Cell, ...]:
    """Hexes of the place `where` of a scenario on which units of that kind may be put; `square`: that of the rally.

    `own`: objectives that the players agreed on, where no motor unit may stand.
    """
    mobility = KINDS[kind].mobility
    stands = CITY.onto[mobility].difference(own) if mobility == "motor" else CITY.onto[mobility]
    match where:
        case "mento":
            cells = CITY.start
        case "popular" | "metro" | "crowded" as terrain:
            cells = frozenset(cell for cell in stands if CITY.terrain[cell] == terrain)
        case "order":
            cells = frozenset(opening_cells(kind, own))
            if kind == "armoured" and square not in ("", SQUARES[0]):
                cells |= beyond_wall() & stands
            return tuple(sorted(cells))
        case "rally":
            cells = zone(square) if square else frozenset()
        case "within":
            if kind == "guards":
                return opening_cells(kind, own)
            cells = (_near_posts() | _near_own(own, WITHIN)) - CITY.start
            return tuple(sorted((cells & stands) | CITY.barracks.keys()))
        case "around":
            if kind != "riot":
                return opening_cells(kind, own)
            cells = (CITY.cells_near(CITY.start, AROUND) - CITY.start) | zone("odio")
            return tuple(sorted((cells & stands) | CITY.barracks.keys()))
        case _:
            cells = zone(where)
    return tuple(sorted(cells & stands))


@cache
def _near_posts() -> frozenset[Cell]:
    """Hexes within which the police of the social scenario begin."""
    return CITY.cells_near((*CITY.objectives, *CITY.barracks), WITHIN)


DOCK: tuple[Cell, ...] = tuple(sorted(CITY.board.zones["tribunal"]))
"""Brown hexes of the court, where the accused wait."""

WEAK_POWER = 2


def is_weak(unit: Unit) -> bool:
    """Whether `unit` is one of those that would rather go home: 4-1 and 4-2 of the march (social scenario)."""
    return unit < FIRST_POLICE and KIND_OF[unit].power <= WEAK_POWER
