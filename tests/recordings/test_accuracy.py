"""The recordings beside this file are seen no worse than when they were last judged."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.accuracy import Tier, as_markdown, recordings_in, tiers

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "accuracy.md"
SLACK = 4
"""Cells that may be left open beyond the last score: decoders of other machines differ in the last bit."""


@pytest.fixture(scope="module")
def last() -> dict[str, Tier]:
    return msgspec.json.decode((HERE / "scores.json").read_bytes(), type=dict[str, Tier])


@pytest.fixture(scope="module")
def now() -> dict[str, Tier]:
    return dict(tiers(HERE))


def test_no_tier_says_more_that_is_wrong(last: dict[str, Tier], now: dict[str, Tier]) -> None:
    worse = {name: (tier.wrong, last[name].wrong) for name, tier in now.items() if tier.wrong > last[name].wrong}
    assert not worse
    assert not any(tier.lost for tier in now.values())


def test_no_more_is_left_open(last: dict[str, Tier], now: dict[str, Tier]) -> None:
    def left_open(found: dict[str, Tier]) -> int:
        return sum(tier.abstained + tier.empty_abstained for tier in found.values())

    assert left_open(now) <= left_open(last) + SLACK


def test_page_has_the_last_scores_of_every_recording(last: dict[str, Tier]) -> None:
    assert as_markdown(last) in PAGE.read_text(encoding="utf-8")
    assert list(last) == [folder.name for folder in recordings_in(HERE)]
