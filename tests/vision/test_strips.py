"""Strips of light beside an arm look like pieces, and like more of one kind than a hand brings at once."""

from __future__ import annotations

from collections.abc import Sequence

from vision.evidence import CellEvidence, Paper, Thing
from vision.strips import perhaps_strips

WHITE = "square:white"


def seen(cell: str, shaded: bool = True, drawn: bool = False) -> CellEvidence:
    """A white square is seen, or what looks like one."""
    paper = Paper((5.0, 5.0, 5.0), shaded)
    return CellEvidence(cell, (Thing({WHITE: 11.0}, 6.0, paper=paper, drawn=drawn),))


def strips(cells: Sequence[CellEvidence], gone: int = 0) -> frozenset[str]:
    came = {each.cell: [WHITE] for each in cells}
    return frozenset(perhaps_strips({each.cell: each for each in cells}, came, {WHITE: gone}).get(WHITE, ()))


def test_two_alike_that_come_at_once_in_an_arms_shade_may_be_its_light() -> None:
    assert strips([seen("a"), seen("b")]) == {"a", "b"}


def test_one_that_a_hand_brings_is_believed() -> None:
    assert not strips([seen("a")])


def test_as_many_as_left_other_places_are_believed_and_one_more() -> None:
    assert not strips([seen("a"), seen("b")], gone=1)
    assert strips([seen("a"), seen("b"), seen("c")], gone=1) == {"a", "b", "c"}


def test_what_comes_where_no_arm_is_or_bears_a_drawing_is_no_light() -> None:
    assert not strips([seen("a"), seen("b", shaded=False)])
    assert not strips([seen("a", drawn=True), seen("b", drawn=True)])
