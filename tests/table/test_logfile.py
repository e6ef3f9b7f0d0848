"""Downloaded logs: the public part during play, the whole after it, replayed and verified, errors by line."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from companion.logfile import log_lines, read_log, replay_log, verify_log
from engines import registry
from engines.data import DataError
from engines.pending import Decision, Dice
from tests.table.evenings import Evening
from tests.toys.chase import MoveHunter, Swap

ESCAPE = registry.find("casablanca_escape")


def played(folder: Path, actions: int) -> Evening:
    """An evening of the escape with random moves, some taken back."""
    evening = Evening(folder, ("red", "blue", "green"), ESCAPE).begin()
    rng = random.Random(4)
    for number in range(actions):
        pending = ESCAPE.pending(evening.state)
        if isinstance(pending, Dice):
            assert pending.seat is not None
            evening.service.roll(pending.seat, None, f"roll {number}", "en")
            continue
        assert isinstance(pending, Decision)
        seat = pending.seats[0]
        if rng.random() < 0.1 and evening.table.undoable(seat) is not None:
            evening.service.undo(seat, f"undo {number}", "en")
        else:
            evening.act(seat, rng.choice(list(ESCAPE.legal(evening.state, seat))))
    return evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return played(tmp_path_factory.mktemp("evening"), 150)


@pytest.fixture
def whole(evening: Evening, tmp_path: Path) -> Path:
    """The log as it is downloaded after the end."""
    path = tmp_path / "evening.jsonl"
    moment = evening.table.moment
    path.write_bytes(b"".join(log_lines(moment.row, moment.journal, whole=True)))
    return path


def test_a_whole_log_replays_to_the_state_of_the_table(evening: Evening, whole: Path) -> None:
    replayed = replay_log(whole)
    assert replayed.state == evening.state
    assert replayed.entries == len(evening.entries)
    assert replayed.over == ""


def test_a_whole_log_verifies(whole: Path) -> None:
    assert verify_log(whole) == []


def test_a_bent_roll_is_found(whole: Path) -> None:
    lines = whole.read_bytes().splitlines()
    number = next(n for n, line in enumerate(lines) if b'"first_move"' in line)
    line = msgspec.json.decode(lines[number])
    line["entry"]["result"] = [1, 1] if line["entry"]["result"] != [1, 1] else [1, 2]
    lines[number] = msgspec.json.encode(line)
    whole.write_bytes(b"\n".join(lines))
    assert any("is not what secret and shares give" in problem for problem in verify_log(whole))


def test_during_play_the_log_holds_no_shuffle_and_no_secret(evening: Evening) -> None:
    log = b"".join(evening.service.log())
    header, *lines = log.splitlines()
    assert msgspec.json.decode(header)["part"] == "public"
    assert b'"secret"' not in header
    outcomes = [line for line in lines if b'"outcome"' in line]
    assert not any("green" in str(msgspec.json.decode(line)["entry"]) for line in outcomes)
    assert b"take_card" not in log
    assert b"move_gestapo" in log
    assert evening.table.moment.row.chance_seed.encode() not in log


def test_the_public_part_cannot_be_replayed_and_says_so(evening: Evening, tmp_path: Path) -> None:
    path = tmp_path / "public.jsonl"
    path.write_bytes(b"".join(evening.service.log()))
    with pytest.raises(DataError, match="only what was public"):
        replay_log(path)
    with pytest.raises(DataError, match="only what was public"):
        verify_log(path)
    assert read_log(path).header.part == "public"


def test_an_undo_in_the_public_log_counts_public_entries(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin()
    evening.act("red", Swap(8))
    evening.act("red", MoveHunter("0200"))
    evening.service.undo("red", "u", "en")
    entries = [msgspec.json.decode(line)["entry"] for line in list(evening.service.log())[1:]]
    assert [entry["type"] for entry in entries] == ["act", "undo"]
    assert entries[1]["seq"] == 0


@pytest.mark.parametrize(
    ("line", "wrong", "problem"),
    [
        (1, b"", "line 1"),
        (1, b"{}", "line 1.*tavolo_log"),
        (4, b"{", "line 4"),
        (4, b'{"t": 1, "entry": {"type": "conjure"}}', "line 4.*conjure"),
        (4, b'{"t": 1, "entry": {"type": "act", "seat": "red", "action": {"type": "end_turn"}}}', "line 4.*entry 2"),
    ],
)
def test_what_is_wrong_with_a_log_is_named_by_line(whole: Path, line: int, wrong: bytes, problem: str) -> None:
    lines = whole.read_bytes().splitlines()
    lines[line - 1] = wrong
    whole.write_bytes(b"\n".join(lines))
    with pytest.raises(DataError, match=problem):
        replay_log(whole)


def test_a_log_that_takes_back_what_does_not_stand_is_refused(whole: Path) -> None:
    last = whole.read_bytes().count(b"\n") + 1
    with whole.open("ab") as log:
        log.write(b'{"t": 9999, "entry": {"type": "undo", "seq": 7777, "by": "red"}}\n')
    with pytest.raises(DataError, match=rf"line {last}.*undo of entry 7777, which does not stand"):
        replay_log(whole)


def test_a_log_at_whose_end_something_is_lost_is_refused(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(ESCAPE), "audit", lambda self, state: ["7 gold cards instead of 8"])
    last = whole.read_bytes().count(b"\n")
    with pytest.raises(DataError, match=rf"line {last}.*something is not conserved: 7 gold cards instead of 8"):
        replay_log(whole)


def test_a_log_of_other_rules_is_refused(whole: Path) -> None:
    ours = ESCAPE.rules_version
    assert not ESCAPE.understands(99)
    whole.write_bytes(whole.read_bytes().replace(b'"rules_version":%d' % ours, b'"rules_version":99', 1))
    with pytest.raises(DataError, match=rf"rules version 99 of .*, this program has version {ours}"):
        replay_log(whole)


def test_a_missing_log_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nothing\.jsonl"):
        read_log(tmp_path / "nothing.jsonl")
