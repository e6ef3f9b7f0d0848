"""A game that works an entry's consequences out on a draft of its state: what is the same in all such games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from engines.game import (
    A,
    Act,
    BadEntry,
    Edit,
    Entry,
    Game,
    IllegalAction,
    Outcome,
    S,
    Seat,
    Step,
    Undo,
    check_outcome,
)


class Drafted(Protocol[S]):
    """A state opened for change. `reveals`: somebody learns something by the entry."""

    reveals: bool

    def step(self) -> Step[S]:
        """The state as it has become, with the news."""
        ...


D = TypeVar("D", bound=Drafted[Any])


class DraftGame(Game[S, A], Generic[S, A, D]):
    """Applies entries to a draft; subclasses say what each kind of entry does to it."""

    @abstractmethod
    def _draft(self, state: S) -> D:
        """`state` opened for change."""

    @abstractmethod
    def _act(self, draft: D, state: S, seat: Seat, action: A) -> None:
        """Does `action`, which is legal."""

    @abstractmethod
    def _fall(self, draft: D, state: S, result: tuple[int, ...]) -> None:
        """Takes `result`, which fits the chance that is asked for."""

    @abstractmethod
    def _edit(self, draft: D, state: S, facts: Mapping[str, str | int | bool | None]) -> None:
        """Corrects `facts`; raises `BadEntry` for those that do not fit."""

    @abstractmethod
    def _advance(self, draft: D) -> None:
        """Does what happens by itself until somebody is asked, chance is due or the game is over."""

    def apply(self, state: S, entry: Entry[A]) -> Step[S]:
        draft = self._draft(state)
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
                self._edit(draft, state, facts)
            case Undo(seq):
                raise BadEntry(f"undo of entry {seq} is dealt with by replaying, not by the game")
        self._advance(draft)
        return draft.step()
