"""What goes over the wire is the same on both sides, and no bytes, however hostile, upset the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
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
def test_stuffed_bytes_have_no_zero_and_come_back(data: bytes) -> None:
    stuffed = cobs.encode(data)
    assert 0 not in stuffed
    assert len(stuffed) <= len(data) + len(data) // 254 + 1
    assert cobs.decode(stuffed) == data


@quickly
@given(messages, byte)
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
@given(st.binary(max_size=243))
def test_a_payload_is_a_message_or_is_refused_by_name(data: bytes) -> None:
    try:
        seq, message = message_of(data)
    except WireError:
        return
    assert message_of(payload(message, seq)) == (seq, message)


@quickly
@given(byte, byte, st.binary(max_size=240))
def test_bodies_of_known_types_are_read_or_refused(kind: int, seq: int, body: bytes) -> None:
    try:
        _, message = message_of(bytes((1, kind % 8 + 0x40 * (kind > 127), seq)) + body)
    except WireError:
        return
    if isinstance(message, wire.Snapshot):
        assert all(0 <= one < wire.MOST_CELLS for one in message.bits()) if Part.TAGS not in message.flags else True


def test_numbers_that_do_not_fit_are_named() -> None:
    with pytest.raises(WireError, match="Beep"):
        payload(wire.Beep(70_000, 1))
    with pytest.raises(WireError, match="240"):
        payload(wire.Set(2, bytes(260)))
