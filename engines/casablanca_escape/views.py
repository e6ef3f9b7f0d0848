"""What each seat may know, built by naming it: nothing gets into a view that is not named here."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.casablanca_escape import aids, goods
from engines.casablanca_escape.asking import KINDS, asked_player
from engines.casablanca_escape.cards import EVENTS, Green
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.state import (
    AidKeep,
    AidPick,
    AskRed,
    Ended,
    Fate,
    Player,
    State,
    Turn,
)
from engines.entries import Seat
from engines.pending import Over
from engines.physical import Cell

Phase: TypeAlias = Literal["setup", "choosing", "event", "movement", "over"]


class PlayerView(msgspec.Struct, frozen=True):
    """What everybody sees of a player.

    `fugitive` is ``None`` while it is not on the map. `green` and `red` are numbers of cards in hand.
    `struck`: intercepted this turn already; `halted`: captured this turn, so it does not move.
    """

    seat: Seat
    gestapo: Cell
    fugitive: Cell | None
    fate: Fate
    level: int
    mounted: bool
    rations: int
    gold: int
    green: int
    red: int
    struck: bool
    halted: bool


class OwnView(msgspec.Struct, frozen=True):
    """What only the player sees: green cards by kind, red cards by number, money for the plane (gold included)."""

    green: tuple[Green, ...]
    red: tuple[int, ...]
    money: int


class FriendView(msgspec.Struct, frozen=True):
    """A friend, where, and how many green cards still lie in the box."""

    name: str
    cell: Cell
    cards: int


class AidView(msgspec.Struct, frozen=True):
    """An African aid being bought: `seat` pays `cost` green cards to `taker`.

    `laid` cards lie face down, of which those at `taken` positions are taken. `seen` are those that the taker still
    holds apart, once all are taken, for the taker's eyes; `back` of them must still go under the pile.
    """

    seat: Seat
    taker: Seat
    card: int
    cost: int
    laid: int
    taken: tuple[int, ...]
    seen: tuple[Green, ...]
    back: int


class View(msgspec.Struct, frozen=True):
    """What one seat (or a spectator) knows. The mirror and the hand on a phone are drawn from this alone.

    - `order`: seats in turn order, empty until the first move is decided; `players` stand in this order then.
    - `phase`: ``setup`` (throwing, shuffling), ``choosing`` (a red card), ``event``, ``movement``, ``over``.
    - `turn`: red cards turned so far; `card`: the one that holds now (0: none yet),
      `flood`: rivers count as countryside in the next movement turn.
    - `asked`: who decides now, and `decision` what (as in ``decision.<kind>``); empty while chance is due.
    - `step` of the movement turn: 0 nothing moved, 1 the Gestapo has, 2 a camel was bought, 3 the fugitive has;
      `fast`: a fast move was played in it.
    - `red_deck`, `pile`: cards left, face down; `red_played`: red cards turned since the deck was built, oldest first.
    - `gold`, `water`: left in their boxes.
    - `own`: this seat's secrets, ``None`` for a spectator. `aid`: an African aid being paid, if one is.
    """

    version: Literal["simple", "articulated"]
    seat: Seat | None
    order: tuple[Seat, ...]
    players: tuple[PlayerView, ...]
    phase: Phase
    turn: int
    card: int
    flood: bool
    asked: Seat | None
    decision: str
    step: int
    fast: bool
    red_deck: int
    red_played: tuple[int, ...]
    pile: int
    friends: tuple[FriendView, ...]
    gold: int
    water: int
    own: OwnView | None
    aid: AidView | None
    over: Over | None


def view(state: State, seat: Seat | None) -> View:
    """What `seat` (``None``: a spectator) may know of `state`."""
    item = state.asked
    who = asked_player(state)
    moving = next((entry for entry in state.agenda if isinstance(entry, Turn)), None)
    now = phase(state)
    if now != "movement":
        moving = None
    return View(
        version="articulated" if state.house.articulated else "simple",
        seat=seat,
        order=tuple(state.seats[number] for number in state.order),
        players=tuple(_player(state, number) for number in state.order or range(len(state.seats))),
        phase=now,
        turn=state.turn,
        card=state.card,
        flood=state.flood,
        asked=None if who is None else state.seats[who],
        decision=KINDS.get(type(item), ""),
        step=moving.step if moving else 0,
        fast=moving.fast if moving else False,
        red_deck=len(state.red_deck),
        red_played=state.red_played,
        pile=len(state.pile),
        friends=tuple(
            FriendView(MAP.friends[cell], cell, len(box)) for cell, box in zip(MAP.friend_cells, state.boxes)
        ),
        gold=state.gold,
        water=state.water,
        own=None if seat is None else _own(state, state.player(seat)),
        aid=_aid(state, seat),
        over=item.over if isinstance(item, Ended) else None,
    )


def phase(state: State) -> Phase:
    """The part of the game that is being played."""
    item = state.asked
    if isinstance(item, Ended):
        return "over"
    if isinstance(item, AskRed) or not state.card:
        return "setup" if not state.card and not isinstance(item, AskRed) else "choosing"
    if state.card not in EVENTS:
        return "movement"
    if not state.house.articulated:
        return "event"
    return "movement" if isinstance(item, Turn) or not _nobody_moved(state) else "event"


def _nobody_moved(state: State) -> bool:
    """Whether the turns of all still lie ahead, untouched."""
    turns = [entry for entry in state.agenda if isinstance(entry, Turn)]
    return turns == [Turn(who) for who in state.order]


def _player(state: State, who: int) -> PlayerView:
    player = state.players[who]
    return PlayerView(
        seat=state.seats[who],
        gestapo=player.gestapo,
        fugitive=player.fugitive,
        fate=player.fate,
        level=player.level,
        mounted=player.mounted,
        rations=player.rations,
        gold=player.gold,
        green=sum(player.hand),
        red=len(player.red),
        struck=player.struck,
        halted=player.halted,
    )


def _own(state: State, player: Player) -> OwnView:
    return OwnView(
        green=goods.names_of(goods.cards_of(player.hand)),
        red=player.red,
        money=goods.money(state.house, player),
    )


def _aid(state: State, seat: Seat | None) -> AidView | None:
    item = state.asked
    if not isinstance(item, AidPick | AidKeep):
        return None
    payer, taker, cost = state.seats[item.who], state.seats[item.taker], aids.clause_of(item).cost
    if isinstance(item, AidPick):
        return AidView(payer, taker, item.card, cost, len(item.laid), item.taken, (), 0)
    seen = goods.names_of(goods.cards_of(item.seen)) if seat == taker else ()
    return AidView(payer, taker, item.card, cost, 0, (), seen, item.back)
