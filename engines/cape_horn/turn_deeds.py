"""What may be done in one's turn: laying tiles, moving once or twice, staying, drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.bits import members
from engines.cape_horn import progress, reproach
from engines.cape_horn.actions import Anchor, Buy, Draw, Enough, Ignore, Lay, Sail, Stay, Twice
from engines.cape_horn.draft import Draft
from engines.cape_horn.laying import Lays, in_hand, layable
from engines.cape_horn.sailing import cell, movements, single, worthwhile
from engines.cape_horn.state import Again, Buying, Drawing, State, Turn
from engines.cape_horn.voyage import HAND, PRICES
from engines.cape_horn.waters import CELL, FINISH, SPOT
from engines.deed import Deed, because
from engines.game import Violation
from engines.offers import Offer

NONE: tuple[()] = ()
SAILS = {spot: Sail(at) for spot, at in CELL.items()}
ACROSS = Sail(FINISH)
IGNORES = {spot: Ignore(at) for spot, at in CELL.items()}
STAY, ANCHOR, DRAW, BUY, ENOUGH = (Stay(),), (Anchor(),), (Draw(),), (Buy(),), (Enough(),)

# --- laying ----------------------------------------------------------------------------------------------


def lays(state: State, turn: Turn, who: int) -> Offer[Lay]:
    designs = in_hand(state, who)
    return Lays(designs, layable(state, turn, who)) if designs else NONE


def lay(draft: Draft, turn: Turn, who: int, action: Lay) -> None:
    progress.lays(draft, turn, action)


# --- moving ----------------------------------------------------------------------------------------------


def _base(item: Turn | Again) -> int:
    return PRICES.twice if isinstance(item, Again) else 0


def sails(state: State, item: Turn | Again, who: int) -> Offer[Sail]:
    base = _base(item)
    found: list[Sail] = []
    for hop in movements(state).once:
        if hop.cost == base:
            found += [SAILS[spot] for spot in members(hop.ends)]
            found += [ACROSS] if hop.crosses else []
    return found


def sail(draft: Draft, item: Turn | Again, who: int, action: Sail) -> None:
    again = isinstance(item, Again)
    goes_on = progress.moves(draft, who, action.to, _base(item), "sailed_again" if again else "sailed")
    _after_moving(draft, item, who, goes_on)


def ignores(state: State, item: Turn | Again, who: int) -> Offer[Ignore]:
    base = _base(item)
    return [IGNORES[spot] for hop in movements(state).once if hop.cost > base for spot in members(hop.ends)]


def ignore(draft: Draft, item: Turn | Again, who: int, action: Ignore) -> None:
    again = isinstance(item, Again)
    news = "ignored_again" if again else "ignored"
    goes_on = progress.moves(draft, who, action.to, _base(item) + PRICES.ignore, news)
    _after_moving(draft, item, who, goes_on)


def _after_moving(draft: Draft, item: Turn | Again, who: int, goes_on: bool) -> None:
    if not goes_on:
        return
    if isinstance(item, Again):
        progress.rests(draft, who)
    else:
        progress.may_move_again(draft, item, who)


def twices(state: State, turn: Turn, who: int) -> Offer[Twice]:
    if state.captains[who].points < PRICES.twice:
        return NONE
    return [Twice(cell(leg.via), cell(leg.to)) for leg in worthwhile(state)]


def twice(draft: Draft, turn: Turn, who: int, action: Twice) -> None:
    """Both movements, each as its tile says, or ignoring it where that does not lead on."""
    for number, to in enumerate((action.via, action.to)):
        state = draft.now()
        hops = list(single(state, who, turn.covered, PRICES.twice if number else 0))
        hop = next(hop for hop in hops if (hop.crosses if to == FINISH else hop.ends >> SPOT[to] & 1))
        way = "sailed" if hop is hops[0] else "ignored"
        if not progress.moves(draft, who, to, hop.cost, f"{way}_again" if number else way):
            return
    progress.rests(draft, who)


def stays(state: State, turn: Turn, who: int) -> Offer[Stay]:
    return STAY


def stay(draft: Draft, turn: Turn, who: int, action: Stay) -> None:
    progress.stays(draft, turn)


def anchors(state: State, item: Again, who: int) -> Offer[Anchor]:
    return ANCHOR


def anchor(draft: Draft, item: Again, who: int, action: Anchor) -> None:
    progress.rests(draft, who)


# --- drawing ---------------------------------------------------------------------------------------------


def drawings(state: State, item: Drawing, who: int) -> Offer[Draw]:
    return DRAW


def draw(draft: Draft, item: Drawing, who: int, action: Draw) -> None:
    progress.draws(draft, who, 0)


def purchases(state: State, item: Buying, who: int) -> Offer[Buy]:
    return BUY


def buy(draft: Draft, item: Buying, who: int, action: Buy) -> None:
    progress.draws(draft, who, PRICES.tile)


def endings(state: State, item: Buying, who: int) -> Offer[Enough]:
    return ENOUGH


def enough(draft: Draft, item: Buying, who: int, action: Enough) -> None:
    progress.turn_ends(draft, who)


def _always(state: State, item: object, who: int, action: object) -> tuple[Violation, ...]:
    """What is always legal where it is asked has nothing against it."""
    return NONE


DEEDS: Mapping[type, Mapping[type, Deed[Offer[Any]]]] = {
    Turn: {
        Stay: Deed(stays, _always, stay),
        Sail: Deed(sails, reproach.why_not_sailed, sail),
        Ignore: Deed(ignores, reproach.why_not_ignored, ignore),
        Twice: Deed(twices, reproach.why_not_twice, twice),
        Lay: Deed(lays, reproach.why_not_laid, lay),
    },
    Again: {
        Anchor: Deed(anchors, _always, anchor),
        Sail: Deed(sails, reproach.why_not_sailed, sail),
        Ignore: Deed(ignores, reproach.why_not_ignored, ignore),
    },
    Drawing: {Draw: Deed(drawings, _always, draw)},
    Buying: {Buy: Deed(purchases, _always, buy), Enough: Deed(endings, _always, enough)},
}


def out_of_step(state: State, who: int, action: object) -> tuple[Violation, ...]:
    """Why that kind of action is not possible at this step of the turn of `who`."""
    item = state.asked
    if isinstance(action, Draw | Buy):
        return _no_tile(state, who, action)
    match item, action:
        case Again(), Stay():
            return because("stay.instead", "moved_already")
        case Again(), Twice():
            return because("twice.after", "second_only")
        case Turn(), Anchor():
            return because("twice.after", "not_moved_yet")
        case ((Drawing() | Buying()), (Sail() | Ignore() | Twice() | Stay() | Anchor())):
            return because("turn.steps", "moving_over")
        case Drawing(), Enough():
            return because("draw.one", "draw_first")
        case Turn() | Again(), Enough():
            return because("turn.steps", "move_first")
    return because("turn.steps", "laying_over")


def _no_tile(state: State, who: int, action: Draw | Buy) -> tuple[Violation, ...]:
    captain = state.captains[who]
    if captain.hand.count >= HAND.most:
        return because("draw.most", "hand_full", most=HAND.most)
    if not state.stack.count:
        return because("draw.empty", "stack_empty")
    if isinstance(action, Buy) and captain.points < PRICES.tile:
        return because("draw.price", "too_few_points", cost=PRICES.tile, count=captain.points)
    if isinstance(state.asked, Drawing):
        return because("draw.one", "draw_first")
    if isinstance(state.asked, Buying):
        return because("draw.price", "drawn_already", cost=PRICES.tile)
    return because("turn.steps", "move_first")
