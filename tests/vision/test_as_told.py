"""A piece that looks like another is what set-up said for as long as it looks so, and no longer."""

from __future__ import annotations

from tests.vision import toytable
from tests.vision.test_beliefs import ABSENT
from vision.belief import Belief
from vision.evidence import CellEvidence, Thing
from vision.traffic import Traffic
from vision.weighing import judged, shown

AT_MM = (50.0, 50.0)


def square_like_disc(by: float) -> CellEvidence:
    """What is seen where something blue looks like a disc, `by` so much (log likelihood) more than like a square."""
    return CellEvidence("0101", (Thing({"disc:blue": 12.0, "square:blue": 12.0 - by}, 7.0, AT_MM),), ABSENT)


def said_again(*by: float) -> Belief:
    """What is believed of a square that looked like a disc by 5.9 when set-up told of it, and so since."""
    contents = ("square:blue",)
    before = Belief(contents, 1.0, shown(square_like_disc(5.9), contents), known=True)
    for more in by:
        moves = Traffic(len(toytable.LOOKS), frozenset(), {}, company=1)
        before = judged(square_like_disc(more), toytable.model(), before, moves)
    return before


def test_a_square_that_set_up_knew_though_it_looks_like_a_disc_is_no_disc_for_looking_hardly_more_like_one() -> None:
    for looks in ((6.1,), (6.1, 6.2, 6.0)):
        believed = said_again(*looks)
        assert believed.contents == ("square:blue",)
        assert believed.sure


def test_a_disc_that_came_where_a_square_had_looked_like_one_is_not_that_square() -> None:
    assert not (said_again(20.0).sure and said_again(20.0).contents == ("square:blue",))
