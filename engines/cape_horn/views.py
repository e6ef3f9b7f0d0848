"""What each seat may know, built by naming it: nothing gets into a view that is not named here."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.bits import members
from engines.cape_horn.asking import kind
from engines.cape_horn.laying import beside_tiles, coverable
from engines.cape_horn.sailing import Reach, cell, reach, worthwhile
from engines.cape_horn.state import Again, Buying, DrawFirst, Drawing, Ended, Held, Mix, State, Token, Turn
from engines.cape_horn.voyage import PRICES, PRINTED, TO_FINISH, Facing
from engines.cape_horn.waters import CELL, FACING, FINISH, Spots, tiled, to_line
from engines.entries import Seat
from engines.pending import Over
from engines.physical import Cell

Phase: TypeAlias = Literal["setup", "turn", "again", "draw", "over"]


class TileView(msgspec.Struct, frozen=True):
    """The topmost tile of a square."""

    cell: Cell
    design: str
    facing: Facing


class CaptainView(msgspec.Struct, frozen=True):
    """What everybody knows of a player: points, compass roses by zone, the ship, how many tiles the hand holds.

    `left` counts the squares to the line. `tiles` are those of the hand once the game is over, if phones held them.
    """

    seat: Seat
    points: int
    hand: int
    ship: Cell | None
    tokens: tuple[Token, Token, Token]
    left: int | None
    tiles: tuple[str, ...] | None


class ReachView(msgspec.Struct, frozen=True):
    """A square that the mover's ship can reach in this turn, and the points that it costs at least."""

    cell: Cell
    cost: int


class WayView(msgspec.Struct, frozen=True):
    """A way to move twice that is offered, and the points that it costs."""

    via: Cell
    to: Cell
    cost: int


class View(msgspec.Struct, frozen=True):
    """What one seat (or a spectator) knows.

    - `hands`: who holds the tiles; `phase`; `mover`: whose turn it is; `decision`: what is asked.
    - `tiles` on the board; `stack`: how many may still be drawn; `hidden`: how many lie under others.
    - `laid` so many in this turn; `covered` is the square whose tile was covered in it.
    - `reach`: where the mover's ship can go; `ways`: how it can move twice; `cover`: squares whose tile the mover may
      cover; `open`: those where a tile may be laid beside others.
    - `own`: the designs in this seat's hand, ``None`` where phones hold none, and for spectators.
    """

    hands: Literal["phone", "table"]
    seat: Seat | None
    players: tuple[CaptainView, ...]
    tiles: tuple[TileView, ...]
    phase: Phase
    turn: int
    mover: Seat | None
    decision: str
    stack: int
    hidden: int
    laid: int
    covered: Cell | None
    reach: tuple[ReachView, ...]
    ways: tuple[WayView, ...]
    cover: tuple[Cell, ...]
    open: tuple[Cell, ...]
    own: tuple[str, ...] | None
    ignore: int
    twice: int
    to_finish: int
    over: Over | None


def view(state: State, seat: Seat | None) -> View:
    """What `seat` (``None``: a spectator) may know of `state`."""
    item = state.asked
    return View(
        hands=state.house.hands,
        seat=seat,
        players=tuple(_captain(state, who) for who in range(len(state.seats))),
        tiles=tuple(
            TileView(CELL[spot], state.tiles[spot], FACING[CELL[spot]])
            for spot in members(tiled(state.tiles))
            if state.tiles[spot] != PRINTED
        ),
        phase=phase(state),
        turn=state.turn + 1,
        mover=None if state.mover is None else state.seats[state.mover],
        decision=kind(state),
        stack=state.stack.count,
        hidden=len(state.buried),
        laid=item.laid if isinstance(item, Turn) else 0,
        covered=(item.covered or None) if isinstance(item, Turn | Again) else None,
        reach=_reach(state),
        ways=_ways(state),
        cover=_cells(coverable(state, item, item.who)) if isinstance(item, Turn) and not item.covered else (),
        open=_cells(beside_tiles(state)) if isinstance(item, Turn) and not item.covered else (),
        own=None if seat is None else _own(state, seat),
        ignore=PRICES.ignore,
        twice=PRICES.twice,
        to_finish=TO_FINISH.tokens,
        over=item.over if isinstance(item, Ended) else None,
    )


def phase(state: State) -> Phase:
    """The part of the game that is being played."""
    match state.asked:
        case Ended():
            return "over"
        case DrawFirst() | Mix():
            return "setup"
        case Turn():
            return "turn"
        case Again():
            return "again"
        case Drawing() | Buying():
            return "draw"


def _captain(state: State, who: int) -> CaptainView:
    captain = state.captains[who]
    shown = isinstance(state.asked, Ended) and isinstance(captain.hand, Held)
    return CaptainView(
        seat=state.seats[who],
        points=captain.points,
        hand=captain.hand.count,
        ship=captain.ship or None,
        tokens=captain.tokens,
        left=to_line(captain.ship) if captain.ship else None,
        tiles=tuple(captain.hand.tiles) if shown and isinstance(captain.hand, Held) else None,
    )


def _own(state: State, seat: Seat) -> tuple[str, ...] | None:
    hand = state.captain(seat).hand
    return tuple(hand.tiles) if isinstance(hand, Held) else None


def _reach(state: State) -> tuple[ReachView, ...]:
    if not isinstance(state.asked, Turn | Again):
        return ()
    known: Reach = reach(state)
    found = [ReachView(CELL[spot], cost) for cost, spots in known.by_cost for spot in members(spots)]
    if known.crosses is not None:
        found.append(ReachView(FINISH, known.crosses))
    return tuple(found)


def _ways(state: State) -> tuple[WayView, ...]:
    if not isinstance(state.asked, Turn):
        return ()
    return tuple(WayView(CELL[leg.via], cell(leg.to), leg.cost) for leg in worthwhile(state))


def _cells(spots: Spots) -> tuple[Cell, ...]:
    return tuple(CELL[spot] for spot in members(spots))
