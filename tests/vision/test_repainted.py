"""A piece in whose place another colour is seen than before is not taken for the one that lay there."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from tests.vision import toytable
from tests.vision.test_beliefs import ABSENT
from tests.vision.test_kept import LARGE_PX, patch, piece
from vision.belief import Belief, Shown
from vision.claims import Patch
from vision.evidence import CellEvidence, Paper, Thing
from vision.paper import in_known_light
from vision.traffic import Traffic
from vision.weighing import judged

BLUE, OTHER, DARKER = (5.0, 4.5, 4.0), (4.4, 4.3, 4.2), (4.7, 4.2, 3.7)
"""Tones of a blue, of a dark blue or black, and of the first one in a shade."""
AT_MM = (50.0, 50.0)


def said(tone: tuple[float, float, float], shaded: bool = False) -> Belief:
    """What is believed of a place in which set-up knew a blue disc, where a blue of that tone is seen now that might be
    it, or a black one that is missed elsewhere."""
    stood = Shown(AT_MM, "disc:blue", paper=Paper(BLUE))
    before = Belief(("disc:blue",), 1.0, (stood,), known=True)
    seen = Thing({"disc:black": 12.0, "disc:blue": 11.5}, 7.0, AT_MM, paper=Paper(tone, shaded))
    came = Traffic(len(toytable.LOOKS), frozenset({"disc:black"}), {}, missed=frozenset({"disc:black"}), company=1)
    return judged(CellEvidence("0101", (seen,), ABSENT), toytable.model(), before, came)


def test_what_has_the_colour_that_was_there_is_what_was_there() -> None:
    assert said(BLUE).contents == ("disc:blue",)


def test_what_has_another_colour_came_to_lie_upon_what_was_there() -> None:
    believed = said(OTHER)
    assert believed.contents == ("disc:black", "disc:blue")
    assert believed.sure


def test_an_arm_makes_a_piece_darker_and_no_other() -> None:
    assert said(DARKER, shaded=True).contents == ("disc:blue",)
    assert said(DARKER).contents != ("disc:blue",)


def test_light_that_an_arm_throws_on_an_orange_disc_makes_it_no_square() -> None:
    stood = Shown(AT_MM, "disc:red", paper=Paper((3.6, 5.0, 5.6)))
    before = Belief(("disc:red",), 1.0, (stood,), known=True)
    seen = Thing({"disc:red": 11.6, "square:red": 11.3}, 7.0, AT_MM, paper=Paper((4.5, 5.1, 5.6), shaded=True))
    came = Traffic(len(toytable.LOOKS), frozenset({"square:red"}), {}, missed=frozenset({"square:red"}), company=1)
    believed = judged(CellEvidence("0101", (seen,), ABSENT), toytable.model(), before, came)
    assert believed.contents == ("disc:red",)


def test_what_has_another_colour_is_no_other_piece_of_the_first_one_either() -> None:
    stood = Shown(AT_MM, "disc:blue", paper=Paper(BLUE))
    before = Belief(("disc:blue",), 1.0, (stood,), known=True)
    seen = Thing({"disc:blue": 12.0, "square:blue": 11.5, "disc:black": 9.0}, 7.0, AT_MM, paper=Paper(OTHER))
    missed = frozenset({"square:blue", "disc:black"})
    came = Traffic(len(toytable.LOOKS), missed, {}, missed=missed, company=1)
    assert "square:blue" not in judged(CellEvidence("0101", (seen,), ABSENT), toytable.model(), before, came).contents


@pytest.mark.parametrize("light", [0.0, -0.4, 0.3])
def test_the_colour_of_a_face_is_the_same_in_any_light(light: float) -> None:
    seen = lit(patch((LARGE_PX, (0.0, 0.0, 0.0)), light=light), light)
    [thing] = in_known_light(
        [msgspec.structs.replace(piece("disc:blue", LARGE_PX), tone=np.array(BLUE) + light)], [seen], toytable.model()
    )
    assert thing.paper is not None
    assert thing.paper.tone == pytest.approx(BLUE, abs=0.01)


def lit(seen: Patch, light: float) -> Patch:
    """A patch whose floor is expected as it was learnt, and is seen under `light` more (tone)."""
    return msgspec.structs.replace(seen, floor=seen.floor - np.float32(light))


def test_nobody_knows_the_colour_of_a_face_around_which_no_floor_is_seen() -> None:
    covered = patch((LARGE_PX, (0.0, 0.0, 0.0)))
    covered = msgspec.structs.replace(covered, open=np.zeros_like(covered.open))
    [thing] = in_known_light([piece("disc:blue", LARGE_PX)], [covered], toytable.model())
    assert thing.paper is None
