"""A downloaded log is played again and verified: an honest one holds, and one that somebody changed is found out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.logfile import log_lines
from engines import registry
from tests.conftest import Called
from tests.table.evenings import Evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log that was downloaded when red had rolled for the first move, and the whole one: blue did, too."""
    folder = tmp_path_factory.mktemp("evening")
    evening = Evening(folder, ("red", "blue"), registry.find("casablanca_escape")).begin()
    for seat, name in (("red", "early"), ("blue", "honest")):
        evening.service.roll(seat, None, evening.key(), "en")
        moment = evening.table.moment
        lines = log_lines(moment.row, moment.journal, whole=name == "honest")
        (folder / f"{name}.jsonl").write_bytes(b"".join(lines))
    return folder


@pytest.fixture
def honest(evening: Path) -> Path:
    return evening / "honest.jsonl"


@pytest.fixture
def forged(honest: Path, tmp_path: Path) -> Path:
    """The same log, in which red says to have rolled two sixes."""
    header, rolled, *rest = honest.read_text().splitlines()
    line = json.loads(rolled)
    assert line["entry"]["chance"] == "first_move"
    assert line["entry"]["result"] != [6, 6]
    line["entry"]["result"] = [6, 6]
    path = tmp_path / "forged.jsonl"
    path.write_text("\n".join((header, json.dumps(line), *rest)) + "\n")
    return path


def test_an_honest_log_is_fair(tavolo: Called, honest: Path) -> None:
    code, out, err = tavolo("verify", str(honest))
    assert (code, err) == (0, "")
    assert "Every roll and every shuffle follows" in out
    assert "What was sealed during play" not in out
    assert json.loads(tavolo("verify", str(honest), "--json")[1]) == {"fair": True, "problems": []}


def test_an_honest_log_holds_against_one_of_during_play(tavolo: Called, evening: Path) -> None:
    code, out, err = tavolo("verify", str(evening / "honest.jsonl"), str(evening / "early.jsonl"))
    assert (code, err) == (0, "")
    assert "What was sealed during play is as it was." in out


def test_what_all_saw_during_play_and_the_log_has_otherwise_is_named(
    tavolo: Called, evening: Path, tmp_path: Path
) -> None:
    other = tmp_path / "early.jsonl"
    other.write_text((evening / "early.jsonl").read_text().replace('"result":[6,5]', '"result":[5,6]'))
    assert other.read_bytes() != (evening / "early.jsonl").read_bytes()
    code, _, err = tavolo("verify", str(evening / "honest.jsonl"), str(other))
    assert code == 1
    assert str(other) in err


def test_a_die_that_fell_otherwise_is_named(tavolo: Called, forged: Path) -> None:
    code, out, err = tavolo("verify", str(forged))
    assert (code, out) == (1, "")
    assert err.startswith("tavolo: ")
    assert "first_move" in err
    code, out, err = tavolo("verify", str(forged), "--json")
    assert (code, err) == (1, "")
    told = json.loads(out)
    assert told["fair"] is False
    assert "first_move" in told["problems"][0]


def test_a_log_is_played_again_to_where_it_ended(tavolo: Called, honest: Path) -> None:
    code, out, err = tavolo("replay", str(honest))
    assert (code, err) == (0, "")
    assert out.split("\n")[0] == "casablanca_escape, red, blue: 5 entries; not over"
    replayed = json.loads(tavolo("replay", str(honest), "--json")[1])
    assert (replayed["entries"], replayed["over"], replayed["winners"]) == (5, "", [])


def test_the_line_that_does_not_fit_is_named(tavolo: Called, honest: Path, tmp_path: Path) -> None:
    lines = honest.read_text().splitlines()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join([*lines[:2], *lines[3:]]) + "\n")
    code, out, err = tavolo("replay", str(broken))
    assert (code, out) == (2, "")
    assert "line 3" in err
