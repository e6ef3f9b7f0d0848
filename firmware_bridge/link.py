"""What every link to a sensor board offers, whatever carries it: its state, a way to ask, and lights to show."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from firmware_bridge.conversation import Answer, Conversation, Manners, Stage
from firmware_bridge.felt import Felt
from firmware_bridge.messages import Beep, Get, Hello, Set
from firmware_bridge.reasons import Reason

OPENING = "opening"
"""Not found yet for the first time."""
LIVE = "live"
"""What lies on the board is known."""
CLOSED = "closed"
"""`close` was called."""
NO_DEVICE = "no_device"
"""There is no such port or broker."""
BUSY = "busy"
"""Another program has the port."""
NO_ANSWER = "no_answer"
"""The line is open, but nobody on it speaks this protocol."""
SILENT = "silent"
"""The board was there and says nothing any more."""
VERSION = "version"
"""The board speaks another version of the wire only."""
LOST = "lost"
"""The line broke: unplugged, or the broker went away."""
REFUSED = "refused"
"""The broker does not let the table in, or the table may not open the port."""

ANSWER_S = 4.0
"""Longest wait for the answer to a question, s: four tries, and a map that is being kept."""

log = logging.getLogger(__name__)


class QueueFull(RuntimeError):
    """More waits for a broker than may wait; the message was not taken."""


class Sensed(msgspec.Struct, frozen=True):
    """What a board felt at `t` (s, monotonic); `felt` is None while that is not known, and `reason` says why."""

    t: float
    felt: Felt | None = None
    reason: str = ""


Listener: TypeAlias = Callable[[Sensed], None]


class NoAnswer(RuntimeError):
    """The board did not answer: it is not there, or too much waits for it; `reason` says which."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class Link(Protocol):
    """One sensor board, however it is connected. May be used from any thread; calls the listener from its own."""

    @property
    def status(self) -> str:
        """``live``, or a short key that says why not."""
        ...

    @property
    def detail(self) -> str:
        """What the key alone does not say; empty while all is well."""
        ...

    @property
    def hello(self) -> Hello | None:
        """Who the board is; kept while it is away."""
        ...

    def start(self, listener: Listener) -> None:
        """Begins to look for the board."""
        ...

    def show(self, rgb: bytes) -> None:
        """Lights the lights, three bytes each from the first on; they shine again when the board comes back."""
        ...

    def beep(self, tone_hz: int, length_ms: int) -> None:
        """Sounds a tone where there is a buzzer and nothing else waits."""
        ...

    def ask(self, question: Set | Get | Beep, timeout_s: float = ANSWER_S) -> Answer:
        """The board's answer; raises `NoAnswer`."""
        ...

    def close(self) -> None:
        """Ends the link and its threads."""
        ...


class TalkingLink:
    """The half of a link that does not depend on what carries it. Subclasses call `_opened`, `_closed`, `_take`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._talk: Conversation | None = None
        self._status, self._detail = OPENING, ""
        self._hello: Hello | None = None
        self._lights: bytes | None = None
        self._listener: Listener = lambda sensed: None
        self._told: Sensed | None = None

    @property
    def status(self) -> str:
        with self._lock:
            return self._status

    @property
    def detail(self) -> str:
        with self._lock:
            return self._detail

    @property
    def hello(self) -> Hello | None:
        with self._lock:
            return self._hello

    def show(self, rgb: bytes) -> None:
        with self._lock:
            if rgb == self._lights:
                return
            self._lights = rgb
            if self._talk is not None:
                self._talk.show(rgb)
        self._wake()

    def beep(self, tone_hz: int, length_ms: int) -> None:
        with self._lock:
            if self._talk is not None and self._talk.stage is Stage.LIVE and self._talk.idle:
                self._talk.ask(Beep(tone_hz, length_ms))
        self._wake()

    def ask(self, question: Set | Get | Beep, timeout_s: float = ANSWER_S) -> Answer:
        done = threading.Event()
        answers: list[Answer] = []

        def answered(answer: Answer) -> None:
            answers.append(answer)
            done.set()

        with self._lock:
            talk = self._talk
            if talk is None or talk.stage is Stage.GONE:
                raise NoAnswer(Reason.of("not_there"))
            talk.ask(question, answered)
        self._wake()
        if not done.wait(timeout_s):
            raise NoAnswer(Reason.of("not_in_time", seconds=f"{timeout_s:g}"))
        return answers[0]

    # For subclasses

    def _wake(self) -> None:
        """Makes the link's thread look at once whether there is something to send."""

    def _opened(self, manners: Manners | None = None) -> None:
        """The line is open: a conversation begins."""
        with self._lock:
            self._talk = Conversation(self._clock(), manners)
            if self._lights is not None:
                self._talk.show(self._lights)

    def _closed(self, status: str, detail: str = "") -> None:
        """The line is closed, for the reason `status`; told once."""
        with self._lock:
            self._talk = None
            self._status, self._detail = status, detail
        self._tell(Sensed(self._clock(), None, status))

    def _take(self, payloads: tuple[bytes, ...], bad: int) -> None:
        """Takes payloads that came, and how many frames were thrown away among them."""
        with self._lock:
            talk = self._talk
            if talk is None:
                return
            t = self._clock()
            states = [state for payload in payloads for state in talk.received(payload, t)]
            if bad:
                talk.torn(t)
            if talk.hello is not None:
                self._hello = talk.hello
            if talk.stage is Stage.LIVE:
                self._status, self._detail = LIVE, ""
        for state in states:
            self._tell(Sensed(t, state))

    def _due(self) -> tuple[bytes, ...]:
        """Payloads to send now."""
        with self._lock:
            return self._talk.to_send(self._clock()) if self._talk is not None else ()

    @property
    def _gone(self) -> str:
        """Why the conversation is over; empty while it goes on."""
        with self._lock:
            return self._talk.reason if self._talk is not None and self._talk.stage is Stage.GONE else ""

    def _tell(self, sensed: Sensed) -> None:
        before = self._told
        if sensed.felt is None and before is not None and before.felt is None and sensed.reason == before.reason:
            return
        self._told = sensed
        try:
            self._listener(sensed)
        except Exception:  # whatever one change does to the table, the line lives on
            log.exception("a change on the sensor board could not be taken")
