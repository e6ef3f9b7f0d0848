"""What each seat may know, built by naming it: nothing gets into a view that is not named here."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.casablanca_agents.actions import Move
from engines.casablanca_agents.agents import AGENTS, HOMES, AgentId, Amounts
from engines.casablanca_agents.asking import deciders, kind
from engines.casablanca_agents.seals import SCHEME
from engines.casablanca_agents.state import (
    DESERT,
    Answer,
    AskFirst,
    AskHeadquarters,
    Challenge,
    DrawFirst,
    Duel,
    Ended,
    State,
    Window,
)
from engines.casablanca_agents.turn_deeds import opening
from engines.entries import Seat
from engines.pending import Over
from engines.physical import Cell

Phase: TypeAlias = Literal["setup", "turn", "objections", "challenge", "duel", "over"]


class AgentView(msgspec.Struct, frozen=True):
    """An agent: `cell` is ``None`` in the desert; `carried`: it has moved the case."""

    id: AgentId
    cell: Cell | None
    home: Cell
    carried: bool


class AccountView(msgspec.Struct, frozen=True):
    """A whole account: what is not given away yet, and what lies on each agent."""

    capital: int
    bribes: Amounts


class PlayerView(msgspec.Struct, frozen=True):
    """What everybody knows of a player.

    `shown` is what has been shown to lie on each agent at least, `known` all of it together, `lost` what went with
    struck agents, `fees` what was paid for strikes. `seal` is the salted hash of the whole account at the end of the
    last turn. `account` is ``None`` until the game is over.
    """

    seat: Seat
    headquarters: Cell | None
    opened: bool
    down: bool
    shown: Amounts
    known: int
    lost: Amounts
    fees: int
    seal: str
    account: AccountView | None


class OwnView(msgspec.Struct, frozen=True):
    """What only the player sees: the account, what is pencilled, what was said before being asked."""

    capital: int
    bribes: Amounts
    pencil: Amounts
    answer: Answer


class AnnouncedView(msgspec.Struct, frozen=True):
    """What is announced: `agent` goes from `start` to `to`, with the case if `case`, or strikes `victim` in `start`.

    `asked` is who is asked first, `waiting` who may be asked after; `heard` let it stand, `failed` objected in vain.
    """

    seat: Seat
    agent: AgentId
    start: Cell
    to: Cell | None
    case: bool
    victim: AgentId | None
    asked: Seat | None
    waiting: tuple[Seat, ...]
    heard: tuple[Seat, ...]
    failed: tuple[Seat, ...]


class DuelView(msgspec.Struct, frozen=True):
    """`objector` against `mover`; `bid` was named last (0: none yet), `bidding` is whose turn it is.

    `begun` is false while the mover may still withdraw.
    """

    mover: Seat
    objector: Seat
    bid: int
    bidding: Seat
    begun: bool


class TriedView(msgspec.Struct, frozen=True):
    """What was announced in this turn already and did not stand."""

    agent: AgentId
    to: Cell | None
    case: bool
    victim: AgentId | None


class View(msgspec.Struct, frozen=True):
    """What one seat (or a spectator) knows.

    - `rules`: which rule set; `phase`; `mover`: whose turn it is; `asked`: who may answer now, and `decision` what.
    - `turn` counts turns from 1. `opening`: the mover must bribe (first turn of the main game).
    - `shown` of players, `carried` of agents: what all know. `own`: this seat's secrets, ``None`` for a spectator.
    - `chain` hashes all seals so far; `scheme` names how.
    """

    rules: Literal["main", "variant"]
    seat: Seat | None
    players: tuple[PlayerView, ...]
    agents: tuple[AgentView, ...]
    case: Cell
    phase: Phase
    turn: int
    mover: Seat | None
    opening: bool
    asked: tuple[Seat, ...]
    decision: str
    announced: AnnouncedView | None
    duel: DuelView | None
    tried: tuple[TriedView, ...]
    own: OwnView | None
    over: Over | None
    chain: str
    scheme: str


def view(state: State, seat: Seat | None) -> View:
    """What `seat` (``None``: a spectator) may know of `state`."""
    item, turn = state.asked, state.turn_item
    return View(
        rules="main" if state.house.main else "variant",
        seat=seat,
        players=tuple(_player(state, who) for who in range(len(state.seats))),
        agents=tuple(
            AgentView(agent, cell or None, home, carried)
            for agent, cell, home, carried in zip(AGENTS, state.agents, HOMES, state.carried)
        ),
        case=state.case,
        phase=phase(state),
        turn=state.turn + 1,
        mover=state.seats[turn.who] if turn else None,
        opening=turn is not None and opening(state, turn.who),
        asked=tuple(state.seats[who] for who in deciders(state)),
        decision=kind(state),
        announced=_announced(state),
        duel=_duel(state),
        tried=tuple(
            TriedView(deed.agent, deed.to, deed.case, None)
            if isinstance(deed, Move)
            else TriedView(deed.agent, None, False, deed.victim)
            for deed in (turn.tried if turn else ())
        ),
        own=None if seat is None else _own(state, state.seats.index(seat)),
        over=item.over if isinstance(item, Ended) else None,
        chain=state.chain,
        scheme=SCHEME.decode(),
    )


def phase(state: State) -> Phase:
    """The part of the game that is being played."""
    match state.asked:
        case Ended():
            return "over"
        case DrawFirst() | AskFirst() | AskHeadquarters():
            return "setup"
        case Window():
            return "objections"
        case Challenge():
            return "challenge"
        case Duel():
            return "duel"
    return "turn"


def _player(state: State, who: int) -> PlayerView:
    player = state.players[who]
    over = isinstance(state.asked, Ended)
    return PlayerView(
        seat=state.seats[who],
        headquarters=player.headquarters or None,
        opened=player.opened,
        down=player.down,
        shown=player.shown,
        known=sum(player.shown),
        lost=player.lost,
        fees=player.fees,
        seal=state.seals[who] if state.seals else "",
        account=AccountView(player.capital, player.bribes) if over else None,
    )


def _own(state: State, who: int) -> OwnView:
    player, turn, window = state.players[who], state.turn_item, state.window
    answer: Answer = ""
    if window is not None and who in window.unheard:
        answer = window.ahead[window.unheard.index(who)]
    pencil = turn.pencil if turn is not None and turn.who == who else (0,) * len(AGENTS)
    return OwnView(player.capital, player.bribes, pencil, answer)


def _announced(state: State) -> AnnouncedView | None:
    window = state.window
    if window is None:
        return None
    deed = window.deed
    unheard = tuple(state.seats[who] for who in window.unheard)
    asking = isinstance(state.asked, Window)
    start = state.agents[AGENTS.index(deed.agent)]
    assert start != DESERT
    return AnnouncedView(
        seat=state.seats[window.who],
        agent=deed.agent,
        start=start,
        to=deed.to if isinstance(deed, Move) else None,
        case=isinstance(deed, Move) and deed.case,
        victim=None if isinstance(deed, Move) else deed.victim,
        asked=unheard[0] if asking else None,
        waiting=unheard[1:] if asking else unheard,
        heard=tuple(state.seats[who] for who in window.heard),
        failed=tuple(state.seats[who] for who in window.failed),
    )


def _duel(state: State) -> DuelView | None:
    match state.asked:
        case Challenge(who, objector):
            return DuelView(state.seats[who], state.seats[objector], 0, state.seats[who], False)
        case Duel(who, objector, bid, held):
            bidding = state.seats[objector if held else who]
            return DuelView(state.seats[who], state.seats[objector], bid, bidding, True)
    return None
