"""The recordings beside this file are seen no worse than when they were last judged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.accuracy import Tier, as_markdown, recordings_in, tiers
from companion.seeing import see
from vision import recording
from vision.seeing import as_contents

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


def test_what_is_said_to_be_sure_is_right(now: dict[str, Tier], frames: dict[str, list[Mapping[str, Any]]]) -> None:
    """Of pieces said with 99 % and more at least 99 % lie there, those in heaps and under glare included."""
    sure, wrong = 0, []
    for name in now:
        for frame, seen in zip(recording.read(HERE / name).frames, frames[name]):
            if frame.known is not None or frame.truth is None:
                continue
            for cell, said in seen["cells"].items():
                if said["p"] >= 0.99 and cell not in (frame.hidden or ()):
                    sure += 1
                    if as_contents(said["looks"]) != as_contents(frame.truth.get(cell, ())):
                        wrong.append((name, frame.file, cell, said))
    assert sure > 300
    assert len(wrong) <= 0.01 * sure, wrong
