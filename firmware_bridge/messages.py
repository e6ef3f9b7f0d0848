"""What a table and a sensor board say to each other, as ``docs/wire.md`` (version 1) describes it.

>>> Beep(880, 120)
Beep(tone_hz=880, length_ms=120)
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import TypeAlias

import msgspec

MOST_CELLS = 4096
UNUSED = 0xFFFF
"""In a map of inputs or lamps: this one feels or lights no cell."""
LONGEST_TAG = 10
FORGET = b"DEAD"


class Capability(IntFlag):
    """What a board can do."""

    SWITCHES = 1
    TAGS = 2
    LIGHTS = 4
    BUZZER = 8
    MATRIX = 16
    CHAINED = 32
    DIODES = 64
    KEEPS = 128


class Kind(IntEnum):
    """What an event says about its cell."""

    EMPTIED = 0
    TAKEN = 1
    TAG_CAME = 2
    TAG_WENT = 3
    DOUBTFUL = 4
    CERTAIN = 5


class ErrorCode(IntEnum):
    """Why a board does not do what it was asked."""

    UNKNOWN_TYPE = 1
    UNKNOWN_VERSION = 2
    BAD_LENGTH = 3
    NO_SUCH = 4
    OUT_OF_RANGE = 5
    NOT_SUPPORTED = 6
    EVENTS_GONE = 7
    NOT_KEPT = 8


class Key(IntEnum):
    """Settings of a board."""

    NAME = 1
    MAP = 2
    DEBOUNCE = 3
    LAMPS = 4
    MATRIX = 5
    FORGET = 6


class Part(IntFlag):
    """Flags of a snapshot's part."""

    LAST = 1
    TAGS = 2
    DOUBTFUL = 4


class LightFlag(IntFlag):
    """Flags of a lights message."""

    SHOW = 1
    CLEAR = 2


class Who(msgspec.Struct, frozen=True):
    """Who are you?"""


class Look(msgspec.Struct, frozen=True):
    """What lies on you?"""


class Lights(msgspec.Struct, frozen=True):
    """Fills the buffer from light `first` with `rgb` (three bytes a light)."""

    flags: LightFlag
    first: int
    rgb: bytes


class Beep(msgspec.Struct, frozen=True):
    """Sounds a tone; 0 Hz is silence."""

    tone_hz: int
    length_ms: int


class Set(msgspec.Struct, frozen=True):
    """Changes a setting; `value` as ``docs/wire.md`` describes it for `key`."""

    key: int
    value: bytes


class Get(msgspec.Struct, frozen=True):
    """Asks for a setting."""

    key: int
    argument: bytes = b""


class Again(msgspec.Struct, frozen=True):
    """Asks for every event after `number`."""

    number: int


class Hello(msgspec.Struct, frozen=True):
    """Who a board is and what it holds. `last_event` is the number of its last event."""

    oldest: int
    newest: int
    uid: bytes
    boot: int
    capabilities: Capability
    cells: int
    lights: int
    longest_body: int
    last_event: int
    debounce_ms: int
    name: str
    firmware: str
    chip: str


class Snapshot(msgspec.Struct, frozen=True):
    """A part of what lies on the board after event `number`; `data` by the kind that `flags` name."""

    number: int
    flags: Part
    first: int
    count: int
    data: bytes

    def bits(self) -> frozenset[int]:
        """The cells whose bit is set, of a part of switches or doubts."""
        return frozenset(self.first + i for i in range(self.count) if self.data[i // 8] >> (i % 8) & 1)


class Event(msgspec.Struct, frozen=True):
    """Something changed in `cell`, `time_ms` after the board started."""

    number: int
    time_ms: int
    cell: int
    kind: int
    tag: bytes = b""


class Ack(msgspec.Struct, frozen=True):
    """Done."""


class Heartbeat(msgspec.Struct, frozen=True):
    """The board is there, and how it fares."""

    last_event: int
    uptime_s: int
    bad_frames: int
    events_lost: int
    free_bytes: int


class Error(msgspec.Struct, frozen=True):
    """The board does not do what it was asked; `detail` is the offending number."""

    code: int
    detail: int = 0


class Value(msgspec.Struct, frozen=True):
    """A setting."""

    key: int
    value: bytes


Question: TypeAlias = Who | Look | Lights | Beep | Set | Get | Again
Telling: TypeAlias = Hello | Snapshot | Event | Ack | Heartbeat | Error | Value
Message: TypeAlias = Question | Telling
