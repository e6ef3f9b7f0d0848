"""Casablanca, the agents as a game of the core: the one class that the table talks to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.boards.graph import GraphBoard
from engines.casablanca_agents import asking, bookkeeping, progress, seals, setup, tabletop, teaching, views
from engines.casablanca_agents.actions import Action, LetStand, Object
from engines.casablanca_agents.agents import board_on
from engines.casablanca_agents.describe import describe
from engines.casablanca_agents.draft import Draft
from engines.casablanca_agents.options import OPTIONS
from engines.casablanca_agents.state import DrawFirst, Sealing, State, Window
from engines.casablanca_agents.wording import RULEBOOK, TEXTS
from engines.draft_game import DraftGame
from engines.entries import Act, Outcome, Seat
from engines.openings import Part
from engines.options import chosen
from engines.texts import Facts


class CasablancaAgents(DraftGame[State, Action, Draft]):
    """Eight agents hunt a black case through Casablanca, and nobody knows who bribed them; 2 to 8 players.

    >>> game = engines.registry.find("casablanca_agents")
    >>> state = game.new({}, ("red", "blue", "green"))
    >>> game.pending(state)
    Shuffle(name='first', size=3)
    """

    id = "casablanca_agents"
    rules_version = 2
    follows = frozenset({1})
    """Since version 2 an early answer is forgotten when an objection has failed: bids were heard since."""
    min_seats = 2
    max_seats = 8
    state_type = State
    action_type = Action

    public_actions = frozenset(
        {
            "first", "headquarters", "settle", "move", "strike", "give_up", "object", "let_stand", "withdraw", "accept",
            "bid", "hold", "pass",
        }
    )  # fmt: skip
    entered_actions = frozenset({"bribe", "rub_out", "bid"})

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

    def board(self, options: Mapping[str, str]) -> GraphBoard:
        return board_on(chosen(self.options, options)["board"])

    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> State:
        self.check_seats(seats)
        return setup.opening(chosen(self.options, options), seats)

    def _act(self, draft: Draft, state: State, seat: Seat, action: Action) -> None:
        asking.doing(state, action)(draft, state.asked, state.seats.index(seat), action)

    def _fall(self, draft: Draft, state: State, result: tuple[int, ...]) -> None:
        match state.asked:
            case DrawFirst():
                progress.first_turn(draft, result[0])
            case Sealing():
                progress.seals(draft, state.asked, result)

    def _advance(self, draft: Draft) -> None:
        progress.advance(draft)

    def is_open(self, state: State, act: Act[Action]) -> bool:
        if isinstance(act.action, Object | LetStand) and isinstance(state.asked, Window):
            return state.seats[state.asked.unheard[0]] == act.seat
        return super().is_open(state, act)

    def is_lasting(self, state: State, act: Act[Action]) -> bool:
        return not self.is_open(state, act) and isinstance(act.action, Object | LetStand)

    def published(self, state: State) -> str:
        return state.chain

    def opened(self, state: State, outcome: Outcome) -> tuple[Part, ...]:
        if not isinstance(state.asked, Sealing):
            return ()
        return seals.parts(state.seats, state.players, outcome.result)

    def describe(self, action: Action) -> tuple[str, Facts]:
        return describe(action)


GAME = CasablancaAgents()
