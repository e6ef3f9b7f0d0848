"""The physical side: which pieces lie where, what they look like, and what a change on the board could mean.

A covered tile is out of sight, so that only the topmost of a square is on the board as eyes know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engines.bits import members
from engines.boards.chart import ROMAN
from engines.cape_horn.actions import Action, Ignore, Lay, Sail, Twice
from engines.cape_horn.asking import judge
from engines.cape_horn.sailing import cell, legs
from engines.cape_horn.state import Again, State, Turn
from engines.cape_horn.voyage import COPIES, DESIGN, DESIGNS, FACINGS, DesignId, Facing, Offset
from engines.cape_horn.waters import BESIDE, CELL, FACING, FINISH, SPOT, STATION, STEP, board_on, heading, tiled
from engines.entries import Seat
from engines.game import Intent
from engines.physical import Cell, Change, Contents, Look, Placement
from engines.pieces import CornerTag, PieceLook

SEATS: tuple[Seat, ...] = ("blue", "white", "black", "orange", "violet")
"""Seats in the order offered: colours of ships, none of them that of a station."""

SHIP_RGB: Mapping[Seat, tuple[int, int, int]] = {
    "blue": (28, 74, 150),
    "white": (236, 233, 224),
    "black": (34, 33, 34),
    "orange": (226, 112, 24),
    "violet": (112, 62, 148),
}
STATION_RGB = {"yellow": (240, 196, 24), "red": (198, 28, 34), "green": (24, 122, 56)}
TILE_RGB = (238, 228, 200)
CHIP_PART = 0.8
"""Size of a station's chip beside a ship's: both fit on a tile."""
SHIP_MM = 5.0
"""Height of a ship's foot, a wooden disc in whose slit its sails stand."""


TAGS = (50, 57, 60, 61, 66, 83, 91, 136)
"""Numbers of the tags of the designs, in their order."""
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Corners of a tile, ahead and to starboard, in the order in which they are tried for its tag."""
TAG_SIDE, TAG_OFF = 0.26, 0.265
"""Side of a tag's black square, and how far from a tile's middle each way its middle is, parts of the tile's size: with
its white edge it reaches from the rim to where arrows straight ahead or aside begin."""


def tile_look(design: str, facing: Facing) -> Look:
    """A tile of that design that points to `facing`."""
    return f"tile:{design}:{facing}"


def ship_look(seat: Seat) -> Look:
    """The ship of `seat`."""
    return f"ship:{seat}"


def station_look(spot: int) -> Look:
    """The chip of the station on that square."""
    return f"station:{STATION[spot].colour}-{STATION[spot].zone + 1}"


TILES: Mapping[Look, tuple[DesignId, Facing]] = {
    tile_look(design, facing): (design, facing) for design in DESIGNS for facing in FACINGS
}
SHIPS: Mapping[Look, Seat] = {ship_look(seat): seat for seat in SEATS}
CHIPS: Mapping[Cell, Look] = {CELL[spot]: station_look(spot) for spot in STATION}


def pieces(sheet: str, tagged: bool = False) -> dict[Look, PieceLook]:
    """Bodies of all looks, in sizes that suit the board on `sheet`; a tile has one for each way it may point.

    `tagged`: each tile bears a small tag that says which design it is.
    """
    sizes = board_on(sheet).pieces
    moves = {design.id: design.moves for design in DESIGN}
    bodies = {
        look: PieceLook(
            "tile",
            sizes.square_mm,
            sizes.height_mm,
            TILE_RGB,
            arrows=tuple(heading(facing, offset) for offset in moves[design]),
            ahead=STEP[facing],
            reverse="rose",
            corner_tag=_tag(design, facing, moves[design]) if tagged else None,
        )
        for look, (design, facing) in TILES.items()
    }
    bodies |= {
        look: PieceLook("disc", sizes.disc_mm, SHIP_MM, SHIP_RGB[seat], "ship", stands=True)
        for look, seat in SHIPS.items()
    }
    chip_mm = round(sizes.disc_mm * CHIP_PART, 1)
    for look in CHIPS.values():
        colour = look.split(":")[1].split("-")[0]
        bodies[look] = PieceLook(
            "disc", chip_mm, sizes.height_mm, STATION_RGB[colour], f"station/{colour}", label=ROMAN[look[-1]]
        )
    return bodies


def _tag(design: DesignId, facing: Facing, moves: Iterable[Offset]) -> CornerTag:
    """The tag of a tile: in the first corner, behind before ahead, to which none of its winds blows."""
    blown = {(ahead > 0, starboard > 0) for ahead, starboard in moves if ahead and starboard}
    ahead, starboard = next(corner for corner in CORNERS if (corner[0] > 0, corner[1] > 0) not in blown)
    across, down = heading(facing, (ahead, starboard))
    return CornerTag(
        TAGS[DESIGNS.index(design)], (TAG_OFF * across, TAG_OFF * down), TAG_SIDE, 90.0 * FACINGS.index(facing)
    )


def supply(seats: Sequence[Seat]) -> Contents:
    """Every tile, every station's chip, and a ship for each of `seats`."""
    tiles = (tile_look(design, "north") for design in DESIGNS for _ in range(COPIES[design]))
    return (*tiles, *CHIPS.values(), *(ship_look(seat) for seat in seats))


def placement(state: State) -> Placement:
    """Where every piece should lie: tiles as their zones want, chips and ships on top of them."""
    cells: dict[Cell, list[Look]] = {at: [chip] for at, chip in CHIPS.items()}
    for spot in members(tiled(state.tiles)):
        design = state.tiles[spot]
        if design in COPIES:
            at = CELL[spot]
            cells.setdefault(at, []).append(tile_look(design, FACING[at]))
    for seat, captain in zip(state.seats, state.captains):
        if captain.ship:
            cells.setdefault(captain.ship, []).append(ship_look(seat))
    return Placement({at: tuple(sorted(looks)) for at, looks in cells.items()})


def interpret(state: State, change: Change) -> list[Intent[Action]]:
    """Actions that `change` could mean, legal or not, most plausible first: tiles that were laid, ships that moved."""
    if state.mover is None:
        return []
    mover = state.seats[state.mover]
    found: list[Intent[Action]] = []
    for piece in change.arrived:
        if piece.look in TILES:
            design, facing = TILES[piece.look]
            found.append(Intent(mover, Lay(design, piece.cell, facing)))
        elif piece.look in SHIPS and SHIPS[piece.look] in state.seats:
            seat = SHIPS[piece.look]
            found += (Intent(seat, action) for action in _courses(state, seat, piece.cell))
    return found


def _courses(state: State, seat: Seat, to: Cell) -> Iterator[Action]:
    """What a ship that arrived at `to` may have done; where it can do nothing of that, what it was nearest to doing."""
    item, who = state.asked, state.seats.index(seat)
    if state.captains[who].ship == to:
        return
    if who != state.mover or not isinstance(item, Turn | Again):
        yield Sail(to)
        return
    start = SPOT[state.captains[who].ship]
    beside = to in SPOT and bool(BESIDE[start] >> SPOT[to] & 1)
    single: list[Action] = [Sail(to), *([Ignore(to)] if beside else [])]
    yield from (action for action in single if not judge(state, seat, action))
    twice: list[Action] = []
    if isinstance(item, Turn) and (to in SPOT or to == FINISH):
        twice = [Twice(cell(leg.via), to) for leg in legs(state) if cell(leg.to) == to]
        yield from (action for action in twice if not judge(state, seat, action))
    yield from (action for action in single if judge(state, seat, action))


def meant(action: Action) -> Action | None:
    """The action that a tile turned the wrong way was meant to be."""
    if isinstance(action, Lay) and action.at in FACING and action.facing != FACING[action.at]:
        return Lay(action.design, action.at, FACING[action.at])
    return None
