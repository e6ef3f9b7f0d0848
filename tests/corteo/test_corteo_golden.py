"""Golden games: what is done and told in six games, step by step; a change of rules shows as a difference.

After a change that is meant, write them anew: ``python -m tests.corteo.test_corteo_golden``, and read the difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.corteo.game import GAME
from engines.entries import Act
from engines.pending import Over
from tests.corteo.eager_games import SCENARIOS, moments
from tests.games import golden

GOLDEN = Path(__file__).parent / "golden"
GAMES = ("base", "special", *SCENARIOS)
WHOLE_STEPS = 420
"""Steps that are told in words; the rest of the game is held by a digest at the end of each hand."""
WHOLE_STEPS_OF_SCENARIOS = 160


def transcript(version: str) -> Iterator[str]:
    """The game as lines: every entry in words with its news, then digests of what everybody sees."""
    digest = hashlib.sha256()
    hand = 0
    whole = WHOLE_STEPS_OF_SCENARIOS if version in SCENARIOS else WHOLE_STEPS
    kept = moments(version)
    for number, moment in enumerate(kept):
        view = GAME.view(moment.state, None)
        if view.hand != hand:
            hand = view.hand
            yield f"--- hand {hand}: objectives {view.objectives}, arrested {view.arrested}, {digest.hexdigest()[:16]}"
        digest.update(msgspec.json.encode(view))
        if number < whole:
            yield from _told(number, moment.state, moment.entry)
    last = GAME.apply(*kept[-1]).state
    over = GAME.pending(last)
    assert isinstance(over, Over)
    score = GAME.view(last, None).score
    yield f"over after {len(kept)} entries: {over.reason}, score {score}, {digest.hexdigest()[:16]}"


def _told(number: int, state: Any, entry: Any) -> Iterator[str]:
    done = GAME.texts.say("en", *GAME.describe(entry.action)) if isinstance(entry, Act) else f"die {entry.result}"
    yield f"{number}: {entry.seat + ': ' if isinstance(entry, Act) else ''}{done}"
    for news in GAME.apply(state, entry).news:
        yield f"      {GAME.texts.say('en', f'news.{news.key}', news.facts)}"


@pytest.mark.parametrize("version", GAMES)
def test_the_golden_game_is_played_and_told_as_it_was(version: str) -> None:
    golden.check_golden(GOLDEN, version, transcript(version))


if __name__ == "__main__":
    golden.write_golden(GOLDEN, GAMES, transcript)
