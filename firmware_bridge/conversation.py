"""How a table talks with one sensor board: one question at a time, events without gaps, silence noticed.

Knows no port and no clock: payloads and the time (s, monotonic) come in, payloads to send and `Felt` states go out.

>>> talk = Conversation(t=0.0)
>>> talk.to_send(0.0)[0] == payload(Who(), seq=1)
True
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum
from types import UnionType
from typing import TypeAlias

import msgspec

from firmware_bridge.felt import Felt, ahead
from firmware_bridge.messages import (
    Ack,
    Again,
    Beep,
    Capability,
    Error,
    ErrorCode,
    Event,
    Get,
    Heartbeat,
    Hello,
    LightFlag,
    Lights,
    Look,
    Part,
    Question,
    Set,
    Snapshot,
    Telling,
    Value,
    Who,
)
from firmware_bridge.wire import VERSION, OtherVersion, WireError, message_of, payload

LOOK_ANEW_S = 30.0
"""s after which a quiet board is asked for a snapshot anyway: 40 ms of line for the peace of mind."""
MOST_QUESTIONS = 64
"""Questions that may wait. A map of 4,096 cells is set in 41; lights replace those that still wait."""
LIGHTS_HEAD = 3
"""Bytes of a lights message before its colours."""
WORTH_A_MESSAGE = 12
"""Unchanged lights between changed ones that are sent along: 36 bytes, as much line as another message with its frame
and the wait for its answer."""

Answer: TypeAlias = Ack | Value | Error
Answered: TypeAlias = Callable[[Answer], None]


class Manners(msgspec.Struct, frozen=True):
    """How long a line is waited for, s."""

    answer_s: float = 0.5
    tries: int = 4
    greeting_tries: int = 8
    """Opening the line starts many boards anew; the slowest of their loaders listens for 2 s for a new program."""
    silence_s: float = 3.0


class Stage(Enum):
    """Where the conversation is."""

    GREETING = "greeting"
    LOOKING = "looking"
    LIVE = "live"
    GONE = "gone"


class Busy(RuntimeError):
    """More questions wait than a board could answer in a reasonable time; nothing was added."""


class _Asked(msgspec.Struct):
    """A question on its way, and who waits for the answer."""

    question: Question
    answered: Answered | None = None
    seq: int = 0
    tries: int = 0
    sent_at: float = 0.0


class Conversation:
    """One conversation, from greeting a board to its end. A new one begins with every line that is opened."""

    def __init__(self, t: float, manners: Manners | None = None) -> None:
        self.stage = Stage.GREETING
        self.reason = ""
        """Why the board is gone: ``silent``, ``no_answer``, ``version``."""
        self.hello: Hello | None = None
        self.felt: Felt | None = None
        """What the board feels, while that is known for sure."""
        self._manners = manners or Manners()
        self._heard_at = t
        self._looked_at = t
        self._seq = 0
        self._current: _Asked | None = None
        self._waiting: deque[_Asked] = deque([_Asked(Who())])
        self._picture: bytes | None = None
        self._shown: bytes | None = None
        self._parts: list[Snapshot] = []
        self._spoilt = False
        self._early: dict[int, Event] = {}

    # What the table wants

    def ask(self, question: Beep | Set | Get, answered: Answered | None = None) -> None:
        """Puts a question behind those that wait; `answered` is called with what the board says to it.

        Raises `Busy` where too many wait.
        """
        if len(self._waiting) >= MOST_QUESTIONS:
            raise Busy(f"{MOST_QUESTIONS} questions to the board wait already")
        self._waiting.append(_Asked(question, answered))

    def show(self, rgb: bytes) -> None:
        """Lets the lights shine in `rgb`, three bytes each from the first on; a picture that still waits is replaced.

        Without effect on a board without lights.
        """
        self._picture = rgb

    @property
    def idle(self) -> bool:
        """Whether nothing waits for an answer or to be asked."""
        return self._current is None and not self._waiting

    # The line

    def to_send(self, t: float) -> tuple[bytes, ...]:
        """Payloads to send now: the next question, or one that was not answered in time; usually none."""
        if self.stage is Stage.GONE:
            return ()
        if t - self._heard_at > self._manners.silence_s:
            self._end("silent")
            return ()
        if self._current is not None:
            return self._send_again(self._current, t)
        if self._picture is not None and self.stage is Stage.LIVE and not self._waiting:
            self._put_lights(self._picture)
            self._shown, self._picture = self._picture, None
        if not self._waiting and self.stage is Stage.LIVE and t - self._looked_at > LOOK_ANEW_S:
            self._looked_at = t
            self._waiting.append(_Asked(Look()))
        if not self._waiting:
            return ()
        asked = self._current = self._waiting.popleft()
        self._seq = self._seq % 255 + 1
        asked.seq, asked.tries, asked.sent_at = self._seq, 1, t
        self._begin_parts()
        return (payload(asked.question, asked.seq),)

    def received(self, data: bytes, t: float) -> tuple[Felt, ...]:
        """Takes a payload; answers the states that the board went through by it, in order; never raises."""
        if self.stage is Stage.GONE:
            return ()
        try:
            seq, message = message_of(data)
        except OtherVersion:
            self._end("version")
            return ()
        except WireError:
            return self.torn(t)
        self._heard_at = t
        return self._heard(seq, message, t)

    def torn(self, t: float) -> tuple[Felt, ...]:
        """A frame was thrown away: what it said is not known, so the board is asked what lies on it."""
        if self.hello is not None:
            self._look()
        return ()

    def _heard(self, seq: int, message: Question | Telling, t: float) -> tuple[Felt, ...]:
        current = self._current
        answers = current is not None and seq == current.seq
        match message:
            case Hello():
                self._greeted(message)
            case Snapshot():
                if current is not None and answers and isinstance(current.question, Look):
                    current.sent_at = t
                    return self._snapshot(message, t)
            case Event():
                return self._event(message)
            case Heartbeat():
                self._compare(message)
            case Ack() | Value() | Error():
                if current is not None and answers and not isinstance(current.question, Who | Look):
                    return self._answered(current, message)
        return ()

    def _send_again(self, asked: _Asked, t: float) -> tuple[bytes, ...]:
        if t - asked.sent_at <= self._manners.answer_s:
            return ()
        greeting = isinstance(asked.question, Who)
        if asked.tries >= (self._manners.greeting_tries if greeting else self._manners.tries):
            self._end("no_answer")
            return ()
        asked.tries += 1
        asked.sent_at = t
        self._begin_parts()
        return (payload(asked.question, asked.seq),)

    def _begin_parts(self) -> None:
        self._parts.clear()
        self._spoilt = False

    def _end(self, reason: str) -> None:
        self.stage, self.reason, self.felt = Stage.GONE, reason, None

    # What the board says

    def _greeted(self, hello: Hello) -> None:
        """Takes a hello: the answer to `who`, or one told unasked by a board that has just started."""
        if not hello.oldest <= VERSION <= hello.newest:
            self._end("version")
            return
        known = self.hello
        self.hello = hello
        if self._current is not None and isinstance(self._current.question, Who):
            self._current = None
            self._look()
        if known is not None and (hello.boot, hello.uid) != (known.boot, known.uid):
            self._begin_anew()

    def _compare(self, heartbeat: Heartbeat) -> None:
        """Whether the board has told everything; one that is behind what is known of it has started anew."""
        if self.felt is None or self.stage is not Stage.LIVE:
            return
        lead = ahead(heartbeat.last_event, of=self.felt.number)
        if lead > 0:
            self._catch_up()
        elif lead < 0 and not self._is_asked(Who):
            self._waiting.appendleft(_Asked(Who()))

    def _begin_anew(self) -> None:
        """The board was off: what it was asked is asked again, its lights shine again, and what lies on it is new."""
        self.felt = None
        self._early.clear()
        current = self._current
        if current is not None and not isinstance(current.question, Look | Again | Lights):
            self._waiting.appendleft(current)
        self._current = None
        self._waiting = deque(asked for asked in self._waiting if not isinstance(asked.question, Look | Again | Lights))
        self._picture = self._picture if self._picture is not None else self._shown
        self._shown = None
        self._look()

    def _look(self) -> None:
        """Asks for a snapshot before anything else; what was felt before it is not sure."""
        self.stage = Stage.LOOKING
        if self._current is not None and isinstance(self._current.question, Look):
            self._spoilt = True
        elif not self._is_asked(Look):
            self._waiting.appendleft(_Asked(Look()))

    def _catch_up(self) -> None:
        """Asks for events that did not arrive."""
        if self.felt is not None and not self._is_asked(Again | Look):
            self._waiting.appendleft(_Asked(Again(self.felt.number)))

    def _is_asked(self, kind: type[Question] | UnionType) -> bool:
        asked = (*((self._current,) if self._current else ()), *self._waiting)
        return any(isinstance(one.question, kind) for one in asked)

    def _snapshot(self, part: Snapshot, t: float) -> tuple[Felt, ...]:
        if self._parts and self._parts[0].number != part.number:
            self._parts.clear()
        self._parts.append(part)
        if Part.LAST not in part.flags:
            return ()
        felt, spoilt = Felt.of(self._parts), self._spoilt
        self._begin_parts()
        self._current = None
        if spoilt:
            self._look()
            return ()
        self._looked_at = t
        self.stage = Stage.LIVE
        self.felt = felt
        self._early = {number: event for number, event in self._early.items() if ahead(number, of=felt.number) > 0}
        return (felt, *self._contiguous())

    def _event(self, event: Event) -> tuple[Felt, ...]:
        if self.felt is not None and ahead(event.number, of=self.felt.number) <= 0:
            return ()
        self._early[event.number] = event
        if self.stage is not Stage.LIVE or self.felt is None:
            return ()
        reached = self._contiguous()
        if self._early:
            self._catch_up()
        return reached

    def _contiguous(self) -> tuple[Felt, ...]:
        """Takes every event that follows what is felt without a gap."""
        reached: list[Felt] = []
        while self.felt is not None and (event := self._early.pop((self.felt.number + 1) & 0xFFFF, None)) is not None:
            self.felt = self.felt.after(event)
            reached.append(self.felt)
        return tuple(reached)

    def _answered(self, asked: _Asked, answer: Answer) -> tuple[Felt, ...]:
        self._current = None
        if isinstance(answer, Error) and answer.code == ErrorCode.UNKNOWN_VERSION:
            self._end("version")
        elif isinstance(asked.question, Again) and (isinstance(answer, Error) or self._early):
            self._look()
        elif isinstance(asked.question, Lights) and isinstance(answer, Error):
            self._shown = None
        elif asked.answered is not None:
            asked.answered(answer)
        return ()

    # Lights

    def _put_lights(self, rgb: bytes) -> None:
        """Cuts what a picture changes into messages that the board takes; the last one shows it.

        A whole picture of 256 lights takes 70 ms of line, a light here and there some 3 ms each.
        """
        hello = self.hello
        if hello is None or Capability.LIGHTS not in hello.capabilities or hello.longest_body < LIGHTS_HEAD + 3:
            return
        rgb = rgb[: hello.lights * 3]
        most = (hello.longest_body - LIGHTS_HEAD) // 3
        parts = [
            (at, min(at + most, last))
            for first, last in changed_lights(self._shown, rgb)
            for at in range(first, last, most)
        ]
        for number, (at, end) in enumerate(parts):
            clear = LightFlag.CLEAR if number == 0 and self._shown is None else LightFlag(0)
            show = LightFlag.SHOW if number == len(parts) - 1 else LightFlag(0)
            self._waiting.append(_Asked(Lights(clear | show, at, rgb[3 * at : 3 * end])))


def changed_lights(before: bytes | None, after: bytes) -> list[tuple[int, int]]:
    """Runs of lights, from one up to another, in which the picture `after` differs from `before`; all if not known.

    Runs with fewer than `WORTH_A_MESSAGE` lights between them are one.

    >>> changed_lights(bytes(9), bytes(3) + b"RGB" + bytes(3))
    [(1, 2)]
    """
    count = len(after) // 3
    if before is None or len(before) < len(after):
        return [(0, count)]
    runs: list[tuple[int, int]] = []
    for light in range(count):
        if before[3 * light : 3 * light + 3] == after[3 * light : 3 * light + 3]:
            continue
        if runs and light - runs[-1][1] < WORTH_A_MESSAGE:
            runs[-1] = (runs[-1][0], light + 1)
        else:
            runs.append((light, light + 1))
    return runs
