"""What a learner asks: by which rule an action may be done, and which actions are worth wondering about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.bits import members
from engines.cape_horn.actions import Action, Anchor, Buy, Draw, Enough, Ignore, Lay, Sail, Stay, Twice
from engines.cape_horn.laying import beside_tiles, in_hand, is_tiled
from engines.cape_horn.state import Again, State
from engines.cape_horn.voyage import DESIGNS
from engines.cape_horn.waters import BESIDE, CELL, FACING, FINISH, SPOT, tiled
from engines.entries import Seat

RULES: Mapping[type, str] = {
    Ignore: "ignore.price",
    Twice: "twice.price",
    Stay: "stay.free",
    Anchor: "twice.price",
    Draw: "draw.one",
    Buy: "draw.price",
    Enough: "draw.price",
}
"""Rules of actions that always follow the same one."""


def rule_of(state: State, action: Action) -> str:
    """The rule by which legal `action` may be done in `state`."""
    if isinstance(action, Lay):
        return "cover.reach" if is_tiled(state, action.at) else "lay.beside"
    if isinstance(action, Sail):
        if isinstance(state.asked, Again):
            return "twice.price"
        return "finish.tokens" if action.to == FINISH else "sail.wind"
    return RULES[type(action)]


def attempts(state: State, seat: Seat) -> Iterator[Action]:
    """One of each kind: a tile from the hand on a free square and on a tiled one, courses to the squares around."""
    who = state.seats.index(seat)
    ship = state.captains[who].ship
    designs = in_hand(state, who) or DESIGNS[:1]
    spots = [*members(beside_tiles(state))[:1], *members(tiled(state.tiles))[:2]]
    yield from (Lay(designs[0], CELL[spot], FACING[CELL[spot]]) for spot in spots)
    if ship in SPOT:
        near = [CELL[spot] for spot in members(BESIDE[SPOT[ship]])]
        for to in near:
            yield Sail(to)
            yield Ignore(to)
        yield Twice(near[0], near[-1])
        yield Sail(FINISH)
    yield from (Stay(), Anchor(), Draw(), Buy(), Enough())
