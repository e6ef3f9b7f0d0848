"""What the table has answered for is there after a kill, and after a plug is pulled in the middle of a write."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.fair_chance import SecretChain, commitment
from companion.store import GameRow, Kept, Store

KILLS, KILLS_OF_OTHERS = 50, 12
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", [1, 2])
def test_an_evening_killed_fifty_times_loses_nothing_that_was_answered(tmp_path: Path, seed: int) -> None:
    loses_nothing(tmp_path, KILLS, seed)


@pytest.mark.parametrize("game", ["cape_horn", "casablanca_agents", "corteo", "fifth_column"])
def test_neither_does_an_evening_of_another_game(tmp_path: Path, game: str) -> None:
    loses_nothing(tmp_path, KILLS_OF_OTHERS, 3, game)


def loses_nothing(folder: Path, kills: int, seed: int, game: str = "casablanca_escape") -> None:
    command = [sys.executable, "-m", "tests.table.killed_evenings", str(folder), str(kills), str(seed), game]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["lost"] == []
    assert told["acknowledged"] >= kills // 2
    assert told["entries"] > 0


def begun(path: Path) -> tuple[Store, int]:
    store = Store.open(path)
    chain = SecretChain.fresh()
    row = GameRow(0, "chase", "toy", 1, {}, (), "playing", commitment(chain.secret()), chain.seed, 0, {}, 0.0)
    return store, store.begin_game(row).id


def test_the_store_syncs_every_commit(tmp_path: Path) -> None:
    store, _ = begun(tmp_path / "evening.db")
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_what_was_not_synced_yet_may_be_lost_but_nothing_that_was(tmp_path: Path) -> None:
    """The plug is pulled while entry n is written: of the write-ahead log only what was synced before it is certain;
    of the rest any part may have reached the disk, whole or as rubbish."""
    rng = random.Random(5)
    path, wal = tmp_path / "evening.db", tmp_path / "evening.db-wal"
    store, game = begun(path)
    for seq in range(60):
        synced = wal.stat().st_size
        entries = [Kept(float(seq), b'{"n":%d}' % (seq + step), f"key {seq}.{step}") for step in range(1)]
        store.append(game, seq, entries, {"0000": ("disc:red",)} if seq % 3 else {})
        written = wal.read_bytes()
        crashed = tmp_path / f"crashed-{seq}"
        crashed.mkdir()
        shutil.copy(path, crashed / "evening.db")
        kept = rng.randint(synced, len(written))
        rubbish = rng.randbytes(rng.randint(0, len(written) - kept)) if rng.random() < 0.5 else b""
        (crashed / "evening.db-wal").write_bytes(written[:kept] + rubbish)
        again = Store.open(crashed / "evening.db")
        found = again.entries(game)
        assert len(found) >= seq
        assert [kept.entry for kept in found] == [b'{"n":%d}' % number for number in range(len(found))]
        again.append(game, len(found), [Kept(0.0, b'{"n":-1}')])
        again.close()
        shutil.rmtree(crashed)
