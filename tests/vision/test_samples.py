"""The sample evenings, where they are at hand: nothing wrong in any frame, and little left open."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.seeing import score

SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples"

pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample evenings are not here")


@pytest.mark.parametrize("name", ["evening-overhead", "evening-oblique", "evening-lamp"])
def test_sample_evening_is_seen_right(name: str) -> None:
    result = score(SAMPLES / name)
    assert result["lost"] == 0
    assert result["wrong"] == 0
    assert result["abstained"] == 0
    assert result["empty_abstained"] <= 3
