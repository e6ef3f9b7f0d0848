"""Stands for the virtual table until its board is drawn, so that the first page need not wait for the picture."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vision.sources import OPENING, Frame
from vision.virtual.table import VirtualTable

PATIENCE_S = 30.0
"""Longest wait for the board's picture; drawing it takes a few seconds on a Pi, and only the first time."""


class LateTable:
    """A `VirtualTable` that is being made in a thread; calls wait for it. Offers what the pages and the eye use."""

    def __init__(self, make: Callable[[], VirtualTable]) -> None:
        self._make = make
        self._table: VirtualTable | None = None
        self._error: Exception | None = None
        self._made = threading.Event()
        threading.Thread(target=self._run, name="virtual table", daemon=True).start()

    def _run(self) -> None:
        try:
            self._table = self._make()
        except Exception as error:
            self._error = error
        finally:
            self._made.set()

    def _there(self) -> VirtualTable:
        """The table; raises `RuntimeError` with the reason where it cannot be made in time."""
        if not self._made.wait(PATIENCE_S) or self._table is None:
            raise RuntimeError(
                f"the virtual table cannot be set up: {self._error or 'drawing its board takes too long'}"
            )
        return self._table

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

    @property
    def status(self) -> str:
        """As `vision.sources.Source.status`."""
        return self._table.status if self._table else OPENING

    @property
    def detail(self) -> str:
        """As `vision.sources.Source.detail`."""
        return self._table.detail if self._table else str(self._error or "")

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        """As `vision.sources.Source.newest`."""
        if not self._made.wait(timeout_s) or self._table is None:
            return None
        return self._table.newest(after, timeout_s)

    def close(self) -> None:
        """Ends the camera."""
        if self._table:
            self._table.close()
