"""Drawings that resemble each other: which of several pieces bears one."""

from __future__ import annotations

from pathlib import Path

from companion.measures.unseen import evenings
from companion.seeing import see

VIOLET_IN_4 = 8851
"""An evening in whose fourth picture the violet agent stands alone in place 4."""


def test_a_violet_agent_is_not_the_grey_one_whose_drawing_resembles_its_own(tmp_path: Path) -> None:
    (evening,) = evenings("casablanca_agents", VIOLET_IN_4, 1, tmp_path)
    seen = list(see(evening.recording))[3]
    assert seen["cells"]["4"]["looks"] == ["agent:sheela"]
    assert "4" not in seen["unsure"]
