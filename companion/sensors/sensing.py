"""Feels a table through a sensor board: every change at once, and again until it has settled; told to the table."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from companion.sensors.cell_map import CellMap
from companion.sensors.fingers import Fingers, Known
from engines.boards.board import Board
from engines.physical import Observation
from firmware_bridge.felt import Felt
from firmware_bridge.link import Link, Sensed

SETTLING_S = 0.12
"""s between looks after a change; the table wants two that agree, 0.35 s apart."""
SETTLED_S = 0.8
"""s after a change until the looks become rare."""
IDLE_S = 1.0
AWAY = "board_away"
UNLEARNT = "board_unlearnt"
TAUGHT = "board_taught"
"""Text keys for what the board is blind for: it is not there, nobody has taught it where this game's houses are, or
somebody is doing so."""

log = logging.getLogger(__name__)


class Feeling(Protocol):
    """As much of the table as fingers need."""

    def observe(self, observation: Observation) -> object:
        """Takes what was felt."""
        ...


class Ground(Protocol):
    """What is on the table while it is felt."""

    def board(self) -> Board:
        """The board that is played on."""
        ...

    def known(self) -> Known | None:
        """What the table knows of the pieces; None while no game is on."""
        ...

    def mark(self) -> object:
        """Another value after every change of the game."""
        ...


class Sensing:
    """A thread that feels. `places` answers the map for a board once the sensor board has said who it is."""

    def __init__(
        self,
        link: Link,
        ground: Ground,
        table: Feeling,
        places: Callable[[Board, bytes], CellMap | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link, self._ground, self._table, self._places = link, ground, table, places
        self._clock = clock
        self._news = threading.Condition()
        self._over = False
        self._board: Board | None = None
        self._map: CellMap | None = None
        self._fingers: Fingers | None = None
        self._sensed = Sensed(clock(), None, AWAY)
        self._changed_at = 0.0
        self._felt_at: object = None
        """The mark of the ground when it was touched last."""
        self._fresh = False
        self._pupil: Callable[[Felt], object] | None = None
        self._thread = threading.Thread(target=self._feel_on, name="feeling", daemon=True)

    @property
    def link(self) -> Link:
        """The line to the board."""
        return self._link

    @property
    def map(self) -> CellMap | None:
        """Where the board's cells lie in this game."""
        with self._news:
            return self._map

    def start(self) -> None:
        """Begins to feel."""
        self._thread.start()
        self._link.start(self._take)

    def close(self) -> None:
        """Ends, and the link with it."""
        with self._news:
            self._over = True
            self._news.notify_all()
        self._link.close()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def forget_map(self) -> None:
        """Lets the map be read anew: it was learnt meanwhile."""
        with self._news:
            self._board = None
            self._touch()
            self._fresh = True
            self._news.notify_all()

    def teach(self, pupil: Callable[[Felt], object] | None) -> None:
        """Lets `pupil` hear what is felt from now on, at once and instead of the table; None ends that."""
        with self._news:
            self._pupil = pupil
            if pupil is not None and self._sensed.felt is not None:
                pupil(self._sensed.felt)
        self.forget_map()

    def _take(self, sensed: Sensed) -> None:
        """A change on the board, in the link's thread: followed at once, so that none is skipped."""
        with self._news:
            self._sensed = sensed
            if self._pupil is not None and sensed.felt is not None:
                self._pupil(sensed.felt)
            self._touch()
            self._changed_at = self._clock()
            self._fresh = True
            self._news.notify_all()

    def _touch(self) -> None:
        """Lets the fingers feel the board as it is now; makes them first where another board lies on the table."""
        board, felt = self._ground.board(), self._sensed.felt
        hello = self._link.hello
        if felt is None or hello is None or self._pupil is not None:
            return
        if board is not self._board:
            self._map = self._fingers = None  # until the new one is read, none counts
            self._map = self._places(board, hello.uid)
            self._fingers = Fingers(board, self._map.cells) if self._map is not None else None
            self._board = board
        known = self._ground.known()
        if self._fingers is not None and self._map is not None and known is not None:
            self._fingers.feel(self._map.touch(felt), known, self._clock())

    def _feel_on(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._fresh or self._over, self._rest_s())
                if self._over:
                    return
                self._fresh = False
            try:
                self._feel()
            except Exception:  # whatever one look does to the table, the evening goes on with the next
                log.exception("what was felt could not be taken")

    def _feel(self) -> None:
        with self._news:
            if self._felt_at != (mark := self._ground.mark()):
                self._felt_at = mark
                self._touch()
            observation = self._observation()
        if observation is not None:
            self._table.observe(observation)

    def _rest_s(self) -> float:
        return SETTLING_S if self._clock() - self._changed_at < SETTLED_S else IDLE_S

    def _observation(self) -> Observation | None:
        t = self._clock()
        if self._sensed.felt is None:
            return Observation(t, {}, blind=AWAY)
        known = self._ground.known()
        if known is None:
            return None
        if self._pupil is not None:
            return Observation(t, {}, blind=TAUGHT)
        if self._fingers is None:
            return Observation(t, {}, blind=UNLEARNT)
        return self._fingers.observation(known, t)
