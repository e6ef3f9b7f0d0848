"""An update keeps games and settings: real data folders of earlier versions are opened, played on, left readable."""

from __future__ import annotations

import json
import random
import re
import shutil
import sqlite3
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.doctor.games import games
from companion.service import Service
from companion.store import Store, StoreVersion
from companion.table import OtherRules, Table
from engines import registry
from engines.game import Game
from engines.pending import Decision, Dice, Over
from vision.lens import lens_path, load_lens

KEPT = Path(__file__).parent / "kept"
FOLDERS = sorted(path.parent for path in KEPT.glob("*/*/evening.db"))
ESCAPE = registry.find("casablanca_escape")

LISTED_AS_FOUND = re.compile(r"\.reach\[\d+\]\.cells$")
"""Hexes that a unit may go to, with what each costs: those of one cost came in the order in which they were found."""


@pytest.fixture(params=FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def old(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A copy of an old data folder, and what the version that wrote it said."""
    folder = tmp_path / "data"
    shutil.copytree(request.param, folder)
    return folder, json.loads((folder / "said.json").read_text(encoding="utf-8"))


def _game(said: dict[str, Any]) -> Game[Any, Any]:
    """The game of an old evening; the first ones were all of the escape."""
    return registry.find(said.get("game", ESCAPE.id))


def _opened(folder: Path, game: Game[Any, Any] = ESCAPE) -> tuple[Store, Table]:
    store = Store.open(folder / "evening.db")
    return store, Table.open(store, game, clock=lambda: 1_800_000_000.0, insist=False)


def _agrees(said: Any, now: Any, where: str = "") -> None:
    """Everything that was said then is still so; what was not known then may have come."""
    if isinstance(said, dict):
        for key, value in said.items():
            assert key in now, f"{where}.{key} is no longer told"
            _agrees(value, now[key], f"{where}.{key}")
    elif isinstance(said, list):
        assert len(said) == len(now), where
        if LISTED_AS_FOUND.search(where):
            said, now = sorted(said), sorted(now)
        for number, (one, other) in enumerate(zip(said, now)):
            _agrees(one, other, f"{where}[{number}]")
    else:
        assert said == now, where


def test_an_old_evening_stands_as_it_stood(old: tuple[Path, dict[str, Any]]) -> None:
    folder, said = old
    game = _game(said)
    store, table = _opened(folder, game)
    moment = table.moment
    assert (moment.phase, moment.mode, list(moment.row.seats)) == (said["phase"], said["mode"], said["seats"])
    _agrees(said["options"], dict(moment.row.options))
    assert store.settings()["host_pin"] == "402913"
    if moment.journal is not None:
        assert len(moment.journal.entries) == said["entries"]
        state = moment.journal.state
        assert game.audit(state) == []
        _agrees(said["placement"], msgspec.to_builtins(game.placement(state).cells))
        for seat, view in said["views"].items():
            now = json.loads(msgspec.json.encode(game.view(state, None if seat == "None" else seat)))
            _agrees(view, now, seat)
    store.close()


def test_every_phone_still_holds_its_seat(old: tuple[Path, dict[str, Any]]) -> None:
    folder, said = old
    store, table = _opened(folder, _game(said))
    assert {seat: table.seat_of(token) for seat, token in said["tokens"].items()} == {
        seat: seat for seat in said["tokens"]
    }
    store.close()


def test_an_old_evening_is_played_on_and_kept(old: tuple[Path, dict[str, Any]]) -> None:
    folder, said = old
    game = _game(said)
    store, table = _opened(folder, game)
    service, rng = Service(table), random.Random(11)
    if said["phase"] == "lobby":
        service.begin("en")
        service.begin("en")
    for number in range(12):
        journal = table.moment.journal
        assert journal is not None
        match game.pending(journal.state):
            case Dice(seat=seat):
                table.roll(seat or table.moment.row.seats[0], None, f"a-new-roll-{number}")
            case Decision(seats):
                seat, action = next(
                    (seat, rng.choice(actions)) for seat in seats if (actions := list(game.legal(journal.state, seat)))
                )
                table.act(seat, msgspec.json.encode(action), f"a-new-act-{number}")
            case Over():
                break
    assert table.moment.journal is not None
    entries, state = table.moment.journal.entries, table.moment.journal.state
    store.close()
    again, table = _opened(folder, game)
    assert table.moment.journal is not None
    assert (table.moment.journal.entries, table.moment.journal.state) == (entries, state)
    again.close()


def test_going_back_finds_every_table_as_the_older_version_made_it(old: tuple[Path, dict[str, Any]]) -> None:
    folder, said = old
    before = _tables(folder)
    store, _ = _opened(folder, _game(said))
    store.close()
    after = _tables(folder)
    assert after | before == after, "a table or column of the older version was changed"
    assert _version(folder) == 1


def test_a_lens_that_was_measured_is_still_known() -> None:
    lens = load_lens(lens_path(KEPT / "first" / "playing" / "lenses", "v4l2:0"))
    assert (lens.size, lens.rms_px) == ((1920, 1080), 0.31)


def test_a_store_from_the_future_is_refused_in_a_clear_sentence_and_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = _from_the_future(tmp_path)
    before = _contents(folder)
    with pytest.raises(StoreVersion, match="has schema 99, this program reads 1"):
        Store.open(folder / "evening.db")
    assert games(folder).key == "other_version"
    monkeypatch.setattr(sys, "argv", ["tavolo", "play", "--set-aside", "--data", str(folder), "--port", "0"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 3
    told = capsys.readouterr().err
    assert "has schema 99" in told
    assert "Traceback" not in told
    assert _contents(folder) == before


def test_a_game_under_rules_of_the_future_is_refused_in_a_clear_sentence_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(KEPT / "first" / "playing", folder)
    with sqlite3.connect(folder / "evening.db") as connection:
        connection.execute("UPDATE games SET rules_version = 7")
    connection.close()
    store = Store.open(folder / "evening.db")
    with pytest.raises(OtherRules, match="rules version 7"):
        Table.open(store, ESCAPE, clock=lambda: 0.0, insist=False)
    row = store.game_on_table()
    assert row is not None
    assert len(store.entries(row.id)) == 63
    store.close()
    monkeypatch.setattr(sys, "argv", ["tavolo", "play", "--data", str(folder), "--port", "0"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 3
    assert "begun under rules version 7" in capsys.readouterr().err


def _from_the_future(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    shutil.copytree(KEPT / "first" / "playing", folder)
    with sqlite3.connect(folder / "evening.db") as connection:
        connection.execute("UPDATE tavolo_schema SET version = 99")
    connection.close()
    return folder


def _contents(folder: Path) -> list[str]:
    """Every row of every table."""
    with sqlite3.connect(folder / "evening.db") as connection:
        rows = list(connection.iterdump())
    connection.close()
    return rows


def _tables(folder: Path) -> dict[str, list[Any]]:
    """Every table of the database with its columns."""
    with sqlite3.connect(folder / "evening.db") as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: connection.execute(f"PRAGMA table_info({name})").fetchall() for name in names}
    connection.close()
    return found


def _version(folder: Path) -> int:
    with sqlite3.connect(folder / "evening.db") as connection:
        (version,) = connection.execute("SELECT version FROM tavolo_schema").fetchone()
    connection.close()
    return int(version)
