"""How fast the store commits, beside a bare write and fsync of the same bytes on the same disk."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.measures.sample import Summary, rates, seconds
from companion.store import GameRow, Kept, Store

COMMITS = 50
"""Commits a sample: long enough that one slow flush of the disk does not decide it."""
ENTRY = b'{"type":"act","seat":"red","action":{"type":"move_gestapo","to":"2009"}}'


def measure_store(folder: Path, samples: int) -> dict[str, Summary]:
    """Durable commits of one entry each, per second, and as a ratio to as many bare fsyncs."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        store = Store.open(Path(name) / "bench.db")
        row = store.begin_game(GameRow(0, "bench", "", 1, {}, ("red",), "playing", "", "", 0, {}, 0.0))
        commits = [COMMITS / seconds(_commit, store, row.id, n * COMMITS) for n in range(samples)]
        store.close()
        bare = [COMMITS / seconds(_fsync, Path(name) / "bare") for _ in range(samples)]
    ratio = [commit / plain for commit, plain in zip(commits, bare, strict=True)]
    return {"store_commits": rates(commits, "commits/s"), "store_commits_to_fsync": rates(ratio, "ratio")}


def _commit(store: Store, game: int, first: int) -> None:
    for seq in range(first, first + COMMITS):
        store.append(game, seq, [Kept(0.0, ENTRY)])


def _fsync(path: Path) -> None:
    with path.open("ab") as file:
        for _ in range(COMMITS):
            file.write(ENTRY)
            file.flush()
            os.fsync(file.fileno())
