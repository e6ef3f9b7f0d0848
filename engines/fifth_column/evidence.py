"""What everybody at the table knows about the spy's trail, put in order: a turn at a time, and nothing secret.

All that can be deduced follows from a `Knowledge`, which is made from a public view; so no deduction can tell more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from engines.fifth_column.cards import Piece, piece_of
from engines.fifth_column.ground import Ground, Wrap, ground
from engines.fifth_column.state import Asked, Event, Missed, Spied
from engines.physical import Cell


class Told(Protocol):
    """The part of a public view that says something about the trail."""

    @property
    def blocked(self) -> tuple[Cell, ...]: ...
    @property
    def built(self) -> tuple[Cell, ...]: ...
    @property
    def posted(self) -> tuple[Cell, ...]: ...
    @property
    def record(self) -> tuple[Event, ...]: ...
    @property
    def wrap(self) -> Wrap: ...
    @property
    def mix(self) -> str: ...
    @property
    def start(self) -> str: ...
    @property
    def passing(self) -> str: ...
    @property
    def memory(self) -> str: ...
    @property
    def home(self) -> str: ...


class Answer(msgspec.Struct, frozen=True):
    """The spy has passed (or not) through `at`, up to now."""

    at: Cell
    passed: bool


class Turn(msgspec.Struct, frozen=True):
    """One turn of the spy, and what was learnt before the next.

    `piece` was played, or `stuck`: laid because no card could be. `refuges` stood when the spy stopped. `struck` is the
    refuge on which it stopped, as its fall in the next turn shows: empty if none fell, ``None`` while nobody knows.
    `answers` were given after it; arrests showed it in none of `not_in`.
    """

    piece: Piece
    stuck: bool
    refuges: frozenset[Cell]
    struck: Cell | None
    answers: tuple[Answer, ...]
    not_in: frozenset[Cell]


class Knowledge(msgspec.Struct, frozen=True):
    """All that is known of a hunt. `hideouts` are the houses where the hideout may be, questions left aside.

    `starts` are those where the spy may have begun, ``None`` where that is the hideout. `stopping`: only houses where
    it stopped count as passed. `outing`: answers are for the time since it was last home. `returning`: between two
    assaults it goes home. `last_home`: it must be there after the last refuge too, which would end the hunt.
    """

    ground: Ground
    hideouts: tuple[Cell, ...]
    turns: tuple[Turn, ...]
    outing: bool
    returning: bool
    last_home: bool
    starts: tuple[Cell, ...] | None = None
    stopping: bool = False


def knowledge(told: Told) -> Knowledge:
    """What follows from a public view at once."""
    field = ground(told.wrap, told.blocked)
    spied = [event for event in told.record if isinstance(event, Spied)]
    taken = {*told.built, *told.posted}
    out = taken | {str(event.card) for event in spied} | {event.risen for event in spied}
    return Knowledge(
        ground=field,
        hideouts=tuple(cell for cell in field.free if cell not in out),
        turns=tuple(_turns(told.built, told.record, told.mix)),
        outing=told.memory == "outing",
        returning=told.home != "free",
        last_home=told.home == "last",
        starts=tuple(cell for cell in field.free if cell not in taken) if told.start == "chosen" else None,
        stopping=told.passing == "stops",
    )


def foreseen(told: Told, card: int, struck: Cell) -> Knowledge:
    """What would be known if the spy played `card` now; `struck` is the refuge that would fall then, empty for none.

    It is the same wherever the spy goes with it.
    """
    return knowledge(_Later(told, Spied(card, fell=struck)))


class _Later:
    """A public view with one event more."""

    def __init__(self, told: Told, event: Event) -> None:
        self.blocked, self.built, self.posted = told.blocked, told.built, told.posted
        self.wrap, self.mix, self.memory, self.home = told.wrap, told.mix, told.memory, told.home
        self.start, self.passing = told.start, told.passing
        self.record = (*told.record, event)


def _turns(built: Iterable[Cell], record: Sequence[Event], mix: str) -> Iterator[Turn]:
    """The turns of the spy in order, each with all events up to the next."""
    starts = [number for number, event in enumerate(record) if isinstance(event, Spied)]
    refuges = set(built)
    for number, start in enumerate(starts):
        after = starts[number + 1] if number + 1 < len(starts) else None
        spied, later = record[start], record[after] if after is not None else None
        assert isinstance(spied, Spied)
        between = record[start + 1 : after]
        refuges -= {spied.fell}
        yield Turn(
            piece=piece_of(spied.card, mix),
            stuck=spied.stuck,
            refuges=frozenset(refuges),
            struck=_struck(spied, later) if isinstance(later, Spied) else None,
            answers=tuple(Answer(event.at, event.passed) for event in between if isinstance(event, Asked)),
            not_in=frozenset(event.at for event in between if isinstance(event, Missed)),
        )
        if spied.risen:
            refuges = {*refuges - {spied.sunk}, spied.risen}


def _struck(spied: Spied, later: Spied) -> Cell:
    """Where the refuge that fell `later` stood when it was struck: it may have moved at once."""
    return spied.sunk if later.fell and later.fell == spied.risen else later.fell
