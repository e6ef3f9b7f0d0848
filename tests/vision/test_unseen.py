"""Evenings that nobody tuned to, and what they showed to be wrong with the eye."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from companion.measures.unseen import evenings
from companion.seeing import see

VIOLET_IN_4, WASHERS_IN = 8851, 8897
"""An evening in whose fourth picture the violet agent stands alone in place 4, and one whose washers have shadows as
dark as they are."""


def test_a_violet_agent_is_not_the_grey_one_whose_drawing_resembles_its_own(tmp_path: Path) -> None:
    (evening,) = evenings("casablanca_agents", VIOLET_IN_4, 1, tmp_path)
    seen = list(see(evening.recording))[3]
    assert seen["cells"]["4"]["looks"] == ["agent:sheela"]
    assert "4" not in seen["unsure"]


def test_the_shadow_of_a_washer_takes_no_washer_away(tmp_path: Path) -> None:
    (evening,) = evenings("fifth_column", WASHERS_IN, 1, tmp_path)
    (first,) = islice(see(evening.recording), 1)
    for place in ("26", "34", "43", "53", "57"):
        assert first["cells"][place]["looks"] == ["washer:steel"]
        assert place not in first["unsure"]
