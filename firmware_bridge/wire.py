"""Messages between a table and a sensor board to bytes and back, as ``docs/wire.md`` (version 1) has them.

>>> payload(Beep(880, 120), seq=7).hex()
'01440703700078'
>>> message_of(bytes.fromhex("01440703700078"))
(7, Beep(tone_hz=880, length_ms=120))
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

import msgspec

from firmware_bridge.messages import (
    LONGEST_TAG,
    MOST_CELLS,
    Ack,
    Again,
    Beep,
    Capability,
    Error,
    Event,
    Get,
    Heartbeat,
    Hello,
    Kind,
    LightFlag,
    Lights,
    Look,
    Message,
    Part,
    Set,
    Snapshot,
    Value,
    Who,
)

VERSION = 1
LONGEST_BODY = 240


class WireError(ValueError):
    """A payload is no message; the text says what is wrong with it."""


class OtherVersion(WireError):
    """The payload is of another version of the wire."""


TYPES: Mapping[type[Message], int] = {
    Hello: 0x01,
    Snapshot: 0x02,
    Event: 0x03,
    Ack: 0x04,
    Heartbeat: 0x05,
    Error: 0x06,
    Value: 0x07,
    Who: 0x41,
    Look: 0x42,
    Lights: 0x43,
    Beep: 0x44,
    Set: 0x45,
    Get: 0x46,
    Again: 0x47,
}


def payload(message: Message, seq: int = 0) -> bytes:
    """`message` as bytes without frame. Raises `WireError` for a number that does not fit its field."""
    try:
        body = _body(message)
    except (struct.error, OverflowError) as error:
        raise WireError(f"{message} does not fit the wire: {error}") from error
    if len(body) > LONGEST_BODY:
        raise WireError(f"the body of {type(message).__name__} has {len(body)} bytes, at most {LONGEST_BODY} go")
    return bytes((VERSION, TYPES[type(message)], seq)) + body


def message_of(data: bytes) -> tuple[int, Message]:
    """(sequence number, message) of a payload; raises `WireError` for anything else, whatever the bytes."""
    if len(data) < 3:
        raise WireError(f"{len(data)} bytes are no payload, 3 are the least")
    version, kind, seq = data[:3]
    if version != VERSION:
        raise OtherVersion(f"version {version} of the wire; this program speaks {VERSION}")
    if kind not in _READERS:
        raise WireError(f"0x{kind:02x} is no type of message")
    reader = _Reader(data[3:])
    message = _READERS[kind](reader)
    reader.finish()
    return seq, message


def _body(message: Message) -> bytes:
    match message:
        case Who() | Look() | Ack():
            return b""
        case Lights(flags, first, rgb):
            if len(rgb) % 3:
                raise WireError(f"{len(rgb)} bytes of colour are not three a light")
            return struct.pack(">BH", flags, first) + rgb
        case Beep(tone_hz, length_ms):
            return struct.pack(">HH", tone_hz, length_ms)
        case Set(key, value) | Value(key, value):
            return bytes((key,)) + value
        case Get(key, argument):
            return bytes((key,)) + argument
        case Again(number):
            return struct.pack(">H", number)
        case Hello():
            return _hello_body(message)
        case Snapshot(number, flags, first, count, data):
            return struct.pack(">HBHH", number, flags, first, count) + data
        case Event(number, time_ms, cell, kind, tag):
            return struct.pack(">HIHB", number, time_ms, cell, kind) + _str8(tag)
        case Heartbeat():
            return struct.pack(">HIHHH", *msgspec.structs.astuple(message))
        case Error(code, detail):
            return struct.pack(">BH", code, detail)


def _hello_body(hello: Hello) -> bytes:
    if len(hello.uid) != 8:
        raise WireError(f"the uid {hello.uid.hex()} has not 8 bytes")
    numbers = (hello.boot, hello.capabilities, hello.cells, hello.lights, hello.longest_body, hello.last_event)
    texts = b"".join(_str8(text.encode()) for text in (hello.name, hello.firmware, hello.chip))
    return (
        bytes((hello.oldest, hello.newest)) + hello.uid + struct.pack(">HHHHBHB", *numbers, hello.debounce_ms) + texts
    )


def _str8(data: bytes) -> bytes:
    return bytes((len(data),)) + data


class _Reader:
    """Reads a body from front to back; raises `WireError` where it is too short or too long."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        if self._at + count > len(self._data):
            raise WireError(f"the body ends after {len(self._data)} bytes; {self._at + count} are needed")
        taken = self._data[self._at : self._at + count]
        self._at += count
        return taken

    def number(self, width: int) -> int:
        return int.from_bytes(self.take(width), "big")

    def blob(self) -> bytes:
        return self.take(self.number(1))

    def text(self) -> str:
        try:
            return self.blob().decode()
        except UnicodeDecodeError as error:
            raise WireError(f"a text is not UTF-8: {error}") from error

    def rest(self) -> bytes:
        return self.take(len(self._data) - self._at)

    def finish(self) -> None:
        if self._at != len(self._data):
            raise WireError(f"the body has {len(self._data)} bytes, {len(self._data) - self._at} too many")


def _read_hello(reader: _Reader) -> Hello:
    return Hello(
        oldest=reader.number(1),
        newest=reader.number(1),
        uid=reader.take(8),
        boot=reader.number(2),
        capabilities=Capability(reader.number(2)),
        cells=_at_most(reader.number(2), MOST_CELLS, "cells"),
        lights=reader.number(2),
        longest_body=reader.number(1),
        last_event=reader.number(2),
        debounce_ms=reader.number(1),
        name=reader.text(),
        firmware=reader.text(),
        chip=reader.text(),
    )


def _read_snapshot(reader: _Reader) -> Snapshot:
    number, flags = reader.number(2), Part(reader.number(1))
    first, count = reader.number(2), reader.number(2)
    part = Snapshot(number, flags, first, count, reader.rest())
    if Part.TAGS in flags:
        tags = _Reader(part.data)
        for _ in range(count):
            _at_most(tags.number(2), MOST_CELLS - 1, "cell")
            _at_most(len(tags.blob()), LONGEST_TAG, "bytes of a tag")
        tags.finish()
    else:
        _at_most(first + count, MOST_CELLS, "cells")
        if len(part.data) != (count + 7) // 8:
            raise WireError(f"{len(part.data)} bytes are not the bits of {count} cells")
    return part


def _read_event(reader: _Reader) -> Event:
    number, time_ms, cell = reader.number(2), reader.number(4), reader.number(2)
    kind, tag = reader.number(1), reader.blob()
    _at_most(cell, MOST_CELLS - 1, "cell")
    if kind not in Kind.__members__.values():
        raise WireError(f"{kind} is no kind of event")
    _at_most(len(tag), LONGEST_TAG, "bytes of a tag")
    return Event(number, time_ms, cell, kind, tag)


def _read_lights(reader: _Reader) -> Lights:
    flags, first, rgb = LightFlag(reader.number(1)), reader.number(2), reader.rest()
    if len(rgb) % 3:
        raise WireError(f"{len(rgb)} bytes of colour are not three a light")
    return Lights(flags, first, rgb)


def _at_most(number: int, most: int, what: str) -> int:
    if number > most:
        raise WireError(f"{what}: {number}, at most {most}")
    return number


_READERS: Mapping[int, Callable[[_Reader], Message]] = {
    0x01: _read_hello,
    0x02: _read_snapshot,
    0x03: _read_event,
    0x04: lambda reader: Ack(),
    0x05: lambda reader: Heartbeat(*(reader.number(width) for width in (2, 4, 2, 2, 2))),
    0x06: lambda reader: Error(reader.number(1), reader.number(2)),
    0x07: lambda reader: Value(reader.number(1), reader.rest()),
    0x41: lambda reader: Who(),
    0x42: lambda reader: Look(),
    0x43: _read_lights,
    0x44: lambda reader: Beep(reader.number(2), reader.number(2)),
    0x45: lambda reader: Set(reader.number(1), reader.rest()),
    0x46: lambda reader: Get(reader.number(1), reader.rest()),
    0x47: lambda reader: Again(reader.number(2)),
}


def tags_in(part: Snapshot) -> tuple[tuple[int, bytes], ...]:
    """Cells and tags, of a part of tags; raises `WireError`."""
    reader = _Reader(part.data)
    return tuple((reader.number(2), reader.blob()) for _ in range(part.count))


def cell_list(first: int, cells: tuple[int, ...]) -> bytes:
    """The value of `Key.MAP` and `Key.LAMPS`: `cells` of the inputs (lamps) from `first` on, `UNUSED` for none."""
    return struct.pack(f">H{len(cells)}H", first, *cells)


def cells_listed(value: bytes) -> tuple[int, tuple[int, ...]]:
    """(first, cells) of such a value; raises `WireError`."""
    if len(value) < 2 or len(value) % 2:
        raise WireError(f"{len(value)} bytes are no list of cells")
    first, *cells = struct.unpack(f">{len(value) // 2}H", value)
    return first, tuple(cells)
