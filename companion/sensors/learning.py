"""Teaches a sensor board over a link of its own: who it is, what it feels while it is taught, and what it keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, Queue

from companion.sensors.cell_map import CellMap, map_path, read_map, write_map
from companion.sensors.lesson import Lesson, Subject, lamps_after, map_after
from engines.boards.board import Board
from engines.physical import Look
from firmware_bridge.felt import Felt
from firmware_bridge.lamps import lamps_of
from firmware_bridge.lights import frame
from firmware_bridge.link import Link, Sensed
from firmware_bridge.messages import UNUSED, Ack, Error, Hello, Key, Set
from firmware_bridge.reasons import Reason
from firmware_bridge.wire import cell_list

ASK_EVERY_S = 0.1
LIST_HEAD = 3
"""Bytes of a `set` before its cells: the key and the first light."""


class NotThere(RuntimeError):
    """No board answers; the message says why."""


class NotKept(RuntimeError):
    """The board does not take what it was told; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class Learner:
    """Teaches the board behind `link` about `board` of the game `game`; maps are kept in folder `data`."""

    def __init__(self, link: Link, game: str, board: Board, data: Path) -> None:
        self._link, self._game, self._board, self._data = link, game, board, data
        self._news: Queue[Sensed] = Queue()
        self._felt = Felt()
        self._hello: Hello | None = None
        self._lamp_of: dict[int, int] = {}
        self._before: CellMap | None = None

    def meet(self, timeout_s: float) -> Hello:
        """Waits for the board; raises `NotThere`."""
        self._link.start(self._news.put)
        waited = 0.0
        while waited < timeout_s:
            try:
                sensed = self._news.get(timeout=ASK_EVERY_S)
            except Empty:
                waited += ASK_EVERY_S
                continue
            if sensed.felt is not None and self._link.hello is not None:
                self._felt, self._hello = sensed.felt, self._link.hello
                self._lamp_of = lamps_of(self._link, self._hello)
                self._before = read_map(self._path(self._hello))
                return self._hello
        raise NotThere(f"no sensor board answers ({self._link.status}): {self._link.detail or 'nothing was found'}")

    def close(self) -> None:
        """Puts the lights out and ends the link."""
        if self._hello is not None and self._hello.lights:
            self._link.show(bytes(3 * self._hello.lights))
        self._link.close()

    def begin(self, subject: Subject, asked: Sequence[str]) -> Lesson:
        """A lesson that starts from what lies on the board now."""
        return Lesson(subject, asked, self._felt)

    def wait(self, lesson: Lesson, skipped: Callable[[], bool]) -> None:
        """Waits until the question of `lesson` is answered, or `skipped` says that it is left out."""
        self._light(lesson)
        while not skipped():
            try:
                sensed = self._news.get(timeout=ASK_EVERY_S)
            except Empty:
                continue
            if sensed.felt is not None:
                self._felt = sensed.felt
                if lesson.feel(sensed.felt):
                    self._light(lesson)
                    return
        lesson.skip()

    def keep(self, lesson: Lesson, supply: Sequence[Look] = ()) -> Path | None:
        """Keeps what was taught: houses and tags in a file, which is answered, lights in the board itself.

        Raises `NotKept` where the board refuses, `NoAnswer` where it is gone.
        """
        assert self._hello is not None
        if lesson.subject == "lights":
            self._lamp_of = keep_lamps(self._link, lesson, self._hello)
            return None
        before = self._before or CellMap(self._game, self._board.edition, self._hello.uid.hex())
        self._before = map_after(lesson, before, Counter(supply))
        path = self._path(self._hello)
        write_map(path, self._before)
        return path

    def _path(self, hello: Hello) -> Path:
        return map_path(self._data, self._game, self._board, hello.uid)

    def _light(self, lesson: Lesson) -> None:
        if self._hello is not None and self._hello.lights:
            self._link.show(frame(lesson.glows(self._lamp_of, self._before), self._hello.lights, 0.5))


def keep_lamps(link: Link, lesson: Lesson, hello: Hello) -> dict[int, int]:
    """Lets the board that said `hello` keep which light shines under which cell; raises `NotKept` where it refuses."""
    listed = lamps_after(lesson, hello.lights, UNUSED)
    at_once = max(1, (hello.longest_body - LIST_HEAD) // 2)
    for first in range(0, len(listed), at_once):
        answer = link.ask(Set(Key.LAMPS, cell_list(first, listed[first : first + at_once])))
        if not isinstance(answer, Ack):
            code = answer.code if isinstance(answer, Error) else "?"
            raise NotKept(Reason.of("lights_not_kept", code=code))
    return {cell: lamp for lamp, cell in enumerate(listed) if cell != UNUSED}
