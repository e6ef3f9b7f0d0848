"""A game begun under rules that have changed since is refused in words that say what to do, and is kept as it was."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.refusals import NotAllowed
from companion.store import Store
from companion.table import OtherRules, Table
from engines import registry

OLD = Path(__file__).parent / "kept_rules" / "corteo-1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data folder of the older version."""
    return Path(shutil.copytree(OLD, tmp_path / "data"))


def _said(command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command line says on the way out; it fails without a traceback."""
    monkeypatch.setattr(sys, "argv", ["tavolo", *command])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code not in (0, None)
    told = " ".join(capsys.readouterr().err.split())
    assert "Traceback" not in told
    return told


def test_an_evening_of_the_first_rules_of_corteo_is_not_played_on_and_not_touched(folder: Path) -> None:
    store = Store.open(folder / "evening.db")
    with pytest.raises(OtherRules, match="rules version 1 of corteo, this program has version 7"):
        Table.open(store, registry.find("corteo"), clock=lambda: 0.0, insist=False)
    row = store.game_on_table()
    assert row is not None
    assert len(store.entries(row.id)) == 140
    store.close()
    with sqlite3.connect(folder / "evening.db") as connection:
        assert connection.execute("SELECT rules_version FROM games").fetchall() == [(1,)]
    connection.close()


def test_whoever_starts_the_program_there_is_told_what_to_do(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _said(["play", "corteo", "--data", str(folder), "--port", "0"], monkeypatch, capsys)
    assert "finish it with the Tavolo that it was begun with" in told
    assert "--data FOLDER" in told


def test_its_log_names_the_rules_that_it_needs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _said(["replay", str(folder / "corteo.jsonl")], monkeypatch, capsys)
    assert "played under rules version 1 of corteo" in told
    assert "read it with the Tavolo that it was played with" in told


def test_another_game_is_played_in_the_same_folder_and_the_old_one_waits_on_the_shelf(folder: Path) -> None:
    store = Store.open(folder / "evening.db")
    table = Table.open(store, registry.find("casablanca_escape"), clock=lambda: 0.0)
    assert table.moment.phase == "lobby"
    assert [saved.row.rules_version for saved in table.shelf()] == [1]
    store.close()


def _called_version_2(folder: Path) -> None:
    """Makes the evening one of the second rules, which the third follow."""
    with sqlite3.connect(folder / "evening.db") as connection:
        connection.execute("UPDATE games SET rules_version = 2")
    connection.close()


def test_an_evening_of_the_second_rules_goes_on_where_all_that_was_done_still_stands(tmp_path: Path) -> None:
    kept = Path(__file__).parent / "kept" / "second" / "corteo"
    store = Store.open(Path(shutil.copytree(kept, tmp_path / "data")) / "evening.db")
    table = Table.open(store, registry.find("corteo"), clock=lambda: 0.0, insist=False)
    assert (table.moment.row.rules_version, table.moment.phase) == (2, "playing")
    assert table.moment.journal is not None
    assert len(table.moment.journal.entries) == 80
    store.close()


def test_one_in_which_something_was_done_that_is_forbidden_now_is_refused_in_the_same_words(folder: Path) -> None:
    _called_version_2(folder)
    store = Store.open(folder / "evening.db")
    with pytest.raises(OtherRules, match="rules version 2 of corteo, this program has version 7"):
        Table.open(store, registry.find("corteo"), clock=lambda: 0.0, insist=False)
    store.close()


def test_it_stays_on_the_shelf_and_that_is_said(folder: Path) -> None:
    _called_version_2(folder)
    store = Store.open(folder / "evening.db")
    table = Table.open(store, registry.find("casablanca_escape"), clock=lambda: 0.0)
    (saved,) = table.shelf()
    with pytest.raises(NotAllowed, match="other_rules"):
        table.take_out(saved.row.id)
    store.close()
