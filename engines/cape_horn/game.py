"""Cape Horn as a game of the core: the one class that the table talks to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engines.boards.square import SquareBoard
from engines.cape_horn import asking, bookkeeping, printed, progress, setup, tabletop, teaching, views
from engines.cape_horn.actions import Action
from engines.cape_horn.describe import describe
from engines.cape_horn.draft import Draft
from engines.cape_horn.options import OPTIONS
from engines.cape_horn.state import DrawFirst, Mix, State
from engines.cape_horn.voyage import COLOURS
from engines.cape_horn.waters import board_on
from engines.cape_horn.wording import RULEBOOK, TEXTS
from engines.draft_game import DraftGame
from engines.entries import Seat
from engines.mats import Mat
from engines.options import chosen
from engines.physical import Look
from engines.pieces import PieceLook
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

    asking = asking
    tabletop = tabletop
    bookkeeping = bookkeeping
    teaching = teaching
    views = views
    draft = Draft

    def board(self, options: Mapping[str, str]) -> SquareBoard:
        return board_on(chosen(self.options, options)["board"])

    def pieces(self, options: Mapping[str, str]) -> Mapping[Look, PieceLook]:
        house = chosen(self.options, options)
        return tabletop.pieces(house["board"], tagged=house["tags"] == "printed")

    def extras(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Sequence[tuple[Look, PieceLook]]:
        return tuple(printed.extras(chosen(self.options, options)["board"], seats))

    def mats(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Sequence[Mat]:
        return tuple(printed.log_book(seat) for seat in seats)

    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> State:
        self.check_seats(seats)
        return setup.opening(chosen(self.options, options), seats)

    def some(self, state: State, seat: Seat, pick: Callable[[int], int]) -> Action | None:
        return asking.some(state, seat, pick)

    def _act(self, draft: Draft, state: State, seat: Seat, action: Action) -> None:
        asking.doing(state, action)(draft, state.asked, state.seats.index(seat), action)

    def _fall(self, draft: Draft, state: State, result: tuple[int, ...]) -> None:
        match state.asked:
            case DrawFirst():
                progress.begins(draft, result[0])
            case Mix():
                progress.deals(draft, state.asked, result)

    def meant(self, state: State, action: Action) -> Action | None:
        return tabletop.meant(action)

    def fact_choices(self, fact: str) -> Sequence[str]:
        return COLOURS if fact.rpartition(".")[2] in bookkeeping.TOKENS else ()

    def describe(self, action: Action) -> tuple[str, Facts]:
        return describe(action)


GAME = CapeHorn()
