"""Words for what is wrong with a tile or a course: the rule it breaks, and the facts that explain it."""

from __future__ import annotations

from engines.cape_horn.actions import Ignore, Lay, Sail, Twice
from engines.cape_horn.laying import beside_tiles, coverable, in_hand, is_tiled, ships, unseen
from engines.cape_horn.sailing import crosses, landable, legs, may_finish, reach, single, spot_of, takes_halfway
from engines.cape_horn.state import Again, Held, State, Turn
from engines.cape_horn.voyage import COPIES, MOVES, PRICES, TO_FINISH
from engines.cape_horn.waters import (
    BESIDE,
    CELL,
    COLUMNS,
    FACING,
    FINISH,
    LEADS,
    SPOT,
    STARTS,
    STATIONS,
    Spot,
    heading,
    tiled,
)
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

# --- tiles -----------------------------------------------------------------------------------------------


def no_square(at: Cell) -> tuple[Violation, ...]:
    """That `at` is no square of the chart."""
    return because("board.squares", "no_square", place=at)


def why_not_laid(state: State, turn: Turn, who: int, lay: Lay) -> tuple[Violation, ...]:
    """What is wrong with laying a tile; what everybody may know comes before what only the player may."""
    if lay.at not in SPOT:
        return no_square(lay.at)
    wrong = _wrong_place(state, turn, who, lay)
    if wrong:
        return wrong
    if lay.design not in in_hand(state, who):
        return _not_held(state, who, lay)
    right = FACING[lay.at]
    return because("lay.facing", "turned_wrong", tile=lay.design, at=lay.at, facing=lay.facing, facing2=right)


def _wrong_place(state: State, turn: Turn, who: int, lay: Lay) -> tuple[Violation, ...]:
    at, spot = lay.at, SPOT[lay.at]
    if turn.covered:
        return because("cover.only", "covered_already", place=turn.covered)
    if not is_tiled(state, at):
        beside = beside_tiles(state) >> spot & 1
        return () if beside else because("lay.beside", "not_beside", at=at)
    if STARTS >> spot & 1 and state.house.starts == "kept":
        return because("cover.start", "start_square", at=at)
    if ships(state) >> spot & 1:
        return because("cover.ship", "ship_there", at=at)
    if turn.laid:
        return because("cover.only", "cover_alone", at=at, count=turn.laid)
    if coverable(state, turn, who) >> spot & 1:
        return ()
    cost = reach(state).cost(spot)
    return because("cover.reach", "reachable", at=at, cost=cost or 0)


def _not_held(state: State, who: int, lay: Lay) -> tuple[Violation, ...]:
    hand = state.captains[who].hand
    if not hand.count:
        return because("lay.hand", "hand_empty", seat=state.seats[who])
    if isinstance(hand, Held):
        return because("lay.hand", "not_in_hand", (state.seats[who],), tile=lay.design)
    assert not unseen(state, lay.design)
    return because("tiles.designs", "none_left", tile=lay.design, count=COPIES[lay.design])


# --- courses ---------------------------------------------------------------------------------------------


def why_not_sailed(state: State, item: Turn | Again, who: int, sail: Sail) -> tuple[Violation, ...]:
    """What is wrong with following the tile to `sail.to`."""
    start = SPOT[state.captains[who].ship]
    if sail.to != FINISH and sail.to not in SPOT:
        return no_square(sail.to)
    return _no_way(state, item.covered, who, start, sail.to)


def why_not_ignored(state: State, item: Turn | Again, who: int, ignore: Ignore) -> tuple[Violation, ...]:
    """What is wrong with ignoring the wind."""
    captain = state.captains[who]
    start = SPOT[captain.ship]
    base = PRICES.twice if isinstance(item, Again) else 0
    if ignore.to == FINISH:
        return because("ignore.line", "ignored_line")
    if ignore.to not in SPOT:
        return no_square(ignore.to)
    spot = SPOT[ignore.to]
    if spot == start:
        return because("stay.free", "there_already", at=ignore.to)
    if not BESIDE[start] >> spot & 1:
        return because("ignore.beside", "not_beside_ship", start=CELL[start], to=ignore.to)
    if wrong := _no_landing(state, item.covered, who, ignore.to):
        return wrong
    if LEADS[start][state.tiles[start]].ends >> spot & 1:
        return because("ignore.needless", "needless", to=ignore.to)
    rule = "twice.both" if base else "ignore.price"
    return because(rule, "too_few_points", cost=base + PRICES.ignore, count=captain.points)


def why_not_twice(state: State, item: Turn, who: int, twice: Twice) -> tuple[Violation, ...]:
    """What is wrong with moving twice in one go: its first movement, its second, its price, or that less would do."""
    captain = state.captains[who]
    for at in (twice.via, twice.to):
        if at not in SPOT and at != FINISH:
            return no_square(at)
    if twice.via == FINISH:
        return because("board.squares", "no_square", place=twice.via)
    if captain.points < PRICES.twice:
        return because("twice.price", "too_few_points", cost=PRICES.twice, count=captain.points)
    via, to = SPOT[twice.via], spot_of(twice.to)
    if any(leg.via == via and leg.to == to for leg in legs(state)):
        return because("twice.needless", "needless", to=twice.to)
    if not any(hop.ends >> via & 1 for hop in single(state, who, item.covered)):
        start = SPOT[captain.ship]
        return _one_movement(state, item.covered, who, start, twice.via, PRICES.ignore, "ignore.price")
    if takes_halfway(state.house, captain, via) and captain.count + 1 == len(captain.tokens):
        return because("win.tokens", "won_on_the_way", place=twice.via)
    return _one_movement(state, item.covered, who, via, twice.to, PRICES.twice + PRICES.ignore, "twice.both")


def _one_movement(
    state: State, closed: Cell, who: int, start: Spot, to: Cell, cost: int, rule: str
) -> tuple[Violation, ...]:
    """Why a ship cannot go from `start` to `to`, be it as the tile says or, for `cost` points, against it."""
    if to in SPOT and BESIDE[start] >> SPOT[to] & 1 and not _no_landing(state, closed, who, to):
        return because(rule, "too_few_points", cost=cost, count=state.captains[who].points)
    return _no_way(state, closed, who, start, to)


def _no_way(state: State, closed: Cell, who: int, start: Spot, to: Cell) -> tuple[Violation, ...]:
    """Why the tile on `start` does not take the ship of `who` to `to`."""
    leads = LEADS[start][state.tiles[start]]
    if to == FINISH:
        tokens = state.captains[who].count
        if leads.crosses and not may_finish(tokens):
            return because("finish.tokens", "too_few_tokens", count=tokens, least=TO_FINISH.tokens)
        if leads.crosses and not crosses(state.house, leads):
            return because("finish.crossing", "too_far_across", start=CELL[start])
        return because("sail.wind", "wind_elsewhere", start=CELL[start], to=to)
    spot = SPOT[to]
    if spot == start:
        return because("stay.free", "there_already", at=to)
    if leads.ends >> spot & 1:
        return _no_landing(state, closed, who, to)
    place = _on_a_way(state, start, spot)
    if place:
        return because("sail.full", "partial", start=CELL[start], to=to)
    if place is False:
        return because("sail.board", "over_land", start=CELL[start], to=to)
    return because("sail.wind", "wind_elsewhere", start=CELL[start], to=to)


def _no_landing(state: State, closed: Cell, who: int, to: Cell) -> tuple[Violation, ...]:
    """Why the ship of `who` may not end a movement on `to`; empty if it may."""
    spot = SPOT[to]
    if landable(state, who, closed) >> spot & 1:
        return ()
    if not tiled(state.tiles) >> spot & 1:
        return because("station.tiled" if STATIONS >> spot & 1 else "sail.tile", "bare_square", at=to)
    if to == closed:
        return because("cover.sail", "covered_now", at=to)
    return because("sail.free", "occupied", at=to)


def _on_a_way(state: State, start: Spot, spot: Spot) -> bool | None:
    """Whether `spot` lies on a movement of the tile on `start`, short of its end; False: at its end, beyond land."""
    column, row = start % COLUMNS, start // COLUMNS
    at_end: bool | None = None
    for offset in MOVES[state.tiles[start]]:
        across, down = heading(FACING[CELL[start]], offset)
        steps = max(abs(across), abs(down))
        for step in range(1, steps + 1):
            x, y = column + across // steps * step, row + down // steps * step
            if 0 <= x < COLUMNS and spot == y * COLUMNS + x:
                if step < steps:
                    return True
                at_end = False
    return at_end
