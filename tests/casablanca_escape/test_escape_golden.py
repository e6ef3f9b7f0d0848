"""Golden games: what every seat sees at every step of two games, kept as text; a change of rules shows as a difference.

After a change that is meant, write them anew: ``python -m tests.casablanca_escape.test_escape_golden``, and read the
difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.game import Over
from tests.casablanca_escape.random_evenings import GAME, Moment, moments

GOLDEN = Path(__file__).parent / "golden"
GAMES = {"simple-2": ("simple", 2, 0), "simple-4": ("simple", 4, 0), "articulated-3": ("articulated", 3, 0)}
"""Name → version, number of seats, seed."""
WHOLE_STEPS = 160
"""Steps that are kept word for word; the rest of the game is held by a digest every `DIGEST_EVERY` steps."""
DIGEST_EVERY = 250
MOST_ENTRIES = 4000


def transcript(name: str) -> Iterator[str]:
    """The game as lines: before each entry what changed in each seat's view, in the spectators', and on the board."""
    kept = moments(*GAMES[name], MOST_ENTRIES)
    shown: dict[str, dict[str, Any]] = {}
    digest = hashlib.sha256()
    for number, moment in enumerate(kept):
        lines = list(_step(number, moment, shown))
        if number < WHOLE_STEPS:
            yield from lines
            continue
        digest.update("\n".join(lines).encode())
        if number % DIGEST_EVERY == 0:
            yield f"… to entry {number}: {digest.hexdigest()[:24]}"
    last = GAME.apply(*kept[-1]).state
    end = GAME.pending(last)
    yield f"… to entry {len(kept) - 1}: {digest.hexdigest()[:24]}"
    yield f"over: {end.reason}, won by {', '.join(end.winners) or 'nobody'}" if isinstance(end, Over) else "goes on"


def _step(number: int, moment: Moment, shown: dict[str, dict[str, Any]]) -> Iterator[str]:
    state = moment.state
    views = {seat: GAME.view(state, seat) for seat in state.seats} | {"spectator": GAME.view(state, None)}
    seen = {who: dict(_leaves(msgspec.to_builtins(view))) for who, view in views.items()}
    seen["board"] = dict(GAME.placement(state).cells)
    for who, fields in seen.items():
        before = shown.get(who, {})
        changed = {key: value for key, value in fields.items() if before.get(key, ...) != value}
        gone = sorted(before.keys() - fields.keys())
        if changed or gone:
            yield f"    {who}: {msgspec.json.encode(changed).decode()}" + (f" without {gone}" if gone else "")
        shown[who] = fields
    yield f"{number}: {msgspec.json.encode(moment.entry).decode()}"


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every plain value in a view with the way to it, so that a small change shows as one."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list | tuple) and any(isinstance(part, dict) for part in value):
        for number, part in enumerate(value):
            yield from _leaves(part, f"{path}.{number}")
    else:
        yield path, value


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_seen_as_it_was(name: str) -> None:
    path = GOLDEN / f"{name}.txt"
    assert path.exists(), f"{path} is missing; every golden game must have its transcript"
    assert "\n".join(transcript(name)) + "\n" == path.read_text(encoding="utf-8")


def main() -> None:
    """Writes every transcript anew."""
    for name in GAMES:
        (GOLDEN / f"{name}.txt").write_text("\n".join(transcript(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
