"""What is believed of pieces that were put upon others: what lies below is hidden, and little is seen beside them."""

from __future__ import annotations

import msgspec
import pytest

from engines.physical import Observation
from tests.vision import toytable
from tests.vision.test_beliefs import ABSENT, BLUE, RED, RED_ALONE, stacked_by_two
from vision.belief import Belief
from vision.evidence import CellEvidence, Thing, Turn
from vision.seeing import Seer
from vision.traffic import Traffic
from vision.weighing import judged

LOOKS = len(toytable.LOOKS)
EMPTY = Belief((), 1.0, ())


def test_a_piece_that_is_put_neatly_upon_another_hides_it() -> None:
    newcomer = msgspec.structs.replace(BLUE, foot_mm=(50.5, 50.5), beside_mm2=5.0)
    came = Traffic(LOOKS, frozenset({"square:blue"}), elsewhere={}, missed=frozenset({"square:blue"}), company=1)
    belief = judged(CellEvidence("0101", (newcomer,), ABSENT), stacked_by_two(), RED_ALONE, came)
    assert belief.contents == ("disc:red", "square:blue")
    assert belief.sure


@pytest.mark.parametrize(("loose", "sure"), [({"disc:red"}, True), ({"disc:red", "square:blue"}, False)])
def test_a_piece_is_alone_though_something_is_seen_beside_it_if_no_other_is_missed(loose: set[str], sure: bool) -> None:
    half_seen = msgspec.structs.replace(RED, beside_mm2=8.0, drawn=True)
    came = Traffic(LOOKS, frozenset(loose), elsewhere={}, missed=frozenset(loose), company=2)
    belief = judged(CellEvidence("0101", (half_seen,), ABSENT), stacked_by_two(), EMPTY, came)
    assert belief.contents == ("disc:red",)
    assert belief.sure == sure


@pytest.mark.parametrize(
    ("turn", "missed", "contents"),
    [
        (Turn(100.0, 360.0), {"disc:red"}, ("disc:red", "disc:red")),
        (Turn(22.0, 360.0), {"disc:red"}, ("disc:red",)),
        (Turn(-163.0, 360.0), {"disc:red"}, ("disc:red", "disc:red")),
        (Turn(-163.0, 180.0), {"disc:red"}, ("disc:red",)),
        (None, {"disc:red"}, ("disc:red",)),
        (Turn(100.0, 360.0), set[str](), ("disc:red",)),
    ],
)
def test_a_counter_that_is_turned_in_its_place_has_its_like_below_it_if_that_is_missed_elsewhere(
    turn: Turn | None, missed: set[str], contents: tuple[str, ...]
) -> None:
    """A cover came exactly upon its like, turned otherwise, and it was left open how many lay there. Which way up some
    drawings are nobody is sure, and of a round spot nobody knows how it is turned."""
    period_deg = 360.0 if turn is None else turn.period_deg
    then = tuple(msgspec.structs.replace(each, turn=Turn(20.0, period_deg)) for each in RED_ALONE.shown or ())
    came = Traffic(LOOKS, frozenset(missed), elsewhere={}, missed=frozenset(missed), company=0)
    now = CellEvidence("0101", (msgspec.structs.replace(RED, turn=turn),), ABSENT)
    belief = judged(now, stacked_by_two(), msgspec.structs.replace(RED_ALONE, shown=then), came)
    assert belief.contents == contents
    assert belief.sure


@pytest.mark.parametrize(("hidden", "left"), [(frozenset({"square:blue"}), False), (frozenset[str](), True)])
def test_what_came_from_below_an_arm_was_not_taken_from_below_what_nobody_touched(
    hidden: frozenset[str], left: bool
) -> None:
    pile = Belief(("disc:red", "square:blue"), 1.0, RED_ALONE.shown, known=True)
    seen_elsewhere = Traffic(LOOKS, hidden, elsewhere={"square:blue": 1}, hidden=0.1)
    belief = judged(CellEvidence("0101", (RED,), ABSENT), stacked_by_two(), pile, seen_elsewhere)
    assert (belief.contents == ("disc:red",)) == left


def test_what_hardly_is_a_piece_leaves_no_doubt_of_one_that_is_missed_elsewhere() -> None:
    seer = Seer(stacked_by_two())
    start = {"0101": CellEvidence("0101", (RED,), ABSENT), "0202": CellEvidence("0202", (BLUE,), ABSENT)}
    seer.know({"0101": ("disc:red",), "0202": ("square:blue",)}, Observation(0.0, start))
    upon = msgspec.structs.replace(BLUE, foot_mm=(50.6, 50.4), looks={"square:blue": 12.0, "square:green": 11.5})
    rim = Thing({"square:green": -1.5}, unknown=-1.5, foot_mm=(46.0, 50.0), elsewhere=-12.0)
    moved = {"0101": CellEvidence("0101", (upon, rim), ABSENT), "0202": CellEvidence("0202", (), ABSENT)}
    seer.revise(Observation(1.0, moved))
    assert "0101" not in seer.unsure
    assert seer.seen["0101"].contents == ("disc:red", "square:blue")
