"""The recordings beside this file are seen no worse than when they were last judged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.accuracy import Tier, as_markdown, recordings_in, tiers
from companion.reliability import Said, binned, said_in
from companion.seeing import see

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "accuracy.md"
SLACK = 4
"""Cells that may be left open beyond the last score: decoders of other machines differ in the last bit."""


@pytest.fixture(scope="module")
def last() -> dict[str, Tier]:
    return msgspec.json.decode((HERE / "scores.json").read_bytes(), type=dict[str, Tier])


@pytest.fixture(scope="module")
def frames() -> dict[str, list[Mapping[str, Any]]]:
    """What was seen in every frame of each recording, once `now` has looked."""
    return {}


@pytest.fixture(scope="module")
def claims(now: dict[str, Tier], frames: dict[str, list[Mapping[str, Any]]]) -> list[Said]:
    """Everything that was said to lie somewhere, with its probability, and whether it does."""
    return [said for name in now for said in said_in(HERE / name, frames[name])]


@pytest.fixture(scope="module")
def now(frames: dict[str, list[Mapping[str, Any]]]) -> dict[str, Tier]:
    def looked(folder: Path) -> list[Mapping[str, Any]]:
        return frames.setdefault(folder.name, list(see(folder)))

    return dict(tiers(HERE, looked))


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


def test_what_is_said_to_be_sure_is_right(claims: list[Said]) -> None:
    """Of pieces said with 99 % and more at least 99 % lie there, those in heaps and under glare included."""
    sure = [right for p, right in claims if p >= 0.99]
    assert len(sure) > 300
    assert sure.count(False) <= 0.01 * len(sure)


def test_every_probability_is_worth_what_it_says(claims: list[Said]) -> None:
    """From nine in ten to nearly certain: of what is said so often right, so much is, but for chance."""
    assert not [each for each in binned(claims) if each.falls_short]


def test_an_eye_that_boasts_is_found_out() -> None:
    claims = [(0.97, True)] * 180 + [(0.97, False)] * 20 + [(0.9995, True)] * 400
    assert [each.least for each in binned(claims) if each.falls_short] == [0.95]
