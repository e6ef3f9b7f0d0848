"""Corteo (1979) as a game of the core: the one class that the table talks to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import get_args

from engines.boards.hex import HexBoard
from engines.corteo import (
    asking,
    bookkeeping,
    fighting,
    gathering,
    newcomers,
    rally,
    sequence,
    specials,
    tabletop,
    teaching,
    throwing,
    trial,
    views,
)
from engines.corteo.actions import Action, ChoosePlace
from engines.corteo.city import board_on
from engines.corteo.describe import describe
from engines.corteo.draft import Draft
from engines.corteo.options import OPTIONS
from engines.corteo.state import (
    ArrivalRoll,
    CombatRoll,
    Drift,
    Gathering,
    House,
    JamRoll,
    RouseRoll,
    SealRoll,
    State,
    ThrowRoll,
    VerdictRoll,
    Wind,
)
from engines.corteo.wording import RULEBOOK, TEXTS
from engines.draft_game import DraftGame
from engines.game import (
    Intent,
    Pending,
    PieceLook,
    Seat,
    Violation,
)
from engines.options import chosen
from engines.physical import Change, Contents, Look, Placement
from engines.texts import Facts


class Corteo(DraftGame[State, Action, Draft]):
    """A march wants to reach the places of power, the police to stop and arrest it: two sides of one or more players.

    >>> game = engines.registry.find("corteo")
    >>> state = game.new({"version": "base"}, ("march", "power"))
    >>> game.pending(state).kind
    'placing'
    """

    id = "corteo"
    rules_version = 2
    min_seats = 2
    max_seats = 2
    phones_per_seat = 4
    state_type = State
    action_type = Action

    public_actions = frozenset(str(kind.__struct_config__.tag) for kind in get_args(Action) if kind is not ChoosePlace)
    entered_actions = frozenset({"place", "move", "build", "clear"})

    rulebook = RULEBOOK
    texts = TEXTS
    options = OPTIONS
    seats = tabletop.SEATS

    def board(self, options: Mapping[str, str]) -> HexBoard:
        return board_on(chosen(self.options, options)["board"])

    def pieces(self, options: Mapping[str, str]) -> Mapping[Look, PieceLook]:
        return tabletop.pieces(chosen(self.options, options)["board"])

    def supply(self, seats: Sequence[Seat]) -> Contents:
        return tabletop.supply(seats)

    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> State:
        self.check_seats(seats)
        return sequence.opening(House(**chosen(self.options, options)), tuple(seats))

    def pending(self, state: State) -> Pending:
        return asking.pending(state)

    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        return asking.legal(state, seat)

    def judge(self, state: State, seat: Seat, action: Action) -> tuple[Violation, ...]:
        return asking.judge(state, seat, action)

    def _draft(self, state: State) -> Draft:
        return Draft(state)

    def _act(self, draft: Draft, state: State, seat: Seat, action: Action) -> None:
        asking.doing(state, action)(draft, state.asked, action)

    def _fall(self, draft: Draft, state: State, result: tuple[int, ...]) -> None:
        _falls(draft, state, result)

    def _edit(self, draft: Draft, state: State, facts: Mapping[str, str | int | bool | None]) -> None:
        bookkeeping.edited(draft, state, facts)

    def _advance(self, draft: Draft) -> None:
        sequence.advance(draft)

    def view(self, state: State, seat: Seat | None) -> views.View:
        return views.view(state, seat)

    def placement(self, state: State) -> Placement:
        return tabletop.placement(state)

    def interpret(self, state: State, change: Change) -> Sequence[Intent[Action]]:
        return tabletop.interpret(state, change)

    def audit(self, state: State) -> list[str]:
        return bookkeeping.audit(state)

    def describe(self, action: Action) -> tuple[str, Facts]:
        return describe(action)

    def public_facts(self, state: State) -> Mapping[str, str | int | bool | None]:
        return bookkeeping.public_facts(state)

    def published(self, state: State) -> str:
        return state.plot.seal if isinstance(state.plot, Gathering) else ""

    def rule_of(self, state: State, action: Action) -> str:
        return teaching.rule_of(state, action)

    def attempts(self, state: State, seat: Seat) -> Iterable[Action]:
        return teaching.attempts(state, seat)


def _falls(draft: Draft, state: State, dice: tuple[int, ...]) -> None:
    """The die that the state asks for has fallen."""
    item = state.asked
    match item:
        case ThrowRoll():
            throwing.rolled(draft, item, dice[0])
        case CombatRoll():
            fighting.rolled(draft, item, dice[0])
        case Wind():
            specials.wind_rolled(draft, item, dice[0])
        case Drift():
            specials.drift_rolled(draft, item, dice[0])
        case JamRoll():
            specials.jam_rolled(draft, item, dice[0])
        case ArrivalRoll():
            newcomers.rolled(draft, item, dice)
        case RouseRoll():
            rally.rouse_rolled(draft, item, dice[0])
        case VerdictRoll():
            trial.ruled(draft, item, dice)
        case SealRoll():
            gathering.sealed(draft, item, dice)


GAME = Corteo()
