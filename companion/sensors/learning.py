"""Teaches a sensor board where a game's houses lie on it: a house is named, a piece is put there, the next is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue

from companion.sensors.cell_map import CellMap, map_path, read_map, write_map
from engines.boards.board import Board
from engines.physical import Cell
from firmware_bridge.felt import Felt
from firmware_bridge.lamps import lamps_of
from firmware_bridge.lights import Glow, Pattern, frame
from firmware_bridge.link import Link, Sensed
from firmware_bridge.wire import UNUSED, Ack, Hello, Key, Set, cell_list

ASKING = Glow(Pattern.STEADY, (120, 120, 120))
UNDERSTOOD = Glow(Pattern.STEADY, (0, 120, 0))
ASK_EVERY_S = 0.1
LISTED_AT_ONCE = 100


class NotThere(RuntimeError):
    """No board answers, or it does not take what it was told; the message says why."""


class Learner:
    """One lesson for the board behind `link`, about `board` of the game `game`; keeps it in folder `data`."""

    def __init__(self, link: Link, game: str, board: Board, data: Path) -> None:
        self._link, self._game, self._board, self._data = link, game, board, data
        self._news: Queue[Sensed] = Queue()
        self._felt = Felt()
        self._hello: Hello | None = None
        self._places: dict[int, Cell] = {}
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
                self._before = read_map(self._path)
                return self._hello
        raise NotThere(f"no sensor board answers ({self._link.status}): {self._link.detail or 'nothing was found'}")

    def close(self) -> None:
        """Puts the lights out and ends the link."""
        self._light({})
        self._link.close()

    def next_cell(self, skipped: Callable[[], bool]) -> int | None:
        """The next cell that a piece is put on and that is not known yet; None where `skipped` says so first."""
        while not skipped():
            try:
                sensed = self._news.get(timeout=ASK_EVERY_S)
            except Empty:
                continue
            if sensed.felt is None:
                continue
            came = sorted((sensed.felt.taken - self._felt.taken) | (sensed.felt.tags.keys() - self._felt.tags.keys()))
            self._felt = sensed.felt
            if fresh := [cell for cell in came if cell not in self._places]:
                return fresh[0]
        return None

    # Houses

    def places(self) -> Iterator[Cell]:
        """Every place of the board, row by row as people read."""
        where = self._board.places
        yield from sorted(where, key=lambda place: (round(where[place].centre[1] / 20), where[place].centre[0]))

    def place_is(self, place: Cell, cell: int | None) -> None:
        """`place` lies on `cell`, whose light confirms it."""
        if cell is not None:
            self._places[cell] = place
            self._light({self._lamp_of[cell]: UNDERSTOOD} if cell in self._lamp_of else {})

    def keep(self) -> Path:
        """Keeps the map in its file; houses that were left out keep what was known of them. Answers the file."""
        assert self._hello is not None
        before = self._before
        taught = set(self._places.values())
        kept = {cell: place for cell, place in (before.places if before else {}).items() if place not in taught}
        readers = frozenset(self._felt.tags) | (before.readers if before else frozenset())
        tags = before.tags if before else {}
        fresh = CellMap(self._game, self._board.edition, self._hello.uid.hex(), kept | self._places, tags, readers)
        write_map(self._path, fresh)
        return self._path

    @property
    def _path(self) -> Path:
        assert self._hello is not None
        return map_path(self._data, self._game, self._board, self._hello.uid)

    # Lights

    def lamps(self) -> Iterator[int]:
        """Every light of the board, shining one after the other."""
        assert self._hello is not None
        self._lamp_of = {}
        for lamp in range(self._hello.lights):
            self._light({lamp: ASKING})
            yield lamp

    def lamp_is_under(self, lamp: int, cell: int | None) -> None:
        """Light `lamp` shines under `cell`; None: under none."""
        if cell is not None:
            self._lamp_of[cell] = lamp

    def keep_lamps(self) -> None:
        """Lets the board keep which light shines under which cell; raises `NotThere` where it refuses."""
        assert self._hello is not None
        under = {lamp: cell for cell, lamp in self._lamp_of.items()}
        listed = [under.get(lamp, UNUSED) for lamp in range(self._hello.lights)]
        for first in range(0, len(listed), LISTED_AT_ONCE):
            answer = self._link.ask(Set(Key.LAMPS, cell_list(first, tuple(listed[first : first + LISTED_AT_ONCE]))))
            if not isinstance(answer, Ack):
                raise NotThere(f"the board does not keep its lights: {answer}")

    def _light(self, glows: dict[int, Glow]) -> None:
        if self._hello is not None and self._hello.lights:
            self._link.show(frame(glows, self._hello.lights, 0.0))
