"""Plays an evening in child processes that are killed at random moments, and checks the store after each kill.

``python -m tests.table.killed_evenings FOLDER KILLS SEED [GAME]`` prints one JSON object: how much was acknowledged,
what of that was lost, and how many entries came when the evening was gone on with after the last kill.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
from pathlib import Path

import msgspec

from companion.store import Store
from companion.table import Table
from engines import registry
from engines.pending import Decision, Dice

GAME = registry.find(sys.argv[4] if len(sys.argv) > 4 else "casablanca_escape")
SEATS = GAME.seats[:3]
"""As many as every game but one, which has two, lets play."""
LONGEST_START_S = 0.12
"""Half of the children die within this time of being born: while they open the store and read the evening."""
LONGEST_PLAY_S = 0.06
"""The others die within this time of their first answer."""


def play(path: Path, seed: int, pipe: int) -> None:
    """Plays random legal moves for ever; writes a line for each request that the table has answered."""
    rng = random.Random(seed)
    table = Table.open(Store.open(path), GAME, clock=time.time)
    for number in range(1_000_000):
        key = f"{seed}:{number}"
        if answer(table, rng, key):
            os.write(pipe, f"{table.moment.row.id} {key}\n".encode())


def answer(table: Table, rng: random.Random, key: str) -> bool:
    """Does what comes next; says whether that was a request of the game, which the table has answered now."""
    moment = table.moment
    if moment.phase == "lobby":
        for seat in table.free_seats()[: len(SEATS) - len(moment.players)]:
            table.claim(seat, seat, "share")
        table.begin()
    elif moment.phase == "setup":
        table.begin()
    elif moment.phase == "over":
        table.new_game()
    else:
        assert moment.journal is not None
        pending = GAME.pending(moment.journal.state)
        if isinstance(pending, Dice):
            table.roll(pending.seat or SEATS[0], None, key)
        else:
            assert isinstance(pending, Decision)
            seat = pending.seats[0]
            action = rng.choice(list(GAME.legal(moment.journal.state, seat)))
            table.act(seat, msgspec.json.encode(action), key)
        return True
    return False


def live_and_die(path: Path, seed: int, plays: bool, life_s: float) -> list[tuple[int, str]]:
    """One child's life, counted from its first answer if it `plays`; answers what was acknowledged before it died."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        play(path, seed, writing)
        os._exit(0)
    os.close(writing)
    if plays:
        select.select([reading], [], [])
    time.sleep(life_s)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading) as lines:
        told = lines.read().split("\n")
    return [(int(line.split()[0]), line.split()[1]) for line in told[:-1]]


def main() -> None:
    """Kills an evening again and again."""
    folder, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    path = folder / "evening.db"
    rng = random.Random(seed)
    acknowledged: list[tuple[int, str]] = []
    lost: list[str] = []
    games: set[int] = set()
    for kill in range(kills):
        plays = kill % 2 == 1
        answered = live_and_die(
            path, seed + kill, plays, rng.uniform(0.0, LONGEST_PLAY_S if plays else LONGEST_START_S)
        )
        acknowledged += answered
        store = Store.open(path)
        requests = {game: {kept.request for kept in store.entries(game)} for game in {game for game, _ in answered}}
        lost += [f"{key} of game {game}" for game, key in answered if key not in requests[game]]
        row = store.game_on_table()
        games |= {row.id} if row else set()
        store.close()
    store = Store.open(path)
    requests = {game: {kept.request for kept in store.entries(game)} for game in {game for game, _ in acknowledged}}
    lost += [f"{key} of game {game}" for game, key in acknowledged if key not in requests[game]]
    store.close()
    table = Table.open(Store.open(path), GAME, clock=time.time)
    before = len(table.moment.journal.entries) if table.moment.journal else 0
    while not answer(table, rng, "after all"):
        before = 0
    entries = len(table.moment.journal.entries) - before if table.moment.journal else 0
    print(json.dumps({"acknowledged": len(acknowledged), "lost": lost, "games": len(games), "entries": entries}))


if __name__ == "__main__":
    main()
