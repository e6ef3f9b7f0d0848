"""The city's yellow pages (§1, §3): what objectives are worth, and where barracks, stations, squares, streets are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from engines.boards.chart import Line, Zone
from engines.boards.hex import column_row
from engines.corteo.city import City
from engines.directory import DirectoryChapter, Listing
from engines.physical import Cell

STREETS = ("avenue", "street")
OTHERS = ("crowded", "prison", "tribunal")


@cache
def chapters(city: City) -> tuple[DirectoryChapter, ...]:
    """Every place of `city` that has a name, each once."""
    chart = city.board.chart
    zones = {kind: [zone for zone in chart.zones if zone.kind == kind] for kind in {zone.kind for zone in chart.zones}}
    others = [zone for kind in OTHERS for zone in zones.get(kind, ())]
    return (
        DirectoryChapter("directory.objectives", tuple(_objective(city, zone) for zone in zones["objective"])),
        DirectoryChapter(
            "directory.squares", tuple(Listing(zone.names, _middle(zone.cells)) for zone in zones["square"])
        ),
        DirectoryChapter("directory.barracks", tuple(_barracks(city, zone) for zone in zones["barracks"])),
        DirectoryChapter("directory.metro", tuple(map(_whole, zones["metro"]))),
        DirectoryChapter("directory.others", tuple(map(_whole, others))),
        DirectoryChapter("directory.streets", tuple(_streets(chart.lines))),
    )


def with_own(city: City, most: int, own: Sequence[tuple[Cell, int]] | None) -> tuple[DirectoryChapter, ...]:
    """The same with the objectives that players have agreed on (§12b), each with its points.

    Where `own` is ``None`` they are not known yet: `most` lines are left to write them in.
    """
    listings: tuple[Listing, ...] = (Listing({"en": ""}, (), note="directory.write"),) * most
    if own is not None:
        listings = tuple(
            Listing(city.streets(cell), (cell,), note="directory.worth", facts={"points": points})
            for cell, points in own
        )
    objectives, *others = chapters(city)
    return (objectives, *((DirectoryChapter("directory.own", listings),) if listings else ()), *others)


def _whole(zone: Zone) -> Listing:
    return Listing(zone.names, tuple(sorted(zone.cells)))


def _objective(city: City, zone: Zone) -> Listing:
    cells = tuple(sorted(zone.cells))
    return Listing(zone.names, cells, note="directory.worth", facts={"points": sum(city.value[cell] for cell in cells)})


def _barracks(city: City, zone: Zone) -> Listing:
    number = zone.id.removeprefix("barracks-")
    exits = tuple(sorted(cell for cell, at in city.exits.items() if at == number))
    return Listing(zone.names, tuple(sorted(zone.cells)), note="directory.exits", facts={"exits": exits})


def _middle(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cell nearest to the middle of `cells`."""
    places = {cell: column_row(cell) for cell in cells}
    column, row = (sum(place[axis] for place in places.values()) / len(places) for axis in (0, 1))
    return (min(sorted(places), key=lambda cell: (places[cell][0] - column) ** 2 + (places[cell][1] - row) ** 2),)


def _streets(lines: Iterable[Line]) -> Iterable[Listing]:
    """Avenues and streets with their ends; one that is drawn in several parts stands once for each."""
    named: Mapping[tuple[str, tuple[Cell, ...]], Line] = {
        (line.names["en"], (line.cells[0], line.cells[-1])): line for line in lines if line.kind in STREETS
    }
    for (_, ends), line in named.items():
        yield Listing(line.names, ends, run=True)
