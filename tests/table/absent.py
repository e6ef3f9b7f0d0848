"""Evenings of the chase at which somebody sleeps or leaves, and variants of the chase for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.evenings import Evenings
from engines.entries import Act, FactValue
from engines.game import Violation
from engines.pending import Decision, Pending
from tests.table.evenings import Evening
from tests.toys.chase import Action, Chase, MoveHunter, State, Swap


class NoDefault(Chase):
    """The chase in which the rulebook has no default for red."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if isinstance(pending, Decision) and state.seats[state.turn] == "red":
            return Decision(("red",), "turn")
        return pending


class Wandering(NoDefault):
    """There the hunter may be moved as often as one likes, back again too, and nothing else be done."""

    def legal(self, state: State, seat: str) -> Iterator[Action]:
        return (action for action in super().legal(state, seat) if isinstance(action, MoveHunter))

    def apply(self, state: State, entry: Any) -> Any:
        step = super().apply(state, entry)
        if isinstance(entry, Act) and isinstance(entry.action, MoveHunter):
            return msgspec.structs.replace(step, state=msgspec.structs.replace(step.state, step=state.step))
        return step


class Secret(Chase):
    """The chase in which nobody but the seat itself may know that it is asked."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        return msgspec.structs.replace(pending, secret=True) if isinstance(pending, Decision) else pending


class Departing(Chase):
    """The chase in which the runner of a player who leaves goes back to the camp."""

    def departure(self, state: State, seat: str) -> Mapping[str, FactValue]:
        return {f"runner.{seat}": "0302"}


class Together(Chase):
    """Two seats are asked at once, and each is done when it has swapped its number."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decision):
            return pending
        left = tuple(seat for seat, swaps in zip(state.seats, state.swaps) if not swaps)
        return Decision(left, "swap", default=Swap(8)) if left else pending

    def judge(self, state: State, seat: str, action: Action) -> tuple[Violation, ...]:
        who = state.seats.index(seat)
        return super().judge(msgspec.structs.replace(state, turn=who), seat, action)

    def apply(self, state: State, entry: Any) -> Any:
        if isinstance(entry, Act) and isinstance(entry.action, Swap):
            who = state.seats.index(entry.seat)
            step = super().apply(msgspec.structs.replace(state, turn=who), entry)
            return msgspec.structs.replace(step, state=msgspec.structs.replace(step.state, turn=0))
        return super().apply(state, entry)


class Absent(Evening):
    """An evening with a clock to be turned and the pages of absent players."""

    @property
    def evenings(self) -> Evenings:
        return Evenings(self.table)

    def wait(self, seconds: float) -> bool:
        """Time passes; whether the table has answered for somebody by then."""
        answered = self.table.tick()
        self.clock.t += seconds
        return self.table.tick() or answered

    def tick(self) -> bool:
        """The table looks twice, a moment apart."""
        answered = self.table.tick()
        self.clock.t += 3
        return self.table.tick() or answered

    def story(self, seat: str | None = None) -> list[str]:
        return list(self.service.snapshot(seat, "en").story)

    def gone(self, seat: str) -> None:
        self.evenings.send_away(seat, "en")


def last(evening: Evening) -> Any:
    return evening.entries[-1]
