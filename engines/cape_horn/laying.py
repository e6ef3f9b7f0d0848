"""Which tiles may be laid where: beside others, or over one that the own ship cannot reach in this turn."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bits import members, nth
from engines.cape_horn.actions import Lay
from engines.cape_horn.sailing import movements, reach
from engines.cape_horn.state import Held, State, Turn
from engines.cape_horn.voyage import COPIES, DESIGNS, DesignId
from engines.cape_horn.waters import CELL, FACING, SPOT, STARTS, Spot, Spots, around, aside, tiled
from engines.physical import Cell

LAYS: dict[DesignId, dict[Spot, Lay]] = {
    design: {spot: Lay(design, cell, FACING[cell]) for spot, cell in CELL.items()} for design in DESIGNS
}
"""Each design on each square, pointing as the zone wants."""


def unseen(state: State, design: str) -> int:
    """How many tiles of `design` lie neither on the board nor under other tiles."""
    return COPIES[design] - state.tiles.count(design) - state.buried.count(design)


def in_hand(state: State, who: int) -> tuple[DesignId, ...]:
    """Designs that `who` holds, or may hold for all that is known."""
    hand = state.captains[who].hand
    if isinstance(hand, Held):
        return tuple(design for design in DESIGNS if design in hand.tiles)
    return tuple(design for design in DESIGNS if hand.count and unseen(state, design))


def beside_tiles(state: State) -> Spots:
    """Empty squares that touch a tile at a side or, unless the house plays otherwise, at a corner."""
    there = tiled(state.tiles)
    return (aside(there) if state.house.beside == "sides" else around(there)) & ~there


def ships(state: State) -> Spots:
    """Squares with ships."""
    spots = 0
    for captain in state.captains:
        if captain.ship in SPOT:
            spots |= 1 << SPOT[captain.ship]
    return spots


def coverable(state: State, turn: Turn, who: int) -> Spots:
    """Squares whose tile `who` may cover now.

    Rule ``cover.*`` (rulebook, step 2): no start square (unless by option ``starts``), nothing else laid in this turn,
    no ship on it, and out of reach of the own ship by everything that the player could pay for (option ``cover``: by
    one movement).
    """
    if turn.laid:
        return 0
    kept = STARTS if state.house.starts == "kept" else 0
    tiles = tiled(state.tiles) & ~kept & ~ships(state)
    if not tiles or state.house.cover == "all":
        return tiles & ~reach(state).everything if tiles else 0
    for hop in movements(state).once:
        tiles &= ~hop.ends
    return tiles


def layable(state: State, turn: Turn, who: int) -> Spots:
    """Squares on which `who` may lay a tile now."""
    if turn.covered:
        return 0
    return beside_tiles(state) | coverable(state, turn, who)


class Lays:
    """Every tile of one of `designs` on one of `spots`, pointing as its zone wants."""

    def __init__(self, designs: tuple[DesignId, ...], spots: Spots) -> None:
        self._designs = designs
        self._spots = spots

    def __contains__(self, lay: object) -> bool:
        return (
            isinstance(lay, Lay)
            and lay.design in self._designs
            and lay.at in SPOT
            and bool(self._spots >> SPOT[lay.at] & 1)
            and lay.facing == FACING[lay.at]
        )

    def __iter__(self) -> Iterator[Lay]:
        spots = members(self._spots)
        for design in self._designs:
            lays = LAYS[design]
            for spot in spots:
                yield lays[spot]

    def __len__(self) -> int:
        return len(self._designs) * self._spots.bit_count()

    def __getitem__(self, number: int) -> Lay:
        design, spot = divmod(number, self._spots.bit_count())
        return LAYS[self._designs[design]][nth(self._spots, spot)]


def is_tiled(state: State, at: Cell) -> bool:
    """Whether a tile lies on that square, or is printed there."""
    return bool(tiled(state.tiles) >> SPOT[at] & 1)
