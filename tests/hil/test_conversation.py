"""What the chip answers on its line, to good questions, bad ones, and to noise."""

from __future__ import annotations

import json
import random

import pytest

from firmware_bridge.framing import framed
from firmware_bridge.messages import (
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
    LightFlag,
    Lights,
    Look,
    Set,
    Snapshot,
    Value,
    Who,
)
from firmware_bridge.wire import cell_list, cells_listed, message_of
from tests.hil import tools
from tests.hil.conftest import BoardMaker
from tests.hil.emulated import BOARDS, EmulatedBoard

VECTORS = json.loads((tools.FIRMWARE / "vectors.json").read_text())
HOLDS = {"mega": (256, 240), "uno": (96, 120)}
"""Lights, and the longest body that it takes."""


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_says_what_it_holds_when_it_starts_and_when_asked(new_board: BoardMaker, name: str) -> None:
    board = new_board(name)
    hello = board.start()
    lights, longest = HOLDS[name.split("-")[0]]
    assert (hello.cells, hello.lights, hello.longest_body) == (board.inputs, lights, longest)
    assert hello.chip == f"{BOARDS[name]['mcu']} {name.split('-')[1]}"
    kind = Capability.MATRIX if board.columns else Capability.CHAINED | Capability.DIODES
    assert hello.capabilities == Capability.SWITCHES | Capability.LIGHTS | Capability.BUZZER | Capability.KEEPS | kind
    assert board.ask(Who()) == [hello]


def test_two_boards_have_different_names_for_themselves(new_board: BoardMaker) -> None:
    boards = [new_board("uno-chain") for _ in range(3)]
    for seed, board in enumerate(boards):
        board.cut_power(seed + 100)
    assert len({board.start().uid for board in boards}) == 3


def test_a_board_keeps_who_it_is_and_counts_its_starts(uno: EmulatedBoard) -> None:
    before = uno.ask(Who())[0]
    uno.reset()
    after_reset = uno.start()
    uno.cut_power(9)
    after_cut = uno.start()
    assert isinstance(before, Hello)
    assert before.uid == after_reset.uid == after_cut.uid
    assert (before.boot, after_reset.boot, after_cut.boot) == (1, 2, 3)


def test_a_quiet_board_gives_a_sign_of_life_every_second(uno: EmulatedBoard) -> None:
    uno.run(ms=3200)
    beats = uno.heard()
    assert [beat.uptime_s for beat in beats if isinstance(beat, Heartbeat)] == [1, 2, 3]
    assert all(isinstance(beat, Heartbeat) and beat.free_bytes > 200 for beat in beats)


def test_a_program_that_hangs_is_started_anew_by_its_watchdog(uno: EmulatedBoard) -> None:
    uno.close(5)
    uno.hang(ms=300)
    uno.run(ms=50)
    assert [type(message) for message in uno.heard()] == [Event]
    uno.hang(ms=600)
    uno.run(ms=300)
    (hello,) = uno.heard()
    assert isinstance(hello, Hello)
    assert hello.boot == 2
    assert uno.felt().taken == {5}


def test_lights_shine_in_the_colours_they_were_sent_and_every_pulse_is_understood(mega: EmulatedBoard) -> None:
    colours = [bytes((i, 255 - i, i * 7 % 256)) for i in range(256)]
    for first in range(0, 256, 64):
        show = LightFlag.SHOW if first == 192 else LightFlag(0)
        assert mega.ask(Lights(show, first, b"".join(colours[first : first + 64])))[-1] == Ack()
    strip = mega.strip()
    assert strip.rgb == tuple(colours)
    assert (strip.odd_pulses, strip.odd_bits) == (0, 0)
    assert strip.zero_high == (6, 6)
    assert strip.one_high == (13, 13)


def test_lights_that_are_not_shown_yet_stay_as_they_were_and_clear_darkens_the_rest(uno: EmulatedBoard) -> None:
    uno.ask(Lights(LightFlag.SHOW, 5, b"\x10\x20\x30"))
    uno.ask(Lights(LightFlag(0), 6, b"\x01\x02\x03"))
    assert uno.strip().rgb[5:7] == (b"\x10\x20\x30", bytes(3))
    uno.ask(Lights(LightFlag.SHOW, 0, b""))
    assert uno.strip().rgb[5:7] == (b"\x10\x20\x30", b"\x01\x02\x03")
    uno.ask(Lights(LightFlag.SHOW | LightFlag.CLEAR, 95, b"\xff\xff\xff"))
    assert uno.strip().rgb == (bytes(3),) * 95 + (b"\xff\xff\xff",)


def test_lights_are_dark_after_a_reset(uno: EmulatedBoard) -> None:
    uno.ask(Lights(LightFlag.SHOW, 0, b"\xff" * 90))
    uno.reset()
    uno.start()
    assert uno.strip().rgb == (bytes(3),) * 96


@pytest.mark.parametrize("hz", [50, 440, 2000, 20000])
def test_the_buzzer_sounds_the_tone_for_its_time(uno: EmulatedBoard, hz: int) -> None:
    assert uno.ask(Beep(hz, 100))[-1] == Ack()
    uno.run(ms=80)
    assert uno.tone_hz() == pytest.approx(hz, rel=0.02)
    uno.run(ms=70)
    assert uno.tone_hz() == 0


def test_settings_outlive_a_cut_of_power(mega: EmulatedBoard) -> None:
    cells = tuple((7 * i) % 256 for i in range(100))
    mega.ask(Set(Key.NAME, b"\x06K\xc3\xbcche"))
    mega.ask(Set(Key.MAP, cell_list(100, cells)))
    mega.ask(Set(Key.LAMPS, cell_list(0, (200, UNUSED, 5))))
    mega.ask(Set(Key.DEBOUNCE, b"\x0c"))
    mega.ask(Set(Key.MATRIX, b"\x01"))
    mega.cut_power()
    hello = mega.start()
    assert (hello.name, hello.debounce_ms) == ("Küche", 12)
    assert Capability.DIODES in hello.capabilities
    assert mega.ask(Get(Key.MATRIX)) == [Value(Key.MATRIX, b"\x01")]
    assert _listed(mega, Key.MAP, 90)[:20] == (*range(90, 100), *cells[:10])
    assert _listed(mega, Key.LAMPS, 0)[:4] == (200, UNUSED, 5, 3)
    mega.close(101)
    mega.run(ms=40)
    assert [event.cell for event in mega.heard() if isinstance(event, Event)] == [7]


def _listed(board: EmulatedBoard, key: int, first: int) -> tuple[int, ...]:
    value = board.ask(Get(key, first.to_bytes(2, "big")))[-1]
    assert isinstance(value, Value)
    start, cells = cells_listed(value.value)
    assert start == first
    return cells


def test_forgetting_brings_the_factory_settings_back_but_not_another_identity(uno: EmulatedBoard) -> None:
    before = uno.ask(Who())[0]
    assert isinstance(before, Hello)
    uno.ask(Set(Key.NAME, b"\x02ab"))
    uno.ask(Set(Key.MAP, cell_list(0, (9, 8, 7))))
    assert uno.ask(Set(Key.FORGET, b"DEAD"))[-1] == Ack()
    uno.cut_power()
    hello = uno.start()
    assert (hello.uid, hello.name, hello.debounce_ms) == (before.uid, "", 5)
    assert _listed(uno, Key.MAP, 0)[:3] == (0, 1, 2)


def test_power_that_fails_while_a_map_is_written_costs_no_other_setting(uno: EmulatedBoard) -> None:
    uno.ask(Set(Key.NAME, b"\x02ab"))
    luck = random.Random(3)
    for _ in range(12):
        cells = tuple(luck.sample(range(64), 40))
        uno.put(Set(Key.MAP, cell_list(0, cells)))
        uno.run(ms=luck.uniform(10, 400))
        uno.cut_power(luck.randrange(1000))
        kept = _stored_map(uno)
        assert uno.start().name == "ab"
        assert _listed(uno, Key.MAP, 0)[:40] == kept


def _stored_map(board: EmulatedBoard) -> tuple[int, ...]:
    """The map as the store holds it: an entry whose check fails is the factory's."""
    store = board.store()

    def cell(index: int) -> int:
        entry = store[72 + 3 * index :][:3]
        crc = 0xFF
        for byte in entry[:2]:
            crc ^= byte
            for _ in range(8):
                crc = (crc << 1 ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
        return int.from_bytes(entry[:2], "big") if entry[0] != 0xFF and entry[2] == crc else index

    return tuple(cell(index) for index in range(40))


def test_a_damaged_setting_is_told_and_the_factory_one_holds(uno: EmulatedBoard) -> None:
    uno.ask(Set(Key.MAP, cell_list(0, (9, 8, 7))))
    uno.poke(72 + 4, b"\x05")
    uno.cut_power()
    uno.run(ms=150)
    assert uno.heard()[1:] == [Error(ErrorCode.NOT_KEPT, Key.MAP)]
    assert _listed(uno, Key.MAP, 0)[:3] == (9, 1, 7)


REFUSED = {
    "a version that is not spoken": (b"\x02\x41\x07", ErrorCode.UNKNOWN_VERSION, 2),
    "an unknown question": (b"\x01\x7f\x07", ErrorCode.UNKNOWN_TYPE, 0x7F),
    "a question with too much in it": (b"\x01\x41\x07\x00", ErrorCode.BAD_LENGTH, 1),
    "half a colour": (b"\x01\x43\x07\x01\x00\x00\xff", ErrorCode.BAD_LENGTH, 4),
    "a light that is not there": (b"\x01\x43\x07\x01\x00\x60\xff\xff\xff", ErrorCode.NO_SUCH, 96),
    "a flag that means nothing": (b"\x01\x43\x07\x04\x00\x00", ErrorCode.OUT_OF_RANGE, 4),
    "a tone too low": (b"\x01\x44\x07\x00\x05\x00\x10", ErrorCode.OUT_OF_RANGE, 5),
    "no key": (b"\x01\x45\x07", ErrorCode.BAD_LENGTH, 0),
    "an unknown key to set": (b"\x01\x45\x07\x63\x00", ErrorCode.NO_SUCH, 0x63),
    "an unknown key to get": (b"\x01\x46\x07\x06", ErrorCode.NO_SUCH, 6),
    "an input that is not there": (b"\x01\x45\x07\x02\x00\x40\x00\x01", ErrorCode.NO_SUCH, 64),
    "a cell that is not there": (b"\x01\x45\x07\x02\x00\x00\x00\x40", ErrorCode.NO_SUCH, 64),
    "a light to map that is not there": (b"\x01\x45\x07\x04\x00\x5f\x00\x01\x00\x02", ErrorCode.NO_SUCH, 96),
    "a light over a cell that is not there": (b"\x01\x45\x07\x04\x00\x5f\x00\x40", ErrorCode.NO_SUCH, 64),
    "a light to tell that is not there": (b"\x01\x46\x07\x04\x00\x60", ErrorCode.NO_SUCH, 96),
    "a name that is too long": (b"\x01\x45\x07\x01\x19" + b"x" * 25, ErrorCode.OUT_OF_RANGE, 25),
    "a name of another length than it says": (b"\x01\x45\x07\x01\x03xx", ErrorCode.BAD_LENGTH, 4),
    "no debounce time": (b"\x01\x45\x07\x03\x00", ErrorCode.OUT_OF_RANGE, 0),
    "forgetting by accident": (b"\x01\x45\x07\x06DEAF", ErrorCode.OUT_OF_RANGE, 6),
    "events that never were": (b"\x01\x47\x07\x12\x34", ErrorCode.EVENTS_GONE, 1),
    "more than the board takes": (b"\x01\x43\x07\x00\x00\x00" + bytes(150), ErrorCode.BAD_LENGTH, 153),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_question_that_cannot_be_answered_is_refused_with_its_reason(uno: EmulatedBoard, what: str) -> None:
    question, code, detail = REFUSED[what]
    uno.send(framed(question))
    uno.run(ms=60)
    assert uno.heard_numbered() == [(7, Error(code, detail))]


def test_a_repeated_question_is_done_once_and_answered_again(uno: EmulatedBoard) -> None:
    pictures = uno.strip().pictures
    for _ in range(3):
        uno.put(Lights(LightFlag.SHOW, 0, b"\xff\0\0"), seq=50)
        uno.run(ms=20)
    assert uno.heard_numbered() == [(50, Ack())] * 3
    assert uno.strip().pictures == pictures + 1


def test_a_question_repeated_while_it_is_still_worked_on_is_answered_once(mega: EmulatedBoard) -> None:
    long_map = Set(Key.MAP, cell_list(0, tuple(range(99, -1, -1))))
    for _ in range(2):
        mega.put(long_map, seq=9)
        mega.run(ms=500)
    mega.run(ms=700)
    assert [number for number, message in mega.heard_numbered() if message == Ack()] == [9]


def test_whatever_was_thrown_away_is_counted_and_what_follows_is_heard(uno: EmulatedBoard) -> None:
    bad = [vector for vector in VECTORS if vector["payload"] is None]
    for vector in bad:
        uno.send(bytes.fromhex(vector["frame"]))
        uno.run(ms=len(vector["frame"]) / 2 * 0.1)
        uno.heard()
        assert isinstance(uno.ask(Who())[-1], Hello), vector["name"]
    uno.run(ms=1100)
    beat = uno.heard()[-1]
    assert isinstance(beat, Heartbeat)
    assert beat.bad_frames == len(bad)


def test_noise_on_the_line_neither_stops_the_board_nor_is_taken_for_a_question(mega: EmulatedBoard) -> None:
    luck = random.Random(11)
    good = framed(b"\x01\x43\x02\x01\x00\x00\xff\x00\x00")
    for _ in range(60):
        noise = bytearray(luck.randbytes(luck.randrange(1, 300)) + good)
        for _ in range(luck.randrange(1, 4)):
            noise[luck.randrange(len(noise))] ^= luck.randrange(1, 256)
        mega.send(bytes(noise))
        mega.run(ms=len(noise) * 0.1 + 2)
    mega.send(b"\0")
    mega.heard()
    assert isinstance(mega.ask(Who())[-1], Hello)
    assert mega.felt().taken == set()
    assert mega.faults()[1] == 0


def test_the_frames_of_the_chip_are_those_of_the_page(uno: EmulatedBoard) -> None:
    """What it answers to `who` is, byte for byte, what the page's checksum and stuffing make of it."""
    uno.put(Who(), seq=1)
    uno.run(ms=30)
    raw = uno.raw()
    hello = message_of(raw_payload(raw))
    assert hello[0] == 1
    assert framed(raw_payload(raw)) == raw


def raw_payload(frame: bytes) -> bytes:
    """The payload of one frame."""
    out = bytearray()
    at = 0
    while frame[at]:
        out += frame[at + 1 : at + frame[at]] + b"\0"
        at += frame[at]
    return bytes(out[:-3])


def test_events_that_the_table_missed_are_told_again_in_order(uno: EmulatedBoard) -> None:
    for cell in range(0, 64, 9):
        uno.close(cell)
        uno.run(ms=8)
    uno.run(ms=20)
    first = [event for event in uno.heard() if isinstance(event, Event)]
    *again, answer = uno.ask(Again(4))
    assert answer == Ack()
    assert again == first[4:]
    assert uno.ask(Again(8)) == [Ack()]


def test_a_snapshot_follows_the_events_before_it_and_tells_later_ones_after_it(uno: EmulatedBoard) -> None:
    uno.close(*range(0, 54, 9))
    uno.run(ms=5.5)
    uno.put(Look())
    uno.close(63)
    uno.run(ms=60)
    said = uno.heard()
    numbers = [message.number for message in said if isinstance(message, Event)]
    assert numbers == list(range(1, 8))
    before, snapshot = next((said[:at], told) for at, told in enumerate(said) if isinstance(told, Snapshot))
    assert snapshot.number == len([message for message in before if isinstance(message, Event)])
