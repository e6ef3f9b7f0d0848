"""Stands for the virtual table until its board is drawn, so that the first page need not wait for the picture."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.pictures import DrawingStopped
from vision.sources import OPENING, Frame
from vision.threads import ends_in_time
from vision.virtual.table import VirtualTable

log = logging.getLogger(__name__)

PATIENCE_S = 30.0
"""Longest wait for the board's picture; drawing it takes a few seconds on a Pi, and only the first time."""


class LateTable:
    """A `VirtualTable` that is being made in a thread; calls wait for it. Offers what the pages and the eye use.

    It is made anew whenever `what` answers another value: other pieces or another board are on the table then.
    """

    def __init__(self, make: Callable[[], VirtualTable], what: Callable[[], object]) -> None:
        self._make = make
        self._what = what
        self._lock = threading.Lock()
        self._making: _Making | None = None

    def _newest(self) -> _Making:
        """The table that is right now; its making begins when it is first asked for."""
        with self._lock:
            now = self._what()
            if self._making is None or self._making.what != now:
                self.close()
                self._making = _Making(self._make, now)
            return self._making

    def _there(self) -> VirtualTable:
        """The table; raises `RuntimeError` with the reason where it cannot be made in time."""
        making = self._newest()
        if not making.done.wait(PATIENCE_S) or making.table is None:
            raise RuntimeError(
                f"the virtual table cannot be set up: {making.error or 'drawing its board takes too long'}"
            )
        return making.table

    @property
    def bounds_mm(self) -> tuple[float, float, float, float]:
        """As `VirtualTable.bounds_mm`."""
        return self._there().bounds_mm

    def pieces(self) -> Sequence[Mapping[str, Any]]:
        """As `VirtualTable.pieces`."""
        return self._there().pieces()

    def move(self, piece: str, x_mm: float, y_mm: float) -> None:
        """As `VirtualTable.move`."""
        self._there().move(piece, x_mm, y_mm)

    def flip(self, piece: str) -> None:
        """As `VirtualTable.flip`."""
        self._there().flip(piece)

    def set_fault(self, name: str, level: float) -> None:
        """As `VirtualTable.set_fault`."""
        self._there().set_fault(name, level)

    def faults(self) -> Mapping[str, float]:
        """As `VirtualTable.faults`."""
        return self._there().faults()

    def lay_out(self, placement: Mapping[str, Sequence[str]]) -> None:
        """As `VirtualTable.lay_out`."""
        self._there().lay_out(placement)

    def placement(self) -> Mapping[str, tuple[str, ...]]:
        """As `VirtualTable.placement`."""
        return self._there().placement()

    @property
    def status(self) -> str:
        """As `vision.sources.Source.status`."""
        table = self._newest().table
        return table.status if table else OPENING

    @property
    def detail(self) -> str:
        """As `vision.sources.Source.detail`."""
        making = self._newest()
        return making.table.detail if making.table else making.error

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        """As `vision.sources.Source.newest`; frames of a table made anew are numbered on from those of the old."""
        making = self._newest()
        if not making.done.wait(timeout_s) or making.table is None:
            return None
        if making.offset is None:
            making.offset = max(after, 0)
        frame = making.table.newest(after - making.offset, timeout_s)
        return frame and Frame(frame.number + making.offset, frame.t, frame.image)

    def close(self) -> None:
        """Ends the camera."""
        if self._making is not None:
            self._making.end()


class _Making:
    """One virtual table while and after it is made."""

    def __init__(self, make: Callable[[], VirtualTable], what: object) -> None:
        self.what = what
        self.table: VirtualTable | None = None
        self.error = ""
        self.offset: int | None = None
        self.done = threading.Event()
        self._make = make
        self._over = threading.Event()
        ends_in_time(threading.Thread(target=self._run, name="virtual table", daemon=True), self._over).start()

    def _run(self) -> None:
        try:
            self.table = self._make()
        except DrawingStopped as error:
            self.error = str(error)
        except Exception as error:  # said to whoever asks for the table
            log.exception("the virtual table cannot be made")
            self.error = str(error)
        finally:
            self.done.set()
        if self._over.is_set():
            self.end()

    def end(self) -> None:
        """Closes the table's camera, now or as soon as it is made."""
        self._over.set()
        if self.table:
            self.table.close()
