"""A piece that looks like its floor is betrayed by its shadow: with that it is gone, and where that came it may be."""

from __future__ import annotations

from engines.physical import Observation
from tests.vision.test_beliefs import ABSENT, RED
from tests.vision.test_exchanges import NOTHING, PALE, told
from vision.evidence import CellEvidence, Thing
from vision.seeing import Seer

CRESCENT = Thing({}, unknown=9.0, elsewhere=-12.0)
"""Something dark that looks like no piece: the shadow and the shaded side of one."""
BLACK = Thing({"disc:black": 12.0}, unknown=7.0, foot_mm=(50.0, 50.0))


def with_white() -> Seer:
    """A seer whom set-up told of a white disc of which nothing is seen on its pale ground but a little shadow."""
    return told({"0101": ("disc:white",)}, CellEvidence("0101", (), PALE, strange_mm2=30.0))


def test_a_white_piece_on_pale_ground_is_gone_with_the_shadow_that_betrayed_it() -> None:
    seer = with_white()
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (), PALE)}))
    assert "0101" not in seer.seen


def test_it_stays_as_long_as_its_shadow_is_seen() -> None:
    seer = with_white()
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (), PALE, strange_mm2=24.0)}))
    assert seer.seen["0101"].contents == ("disc:white",)


def test_its_shadow_elsewhere_tells_where_it_went() -> None:
    seer = with_white()
    gone = CellEvidence("0101", (), {**ABSENT, "disc:white": -6.0})
    seer.revise(Observation(1.0, {"0101": gone, "0102": CellEvidence("0102", (CRESCENT,), PALE, 90.0)}))
    assert seer.seen.keys() == {"0102"}
    assert seer.seen["0102"].contents == ("disc:white",)


def test_a_shadow_is_no_piece_that_would_be_seen_there() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    seer.revise(Observation(1.0, {"0101": NOTHING, "0102": CellEvidence("0102", (CRESCENT,), PALE, 90.0)}))
    assert "0102" in seer.unsure


def test_where_an_arms_shade_lets_no_piece_be_seen_a_dark_spot_is_not_the_one_that_is_missed() -> None:
    seer = told({"0101": ("disc:black",)}, CellEvidence("0101", (BLACK,), ABSENT))
    shaded = CellEvidence("0102", (CRESCENT,), dict.fromkeys(ABSENT, -2.8), 69.0)
    seer.revise(Observation(1.0, {"0101": NOTHING, "0102": shaded}))
    assert "0102" in seer.unsure


def test_what_ends_all_around_like_a_piece_is_the_one_that_is_missed_though_a_lamp_hides_its_colour() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    glossy = Thing({}, unknown=9.0, elsewhere=-12.0, outlined=True)
    seer.revise(Observation(1.0, {"0101": NOTHING, "0102": CellEvidence("0102", (glossy,), PALE, 90.0)}))
    assert seer.seen.keys() == {"0102"}
    assert seer.seen["0102"].contents == ("disc:red",)


def test_what_ends_all_around_like_a_piece_is_none_where_none_is_missed() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    coin = Thing({}, unknown=12.0, elsewhere=-12.0, outlined=True)
    seer.revise(Observation(1.0, {"0102": CellEvidence("0102", (coin,), PALE, 150.0)}))
    assert "0102" not in seer.seen
    assert "0102" in seer.unsure
