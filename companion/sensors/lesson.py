"""A lesson for a sensor board: one thing after the other is asked, and what is felt next is the answer.

Knows no link, no page and no words: states of the board come in, what has to be asked comes out.

>>> lesson = Lesson("houses", ("1", "2"), Felt())
>>> lesson.question
'1'
>>> lesson.feel(Felt(1, frozenset({20}))), lesson.question
(True, '2')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from companion.sensors.cell_map import CellMap
from engines.boards.board import Board
from engines.physical import Cell, Look
from firmware_bridge.felt import Felt
from firmware_bridge.lights import Glow, Pattern

Subject: TypeAlias = Literal["houses", "tags", "lights"]
Answer: TypeAlias = int | bytes
"""The number of a cell, or a tag."""

ROW_MM = 20.0
"""Houses whose middles are this near to each other in height are read as one row, mm."""
ASKING = Glow(Pattern.BREATHING, (120, 120, 120))
UNDERSTOOD = Glow(Pattern.STEADY, (0, 120, 0))


class Lesson:
    """One lesson. `asked` are places (houses), looks (tags; a look once for each piece), or numbers of lights."""

    def __init__(self, subject: Subject, asked: Sequence[str], felt: Felt) -> None:
        self.subject = subject
        self.asked = tuple(asked)
        self.answers: list[Answer | None] = []
        """What answered each thing that was asked; None where it was left out."""
        self.readers: set[int] = set()
        """Cells that read tags."""
        self.repeated = False
        """Whether what came last had been an answer already."""
        self._felt = felt
        self._note_readers(felt)

    @property
    def question(self) -> str | None:
        """What is asked now; None when all was."""
        return self.asked[len(self.answers)] if len(self.answers) < len(self.asked) else None

    def feel(self, felt: Felt) -> bool:
        """Takes a new state of the board; whether it answered the question."""
        before, self._felt = self._felt, felt
        self._note_readers(felt)
        came = sorted(_tags(felt) - _tags(before)) if self.subject == "tags" else sorted(_cells(felt) - _cells(before))
        fresh = [one for one in came if one not in self.answers]
        self.repeated = bool(came) and not fresh
        if self.question is None or not fresh:
            return False
        self.answers.append(fresh[0])
        return True

    def skip(self) -> None:
        """Leaves out what is asked."""
        if self.question is not None:
            self.answers.append(None)
            self.repeated = False

    def back(self) -> None:
        """Asks the last thing anew."""
        if self.answers:
            self.answers.pop()
            self.repeated = False

    @property
    def learnt(self) -> tuple[tuple[str, Answer], ...]:
        """What was asked, with its answer, without what was left out."""
        return tuple((asked, answer) for asked, answer in zip(self.asked, self.answers) if answer is not None)

    def glows(self, lamp_of: Mapping[int, int], before: CellMap | None) -> dict[int, Glow]:
        """What shines meanwhile, by light: what was understood last, and where the answer is awaited if known."""
        lit: dict[int, Glow] = {}
        last = self.answers[-1] if self.answers else None
        if isinstance(last, int) and last in lamp_of:
            lit[lamp_of[last]] = UNDERSTOOD
        if self.question is None:
            return lit
        if self.subject == "lights":
            return {int(self.question): ASKING}
        if self.subject == "houses" and before is not None:
            cell = before.cells.get(self.question)
            if cell is not None and cell in lamp_of:
                lit[lamp_of[cell]] = ASKING
        return lit

    def _note_readers(self, felt: Felt) -> None:
        self.readers |= felt.tags.keys()


def _tags(felt: Felt) -> frozenset[bytes]:
    return frozenset(tag for tags in felt.tags.values() for tag in tags)


def _cells(felt: Felt) -> frozenset[int]:
    """Cells that hold something."""
    return felt.taken | felt.tags.keys()


def houses_in_order(board: Board) -> tuple[Cell, ...]:
    """Every place of the board, row by row as people read."""
    where = board.places
    return tuple(sorted(where, key=lambda place: (round(where[place].centre[1] / ROW_MM), where[place].centre[0])))


def map_after(lesson: Lesson, before: CellMap, count_of: Mapping[Look, int] | None = None) -> CellMap:
    """`before` with what was taught; what was left out keeps what was known of it.

    `count_of`: how many pieces of each look there are, so that tags of pieces that were taught anew are forgotten.
    """
    places, tags = dict(before.places), dict(before.tags)
    if lesson.subject == "houses":
        taught = {cell: place for place, cell in lesson.learnt if isinstance(cell, int)}
        kept = {cell: place for cell, place in places.items() if place not in taught.values()}
        places = kept | taught
    elif lesson.subject == "tags":
        fresh = {tag.hex(): look for look, tag in lesson.learnt if isinstance(tag, bytes)}
        tags = fresh | _still_tags(tags, fresh, count_of or {})
    readers = before.readers | lesson.readers
    return CellMap(before.game, before.board, before.uid, places, tags, frozenset(readers))


def _still_tags(before: Mapping[str, Look], fresh: Mapping[str, Look], count_of: Mapping[Look, int]) -> dict[str, Look]:
    """Tags known before that are still pieces: no more of a look than there are."""
    room = Counter(count_of)
    room.subtract(fresh.values())
    kept: dict[str, Look] = {}
    for tag, look in before.items():
        if tag not in fresh and room[look] > 0:
            kept[tag] = look
            room[look] -= 1
    return kept


def lamps_after(lesson: Lesson, lights: int, unused: int) -> tuple[int, ...]:
    """The cell above each light, `unused` for those above which there is none."""
    under = {int(lamp): cell for lamp, cell in lesson.learnt if isinstance(cell, int)}
    return tuple(under.get(lamp, unused) for lamp in range(lights))


def pieces_in_order(supply: Iterable[Look]) -> tuple[Look, ...]:
    """All pieces, like ones one after the other."""
    return tuple(sorted(supply))
