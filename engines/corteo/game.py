"""Corteo (1979) as a game of the core: the one class that the table talks to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import get_args

from engines.boards.hex import HexBoard
from engines.corteo import (
    asking,
    bookkeeping,
    counters,
    directory,
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
from engines.corteo.agenda import (
    ArrivalRoll,
    CombatRoll,
    Drift,
    JamRoll,
    RouseRoll,
    SealRoll,
    ThrowRoll,
    VerdictRoll,
    Wind,
)
from engines.corteo.alike import alike
from engines.corteo.city import CITY, board_on
from engines.corteo.describe import describe
from engines.corteo.draft import Draft
from engines.corteo.options import OPTIONS
from engines.corteo.state import AWAY, CLINIC, PRISON, TRIAL, Gathering, House, State
from engines.corteo.wording import RULEBOOK, TEXTS
from engines.directory import DirectoryChapter
from engines.draft_game import DraftGame
from engines.entries import Seat
from engines.options import chosen
from engines.physical import Contents, Look
from engines.pieces import PieceLook
from engines.texts import Facts


class Corteo(DraftGame[State, Action, Draft]):
    """A march wants to reach the places of power, the police to stop and arrest it: two sides of one or more players.

    >>> game = engines.registry.find("corteo")
    >>> state = game.new({"version": "base"}, ("march", "power"))
    >>> game.pending(state).kind
    'placing'
    """

    id = "corteo"
    rules_version = 7
    follows = frozenset({2, 3, 4, 5, 6})
    """Since version 3 nobody brings in finance police unasked, and barred stations let nobody out. Since version 4 an
    embassy that the march has entered spoils the president's stop only when it is held to the end of a hand. Since
    version 5 players may agree on objectives of their own. Since version 6 what befalls a head spares who is linked to
    another loser only, no panicked unit is put beside finance police that wait, nobody takes over on an objective
    that must be left, and no side alone takes back hands that both agreed to add. Since version 7 who breaks off in the
    base game steps where it likes, whoever leaves an objective may throw before, units set free alone join the march,
    the side that pairs combats pairs them all, retreats after throws stop where moves do and never in the hex that gas
    has cleared, no police begin in Piazza Mento, heads of the social march walk as they were named, and what a host
    puts down or takes off while units are put down counts there."""
    min_seats = 2
    max_seats = 2
    phones_per_seat = 4
    state_type = State
    action_type = Action

    public_actions = frozenset(str(kind.__struct_config__.tag) for kind in get_args(Action) if kind is not ChoosePlace)
    entered_actions = frozenset({"place", "move", "build", "clear", "wish"})

    rulebook = RULEBOOK
    texts = TEXTS
    options = OPTIONS
    seats = tabletop.SEATS

    asking = asking
    tabletop = tabletop
    bookkeeping = bookkeeping
    teaching = teaching
    views = views
    draft = Draft

    def board(self, options: Mapping[str, str]) -> HexBoard:
        return board_on(chosen(self.options, options)["board"])

    def pieces(self, options: Mapping[str, str]) -> Mapping[Look, PieceLook]:
        house = House(**chosen(self.options, options))
        return tabletop.pieces(house.board, house.tagged)

    def supply(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Contents:
        return counters.played(House(**chosen(self.options, options)))

    def box(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Contents:
        return counters.box(seats, House(**chosen(self.options, options)).tagged)

    def directory(self, options: Mapping[str, str], state: State | None = None) -> tuple[DirectoryChapter, ...]:
        house = House(**chosen(self.options, options))
        return directory.with_own(CITY, house.most_wishes, None if state is None else state.own)

    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> State:
        self.check_seats(seats)
        return sequence.opening(House(**chosen(self.options, options)), tuple(seats))

    def allows(self, state: State, seat: Seat, action: Action) -> bool:
        return asking.allows(state, seat, action)

    def some(self, state: State, seat: Seat, pick: Callable[[int], int]) -> Action | None:
        return asking.some(state, seat, pick)

    def _act(self, draft: Draft, state: State, seat: Seat, action: Action) -> None:
        asking.doing(state, action)(draft, state.asked, action)

    def _fall(self, draft: Draft, state: State, result: tuple[int, ...]) -> None:
        _falls(draft, state, result)

    def _advance(self, draft: Draft) -> None:
        sequence.advance(draft)

    def alike(self, state: State) -> Hashable:
        return alike(state)

    def fact_words(self, fact: str) -> Sequence[str]:
        return (PRISON, CLINIC, AWAY, TRIAL) if fact.startswith("unit.") else ()

    def describe(self, action: Action) -> tuple[str, Facts]:
        return describe(action)

    def published(self, state: State) -> str:
        return state.plot.seal if isinstance(state.plot, Gathering) else ""


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
