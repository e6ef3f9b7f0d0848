"""The virtual table: pieces that are moved about, a camera that renders them, and faults; it is a `Source` itself."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.sources.backoff import Backoff
from vision.sources.live import LiveSource
from vision.sources.pulse import Pulse
from vision.sources.source import CLOSED, Frame, SourceError
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import FROZEN_FROM, Faults
from vision.virtual.kit import Kit
from vision.virtual.light import Lamps
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

Picture = NDArray[np.uint8]

IDLE_FPS = 7.0
"""Frames per second while nothing moves: enough that a move is seen at once, little work for a Pi."""
BUSY_FPS = 15.0
"""Frames per second at most while pieces are moved."""
HAND_FPS = 9.0
"""Frames per second while a hand moves over the board: each takes 45 ms to draw."""
SOON = Backoff(most_s=0.5)
"""A virtual camera needs no long rest before it is tried again."""
TURNED_BY_HAND_DEG = 9.0
"""How far a hand turns a piece that it moves (standard deviation)."""


class VirtualTable:
    """A table top and its camera, a `vision.sources.Source`; every method may be called from any thread.

    `supply` are the pieces there are, one per look named; they wait beside the board.
    Places are mm from the board's top left; `bounds_mm` is the whole table.
    """

    def __init__(
        self,
        kit: Kit,
        supply: Iterable[Look] = (),
        *,
        size: tuple[int, int] = (1920, 1080),
        seed: int = 1,
        view: Viewpoint | None = None,
        lamps: Lamps | None = None,
        jpeg_quality: int | None = None,
        pulse: Pulse | None = None,
        camera: bool = True,
    ) -> None:
        """Without `camera` nobody looks at the pieces: they are felt from below."""
        self._changed = threading.Condition()
        self._top = TableTop(kit.geometry, kit.looks).with_supply(supply)
        self._faults = Faults()
        self._changes = 0
        self._hand = random.Random(seed)
        self._kit = kit
        self._shutter_options: dict[str, Any] = {
            "size": size, "seed": seed, "view": view, "lamps": lamps, "jpeg_quality": jpeg_quality,
        }  # fmt: skip
        self._seed = seed
        self._capture: _VirtualCapture | None = None
        self._source = LiveSource(self._open, backoff=SOON, pulse=pulse, name="virtual camera") if camera else None

    @property
    def bounds_mm(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom edge of the table, in the board's mm."""
        return self._top.bounds_mm

    def pieces(self) -> Sequence[Mapping[str, Any]]:
        """Each ``{"id", "look", "x", "y", "angle", "level"}``; `level` counts the pieces it lies on."""
        return [
            {
                "id": lying.piece.id,
                "look": lying.piece.look,
                "x": round(lying.piece.x, 1),
                "y": round(lying.piece.y, 1),
                "angle": round(lying.piece.angle, 1),
                "level": lying.level,
            }
            for lying in self._top.resting()
        ]

    def placement(self) -> Mapping[Cell, tuple[Look, ...]]:
        """What truly lies where; for tests, never for the table."""
        return self._top.placement()

    def move(self, piece: str, x_mm: float, y_mm: float) -> None:
        """Puts a piece there, on top of what lies there; raises `KeyError`, `ValueError` as `TableTop.moved`."""
        with self._changed:
            self._change(self._top.moved(piece, x_mm, y_mm, self._hand.gauss(0, TURNED_BY_HAND_DEG)))

    def flip(self, piece: str) -> None:
        """Turns a piece over; raises `KeyError` for no such piece, `ValueError` for one with no other side."""
        with self._changed:
            self._change(self._top.flipped(piece))

    def lay_out(self, placement: Mapping[str, Sequence[str]]) -> None:
        """Puts pieces where `placement` wants them and the others beside the board; raises `ValueError`."""
        with self._changed:
            self._change(self._top.laid_out(placement, self._hand, stacked=True))

    def set_fault(self, name: str, level: float) -> None:
        """Sets a fault's strength 0…1; raises `KeyError` for no such fault, `ValueError` for no strength."""
        with self._changed:
            self._faults = self._faults.but(name, level)
            self._change(self._top)

    def faults(self) -> Mapping[str, float]:
        """Every fault with its strength."""
        return self._faults.levels()

    @property
    def status(self) -> str:
        """As `vision.sources.Source.status`."""
        return self._source.status if self._source else CLOSED

    @property
    def detail(self) -> str:
        """As `vision.sources.Source.detail`."""
        return self._source.detail if self._source else ""

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        """As `vision.sources.Source.newest`."""
        return self._source.newest(after, timeout_s) if self._source else None

    def close(self) -> None:
        """Ends the camera; the pieces stay."""
        if self._source:
            self._source.close()

    def _change(self, top: TableTop) -> None:
        self._top = top
        self._changes += 1
        self._changed.notify_all()

    def _open(self, closing: threading.Event) -> _VirtualCapture:
        # The same camera every time: one that is frozen must still be frozen when it is opened again.
        if self._capture is None:
            self._capture = _VirtualCapture(self, closing)
        return self._capture


class _VirtualCapture:
    """The virtual table's camera as a `LiveSource` reads it: quick while something changes, slow else."""

    def __init__(self, table: VirtualTable, closing: threading.Event) -> None:
        self._table, self._closing = table, closing
        self._shutter = Shutter(table._kit, **table._shutter_options)
        self._luck = random.Random(table._seed)
        self._seen = -1
        self._taken_at = 0.0
        self._last: Picture | None = None

    def read(self) -> Picture:
        while True:
            top, faults = self._wait()
            if self._closing.is_set():
                raise SourceError("closed", "the virtual camera was closed")
            if faults.frozen >= FROZEN_FROM and self._last is not None:
                return self._last
            self._last = self._shutter.take(top.resting(), faults, self._taken_at)
            if self._luck.random() >= faults.dropped:
                return self._last

    def release(self) -> None:
        """Nothing is given back: the camera is kept as long as its table."""

    def _wait(self) -> tuple[TableTop, Faults]:
        """Waits for the next exposure: soon after a change, else the idle interval."""
        table = self._table
        with table._changed:
            pause_s = max(0.0, self._taken_at + 1 / BUSY_FPS - time.monotonic())
            if pause_s:
                table._changed.wait_for(self._closing.is_set, pause_s)
            fps = HAND_FPS if table._faults.hand > 0 else IDLE_FPS
            idle_s = max(0.0, self._taken_at + 1 / fps - time.monotonic())
            table._changed.wait_for(lambda: table._changes != self._seen or self._closing.is_set(), idle_s)
            self._seen, self._taken_at = table._changes, time.monotonic()
            return table._top, table._faults
