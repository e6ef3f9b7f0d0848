"""Golden games: what every seat sees at every step of three games, kept as text to show a change of rules.

After a change that is meant, write them anew: ``python -m tests.casablanca_escape.test_escape_golden``, and read the
difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.casablanca_escape.random_evenings import GAME, moments
from tests.games import golden

GOLDEN = Path(__file__).parent / "golden"
GAMES = {
    "simple-2": ("simple", 2, 0, 4000),
    "simple-4": ("simple", 4, 0, 1200),
    "articulated-3": ("articulated", 3, 0, 1200),
}
"""Name → version, number of seats, seed, most entries. The first comes to its end."""
WHOLE_STEPS = 160
"""Steps that are kept word for word; the rest of the game is held by a digest every `DIGEST_EVERY` steps."""
DIGEST_EVERY = 250


def transcript(name: str) -> Iterator[str]:
    """The game as lines: before each entry what changed in each seat's view, in the spectators', and on the board."""
    kept = moments(*GAMES[name])
    shown: dict[str, golden.Seen] = {}
    digest = hashlib.sha256()
    for number, (state, entry) in enumerate(kept):
        lines = [*golden.changes(golden.views(GAME, state), shown), f"{number}: {msgspec.json.encode(entry).decode()}"]
        if number < WHOLE_STEPS:
            yield from lines
            continue
        digest.update("\n".join(lines).encode())
        if number % DIGEST_EVERY == 0:
            yield f"… to entry {number}: {digest.hexdigest()[:24]}"
    yield f"… to entry {len(kept) - 1}: {digest.hexdigest()[:24]}"
    yield golden.ended(GAME.pending(GAME.apply(*kept[-1]).state))


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_seen_as_it_was(name: str) -> None:
    golden.check_golden(GOLDEN, name, transcript(name))


if __name__ == "__main__":
    golden.write_golden(GOLDEN, GAMES, transcript)
