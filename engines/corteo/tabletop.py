"""The physical side: which counters lie where, what they look like, and what a change on the board could mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle

from engines.corteo.actions import Action, Advance, Build, Clear, Confine, Leave, Move, Place, Retreat, Wish
from engines.corteo.agenda import Advancing, AskConsent, AskWish, Confining, Movement, Placing, Retreating
from engines.corteo.asking import decider
from engines.corteo.city import CITY, board_on
from engines.corteo.objectives import own_cells
from engines.corteo.options import WISHES
from engines.corteo.roster import FIRST_POLICE, KIND_OF, KINDS, SUPPLY, Kind, Rgb, Unit, side_of
from engines.corteo.sites import DOCK
from engines.corteo.state import CLINIC, OFF_BOARD, PRISON, TRIAL, Spot, State
from engines.corteo.wishes import MOST_POINTS
from engines.entries import Seat
from engines.game import Intent
from engines.offers import of_last_states
from engines.physical import Cell, Change, Contents, Look, Lying, Placement
from engines.pieces import PieceLook

SEATS: tuple[Seat, ...] = ("march", "power")

TURNED = ":back"
BARRICADE: Look = "counter:barricade"
SMOKE: Look = "counter:smoke"
JAM: Look = "counter:jam"
BARRICADE_RGB = (120, 84, 52)
BACK_RGB = (176, 172, 160)
"""Backs of police counters are grey, whatever their face."""
SMOKE_RGB = (214, 218, 214)
JAM_RGB = (190, 150, 60)
OWN: Look = "counter:own"
"""A white piece on which players draw an objective of their own."""
OWN_RGB = (244, 242, 236)
OWN_BAND_RGB = (112, 60, 150)
OWN_PIECES = int(WISHES[-1])
KEPT = 4
"""Last boards that are kept: who reads one asks for those before and after a move again and again."""
COVER_RGB = (232, 196, 66)
PRISON_CELL = CITY.board.home("PRISON")
"""Arrested units lie in the prison; all of its hexes and its box count as this one."""
CLINIC_CELL = CITY.board.home("CLINIC")
"""Reactionaries in hospital lie in this clinic or its box, however many."""


SHOWN_AT = {PRISON: PRISON_CELL, CLINIC: CLINIC_CELL}
"""Hexes that pieces out of the game lie on, however many; the accused sit one after the other in the `DOCK`."""


def look_of(kind: Kind) -> Look:
    """The face of a unit of that kind."""
    return f"counter:{kind.id}"


def back_of(kind: Kind) -> Look:
    """The back of a police unit of that kind: it lies so while it panics."""
    return look_of(kind) + TURNED


FACES: tuple[Look, ...] = tuple(look_of(kind) for kind in KIND_OF)
BACKS: tuple[Look, ...] = tuple(back_of(kind) for kind in KIND_OF)
"""How each counter looks, by its number."""


def cover_look(cell: Cell) -> Look:
    """The cover of the objective on `cell`: it bears its value."""
    return f"counter:cover-{CITY.value[cell]}"


def pieces(sheet: str) -> dict[Look, PieceLook]:
    """Bodies of all looks, in sizes that suit the board on `sheet`."""
    sizes = board_on(sheet).pieces

    def counter(rgb: Rgb, label: str = "", figures: str = "", band: Rgb | None = None) -> PieceLook:
        return PieceLook("counter", sizes.square_mm, sizes.height_mm, rgb, "", label, figures, band)

    bodies = {
        look_of(kind): counter(
            kind.ground, kind.label, f"{kind.speed}-{kind.power}" if kind.power else str(kind.speed), kind.band
        )
        for kind in KINDS.values()
    }
    for kind in KINDS.values():
        if kind.side == "power" and kind.power:
            bodies[back_of(kind)] = counter(BACK_RGB, kind.label)
    bodies[BARRICADE] = counter(BARRICADE_RGB, "####")
    bodies[SMOKE] = counter(SMOKE_RGB, "~~~")
    bodies[JAM] = counter(JAM_RGB, "INGORGO")
    bodies[OWN] = counter(OWN_RGB, band=OWN_BAND_RGB)
    for cell, value in CITY.value.items():
        bodies[cover_look(cell)] = counter(COVER_RGB, figures=str(value))
    return bodies


def supply(seats: Sequence[Seat]) -> Contents:
    """Every counter of the game, whoever plays it: units, barricades, covers."""
    covers = (cover_look(cell) for cell in sorted(CITY.value))
    others = {BARRICADE: SUPPLY.barricades, SMOKE: SUPPLY.smoke, JAM: SUPPLY.jams, OWN: OWN_PIECES}
    return (*FACES, *covers, *(look for look, count in others.items() for _ in range(count)))


@of_last_states(KEPT)
def placement(state: State) -> Placement:
    """Where every piece should lie. The arrested may lie in any hex of the prison, which counts as one place."""
    cells: dict[Cell, list[Look]] = {}
    down = {fright.unit for fright in state.down}
    dock = cycle(DOCK)
    for unit, spot in enumerate((*state.march, *state.power)):
        cell = spot
        if spot in OFF_BOARD:
            cell = next(dock) if spot == TRIAL else SHOWN_AT.get(spot, "")
            if not cell:
                continue
        look = BACKS[unit] if unit in down else FACES[unit]
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
    there = [unit for unit in standing if FACES[unit] == look and unit not in down]
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
    if not sources:
        units = [absence.unit for absence in state.absent if FACES[absence.unit] == piece.look]
    item = state.asked
    for unit in units:
        yield from _movings(state, item, unit, piece.cell)
    if not sources and piece.look.removeprefix("counter:") in KINDS:
        kind = KINDS[piece.look.removeprefix("counter:")]
        if isinstance(item, Placing):
            yield Intent(kind.side, Place(kind.id, piece.cell))


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
    if isinstance(item, Confining):
        for unit in sorted(item.units, key=lambda unit: BACKS[unit] != piece.look):
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
