"""Golden games: what every seat sees at every step, kept as text: one per way to end and per fate of an objection.

After a change that is meant, write them anew: ``python -m tests.casablanca_agents.test_agents_golden``, and read the
difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.pending import Over
from tests.casablanca_agents.golden_games import GAMES, steps
from tests.games import golden

GOLDEN = Path(__file__).parent / "golden"


def transcript(name: str) -> Iterator[str]:
    """The game as lines: before each entry what changed in each seat's view, in the spectators', and on the board."""
    shown: dict[str, golden.Seen] = {}
    over = None
    for step in steps(name):
        yield from golden.changes(step.views, shown)
        yield from golden.told(step.news)
        yield f"{step.number}: {step.entry}"
        over = step.over
    yield golden.ended(over)


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_seen_as_it_was(name: str) -> None:
    golden.check_golden(GOLDEN, name, transcript(name))


def test_every_way_to_end_has_its_golden_game() -> None:
    ends = {last.over.reason for name in GAMES for last in [list(steps(name))[-1]] if isinstance(last.over, Over)}
    assert ends >= {"brought", "mover_of_equals", "shared", "own_headquarters", "stranded"}


if __name__ == "__main__":
    golden.write_golden(GOLDEN, GAMES, transcript)
