"""What the pages for learners need from the table: what may be done, why not, what this phase is, the rulebook.

Everything here is what one seat may know, in the language asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from web.service import Language, RuleCited, Seat


class Deed(msgspec.Struct, frozen=True):
    """A kind of thing that may be done now: its name, what it does, the rule it comes from.

    `kind` is the action's tag. `ways` are the actions in words, `count` how many there are, or `at_least`;
    `on_board`: each leads to a place, so the board can show them.
    """

    kind: str
    name: str
    words: str
    rule: RuleCited | None
    ways: Sequence[str]
    count: int
    on_board: bool
    at_least: bool = False


class Objection(msgspec.Struct, frozen=True):
    """Why something may not be done: `what` was asked about, the reason, what it would take, the rule."""

    what: Sequence[str]
    words: str
    needed: str
    rule: RuleCited | None


class Lesson(msgspec.Struct, frozen=True):
    """The phase of the game in two sentences, under whose turn it is."""

    title: str
    words: str


class Help(msgspec.Struct, frozen=True):
    """Everything that a seat may do now, what it may not, and what is going on. `held` says why nothing may be done,
    `tonight` what players should know of the options that were chosen."""

    lesson: Lesson
    held: str
    possible: Sequence[Deed]
    not_now: Sequence[Objection]
    places: Sequence[str]
    """Names of places that may be asked about."""
    tonight: Sequence[str] = ()


class Answer(msgspec.Struct, frozen=True):
    """The answer to "why not?" about a place or an action: what is allowed, and what speaks against the rest."""

    subject: str
    allowed: Sequence[str]
    objections: Sequence[Objection]


class PrintedRule(msgspec.Struct, frozen=True):
    """A rule as the rulebook shows it. `source`: ``given`` in the original, a ``decision`` of ours, or ``data``."""

    id: str
    section: str
    text: str
    source: Literal["given", "decision", "data"]


class Chapter(msgspec.Struct, frozen=True):
    """Rules that belong together."""

    title: str
    rules: Sequence[PrintedRule]


class PrintedRulebook(msgspec.Struct, frozen=True):
    """The rules of tonight's game, and the house options that it is played with (what is chosen, and how)."""

    chapters: Sequence[Chapter]
    tonight: Sequence[tuple[str, str]]


class PrintedPlace(msgspec.Struct, frozen=True):
    """A named place: the numbers of its cells, and what else is known of it."""

    name: str
    where: str
    note: str


class PlacesChapter(msgspec.Struct, frozen=True):
    """Places of one kind, in the order of their names."""

    title: str
    places: Sequence[PrintedPlace]


class LearningService(Protocol):
    """The table as a teacher. Every method may be called from any thread; `Refused` says what cannot be answered."""

    def help(self, seat: Seat, lang: Language) -> Help:
        """What `seat` can do now."""
        ...

    def why_not_there(self, seat: Seat, place: str, lang: Language) -> Answer:
        """Why `seat` may not go or put anything to `place` (a cell's id, or a name in any language)."""
        ...

    def why_not(self, seat: Seat, action: bytes, lang: Language) -> Answer:
        """Why `seat` may not do that action (JSON)."""
        ...

    def lesson(self, seat: Seat | None, lang: Language) -> Lesson:
        """The phase of the game, for `seat` or a spectator."""
        ...

    def rulebook(self, lang: Language) -> PrintedRulebook: ...

    def has_directory(self) -> bool:
        """Whether the board on the table has so many named places that there is a directory of them."""
        ...

    def directory(self, lang: Language) -> Sequence[PlacesChapter]:
        """The board's named places; none of a board that needs no directory."""
        ...
