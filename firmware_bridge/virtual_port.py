"""A simulated sensor board behind a real pseudo-terminal, which can be told to misbehave and to be unplugged.

>>> board = VirtualPort()
>>> link = SerialLink(board.path)
>>> board.put(17)
>>> board.set_fault("torn", 0.2)
"""

from __future__ import annotations

import contextlib
import heapq
import os
import random
import select
import tempfile
import threading
import time
import tty
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from firmware_bridge.framing import Unframer, framed
from firmware_bridge.simulated import Model, SimulatedBoard

FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "bounce": "contacts bounce for longer than the board waits",
        "stuck": "the switch that changes next stays as it is (from 0.5 on)",
        "ghost": "the matrix has lost its diodes (from 0.5 on)",
        "torn": "frames are damaged on their way, at 1 every other one",
        "lost": "the board forgets events, at 1 every other one",
        "deaf": "the board hangs: it neither hears nor speaks (from 0.5 on)",
        "unplugged": "the cable is out (from 0.5 on)",
    }
)
ON_FROM = 0.5
BOUNCES = 6
"""Flickers after a change at full bounce."""
BOUNCE_S = 0.012
"""s between two of them."""
DEBOUNCE_S = 0.005
"""s until a change that stays is told."""
BEAT_S = 1.0
TORN_AT_MOST = 0.5
READ_AT_ONCE = 4096


class _Later(msgspec.Struct, frozen=True, order=True):
    """A switch that closes or opens at time `at`."""

    at: float
    number: int
    cell: int
    closed: bool


class VirtualPort:
    """Every method may be called from any thread. `path` stays the same however often the board is unplugged."""

    def __init__(self, model: Model | None = None, *, seed: int = 1) -> None:
        self.board = SimulatedBoard(model)
        self._luck = random.Random(seed)
        self._folder = tempfile.TemporaryDirectory(prefix="tavolo-board-")
        self.path = str(Path(self._folder.name) / "board")
        self._faults = dict.fromkeys(FAULTS, 0.0)
        self._lock = threading.RLock()
        self._hand: set[int] = set()
        """Cells that hold something, whatever their switches say."""
        self._stuck: set[int] = set()
        self._later: list[_Later] = []
        self._count = 0
        self._pty: tuple[int, int] | None = None
        self._alarm = os.pipe()
        self._over = threading.Event()
        self._spoke_at = 0.0
        self._began_at = time.monotonic()
        self._unframer = Unframer()
        self.plug()
        self._thread = threading.Thread(target=self._run, name="virtual board", daemon=True)
        self._thread.start()

    # The table top

    def put(self, cell: int) -> None:
        """A piece with its magnet is put on `cell`."""
        self._change(cell, True)

    def lift(self, cell: int) -> None:
        """The piece on `cell` is lifted."""
        self._change(cell, False)

    def lay(self, cells: frozenset[int]) -> None:
        """Exactly `cells` hold something now."""
        with self._lock:
            for cell in sorted(self._hand ^ cells):
                self._change(cell, cell in cells)

    def bring(self, cell: int, tag: bytes) -> None:
        """A tagged piece comes to the reader of `cell`."""
        with self._lock:
            self.board.bring(cell, tag)
        self._wake()

    def take(self, cell: int, tag: bytes) -> None:
        """A tagged piece goes from the reader of `cell`."""
        with self._lock:
            self.board.take(cell, tag)
        self._wake()

    def _change(self, cell: int, closed: bool) -> None:
        with self._lock:
            (self._hand.add if closed else self._hand.discard)(cell)
            if cell in self._stuck:
                return
            if self._faults["stuck"] >= ON_FROM:
                self._stuck.add(cell)
                return
            at = time.monotonic() + DEBOUNCE_S
            for number in range(round(self._faults["bounce"] * BOUNCES)):
                self._plan(at + number * 2 * BOUNCE_S, cell, closed)
                self._plan(at + (number * 2 + 1) * BOUNCE_S, cell, not closed)
                at += BOUNCE_S
            self._plan(at + 2 * BOUNCE_S * round(self._faults["bounce"] * BOUNCES), cell, closed)
        self._wake()

    def _plan(self, at: float, cell: int, closed: bool) -> None:
        self._count += 1
        heapq.heappush(self._later, _Later(at, self._count, cell, closed))

    # Misbehaving

    def faults(self) -> Mapping[str, float]:
        """Every fault with its strength 0…1."""
        with self._lock:
            return dict(self._faults)

    def set_fault(self, name: str, level: float) -> None:
        """Sets a fault's strength 0…1; raises `KeyError` for no such fault, `ValueError` for no strength."""
        if name not in FAULTS:
            raise KeyError(f"there is no fault {name!r}; there are: {', '.join(FAULTS)}")
        if not 0.0 <= level <= 1.0:
            raise ValueError(f"the strength of {name!r} is {level}, but strengths go from 0 to 1")
        with self._lock:
            self._faults[name] = float(level)
            if name == "unplugged":
                (self.unplug if level >= ON_FROM else self.plug)()
            elif name == "ghost":
                self.board.rewire(diodes=level < ON_FROM)
            elif name == "stuck" and level < ON_FROM:
                stuck, self._stuck = self._stuck, set()
                for cell in sorted(stuck):
                    self._change(cell, cell in self._hand)
        self._wake()

    def unplug(self) -> None:
        """Pulls the cable out: the port is gone, and the board is off."""
        with self._lock:
            pty, self._pty = self._pty, None
            if pty is None:
                return
            self._faults["unplugged"] = 1.0
            Path(self.path).unlink(missing_ok=True)
            for end in pty:
                os.close(end)

    def plug(self) -> None:
        """Puts the cable in: the board starts, feels what lies on it, and says hello."""
        with self._lock:
            if self._pty is not None or self._over.is_set():
                return
            self._faults["unplugged"] = 0.0
            outer, inner = os.openpty()
            tty.setraw(inner)
            os.set_blocking(outer, False)
            before = self.board
            self.board = SimulatedBoard(before.model, before.boot + 1)
            for later in sorted(self._later):
                self._press(later)
            self._later.clear()
            for cell in sorted((self._hand - self._stuck) | (before.taken & self._stuck)):
                self.board.put(cell)
            self.board.drain()
            self.board.greet()
            self._unframer = Unframer()
            self._pty = outer, inner
            Path(self.path).symlink_to(os.ttyname(inner))
        self._wake()

    def close(self) -> None:
        """Ends the board."""
        self._over.set()
        self._wake()
        self._thread.join(timeout=5)
        self.unplug()
        self._folder.cleanup()

    # The chip

    def _run(self) -> None:
        while not self._over.is_set():
            with self._lock:
                pty = self._pty
                wait_s = min(self._later[0].at - time.monotonic(), BEAT_S) if self._later else BEAT_S
            watched = [self._alarm[0], *([pty[0]] if pty else [])]
            try:
                ready, _, _ = select.select(watched, [], [], max(0.0, wait_s))
            except (OSError, ValueError):
                continue  # unplugged at this moment
            if self._alarm[0] in ready:
                os.read(self._alarm[0], READ_AT_ONCE)
            with self._lock:
                if self._pty is not None:
                    self._work(self._pty[0])

    def _work(self, line: int) -> None:
        """Hears, feels and speaks once."""
        now = time.monotonic()
        self.board.time_ms = round((now - self._began_at) * 1000)
        while self._later and self._later[0].at <= now:
            self._press(heapq.heappop(self._later))
        told = list(self.board.drain())
        heard = self._unframer.feed(_read(line))
        self.board.bad_frames += heard.bad
        for payload in heard.payloads:
            told += self.board.answers(payload)
        if self._faults["deaf"] >= ON_FROM:
            return
        if not told and now - self._spoke_at >= BEAT_S:
            self.board.beat(round(now - self._began_at))
            told += self.board.drain()
        for payload in told:
            self._spoke_at = now
            _write(line, self._maybe_torn(framed(payload)))

    def _press(self, later: _Later) -> None:
        if self._luck.random() < self._faults["lost"] * TORN_AT_MOST:
            self.board.lose(1)
        (self.board.put if later.closed else self.board.lift)(later.cell)

    def _maybe_torn(self, frame: bytes) -> bytes:
        if self._luck.random() >= self._faults["torn"] * TORN_AT_MOST:
            return frame
        at = self._luck.randrange(len(frame))
        return frame[:at] + bytes((frame[at] ^ self._luck.randrange(1, 256),)) + frame[at + 1 :]

    def _wake(self) -> None:
        os.write(self._alarm[1], b"!")


def _read(line: int) -> bytes:
    try:
        return os.read(line, READ_AT_ONCE)
    except OSError:
        return b""  # nothing there, or nobody has opened the port


def _write(line: int, data: bytes) -> None:
    with contextlib.suppress(BlockingIOError):  # nobody reads: what a UART sends into the air is lost too
        os.write(line, data)
