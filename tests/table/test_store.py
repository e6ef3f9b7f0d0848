"""The store: two writers, old and strange files, damage, chained entries."""

from __future__ import annotations

import sqlite3
import traceback
from pathlib import Path

import pytest

from companion.fair_chance import SecretChain, commitment
from companion.store import (
    GameRow,
    Kept,
    LostRace,
    PhoneRow,
    PlayerRow,
    Store,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreVersion,
)
from tests.table.full_disk import full_disk

PAGE_BYTES = 4096
NOUGHT, ONE = 8, 9
"""How SQLite writes these numbers in the head of a record."""
ENTRY = Kept(1.5, b'{"type":"act"}', "key")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


def begin(store: Store) -> GameRow:
    chain = SecretChain.fresh()
    secret = commitment(chain.secret())
    row = GameRow(0, "chase", "toy", 3, {"pace": "slow"}, (), "lobby", secret, chain.seed, 0, {}, 12.5)
    return store.begin_game(row, [PlayerRow("red", "Anna", "hash", "share")])


def test_a_game_is_found_again_as_it_was(path: Path) -> None:
    store = Store.open(path)
    row = begin(store)
    store.append(row.id, 0, [ENTRY, Kept(2.5, b"{}")], {"T0": ("disc:red",)}, "playing")
    store.set("mode", "strict")
    store.close()
    again = Store.open(path)
    assert again.game_on_table() == GameRow(
        row.id, "chase", "toy", 3, {"pace": "slow"}, (), "playing", row.commitment, row.chance_seed, 0, {}, 12.5
    )
    assert again.entries(row.id) == [ENTRY, Kept(2.5, b"{}")]
    assert again.players(row.id) == [PlayerRow("red", "Anna", "hash", "share")]
    assert again.debts(row.id) == {"T0": ("disc:red",)}
    assert again.settings()["mode"] == "strict"


def test_a_game_that_is_begun_lies_on_the_table_also_after_an_older_one_did(path: Path) -> None:
    store = Store.open(path)
    first = begin(store)
    begin(store)
    store.put_on_table(first.id)
    third = begin(store)
    store.close()
    assert Store.open(path).game_on_table() == third


def test_of_two_writers_one_loses_cleanly(path: Path) -> None:
    one, other = Store.open(path), Store.open(path)
    game = begin(one).id
    one.append(game, 0, [ENTRY])
    with pytest.raises(LostRace, match="another writer has appended entry 0"):
        other.append(game, 0, [Kept(2.0, b"{}")])
    assert other.entries(game) == [ENTRY]
    other.append(game, 1, [Kept(2.0, b"{}")])


def test_entries_are_appended_all_or_none(path: Path) -> None:
    store = Store.open(path)
    game = begin(store).id
    store.append(game, 0, [ENTRY])
    with pytest.raises(LostRace):
        store.append(game, 1, [Kept(2.0, b"{}"), Kept(2.0, b"{}", "key")], {"T0": ()}, "over")
    assert len(store.entries(game)) == 1
    assert store.debts(game) == {}


def test_a_changed_entry_is_noticed(path: Path) -> None:
    store = Store.open(path)
    game = begin(store).id
    store.append(game, 0, [ENTRY, Kept(2.0, b"{}")])
    store.close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE entries SET entry = '[]' WHERE seq = 0")
    with pytest.raises(StoreCorrupt, match="entry 0 of game 1 is missing or was changed"):
        Store.open(path).entries(game)


def test_a_missing_entry_is_noticed(path: Path) -> None:
    store = Store.open(path)
    game = begin(store).id
    store.append(game, 0, [ENTRY, Kept(2.0, b"{}")])
    store.close()
    with sqlite3.connect(path) as raw:
        raw.execute("DELETE FROM entries WHERE seq = 0")
    with pytest.raises(StoreCorrupt, match="entry 0 of game 1"):
        Store.open(path).entries(game)


def test_an_entry_that_its_index_has_lost_is_missed_on_opening(path: Path) -> None:
    store = Store.open(path)
    game = begin(store).id
    store.append(game, 0, [Kept(float(seq), b"{}") for seq in range(20)])
    store.close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        find = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entries_1'"
        (page,) = raw.execute(find).fetchone()
    raw.close()
    content = bytearray(path.read_bytes())
    start = (page - 1) * PAGE_BYTES
    newest = start + int.from_bytes(content[start + 5 : start + 7])
    assert content[newest + 2] == ONE
    content[newest + 2] = NOUGHT  # the game of the last entry, says the index, is number 0
    path.write_bytes(content)
    with pytest.raises(StoreCorrupt, match="index"):
        Store.open(path)


@pytest.mark.parametrize("column", ["entry", "digest", "request"])
def test_what_cannot_be_read_is_not_quoted_for_it_may_be_a_secret(path: Path, column: str) -> None:
    store = Store.open(path)
    game = begin(store).id
    store.append(game, 0, [ENTRY])
    store.close()
    with sqlite3.connect(path) as raw:
        raw.execute(f"UPDATE entries SET {column} = CAST(x'6272696265ff' AS TEXT)")
    with pytest.raises(StoreCorrupt, match=r"evening\.db is damaged \(.* is unreadable\)") as found:
        Store.open(path).entries(game)
    assert "bribe" not in "".join(traceback.format_exception(found.value))


def test_a_store_that_has_lost_a_table_is_not_given_an_empty_one(path: Path) -> None:
    Store.open(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("ALTER TABLE entries RENAME TO entrieq")
    with pytest.raises(StoreCorrupt, match="it has no entries"):
        Store.open(path)


def test_a_full_disk_is_named_when_the_store_is_written_and_when_it_is_opened(path: Path) -> None:
    store = Store.open(path)
    game = begin(store).id
    with full_disk(), pytest.raises(StoreFull, match="the disk that it is on is full"):
        store.append(game, 0, [Kept(1.0, b'{"padding":"%s"}' % (b"x" * 100_000))])
    assert store.entries(game) == []
    store.append(game, 0, [ENTRY])
    store.close()
    with full_disk(), pytest.raises(StoreFull, match="the disk that it is on is full"):
        Store.open(path)
    assert Store.open(path).entries(game) == [ENTRY]


def test_a_game_whose_head_is_damaged_hides_no_other_and_can_be_forgotten(path: Path) -> None:
    store = Store.open(path)
    damaged, other = begin(store), another(store)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE games SET options = '[' WHERE id = ?", [damaged.id])
    assert [saved.row for saved in store.games()] == [other]
    assert store.numbers() == [damaged.id, other.id]
    store.forget(damaged.id)
    assert store.numbers() == [other.id]


DAMAGE = (b"not a database at all, but long enough to be one " * 40, b"SQLite format 3\x00" + b"\x07" * 5000)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_named_and_left_as_it_is(path: Path, damage: bytes) -> None:
    path.write_bytes(damage)
    with pytest.raises(StoreCorrupt, match=r"evening\.db is damaged"):
        Store.open(path)
    assert path.read_bytes() == damage


def test_a_page_in_the_middle_that_was_overwritten_is_found_on_opening(path: Path) -> None:
    store = Store.open(path)
    game = begin(store).id
    for seq in range(200):
        store.append(game, seq, [Kept(float(seq), b'{"padding":"%s"}' % (b"x" * 200))])
    store.close()
    content = bytearray(path.read_bytes())
    content[4096 * 8 : 4096 * 9] = b"\x55" * 4096
    path.write_bytes(content)
    with pytest.raises(StoreCorrupt, match=r"evening\.db"):
        Store.open(path).entries(game)


def test_another_schema_is_refused_with_both_versions(path: Path) -> None:
    Store.open(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE tavolo_schema SET version = 99")
    with pytest.raises(StoreVersion, match="has schema 99, this program reads 1"):
        Store.open(path)


def test_somebody_elses_database_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreVersion, match="not one of Tavolo"):
        Store.open(path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nowhere: there is no such folder"):
        Store.open(tmp_path / "nowhere" / "evening.db")


@pytest.mark.parametrize("url", ["postgres-no-such://somewhere/x", "nosuchdatabase://somewhere/x"])
def test_an_address_that_no_driver_knows_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match="this database address cannot be used"):
        Store.open(url)


def test_the_schema_is_made_for_postgresql_too() -> None:
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.schema import CreateTable

    from companion.store_schema import metadata

    made = "\n".join(str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in metadata.sorted_tables)
    assert "PRIMARY KEY (game, seq)" in made


def another(store: Store, name: str = "Bruno") -> GameRow:
    chain = SecretChain.fresh()
    row = GameRow(0, "chase", "toy", 3, {}, (), "lobby", commitment(chain.secret()), chain.seed, 0, {}, 99.5)
    return store.begin_game(row, [PlayerRow("blue", name, "hash of blue", "share")])


def test_the_game_put_on_the_table_last_lies_there_also_after_a_restart(path: Path) -> None:
    store = Store.open(path)
    first, second = begin(store), another(store)
    assert store.game_on_table() == second
    assert store.put_on_table(first.id) == first
    store.close()
    again = Store.open(path)
    assert again.game_on_table() == first
    with pytest.raises(StoreError, match="there is no game 77"):
        again.put_on_table(77)


def test_games_are_listed_with_the_one_played_last_first(path: Path) -> None:
    store = Store.open(path)
    first, second = begin(store), another(store)
    store.append(first.id, 0, [Kept(500.0, b"{}"), Kept(501.0, b"{}")])
    assert [(game.row, game.last, game.entries) for game in store.games()] == [(first, 501.0, 2), (second, 99.5, 0)]
    assert store.games()[1].players == (PlayerRow("blue", "Bruno", "hash of blue", "share"),)


def test_a_seat_with_several_phones_is_found_again_as_it_was(path: Path) -> None:
    store = Store.open(path)
    phones = (PhoneRow("Bea", "other hash"), PhoneRow("", "", "code"))
    players = (PlayerRow("march", "Anna", "hash", "share", None, phones), PlayerRow("spy", "Carl", "h", "s", gone=True))
    game = begin(store).id
    store.write_players(game, players)
    store.close()
    assert tuple(Store.open(path).players(game)) == players


def test_what_is_forgotten_is_gone_from_every_byte_on_the_disk(path: Path) -> None:
    store = Store.open(path)
    kept, gone = begin(store), another(store, name="Ferdinand the Third")
    store.append(kept.id, 0, [Kept(1.0, b'{"stays":"here"}')])
    store.append(gone.id, 0, [Kept(1.0, b'{"never":"told"}', "a request of his")], {"0102": ("disc:red",)})
    store.write_players(gone.id, [PlayerRow("red", "Ferdinand the Third", "hash of his", "share of his")])
    store.forget(gone.id)
    left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"stays" in left
    for word in (b"Ferdinand", b"never", b"a request of his", b"hash of his", gone.chance_seed.encode(), b"0102"):
        assert word not in left
    assert [game.row.id for game in store.games()] == [kept.id]
    store.append(kept.id, 1, [Kept(2.0, b"{}")])


def test_a_store_of_the_first_tavolo_is_opened_and_what_is_new_is_added(path: Path) -> None:
    store = Store.open(path)
    game = begin(store)
    store.close()
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TABLE phones")
        raw.execute("DROP TABLE departures")
        raw.execute("DELETE FROM settings")
    again = Store.open(path)
    assert again.game_on_table() == game
    again.write_players(game.id, [PlayerRow("red", "Anna", "hash", "share", gone=True)])
    assert again.players(game.id)[0].gone
