"""The physical side: which counters lie where, what they look like, and what a change on the board could mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle

from engines.corteo import counters
from engines.corteo.actions import Action, Advance, Build, Clear, Confine, Leave, Move, Place, Retreat, Wish
from engines.corteo.agenda import Advancing, AskConsent, AskWish, Confining, Movement, Placing, Retreating
from engines.corteo.asking import decider
from engines.corteo.city import CITY
from engines.corteo.counters import (
    BARRICADE,
    JAM,
    KIND_BY_FACE,
    OWN,
    PLAIN,
    SMOKE,
    TAGGED,
    TURNED,
    UNIT_OF,
    Sides,
    cover_look,
)
from engines.corteo.objectives import own_cells
from engines.corteo.placing import free_units
from engines.corteo.roster import FIRST_POLICE, KIND_OF, Unit, side_of
from engines.corteo.sites import DOCK
from engines.corteo.state import CLINIC, OFF_BOARD, PRISON, TRIAL, Spot, State
from engines.corteo.wishes import MOST_POINTS
from engines.entries import Seat
from engines.game import Intent
from engines.offers import of_last_states
from engines.physical import Cell, Change, Look, Lying, Placement

SEATS: tuple[Seat, ...] = ("march", "power")

pieces, supply = counters.pieces, counters.box

KEPT = 4
"""Last boards that are kept: who reads one asks for those before and after a move again and again."""
PRISON_CELL = CITY.board.home("PRISON")
"""Arrested units lie in the prison; all of its hexes and its box count as this one."""
CLINIC_CELL = CITY.board.home("CLINIC")
"""Reactionaries in hospital lie in this clinic or its box, however many."""


SHOWN_AT = {PRISON: PRISON_CELL, CLINIC: CLINIC_CELL}
"""Hexes that pieces out of the game lie on, however many; the accused sit one after the other in the `DOCK`."""


def _sides(state: State) -> Sides:
    return TAGGED if state.house.tagged else PLAIN


@of_last_states(KEPT)
def placement(state: State) -> Placement:
    """Where every piece should lie. The arrested may lie in any hex of the prison, which counts as one place."""
    cells: dict[Cell, list[Look]] = {}
    down = {fright.unit for fright in state.down}
    sides = _sides(state)
    dock = cycle(DOCK)
    for unit, spot in enumerate((*state.march, *state.power)):
        cell = spot
        if spot in OFF_BOARD:
            cell = next(dock) if spot == TRIAL else SHOWN_AT.get(spot, "")
            if not cell:
                continue
        look = sides.backs[unit] if unit in down else sides.faces[unit]
        if cell in cells:
            cells[cell].append(look)
        else:
            cells[cell] = [look]
    for cell in state.barricades:
        cells.setdefault(cell, []).append(BARRICADE)
    for cell in {*state.smoke, *state.lingering}:
        cells.setdefault(cell, []).append(SMOKE)
    for cell in state.jams:
        cells.setdefault(cell, []).append(JAM)
    for cell in state.covered:
        if cell in CITY.value:
            cells.setdefault(cell, []).append(cover_look(cell))
    tolerated = {}
    for cell in _white(state):
        above = cells.setdefault(cell, [])
        if above:
            tolerated[cell] = (tuple(sorted(above)),)
        above.append(OWN)
    lie = {cell: (looks[0],) if len(looks) == 1 else tuple(sorted(looks)) for cell, looks in cells.items()}
    return Placement(lie, tolerated)


def _white(state: State) -> tuple[Cell, ...]:
    """Hexes where white pieces lie: the players' own objectives, covered or not, and the one that is wished for.

    Below counters it may be left out: it can be put beside them.
    """
    item = state.asked
    return own_cells(state) + ((item.at,) if isinstance(item, AskConsent) else ())


def interpret(state: State, change: Change) -> list[Intent[Action]]:
    """Actions that `change` could mean, legal or not; those of the side that decides now first.

    A counter that left one hex and lies in another went there; equal counters are told apart by who may still move.
    """
    side = decider(state)
    found: list[Intent[Action]] = []
    arrived = [Lying(home(piece.cell), piece.look) for piece in change.arrived]
    left = [Lying(home(piece.cell), piece.look) for piece in change.left]
    for piece in arrived:
        if piece.look == BARRICADE:
            found += _built(state, piece.cell)
        elif piece.look == OWN:
            found += _wished(state, piece.cell)
        elif piece.look.endswith(TURNED):
            found += _confined(state, piece)
        else:
            found += _moved(state, left, piece)
    for piece in left:
        if piece.look in (BARRICADE, JAM):
            found += _cleared(state, piece.cell)
        elif state.plot is not None and not any(other.look == piece.look for other in arrived):
            found += _left_the_map(state, piece)
    return sorted(dict.fromkeys(found), key=lambda intent: intent.seat != side)


def home(place: Cell) -> Cell:
    """The cell that counts for what lies at `place`: all of the prison is one."""
    places = CITY.board.places
    cell = places[place].of or place if place in places else place
    return PRISON_CELL if cell in CITY.prison else cell


def _units_there(state: State, look: Look, cell: Cell) -> list[Unit]:
    """Units of that look at `cell`, those that have not moved first."""
    down = {fright.unit for fright in state.down}
    standing = _standing(state.march, state.power).get(cell, ())
    faces = _sides(state).faces
    there = [unit for unit in standing if faces[unit] == look and unit not in down]
    item = state.asked
    acting = (item.unit, item.partner) if isinstance(item, Movement) else ()
    return sorted(there, key=lambda unit: (unit not in acting, unit in state.moved, unit))


@lru_cache(4)
def _standing(march: tuple[Spot, ...], power: tuple[Spot, ...]) -> Mapping[Spot, Sequence[Unit]]:
    """The units at each place."""
    found: dict[Spot, list[Unit]] = {}
    for unit, spot in enumerate((*march, *power)):
        found.setdefault(spot, []).append(unit)
    return found


def _moved(state: State, left: Sequence[Lying], piece: Lying) -> Iterator[Intent[Action]]:
    sources = [gone.cell for gone in left if gone.look == piece.look and gone.cell != piece.cell]
    units = [unit for cell in sources for unit in _units_there(state, piece.look, cell)]
    faces = _sides(state).faces
    if not sources:
        units = [absence.unit for absence in state.absent if faces[absence.unit] == piece.look]
    item = state.asked
    for unit in units:
        yield from _movings(state, item, unit, piece.cell)
    if not sources and isinstance(item, Placing) and piece.look in KIND_BY_FACE:
        yield Intent(KIND_BY_FACE[piece.look].side, _placed(state, item, piece))


def _placed(state: State, item: Placing, piece: Lying) -> Place:
    """The placing of a counter that came from beside the board; its tag tells which of its equals it is."""
    kind, unit = KIND_BY_FACE[piece.look].id, UNIT_OF.get(piece.look)
    unnamed = unit is None or unit in free_units(state, item, kind)[:1]
    return Place(kind, piece.cell, None if unnamed else unit)


def _movings(state: State, item: object, unit: Unit, to: Cell) -> Iterator[Intent[Action]]:
    match item:
        case Retreating() if unit in item.units:
            yield Intent(item.chooser, Retreat(unit, to))
        case Confining() if unit in item.units:
            yield Intent("march", Confine(unit, to))
        case Advancing() if unit in item.units:
            yield Intent(item.side, Advance(unit, to))
        case _:
            yield Intent(side_of(unit), Move(unit, to))


def _left_the_map(state: State, piece: Lying) -> Iterator[Intent[Action]]:
    """A counter that was taken off the board in a scenario: it left the map, or was put on trial."""
    for unit in _units_there(state, piece.look, piece.cell):
        yield Intent(side_of(unit), Leave(unit))


def _confined(state: State, piece: Lying) -> Iterator[Intent[Action]]:
    """A counter that lies face down in a hex: a panicked unit of that kind was put there."""
    item = state.asked
    backs = _sides(state).backs
    if isinstance(item, Confining):
        for unit in sorted(item.units, key=lambda unit: backs[unit] != piece.look):
            yield Intent("march", Confine(unit, piece.cell))


def _wished(state: State, cell: Cell) -> Iterator[Intent[Action]]:
    """A white piece that was laid on a hex: an objective of one's own there, whatever it is worth."""
    if isinstance(state.asked, AskWish):
        for points in range(1, MOST_POINTS + 1):
            yield Intent("march", Wish(cell, points))


def _built(state: State, cell: Cell) -> Iterator[Intent[Action]]:
    """Who could have put a barricade there: the unit that moves now first, then others beside it."""
    for unit in _beside(state, cell, range(FIRST_POLICE)):
        yield Intent("march", Build(unit, cell))


def _cleared(state: State, cell: Cell) -> Iterator[Intent[Action]]:
    for unit in _beside(state, cell, range(len(KIND_OF))):
        yield Intent(side_of(unit), Clear(unit, cell))


def _beside(state: State, cell: Cell, units: Sequence[Unit]) -> list[Unit]:
    if cell not in CITY.near:
        return []
    item = state.asked
    near = CITY.near[cell]
    beside = [unit for unit in units if state.spot(unit) in near]
    acting = item.unit if isinstance(item, Movement) else -1
    return sorted(beside, key=lambda unit: (unit != acting, unit in state.moved, unit))
