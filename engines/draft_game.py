"""A game made of modules that works an entry's consequences out on a draft of its state: what all such games share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from engines.corrections import Uncorrectable
from engines.entries import Act, BadEntry, Edit, Entry, FactValue, Outcome, Seat, Undo
from engines.game import A, Game, IllegalAction, Intent, S, Step, Violation
from engines.options import chosen
from engines.pending import Pending, check_outcome
from engines.physical import Change, Contents, Look, Placement
from engines.pieces import PieceLook


class Drafted(Protocol[S]):
    """A state opened for change. `reveals`: somebody learns something by the entry."""

    reveals: bool

    def step(self) -> Step[S]:
        """The state as it has become, with the news."""
        ...


D = TypeVar("D", bound=Drafted[Any])
S_in = TypeVar("S_in", contravariant=True)
D_in = TypeVar("D_in", contravariant=True)

FactValues = Mapping[str, FactValue]


class Asking(Protocol[S_in, A]):
    """The module that knows whose decision it is, and judges."""

    def pending(self, state: S_in, /) -> Pending: ...
    def legal(self, state: S_in, seat: Seat, /) -> Iterator[A]: ...
    def judge(self, state: S_in, seat: Seat, action: A, /) -> tuple[Violation, ...]: ...


class Tabletop(Protocol[S_in, A]):
    """The module that knows the bodies on the board; `pieces` takes the name of the sheet they lie on."""

    def pieces(self, sheet: str, /) -> Mapping[Look, PieceLook]: ...
    def supply(self, seats: Sequence[Seat], /) -> Contents: ...
    def placement(self, state: S_in, /) -> Placement: ...
    def interpret(self, state: S_in, change: Change, /) -> Sequence[Intent[A]]: ...


class Bookkeeping(Protocol[S_in, D_in]):
    """The module that checks what is conserved and corrects public facts."""

    def audit(self, state: S_in, /) -> list[str]: ...
    def public_facts(self, state: S_in, /) -> FactValues: ...
    def edited(self, draft: D_in, state: S_in, facts: FactValues, /) -> None: ...


class Teaching(Protocol[S_in, A]):
    """The module that answers "what can I do?" and "why not?"."""

    def rule_of(self, state: S_in, action: A, /) -> str: ...
    def attempts(self, state: S_in, seat: Seat, /) -> Iterable[A]: ...


class Views(Protocol[S_in]):
    """The module that names what each may see."""

    def view(self, state: S_in, seat: Seat | None, /) -> Any: ...


class DraftGame(Game[S, A], Generic[S, A, D]):
    """Applies entries to a draft; subclasses name their modules and say what each kind of entry does to the draft."""

    asking: Asking[S, A]
    tabletop: Tabletop[S, A]
    bookkeeping: Bookkeeping[S, D]
    teaching: Teaching[S, A]
    views: Views[S]
    draft: Callable[[S], D]
    """The class of the draft."""

    @abstractmethod
    def _act(self, draft: D, state: S, seat: Seat, action: A) -> None:
        """Does `action`, which is legal."""

    @abstractmethod
    def _fall(self, draft: D, state: S, result: tuple[int, ...]) -> None:
        """Takes `result`, which fits the chance that is asked for."""

    def _advance(self, draft: D) -> None:
        """Does what happens by itself until somebody is asked, chance is due or the game is over.

        By default nothing: every deed leaves the next question behind.
        """

    def pieces(self, options: Mapping[str, str]) -> Mapping[Look, PieceLook]:
        return self.tabletop.pieces(chosen(self.options, options)["board"])

    def supply(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Contents:
        return self.tabletop.supply(seats)

    def pending(self, state: S) -> Pending:
        return self.asking.pending(state)

    def legal(self, state: S, seat: Seat) -> Iterator[A]:
        return self.asking.legal(state, seat)

    def judge(self, state: S, seat: Seat, action: A) -> tuple[Violation, ...]:
        return self.asking.judge(state, seat, action)

    def view(self, state: S, seat: Seat | None) -> Any:
        return self.views.view(state, seat)

    def placement(self, state: S) -> Placement:
        return self.tabletop.placement(state)

    def interpret(self, state: S, change: Change) -> Sequence[Intent[A]]:
        return self.tabletop.interpret(state, change)

    def audit(self, state: S) -> list[str]:
        return self.bookkeeping.audit(state)

    def public_facts(self, state: S) -> FactValues:
        return self.bookkeeping.public_facts(state)

    def rule_of(self, state: S, action: A) -> str:
        return self.teaching.rule_of(state, action)

    def attempts(self, state: S, seat: Seat) -> Iterable[A]:
        return self.teaching.attempts(state, seat)

    def apply(self, state: S, entry: Entry[A]) -> Step[S]:
        draft = self.draft(state)
        match entry:
            case Act(seat, action):
                if violations := self.judge(state, seat, action):
                    raise IllegalAction(violations)
                self._act(draft, state, seat, action)
            case Outcome():
                check_outcome(self.pending(state), entry)
                draft.reveals = True
                self._fall(draft, state, entry.result)
            case Edit(facts):
                self._correct(draft, state, facts)
            case Undo(seq):
                raise BadEntry(f"undo of entry {seq} is dealt with by replaying, not by the game")
        self._advance(draft)
        return draft.step()

    def _correct(self, draft: D, state: S, facts: FactValues) -> None:
        """The host's `facts`; raises `Uncorrectable` in plain English where they cannot be."""
        try:
            self.bookkeeping.edited(draft, state, facts)
        except Uncorrectable as error:
            error.args = (self.texts.say("en", error.fault.text, error.fault.facts),)
            raise
