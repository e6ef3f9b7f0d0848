"""The board's side of the wire in Python: what firmware answers, as a value machine without port, chip or clock.

It is the board of ``--eye sensor:virtual`` and of the tests; `firmware_bridge.virtual_port` puts it behind a port.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from firmware_bridge.messages import (
    FORGET,
    LONGEST_TAG,
    UNUSED,
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
    Key,
    Kind,
    LightFlag,
    Lights,
    Look,
    Message,
    Part,
    Set,
    Snapshot,
    Telling,
    Value,
    Who,
)
from firmware_bridge.wire import VERSION, OtherVersion, WireError, cell_list, cells_listed, message_of, payload

KEPT_EVENTS = 32
"""Events that the board can tell again."""
MOST_LISTED = 100
"""Inputs in one answer to `get map`."""


class Model(msgspec.Struct, frozen=True):
    """What a simulated board is built of. `columns` of its matrix; without `diodes` three closed corners make doubt."""

    cells: int = 64
    lights: int = 64
    columns: int = 8
    diodes: bool = True
    tags: bool = False
    buzzer: bool = True
    longest_body: int = 240
    uid: bytes = b"VIRTUAL1"
    name: str = "virtual"

    @property
    def capabilities(self) -> Capability:
        """As told in the greeting."""
        found = Capability.SWITCHES | Capability.MATRIX | Capability.KEEPS
        for has, what in (
            (self.diodes, Capability.DIODES),
            (self.tags, Capability.TAGS),
            (self.lights > 0, Capability.LIGHTS),
            (self.buzzer, Capability.BUZZER),
        ):
            found |= what if has else Capability(0)
        return found


class SimulatedBoard:
    """A board that is fed payloads and answers payloads; what it says of itself is collected by `drain`.

    >>> board = SimulatedBoard()
    >>> board.put(5)
    >>> [message_of(told)[1].cell for told in board.drain()]
    [5]
    """

    def __init__(self, model: Model | None = None, boot: int = 1) -> None:
        self.model = model or Model()
        self.boot = boot
        self.shown = bytes(self.model.lights * 3)
        """Colours on the strip."""
        self.tones: deque[Beep] = deque(maxlen=16)
        """Tones that were sounded, newest last."""
        self.bad_frames = 0
        self._buffer = bytearray(self.shown)
        self._lists: dict[int, list[int]] = {}
        self._forget()
        self._closed: set[int] = set()
        self._doubtful: set[int] = set()
        self._tags: dict[int, set[bytes]] = {}
        self._number = 0
        self._kept: deque[Event] = deque(maxlen=KEPT_EVENTS)
        self._told: list[bytes] = []
        self._last: tuple[int, int] = (0, 0)
        self._last_answer: tuple[bytes, ...] = ()
        self.time_ms = 0

    def _forget(self) -> None:
        """Settings as they leave the factory."""
        self._name, self._debounce_ms = self.model.name, 5
        lamps = [light if light < self.model.cells else UNUSED for light in range(self.model.lights)]
        self._lists = {Key.MAP: list(range(self.model.cells)), Key.LAMPS: lamps}

    # The world

    def put(self, cell: int) -> None:
        """Closes the switch of `cell`."""
        self._switch(cell, True)

    def lift(self, cell: int) -> None:
        """Opens the switch of `cell`."""
        self._switch(cell, False)

    def bring(self, cell: int, tag: bytes) -> None:
        """A tag comes to the reader of `cell`."""
        if len(tag) <= LONGEST_TAG and tag not in self._tags.setdefault(cell, set()):
            self._tags[cell].add(tag)
            self._tell_event(cell, Kind.TAG_CAME, tag)

    def take(self, cell: int, tag: bytes) -> None:
        """A tag goes from the reader of `cell`."""
        if tag in self._tags.get(cell, set()):
            self._tags[cell].remove(tag)
            self._tell_event(cell, Kind.TAG_WENT, tag)

    @property
    def taken(self) -> frozenset[int]:
        """Cells whose switch is closed."""
        return frozenset(self._closed)

    def rewire(self, diodes: bool) -> None:
        """With diodes or without: what cannot be told without them is said."""
        if diodes == self.model.diodes:
            return
        self.model = msgspec.structs.replace(self.model, diodes=diodes)
        if diodes:
            for cell in sorted(self._doubtful):
                self._tell_event(cell, Kind.CERTAIN)
                self._tell_event(cell, Kind.TAKEN if cell in self._closed else Kind.EMPTIED)
            self._doubtful = set()
        else:
            self._judge_ghosts()

    def lose(self, events: int) -> None:
        """Events happen that never reach the line nor are kept: their numbers are missing."""
        self._number = (self._number + events) & 0xFFFF
        self._kept.clear()

    def _switch(self, cell: int, closed: bool) -> None:
        if not 0 <= cell < self.model.cells or closed == (cell in self._closed):
            return
        (self._closed.add if closed else self._closed.discard)(cell)
        self._tell_event(cell, Kind.TAKEN if closed else Kind.EMPTIED)
        if not self.model.diodes:
            self._judge_ghosts()

    def _judge_ghosts(self) -> None:
        """Cells that are or may be fourth corners of a rectangle of closed switches: no diode keeps current apart."""
        now = {corner for rectangle in self._rectangles() for corner in rectangle}
        for cell in sorted(now - self._doubtful):
            self._tell_event(cell, Kind.DOUBTFUL)
        for cell in sorted(self._doubtful - now):
            self._tell_event(cell, Kind.CERTAIN)
            self._tell_event(cell, Kind.TAKEN if cell in self._closed else Kind.EMPTIED)
        self._doubtful = now

    def _rectangles(self) -> Iterator[tuple[int, int, int, int]]:
        """Corners of every rectangle of which at least three are closed."""
        width = self.model.columns
        rows = sorted({cell // width for cell in self._closed})
        for at, top in enumerate(rows):
            for bottom in rows[at + 1 :]:
                here = {c % width for c in self._closed if c // width == top}
                there = {c % width for c in self._closed if c // width == bottom}
                for left in sorted(here | there):
                    for right in sorted(here | there):
                        corners = [row * width + column for row in (top, bottom) for column in (left, right)]
                        if left < right and sum(corner in self._closed for corner in corners) >= 3:
                            yield (corners[0], corners[1], corners[2], corners[3])

    # The line

    def greet(self) -> None:
        """Says hello unasked, as every board does when it starts."""
        self._tell(self._hello())

    def beat(self, uptime_s: int) -> None:
        """Says that it is there."""
        self._tell(Heartbeat(self._number, uptime_s & 0xFFFFFFFF, min(self.bad_frames, 0xFFFF), 0, 2048))

    def drain(self) -> tuple[bytes, ...]:
        """What the board has to say of itself since it was asked last."""
        told, self._told = tuple(self._told), []
        return told

    def answers(self, data: bytes) -> tuple[bytes, ...]:
        """What the board answers to a payload."""
        try:
            seq, question = message_of(data)
        except OtherVersion:
            return (payload(Error(ErrorCode.UNKNOWN_VERSION, data[0]), data[2]),)
        except WireError:
            if len(data) < 3:
                return ()
            known = data[1] in range(0x41, 0x48)
            code = ErrorCode.BAD_LENGTH if known else ErrorCode.UNKNOWN_TYPE
            return (payload(Error(code, len(data) - 3 if known else data[1]), data[2]),)
        if self._last == (data[1], seq) and not isinstance(question, Who | Look | Get):
            return self._last_answer
        if len(data) - 3 > self.model.longest_body:
            return (payload(Error(ErrorCode.BAD_LENGTH, len(data) - 3), seq),)
        self._last = (data[1], seq)
        self._last_answer = tuple(payload(answer, seq) for answer in self._answered(question))
        return self._last_answer

    def _answered(self, question: Message) -> Iterable[Telling]:
        match question:
            case Who():
                return (self._hello(),)
            case Look():
                return self._snapshot()
            case Lights():
                return (self._lit(question),)
            case Beep():
                if not self.model.buzzer:
                    return (Error(ErrorCode.NOT_SUPPORTED, 0),)
                self.tones.append(question)
                return (Ack(),)
            case Set(key, value):
                return (self._set(key, value),)
            case Get(key, argument):
                return (self._get(key, argument),)
            case Again(number):
                return self._again(number)
            case _:
                return (Error(ErrorCode.UNKNOWN_TYPE, 0),)

    def _hello(self) -> Hello:
        model = self.model
        return Hello(
            oldest=VERSION,
            newest=VERSION,
            uid=model.uid,
            boot=self.boot,
            capabilities=model.capabilities,
            cells=model.cells,
            lights=model.lights,
            longest_body=model.longest_body,
            last_event=self._number,
            debounce_ms=self._debounce_ms,
            name=self._name,
            firmware="tavolo simulated 1",
            chip="none",
        )

    def _snapshot(self) -> Iterable[Telling]:
        step = (self.model.longest_body - 7) * 8
        parts = list(self._bit_parts(Part(0), self._closed, step))
        if self._doubtful:
            parts += self._bit_parts(Part.DOUBTFUL, self._doubtful, step)
        tags = [(cell, tag) for cell, lying in sorted(self._tags.items()) for tag in sorted(lying)]
        for at in range(0, len(tags), 16):
            some = tags[at : at + 16]
            data = b"".join(cell.to_bytes(2, "big") + bytes((len(tag),)) + tag for cell, tag in some)
            parts.append(Snapshot(self._number, Part.TAGS, 0, len(some), data))
        parts[-1] = msgspec.structs.replace(parts[-1], flags=parts[-1].flags | Part.LAST)
        return parts

    def _bit_parts(self, flags: Part, cells: set[int], step: int) -> Iterator[Snapshot]:
        for first in range(0, self.model.cells, step):
            count = min(step, self.model.cells - first)
            data = bytearray((count + 7) // 8)
            for cell in cells:
                if first <= cell < first + count:
                    data[(cell - first) // 8] |= 1 << (cell - first) % 8
            yield Snapshot(self._number, flags, first, count, bytes(data))

    def _lit(self, lights: Lights) -> Telling:
        if not self.model.lights:
            return Error(ErrorCode.NOT_SUPPORTED, 0)
        end = lights.first + len(lights.rgb) // 3
        if end > self.model.lights:
            return Error(ErrorCode.NO_SUCH, end - 1)
        if LightFlag.CLEAR in lights.flags:
            self._buffer = bytearray(len(self._buffer))
        self._buffer[lights.first * 3 : end * 3] = lights.rgb
        if LightFlag.SHOW in lights.flags:
            self.shown = bytes(self._buffer)
        return Ack()

    def _set(self, key: int, value: bytes) -> Telling:
        if key in self._lists:
            return self._set_list(self._lists[key], value)
        match key:
            case Key.NAME if value and len(value) == value[0] + 1 and value[0] <= 24:
                self._name = value[1:].decode(errors="replace")
            case Key.DEBOUNCE if len(value) == 1:
                if not 1 <= value[0] <= 100:
                    return Error(ErrorCode.OUT_OF_RANGE, value[0])
                self._debounce_ms = value[0]
            case Key.MATRIX if len(value) == 1:
                self.rewire(diodes=bool(value[0] & 1))
            case Key.FORGET if value == FORGET:
                self._forget()
            case Key.NAME | Key.DEBOUNCE | Key.MATRIX | Key.FORGET:
                return Error(ErrorCode.BAD_LENGTH, len(value))
            case _:
                return Error(ErrorCode.NO_SUCH, key)
        return Ack()

    def _set_list(self, kept: list[int], value: bytes) -> Telling:
        try:
            first, cells = cells_listed(value)
        except WireError:
            return Error(ErrorCode.BAD_LENGTH, len(value))
        if first + len(cells) > len(kept):
            return Error(ErrorCode.NO_SUCH, first + len(cells) - 1)
        for cell in cells:
            if cell >= self.model.cells and cell != UNUSED:
                return Error(ErrorCode.NO_SUCH, cell)
        kept[first : first + len(cells)] = cells
        return Ack()

    def _get(self, key: int, argument: bytes) -> Telling:
        if key in self._lists:
            if len(argument) != 2:
                return Error(ErrorCode.BAD_LENGTH, len(argument))
            first = int.from_bytes(argument, "big")
            return Value(key, cell_list(first, tuple(self._lists[key][first : first + MOST_LISTED])))
        match key:
            case Key.NAME:
                return Value(key, bytes((len(self._name.encode()),)) + self._name.encode())
            case Key.DEBOUNCE:
                return Value(key, bytes((self._debounce_ms,)))
            case Key.MATRIX:
                return Value(key, bytes((int(self.model.diodes),)))
            case _:
                return Error(ErrorCode.NO_SUCH, key)

    def _again(self, number: int) -> Iterable[Telling]:
        wanted = (self._number - number) & 0xFFFF
        if wanted > len(self._kept):
            return (Error(ErrorCode.EVENTS_GONE, number),)
        return (*list(self._kept)[len(self._kept) - wanted :], Ack())

    def _tell_event(self, cell: int, kind: Kind, tag: bytes = b"") -> None:
        self._number = (self._number + 1) & 0xFFFF
        event = Event(self._number, self.time_ms & 0xFFFFFFFF, cell, kind, tag)
        self._kept.append(event)
        self._tell(event)

    def _tell(self, message: Telling) -> None:
        self._told.append(payload(message))
