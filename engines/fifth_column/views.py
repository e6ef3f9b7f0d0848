"""What each seat may know, built by naming it: nothing gets into a view that is not named here."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.entries import Seat
from engines.fifth_column.asking import deciders, kind
from engines.fifth_column.cards import Piece, piece_of
from engines.fifth_column.ground import Path, Wrap
from engines.fifth_column.seals import SCHEME, holds
from engines.fifth_column.state import (
    AskFirst,
    ChooseStart,
    Clue,
    Ended,
    Event,
    HuntersTurn,
    NextHunt,
    PastHunt,
    Spied,
    SpyTurn,
    State,
)
from engines.pending import Over
from engines.physical import Cell

Phase: TypeAlias = Literal["setup", "spy", "hunters", "between", "over"]


class PlayerView(msgspec.Struct, frozen=True):
    """A player: `points` so far, and whether this is the spy now; ``None`` while nobody is yet."""

    seat: Seat
    points: int
    spy: bool | None


class HunterView(msgspec.Struct, frozen=True):
    """A hunter: where it is, and whether it has walked and asked in this turn."""

    number: int
    at: Cell
    walked: bool
    asked: bool


class CardView(msgspec.Struct, frozen=True):
    """A card and the piece on it."""

    number: int
    piece: Piece


class HandCardView(msgspec.Struct, frozen=True):
    """A card in the spy's hand, with every way that it opens from where the spy is."""

    number: int
    piece: Piece
    ways: tuple[Path, ...]


class LegView(msgspec.Struct, frozen=True):
    """One turn of the spy, as only the spy knows it during the hunt."""

    card: int
    piece: Piece
    path: Path


class OwnView(msgspec.Struct, frozen=True):
    """What only the spy sees: `must_return` home before striking again; `struck` falls after the next turn.

    `spot` is empty while the spy has not said where it starts.
    """

    hideout: Cell
    spot: Cell
    hand: tuple[HandCardView, ...]
    must_return: bool
    struck: Cell
    trail: tuple[LegView, ...]
    passed: tuple[Cell, ...]


class PastView(msgspec.Struct, frozen=True):
    """A hunt that is over: everything in it, and of each seal whether it was kept (`kept`)."""

    spy: Seat
    blocked: tuple[Cell, ...]
    built: tuple[Cell, ...]
    posted: tuple[Cell, ...]
    hideout: Cell
    start: Cell
    trail: tuple[LegView, ...]
    record: tuple[Event, ...]
    reason: str
    points: int
    seals: tuple[str, ...]
    keys: tuple[str, ...]
    kept: tuple[bool, ...]


class View(msgspec.Struct, frozen=True):
    """What one seat (or a spectator) knows.

    `hunt` counts from 1, of `hunts`; `turn` is the spy's last. `record` is what all have seen in this hunt; `cards` are
    those played, oldest first. `own` is the spy's secret, ``None`` for all others. `forfeit`: the hunters lose their
    next turn. `wrap`, `mix`, `start`, `passing`, `memory` and `home` are house rules that deductions depend on.
    """

    seat: Seat | None
    players: tuple[PlayerView, ...]
    phase: Phase
    asked: tuple[Seat, ...]
    decision: str
    hunt: int
    hunts: int
    spy: Seat | None
    turn: int
    blocked: tuple[Cell, ...]
    built: tuple[Cell, ...]
    posted: tuple[Cell, ...]
    refuges: tuple[Cell, ...]
    hunters: tuple[HunterView, ...]
    clues: tuple[Clue, ...]
    cards: tuple[CardView, ...]
    deck: int
    record: tuple[Event, ...]
    forfeit: bool
    deduction: bool
    wrap: Wrap
    mix: str
    start: str
    passing: str
    memory: str
    home: str
    arrest: str
    own: OwnView | None
    past: tuple[PastView, ...]
    over: Over | None
    seals: tuple[str, ...]
    chain: str
    scheme: str


def view(state: State, seat: Seat | None) -> View:
    """What `seat` (``None``: a spectator) may know of `state`."""
    hunt, item, house = state.hunt, state.asked, state.house
    mix = house.cards
    played = tuple(event.card for event in hunt.record if isinstance(event, Spied))
    turn = item if isinstance(item, HuntersTurn) else HuntersTurn()
    begun = bool(hunt.hideout)
    return View(
        seat=seat,
        players=tuple(
            PlayerView(one, points, who == hunt.spy if begun else None)
            for who, (one, points) in enumerate(zip(state.seats, state.points))
        ),
        phase=phase(state),
        asked=tuple(state.seats[who] for who in deciders(state)),
        decision=kind(state),
        hunt=hunt.number + 1,
        hunts=state.hunts,
        spy=state.seats[hunt.spy] if begun else None,
        turn=hunt.turn,
        blocked=hunt.blocked,
        built=hunt.built,
        posted=hunt.posted,
        refuges=hunt.refuges,
        hunters=tuple(
            HunterView(number, at, walked, asked)
            for number, (at, walked, asked) in enumerate(zip(hunt.hunters, turn.walked, turn.asked), 1)
        ),
        clues=hunt.clues,
        cards=tuple(CardView(card, piece_of(card, mix)) for card in played),
        deck=len(hunt.deck),
        record=hunt.record,
        forfeit=hunt.forfeit,
        deduction=house.deduction == "shown",
        wrap=house.wrap,
        mix=mix,
        start=house.start,
        passing=house.passing,
        memory=house.memory,
        home=house.home,
        arrest=house.arrest,
        own=_own(state) if begun and not state.between and seat == state.seats[hunt.spy] else None,
        past=tuple(_past(state, one) for one in state.past),
        over=item.over if isinstance(item, Ended) else None,
        seals=hunt.seals,
        chain=state.chain,
        scheme=SCHEME,
    )


def phase(state: State) -> Phase:
    """The part of the game that is being played."""
    match state.asked:
        case Ended():
            return "over"
        case NextHunt():
            return "between"
        case HuntersTurn():
            return "hunters"
        case SpyTurn():
            return "spy"
        case AskFirst() | ChooseStart():
            return "setup"
    return "setup" if not state.hunt.trail else "spy"


def _own(state: State) -> OwnView:
    hunt, ground, mix = state.hunt, state.ground, state.house.cards
    hand = tuple(
        HandCardView(card, piece_of(card, mix), ground.paths(piece_of(card, mix), hunt.spot) if hunt.spot else ())
        for card in hunt.hand
    )
    trail = tuple(LegView(leg.card, piece_of(leg.card, mix), leg.path) for leg in hunt.trail)
    return OwnView(hunt.hideout, hunt.spot, hand, hunt.must_return, hunt.struck, trail, hunt.passed)


def _past(state: State, hunt: PastHunt) -> PastView:
    return PastView(
        spy=state.seats[hunt.spy],
        blocked=hunt.blocked,
        built=hunt.built,
        posted=hunt.posted,
        hideout=hunt.hideout,
        start=hunt.start or hunt.hideout,
        trail=tuple(LegView(leg.card, piece_of(leg.card, state.house.cards), leg.path) for leg in hunt.trail),
        record=hunt.record,
        reason=hunt.reason,
        points=hunt.points,
        seals=hunt.seals,
        keys=hunt.keys,
        kept=holds(hunt),
    )
