"""Golden games: what is done, told and seen in one voyage for each way to end; a change of rules shows as a difference.

After a change that is meant, write them anew: ``python -m tests.cape_horn.test_cape_golden``, and read the difference.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bold_games import played

from engines.cape_horn.game import GAME
from engines.entries import Act

GOLDEN = Path(__file__).parent / "golden"
GAMES = {
    "crossed": ("phone", 0.97, 1),
    "crossed_real_hands": ("table", 0.97, 1),
    "three_tokens": ("phone", 0.97, 3, True),
    "becalmed": ("table", 0.0, 4),
}
"""Name → who holds the tiles, boldness, seed, and whether they are after compass roses."""


def transcript(name: str) -> Iterator[str]:
    """The game as lines: every entry in words with its news, and a digest of what every seat saw before it."""
    told = played(*GAMES[name])
    for number, moment in enumerate(told.moments):
        seen = hashlib.sha256()
        for seat in (*moment.state.seats, None):
            seen.update(msgspec.json.encode(GAME.view(moment.state, seat)))
        seen.update(msgspec.json.encode(GAME.placement(moment.state)))
        entry = moment.entry
        if isinstance(entry, Act):
            words = f"{entry.seat}: {GAME.texts.say('en', *GAME.describe(entry.action))}"
        else:
            words = f"chance {entry.chance}"
        yield f"{number}: {words} [{seen.hexdigest()[:12]}]"
        for news in moment.news:
            audience = "all" if news.audience is None else ",".join(news.audience)
            yield f"    > {audience}: {GAME.texts.say('en', f'news.{news.key}', news.facts)}"
    yield f"over: {told.over.reason}, won by {', '.join(told.over.winners)}"


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_seen_as_it_was(name: str) -> None:
    path = GOLDEN / f"{name}.txt"
    assert path.exists(), f"{path} is missing; every golden game must have its transcript"
    assert "\n".join(transcript(name)) + "\n" == path.read_text(encoding="utf-8")


def test_every_way_to_end_has_its_golden_game() -> None:
    assert {played(*game).over.reason for game in GAMES.values()} == {"crossed", "three_tokens", "becalmed"}


def main() -> None:
    """Writes every transcript anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name in GAMES:
        (GOLDEN / f"{name}.txt").write_text("\n".join(transcript(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
