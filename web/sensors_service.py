"""What the pages about sensor boards need: which there are, a lesson that teaches one, and lights to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

import msgspec

from engines.physical import Cell
from web.service import Language

Subject = Literal["houses", "tags", "lights"]


class BoardSays(msgspec.Struct, frozen=True):
    """A sensor board: how it fares, in words, what it can be taught, and whether it knows this game's houses."""

    name: str
    words: str
    subjects: tuple[Subject, ...]
    learnt: bool


class LessonSays(msgspec.Struct, frozen=True):
    """Where a lesson is. `words`: what to do now; `last`: what came of it before; `cell`: the house that is meant.

    `number` of `of` things are asked for now; `learnt` of them have been answered.
    """

    subject: Subject
    words: str
    last: str
    cell: Cell
    number: int
    of: int
    learnt: int
    over: bool


class SensorsService(Protocol):
    """The sensor boards of one table. Callable from any thread; raises `web.service.Refused` where it cannot be."""

    def boards(self, lang: Language) -> Sequence[BoardSays]:
        """Every board, in an order that stays."""
        ...

    def begin(self, board: int, subject: Subject, lang: Language) -> None:
        """Begins to teach the board of that number; another lesson ends without being kept."""
        ...

    def lesson(self, lang: Language) -> LessonSays | None:
        """The lesson that is on."""
        ...

    def skip(self, lang: Language) -> None:
        """Leaves out what is asked now."""
        ...

    def back(self, lang: Language) -> None:
        """Asks the last thing anew."""
        ...

    def keep(self, lang: Language) -> None:
        """Keeps what was taught, and ends the lesson."""
        ...

    def stop(self) -> None:
        """Ends the lesson; nothing has changed."""
        ...


@runtime_checkable
class LitTop(Protocol):
    """A virtual table whose board has lights."""

    def lights(self) -> Mapping[Cell, tuple[int, int, int]]:
        """The colours of all lights that shine now, by house; parts from 0 to 255, as bright as any."""
        ...
