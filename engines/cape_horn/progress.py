"""How a game goes on: tiles laid, ships that arrive, compass roses, drawing, the ends of turns and of the game."""

from __future__ import annotations

from engines.cape_horn.actions import Lay
from engines.cape_horn.draft import Draft
from engines.cape_horn.state import (
    Again,
    Buying,
    Captain,
    Drawing,
    Ended,
    Held,
    Mix,
    Tiles,
    Turn,
    Unknown,
)
from engines.cape_horn.voyage import ALL_TILES, HAND, POINTS, PRICES, TO_FINISH
from engines.cape_horn.waters import FINISH, SPOT, START, STATION, to_line
from engines.pending import Over
from engines.physical import Cell

ALL_TOKENS = 3


# --- the beginning ---------------------------------------------------------------------------------------


def begins(draft: Draft, who: int) -> None:
    """`who` begins: ships take their start squares clockwise; tiles are dealt, or drawn by real hands."""
    seats = draft.seats
    for place in range(len(seats)):
        draft.change((who + place) % len(seats), ship=START[place + 1])
    draft.tell("begins", seat=draft.seat(who))
    if draft.house.dealt:
        draft.asked = Mix(who)
        return
    for number in range(len(seats)):
        draft.change(number, hand=Unknown(HAND.start))
    draft.stack = Unknown(len(ALL_TILES) - HAND.start * len(seats))
    _turn_begins(draft, who)


def deals(draft: Draft, item: Mix, order: tuple[int, ...]) -> None:
    """The stack lies in `order`; everybody gets a first hand from it."""
    tiles = "".join(ALL_TILES[number] for number in order)
    for number in range(len(draft.seats)):
        hand, tiles = tiles[: HAND.start], tiles[HAND.start :]
        draft.change(number, hand=Held("".join(sorted(hand))))
        draft.tell("your_tiles", (draft.seat(number),), tile=tuple(sorted(hand)))
    draft.stack = Held(tiles)
    _turn_begins(draft, item.first)


# --- laying ----------------------------------------------------------------------------------------------


def lays(draft: Draft, turn: Turn, lay: Lay) -> None:
    """A tile leaves the hand and lies on its square."""
    spot, who = SPOT[lay.at], turn.who
    covers = draft.tiles[spot] != "."
    hand = draft.captains[who].hand
    draft.change(who, hand=_without(hand, lay.design))
    draft.put(spot, lay.design)
    draft.asked = Turn(who, turn.laid + 1, lay.at if covers else "")
    draft.tell("covered" if covers else "laid", seat=draft.seat(who), tile=lay.design, at=lay.at)


def _without(hand: Tiles, design: str) -> Tiles:
    if isinstance(hand, Held):
        return Held(hand.tiles.replace(design, "", 1))
    return Unknown(hand.count - 1)


# --- moving ----------------------------------------------------------------------------------------------


def moves(draft: Draft, who: int, to: Cell, cost: int, news: str) -> bool:
    """The ship of `who` goes to `to` for `cost` points, and takes what there is; whether the game goes on.

    With the option ``halfway=no`` it takes nothing before it `rests`.
    """
    captain = draft.captains[who]
    seat = draft.seat(who)
    draft.change(who, ship=to, points=captain.points - cost)
    draft.tell(news, seat=seat, start=captain.ship, to=to, cost=cost)
    if to == FINISH:
        _ends(draft, (who,), "crossed")
        return False
    return draft.house.halfway == "no" or _takes(draft, who)


def rests(draft: Draft, who: int) -> None:
    """The ship of `who` has ended its last movement of the turn."""
    if draft.house.halfway == "counts" or _takes(draft, who):
        has_moved(draft, who)


def _takes(draft: Draft, who: int) -> bool:
    """The ship of `who` takes what there is where it lies; whether the game goes on."""
    captain, seat = draft.captains[who], draft.seat(who)
    to = captain.ship
    station = STATION.get(SPOT[to])
    if station is None:
        return True
    if not captain.takes(*station):
        draft.tell("no_token", seat=seat, place=to)
        return True
    tokens = list(captain.tokens)
    tokens[station.zone] = station.colour
    captain = draft.change(who, tokens=tuple(tokens))
    draft.tell("token", seat=seat, place=to, colour=station.colour, number=station.zone + 1)
    if captain.count == TO_FINISH.tokens:
        draft.tell("may_finish", seat=seat)
    if captain.count == ALL_TOKENS:
        _ends(draft, (who,), "three_tokens")
        return False
    return True


def may_move_again(draft: Draft, turn: Turn | Again, who: int) -> None:
    """`who` has moved once: a second movement is offered if it can be paid."""
    if draft.captains[who].points >= PRICES.twice:
        draft.asked = Again(who, turn.covered)
    else:
        rests(draft, who)


def has_moved(draft: Draft, who: int, idle: bool = False) -> None:
    """The moving is over: a tile is drawn, if hand and stack allow it."""
    if _can_draw(draft, who):
        draft.asked = Drawing(who)
    else:
        turn_ends(draft, who, idle)


def stays(draft: Draft, turn: Turn) -> None:
    """The ship stays where it is, for a point."""
    captain = draft.captains[turn.who]
    gained = min(POINTS.most - captain.points, POINTS.staying)
    draft.change(turn.who, points=captain.points + gained)
    draft.tell("stayed", seat=draft.seat(turn.who), count=gained)
    has_moved(draft, turn.who, idle=not turn.laid)


# --- drawing ---------------------------------------------------------------------------------------------


def draws(draft: Draft, who: int, cost: int) -> None:
    """`who` draws a tile for `cost` points; more may be bought while hand, stack and points allow it."""
    captain = draft.captains[who]
    seat = draft.seat(who)
    draft.tell("bought" if cost else "drew", seat=seat)
    if isinstance(draft.stack, Held):
        assert isinstance(captain.hand, Held)
        tile, rest = draft.stack.tiles[0], draft.stack.tiles[1:]
        draft.stack = Held(rest)
        draft.change(who, points=captain.points - cost, hand=Held("".join(sorted(captain.hand.tiles + tile))))
        draft.tell("your_tiles", (seat,), tile=(tile,))
        draft.reveals = True
    else:
        draft.stack = Unknown(draft.stack.count - 1)
        draft.change(who, points=captain.points - cost, hand=Unknown(captain.hand.count + 1))
    if _can_draw(draft, who) and draft.captains[who].points >= PRICES.tile:
        draft.asked = Buying(who)
    else:
        turn_ends(draft, who)


def _can_draw(draft: Draft, who: int) -> bool:
    return draft.stack.count > 0 and draft.captains[who].hand.count < HAND.most


# --- ends ------------------------------------------------------------------------------------------------


def turn_ends(draft: Draft, who: int, idle: bool = False) -> None:
    """The next player's turn begins; the game is over after a whole round in which there was nothing to do."""
    draft.turn += 1
    draft.idle = draft.idle + 1 if idle and not draft.stack.count else 0
    if draft.idle >= len(draft.seats):
        _becalmed(draft)
    else:
        _turn_begins(draft, (who + 1) % len(draft.seats))


def _turn_begins(draft: Draft, who: int) -> None:
    points = draft.captains[who].points
    draft.change(who, points=min(POINTS.most, points + POINTS.each_turn))
    draft.asked = Turn(who)


def _becalmed(draft: Draft) -> None:
    """Rule ``end.becalmed``: most compass roses, then nearest to the line, then all that are equal; or nobody."""
    if draft.house.becalmed == "nobody":
        _ends(draft, (), "nobody_home")
        return

    def rank(captain: Captain) -> tuple[int, int]:
        return (-captain.count, to_line(captain.ship))

    best = min(map(rank, draft.captains))
    winners = tuple(number for number, captain in enumerate(draft.captains) if rank(captain) == best)
    _ends(draft, winners, "becalmed")


def _ends(draft: Draft, winners: tuple[int, ...], reason: str) -> None:
    draft.asked = Ended(Over(tuple(draft.seat(who) for who in winners), reason))
