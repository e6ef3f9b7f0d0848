"""Golden hunts: what every seat sees at every step, kept as text, one for each way to end.

After a change that is meant, write them anew: ``python -m tests.fifth_column.test_fifth_golden``, and read the
difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fifth_column.golden_hunts import GAMES, steps
from tests.games import golden

GOLDEN = Path(__file__).parent / "golden"


LONG = frozenset({"seals", "keys", "ways", "passed"})
"""Lists in views that would fill the transcripts: their lengths are kept."""


def shortened(value: Any) -> Any:
    """Plain data with the lists called so in `LONG` as their lengths."""
    if isinstance(value, dict):
        return {
            key: len(part) if key in LONG and isinstance(part, list | tuple) else shortened(part)
            for key, part in value.items()
        }
    return [shortened(part) for part in value] if isinstance(value, list | tuple) else value


def transcript(name: str) -> Iterator[str]:
    """The game as lines: before each entry what changed in each seat's view, in the spectators', and on the board."""
    shown: dict[str, golden.Seen] = {}
    over = None
    for step in steps(name):
        yield from golden.changes(shortened(step.views), shown)
        yield from golden.told(step.news)
        yield f"{step.number}: {step.entry}"
        over = step.over
    yield golden.ended(over)


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_hunt_is_seen_as_it_was(name: str) -> None:
    golden.check_golden(GOLDEN, name, transcript(name))


def test_every_way_to_end_has_its_golden_hunt() -> None:
    assert {steps(name)[-1].over.reason for name in GAMES} == set(GAMES)


if __name__ == "__main__":
    golden.write_golden(GOLDEN, tuple(GAMES), transcript)
