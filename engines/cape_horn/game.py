"""Cape Horn as a game of the core: the one class that the table talks to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engines.boards.square import SquareBoard
from engines.cape_horn import asking, bookkeeping, progress, setup, tabletop, teaching, views
from engines.cape_horn.actions import Action
from engines.cape_horn.describe import describe
from engines.cape_horn.draft import Draft
from engines.cape_horn.options import OPTIONS
from engines.cape_horn.state import DrawFirst, Mix, State
from engines.cape_horn.waters import board_on
from engines.cape_horn.wording import RULEBOOK, TEXTS
from engines.draft_game import DraftGame
from engines.game import Intent, Pending, PieceLook, Seat, Violation
from engines.options import chosen
from engines.physical import Change, Contents, Look, Placement
from engines.texts import Facts


class CapeHorn(DraftGame[State, Action, Draft]):
    """Captains lay the winds that drive their ships from New York round Cape Horn to San Francisco; 3 to 5 players.

    >>> game = engines.registry.find("cape_horn")
    >>> state = game.new({}, ("blue", "white", "black"))
    >>> game.pending(state)
    Shuffle(name='first', size=3)
    """

    id = "cape_horn"
    rules_version = 1
    min_seats = 3
    max_seats = 5
    state_type = State
    action_type = Action

    public_actions = frozenset({"lay", "sail", "ignore", "twice", "stay", "anchor", "draw", "buy", "enough"})
    entered_actions = frozenset({"lay"})

    rulebook = RULEBOOK
    texts = TEXTS
    options = OPTIONS
    seats = tabletop.SEATS

    def board(self, options: Mapping[str, str]) -> SquareBoard:
        return board_on(chosen(self.options, options)["board"])

    def pieces(self, options: Mapping[str, str]) -> Mapping[Look, PieceLook]:
        return tabletop.pieces(chosen(self.options, options)["board"])

    def supply(self, seats: Sequence[Seat]) -> Contents:
        return tabletop.supply(seats)

    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> State:
        self.check_seats(seats)
        return setup.opening(chosen(self.options, options), seats)

    def pending(self, state: State) -> Pending:
        return asking.pending(state)

    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        return asking.legal(state, seat)

    def judge(self, state: State, seat: Seat, action: Action) -> tuple[Violation, ...]:
        return asking.judge(state, seat, action)

    def _draft(self, state: State) -> Draft:
        return Draft(state)

    def _act(self, draft: Draft, state: State, seat: Seat, action: Action) -> None:
        asking.doing(state, action)(draft, state.asked, state.seats.index(seat), action)

    def _fall(self, draft: Draft, state: State, result: tuple[int, ...]) -> None:
        match state.asked:
            case DrawFirst():
                progress.begins(draft, result[0])
            case Mix():
                progress.deals(draft, state.asked, result)

    def _edit(self, draft: Draft, state: State, facts: Mapping[str, str | int | bool | None]) -> None:
        bookkeeping.edited(draft, state, facts)

    def _advance(self, draft: Draft) -> None:
        """Nothing happens by itself: every deed leaves the next question behind."""

    def rule_of(self, state: State, action: Action) -> str:
        return teaching.rule_of(state, action)

    def attempts(self, state: State, seat: Seat) -> Iterable[Action]:
        return teaching.attempts(state, seat)

    def view(self, state: State, seat: Seat | None) -> views.View:
        return views.view(state, seat)

    def placement(self, state: State) -> Placement:
        return tabletop.placement(state)

    def interpret(self, state: State, change: Change) -> Sequence[Intent[Action]]:
        return tabletop.interpret(state, change)

    def meant(self, state: State, action: Action) -> Action | None:
        return tabletop.meant(action)

    def audit(self, state: State) -> list[str]:
        return bookkeeping.audit(state)

    def describe(self, action: Action) -> tuple[str, Facts]:
        return describe(action)

    def public_facts(self, state: State) -> Mapping[str, str | int | bool | None]:
        return bookkeeping.public_facts(state)


GAME = CapeHorn()
