"""Caccia alla spia as a game of the core: the one class that the table talks to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from engines.boards.polar import PolarBoard
from engines.draft_game import DraftGame
from engines.entries import Seat
from engines.fifth_column import asking, bookkeeping, setup, spying, tabletop, teaching, views
from engines.fifth_column.actions import Action
from engines.fifth_column.alike import alike
from engines.fifth_column.describe import describe
from engines.fifth_column.draft import Draft
from engines.fifth_column.options import OPTIONS
from engines.fifth_column.state import Deal, DrawMap, Hide, MoveRefuge, Refill, RollFirst, Salt, State
from engines.fifth_column.wording import RULEBOOK, TEXTS
from engines.options import chosen
from engines.texts import Facts


class FifthColumn(DraftGame[State, Action, Draft]):
    """One player is the spy among ninety houses, the others send five hunters after; 2 to 6 players, roles rotate.

    >>> game = engines.registry.find("fifth_column")
    >>> state = game.new({}, ("red", "blue", "green"))
    >>> game.pending(state)
    Shuffle(name='map', size=90)
    """

    id = "fifth_column"
    rules_version = 1
    min_seats = 2
    max_seats = 6
    state_type = State
    action_type = Action

    public_actions = frozenset({"first", "discard", "walk", "ask", "arrest", "done", "ready"})

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

    def board(self, options: Mapping[str, str]) -> PolarBoard:
        return tabletop.board_on(chosen(self.options, options)["board"])

    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> State:
        self.check_seats(seats)
        return setup.opening(chosen(self.options, options), seats)

    def some(self, state: State, seat: Seat, pick: Callable[[int], int]) -> Action | None:
        return asking.some(state, seat, pick)

    def _act(self, draft: Draft, state: State, seat: Seat, action: Action) -> None:
        asking.doing(state, action)(draft, state.asked, state.seats.index(seat), action)

    def _fall(self, draft: Draft, state: State, result: tuple[int, ...]) -> None:
        match state.asked:
            case DrawMap():
                setup.draws_map(draft, result)
            case RollFirst():
                setup.rolls(draft, state.asked, result[0])
            case Hide():
                setup.hides(draft, result[0])
            case Salt():
                setup.salts(draft, result)
            case Deal():
                setup.deals(draft, result)
            case Refill():
                spying.refills(draft, result)
            case MoveRefuge():
                spying.moves_refuge(draft, result[0])

    def published(self, state: State) -> str:
        return state.chain

    def lays_anew(self, state: State) -> bool:
        return setup.lays_anew(state.hunt)

    def alike(self, state: State) -> Hashable:
        return alike(state)

    def describe(self, action: Action) -> tuple[str, Facts]:
        return describe(action)


GAME = FifthColumn()
