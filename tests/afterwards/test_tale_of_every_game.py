"""Every game is told afterwards, in every language, with what its data file declares."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from companion.afterwards.telling import telling
from engines import registry
from engines.afterwards import plan_of
from engines.pending import Decision, Dice, Over
from engines.texts import LANGUAGES
from tests.games.played import any_kind
from tests.table.evenings import Evening

ACTIONS = 45


def some_way_in(folder: Path, name: str) -> Evening:
    """An evening of that game in which so many things were done at random."""
    game = registry.find(name)
    count = max(game.min_seats, min(3, game.max_seats))
    evening = Evening(folder, game.seats[:count], game)
    evening.begin()
    rng = random.Random(name)
    for _ in range(ACTIONS):
        match game.pending(evening.state):
            case Dice(seat=seat):
                evening.service.roll(seat or game.seats[0], None, evening.key(), "en")
            case Decision(seats=seats) as now:
                action = any_kind(evening.state, now, list(game.legal(evening.state, seats[0])), rng)
                evening.act(seats[0], action)
            case Over():
                break
    return evening


@pytest.mark.parametrize("name", registry.names())
def test_the_tale_says_everything_in_words(tmp_path: Path, name: str) -> None:
    evening = some_way_in(tmp_path, name)
    tales = [telling(evening.table.moment, lang, ()).tale for lang in LANGUAGES]
    assert len({len(tale.steps) for tale in tales}) == 1
    assert len(tales[0].steps) >= 10
    for tale in tales:
        assert all(line.words for step in tale.steps for line in step.lines)
    english, italian, german = ({line.words for step in tale.steps for line in step.lines} for tale in tales)
    assert english != italian != german


@pytest.mark.parametrize("name", [name for name in registry.names() if plan_of(registry.find(name)).chapters])
def test_its_chapters_and_charts_have_titles_and_numbers(tmp_path: Path, name: str) -> None:
    plan = plan_of(registry.find(name))
    evening = some_way_in(tmp_path, name)
    tale = telling(evening.table.moment, "it", ()).tale
    assert tale.chapters
    assert all(chapter.title for chapter in tale.chapters)
    assert len(tale.series) == len(plan.series)
    assert all(series.title and series.values for series in tale.series)
    assert [meetings.title for meetings in tale.meetings if not meetings.title] == []
    msgspec.json.encode(tale)
