"""Golden games: what every seat sees at every step, kept as text: one per way to end and per fate of an objection.

After a change that is meant, write them anew: ``python -m tests.casablanca_agents.test_agents_golden``, and read the
difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.game import Over
from tests.casablanca_agents.golden_games import GAMES, Step, steps

GOLDEN = Path(__file__).parent / "golden"


def transcript(name: str) -> Iterator[str]:
    """The game as lines: before each entry what changed in each seat's view, in the spectators', and on the board."""
    shown: dict[str, dict[str, Any]] = {}
    last: Step | None = None
    for last in steps(name):
        yield from _step(last, shown)
    assert last is not None
    yield f"over: {last.over.reason}, won by {', '.join(last.over.winners) or 'nobody'}" if last.over else "goes on"


def _step(step: Step, shown: dict[str, dict[str, Any]]) -> Iterator[str]:
    for who, view in step.views.items():
        fields = dict(_leaves(view))
        before = shown.get(who, {})
        changed = {key: value for key, value in fields.items() if before.get(key, ...) != value}
        gone = sorted(before.keys() - fields.keys())
        if changed or gone:
            yield f"    {who}: {msgspec.json.encode(changed).decode()}" + (f" without {gone}" if gone else "")
        shown[who] = fields
    for news in step.news:
        audience = "all" if news.audience is None else ",".join(news.audience)
        yield f"    > {audience}: {news.key} {msgspec.json.encode(dict(news.facts)).decode()}"
    yield f"{step.number}: {step.entry}"


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


def test_every_way_to_end_has_its_golden_game() -> None:
    ends = {last.over.reason for name in GAMES for last in [list(steps(name))[-1]] if isinstance(last.over, Over)}
    assert ends >= {"brought", "mover_of_equals", "shared", "own_headquarters", "stranded"}


def main() -> None:
    """Writes every transcript anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name in GAMES:
        (GOLDEN / f"{name}.txt").write_text("\n".join(transcript(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
