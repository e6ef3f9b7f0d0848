"""Opening an evening that is damaged, wherever it is: it is refused in words, and set aside on wish."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.evening_settings import EveningSettings
from companion.keeping import STORE
from companion.opening import opened
from companion.store import Store, StoreCorrupt, StoreFull
from tests.table.evenings import Evening
from tests.toys.chase import GAME, MoveHunter

NO_TEXT = "CAST(x'ff' AS TEXT)"
DAMAGE = {
    "an entry was changed": "UPDATE entries SET entry = '{}' WHERE seq = 0",
    "an entry is no text": f"UPDATE entries SET entry = {NO_TEXT} WHERE seq = 0",
    "an entry is lost": "DELETE FROM entries WHERE seq = 0",
    "no such mode": "INSERT INTO settings VALUES ('mode', 'wild')",
    "no such patience": "INSERT INTO settings VALUES ('patience_s', 'x')",
    "hosts that cannot be read": "INSERT INTO settings VALUES ('host_tokens', '{')",
    "a setting is no text": f"INSERT INTO settings VALUES ('mode', {NO_TEXT})",
    "no number of a game": "UPDATE settings SET value = '²' WHERE name = 'on_table'",
    "too large a number of a game": f"UPDATE settings SET value = '{10**30}' WHERE name = 'on_table'",
    "options that cannot be read": "UPDATE games SET options = '['",
    "options that nobody knows": """UPDATE games SET options = '{"pace":"slog"}'""",
    "seats that nobody knows": """UPDATE games SET seats = '["rex","blue"]'""",
    "no such phase": "UPDATE games SET phase = 'zzz'",
    "a name is no text": f"UPDATE players SET name = {NO_TEXT}",
    "debts that cannot be read": "INSERT INTO debts VALUES (1, '0000', '[')",
    "a lost table": "ALTER TABLE entries RENAME TO entrieq",
}


def settings(folder: Path, set_aside: bool = False) -> EveningSettings:
    return EveningSettings(GAME, {}, (), "", "127.0.0.1", 0, folder, set_aside)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a game that was played a little and ended cleanly."""
    evening = Evening(tmp_path).begin()
    evening.act("red", MoveHunter("0200"))
    evening.store.close()
    return tmp_path


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_evening_is_refused_and_begins_anew_where_that_is_wished(folder: Path, name: str) -> None:
    with sqlite3.connect(folder / STORE) as raw:
        raw.execute(DAMAGE[name])
    raw.close()
    with pytest.raises(StoreCorrupt, match=r"evening\.db is damaged .*--set-aside"):
        opened(settings(folder))
    assert list(folder.glob("*damaged*")) == []
    found = opened(settings(folder, set_aside=True))
    assert (found.table.moment.phase, found.table.moment.players) == ("lobby", ())
    found.store.close()
    assert [path.name for path in folder.glob("*damaged*")] == ["evening.db.damaged-1"]


def test_a_page_of_the_schema_that_is_damaged_is_refused_and_set_aside_on_wish(folder: Path) -> None:
    path = folder / STORE
    content = path.read_bytes()
    path.write_bytes(content.replace(b"CREATE TABLE entries", b"CREATE TABLE \xffntries"))
    with pytest.raises(StoreCorrupt, match="--set-aside"):
        opened(settings(folder))
    opened(settings(folder, set_aside=True)).store.close()
    assert (folder / "evening.db.damaged-1").exists()


def test_a_damaged_file_is_kept_byte_for_byte_under_a_name_that_is_free(folder: Path) -> None:
    (folder / "evening.db.damaged-1").write_bytes(b"of last week")
    (folder / STORE).write_bytes(b"rubbish" * 100)
    found = opened(settings(folder, set_aside=True))
    assert found.table.moment.phase == "lobby"
    found.store.close()
    assert (folder / "evening.db.damaged-1").read_bytes() == b"of last week"
    assert (folder / "evening.db.damaged-2").read_bytes() == b"rubbish" * 100


def test_a_good_evening_is_never_set_aside(folder: Path) -> None:
    found = opened(settings(folder, set_aside=True))
    assert found.table.moment.phase == "playing"
    found.store.close()
    assert list(folder.glob("*damaged*")) == []


def test_a_full_disk_is_no_damage(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreFull("full")

    monkeypatch.setattr(Store, "_check_schema", full)
    with pytest.raises(StoreFull):
        opened(settings(folder, set_aside=True))
    assert list(folder.glob("*damaged*")) == []
