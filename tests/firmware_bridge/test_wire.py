"""What goes over the wire is the same on both sides, and no bytes, however hostile, upset the table."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware_bridge import cobs, wire
from firmware_bridge.framing import Heard, Unframer, crc16, framed
from firmware_bridge.messages import Kind, Part
from firmware_bridge.wire import WireError, message_of, payload

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "hardware" / "firmware" / "vectors.json").read_text()
)

quickly = settings(max_examples=40)

number = st.integers(0, 0xFFFF)
byte = st.integers(0, 255)
cell = st.integers(0, wire.MOST_CELLS - 1)
text = st.text(max_size=12)
tag = st.binary(max_size=wire.LONGEST_TAG)
flags = st.sampled_from([wire.LightFlag(0), wire.LightFlag.SHOW, wire.LightFlag.CLEAR | wire.LightFlag.SHOW])
messages = st.one_of(
    st.just(wire.Who()),
    st.just(wire.Look()),
    st.just(wire.Ack()),
    st.builds(wire.Lights, flags, number, st.binary(max_size=79).map(lambda data: data * 3)),
    st.builds(wire.Beep, number, number),
    st.builds(wire.Set, byte, st.binary(max_size=200)),
    st.builds(wire.Get, byte, st.binary(max_size=2)),
    st.builds(wire.Again, number),
    st.builds(wire.Event, number, st.integers(0, 0xFFFFFFFF), cell, st.sampled_from([*Kind]), tag),
    st.builds(wire.Heartbeat, number, st.integers(0, 0xFFFFFFFF), number, number, number),
    st.builds(wire.Error, byte, number),
    st.builds(wire.Value, byte, st.binary(max_size=200)),
    st.builds(
        wire.Hello,
        byte,
        byte,
        st.binary(min_size=8, max_size=8),
        number,
        st.integers(0, 255).map(wire.Capability),
        st.integers(0, wire.MOST_CELLS),
        number,
        byte,
        number,
        byte,
        text,
        text,
        text,
    ),
)


@st.composite
def snapshots(draw: st.DrawFn) -> wire.Snapshot:
    """Switches or doubts of cells, or tags of some."""
    number_, last = draw(number), draw(st.sampled_from([Part(0), Part.LAST]))
    if draw(st.booleans()):
        tags = draw(st.lists(st.tuples(cell, tag), max_size=8))
        data = b"".join(where.to_bytes(2, "big") + bytes((len(what),)) + what for where, what in tags)
        return wire.Snapshot(number_, last | Part.TAGS, 0, len(tags), data)
    first = draw(cell)
    count = draw(st.integers(0, min(800, wire.MOST_CELLS - first)))
    size = (count + 7) // 8
    flags = last | draw(st.sampled_from([Part(0), Part.DOUBTFUL]))
    return wire.Snapshot(number_, flags, first, count, draw(st.binary(min_size=size, max_size=size)))


@st.composite
def nearly(draw: st.DrawFn, of: st.SearchStrategy[wire.Message]) -> bytes:
    """A payload of which up to two bytes are others, or which ends too early or too late."""
    data = bytearray(payload(draw(of), draw(byte)))
    for at, other in draw(st.lists(st.tuples(st.integers(0, len(data) - 1), byte), max_size=2)):
        data[at] = other
    end = draw(st.sampled_from([len(data), len(data), len(data) - 1]))
    return bytes(data[:end]) + draw(st.sampled_from([b"", b"", b"\0"]))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_both_sides_of_the_wire_write_the_same_frames(vector: dict[str, Any]) -> None:
    heard = Unframer().feed(bytes.fromhex(vector["frame"]))
    if vector["payload"] is None:
        assert heard == Heard((), 1)
        return
    data = bytes.fromhex(vector["payload"])
    assert heard == Heard((data,))
    assert framed(data).hex() == vector["frame"]
    seq, message = message_of(data)
    assert payload(message, seq) == data


def test_the_checksum_is_the_one_named() -> None:
    assert crc16(b"123456789") == 0x29B1


@quickly
@given(st.binary(max_size=600))
@example(b"\1" * 254)
@example(b"\1" * 255)
@example(b"\1" * 254 + b"\0")
@example(b"\0" + b"\1" * 600)
def test_stuffed_bytes_have_no_zero_and_come_back(data: bytes) -> None:
    stuffed = cobs.encode(data)
    assert 0 not in stuffed
    assert len(stuffed) <= len(data) + len(data) // 254 + 1
    assert cobs.decode(stuffed) == data


@quickly
@given(messages | snapshots(), byte)
def test_every_message_comes_back_as_it_went(message: wire.Message, seq: int) -> None:
    assert message_of(payload(message, seq)) == (seq, message)


@quickly
@given(st.lists(messages, max_size=6), st.data())
def test_frames_arrive_however_the_line_cuts_them(sent: list[wire.Message], data: st.DataObject) -> None:
    stream = b"".join(framed(payload(message)) for message in sent)
    unframer, heard = Unframer(), []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        found = unframer.feed(stream[:cut])
        heard += found.payloads
        assert not found.bad
        stream = stream[cut:]
    assert [message_of(one)[1] for one in heard] == sent


@quickly
@given(messages, st.data())
def test_a_torn_frame_is_thrown_away_and_the_next_one_heard(message: wire.Message, data: st.DataObject) -> None:
    frame = framed(payload(message))
    at = data.draw(st.integers(0, len(frame) - 2))
    torn = data.draw(st.sampled_from([frame[:at] + b"\0", frame[:at] + bytes((frame[at] ^ 0x10,)) + frame[at + 1 :]]))
    unframer = Unframer()
    heard = unframer.feed(torn + framed(payload(wire.Ack(), 9)))
    assert heard.payloads[-1:] == (payload(wire.Ack(), 9),)
    assert payload(message) not in heard.payloads[:-1]


@quickly
@given(st.binary(max_size=800))
def test_noise_never_stops_the_line(noise: bytes) -> None:
    unframer = Unframer()
    unframer.feed(noise)
    unframer.feed(b"\0")
    assert unframer.feed(framed(payload(wire.Look(), 3))) == Heard((payload(wire.Look(), 3),))


@quickly
@given(nearly(messages | snapshots()))
@example(payload(wire.Beep(880, 120), 7))
def test_a_payload_is_a_message_or_is_refused_by_name(data: bytes) -> None:
    try:
        seq, message = message_of(data)
    except WireError:
        return
    assert payload(message, seq) == data


@quickly
@given(st.binary(max_size=243).map(lambda rest: b"\1" + rest))
def test_bytes_that_nobody_meant_are_refused_by_name_or_read(data: bytes) -> None:
    with suppress(WireError):
        message_of(data)


@quickly
@given(nearly(snapshots()))
@example(payload(wire.Snapshot(1, Part.LAST, wire.MOST_CELLS - 9, 9, b"\xff\xff")))
@example(payload(wire.Snapshot(1, Part.TAGS, 0, 1, b"\x0f\xff\1\7")))
def test_a_snapshot_that_is_believed_tells_only_of_cells_that_there_are(data: bytes) -> None:
    try:
        _, message = message_of(data)
    except WireError:
        return
    if not isinstance(message, wire.Snapshot):
        return
    if Part.TAGS in message.flags:
        told = {where for where, _ in wire.tags_in(message)}
    else:
        told = set(message.bits())
    assert told <= set(range(wire.MOST_CELLS))


def test_numbers_that_do_not_fit_are_named() -> None:
    with pytest.raises(WireError, match="Beep"):
        payload(wire.Beep(70_000, 1))
    with pytest.raises(WireError, match="240"):
        payload(wire.Set(2, bytes(260)))
