"""How high a pile is, by its shadow: drawn here disc by disc, as a lamp casts it from every height of the pile."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import cv2
import msgspec
import numpy as np
import pytest

from engines.physical import Cell, Contents, Look
from tests.vision import toytable
from tests.vision.test_beliefs import ABSENT, RED_ALONE
from vision.belief import Belief
from vision.bodies import Outline
from vision.claims import Patch
from vision.evidence import CellEvidence, Piled, Thing
from vision.found import Found
from vision.pile_heights import PileHeights, by_shadow, piles_of, with_heights
from vision.traffic import Traffic
from vision.weighing import weighed

CELLS: Sequence[Cell] = ("0101", "0301", "0501", "0103", "0303", "0503")
SIZE_MM, DISC_MM, FINE_PX_MM = 17.0, 4.5, 8
CAST, LEAN, DEEP, SOFT_MM = (0.6, 0.7), (0.1, -0.15), 0.4, 1.2
"""How far a shadow falls and a piece leans (mm for each mm of height), how dark the shadow is (tone), and its blur."""
REACH_MM = 32.0
FLOOR = 5.0


def disc(cell: Cell, high: int) -> Found:
    """The uppermost of so many equal discs; those below it are not seen."""
    model = toytable.model()
    (x, y), scale = model.cells[cell].centre, model.scale
    face = x + LEAN[0] * high * DISC_MM, y + LEAN[1] * high * DISC_MM
    side = 2 * math.ceil(SIZE_MM * scale / 2) + 1
    left, top = (round(each * scale) - side // 2 for each in face)
    mask = np.zeros((side, side), np.float32)
    cv2.circle(mask, (side // 2, side // 2), round(SIZE_MM * scale / 2), 1.0, -1)
    return Found(
        face_mm=face, outline=Outline(True, SIZE_MM), height_mm=DISC_MM, score=50.0, looks={"disc:red": 12.0},
        unknown=0.0, known=3.0, tone=np.zeros(3), visible=1.0, shown=1.0, rect=(left, top, left + side, top + side),
        silhouette=mask, density=None, cell=cell, seat_mm=(x, y), lean=LEAN,
    )  # fmt: skip


def patch(cell: Cell, high: int, deep: float = DEEP, overhung: bool = False) -> Patch:
    """The floor around a pile of so many discs in a cell under the lamp."""
    model = toytable.model()
    (x, y), scale = model.cells[cell].centre, model.scale
    side = round(2 * REACH_MM * scale)
    left, top = (round((each - REACH_MM) * scale) for each in (x, y))
    shadow = np.zeros((round(side / scale * FINE_PX_MM),) * 2, np.float32)
    for up in np.linspace(0, high * DISC_MM, 40):
        at = (np.array([x, y]) + up * np.array(CAST) - np.array([left, top]) / scale) * FINE_PX_MM
        cv2.circle(shadow, tuple(np.round(at).astype(int).tolist()), round(SIZE_MM / 2 * FINE_PX_MM), 1.0, -1)
    shadow = cv2.GaussianBlur(shadow, (0, 0), SOFT_MM * FINE_PX_MM)
    shaded = cv2.resize(shadow, (side, side), interpolation=cv2.INTER_AREA)
    floor = np.full((side, side, 3), FLOOR, np.float32)
    half = np.zeros((side // 2, side // 2, 3), np.float32)
    none = np.zeros((side, side), np.float32)
    seen = np.asarray(floor - deep * shaded[..., None], np.float32)
    return Patch((left, top, left + side, top + side), seen, none, none + 1, half, floor, none, overhung)


def told(heights: PileHeights, cell: Cell, high: int, shade: Patch | None = None) -> Found:
    [found] = heights.told([cell], [disc(cell, high)], [], [shade or patch(cell, high)])
    return found


def lit(highs: Iterable[int] = (1, 1, 1, 1, 2, 1)) -> PileHeights:
    """What is known after set-up said what lies in six cells, in which so many discs lie upon each other."""
    heights, placement = PileHeights(toytable.model()), dict[Cell, Contents]()
    for cell, high in zip(CELLS, highs):
        told(heights, cell, high)
        placement[cell] = ("disc:red",) * high
    heights.learn(placement)
    return heights


def likely(found: Found, high: int) -> float:
    """Log likelihood that so many discs lie in the pile."""
    return by_shadow([found.piled] if found.piled else [], ("disc:red",) * high, toytable.model())


def test_a_lamp_is_found_by_the_shadows_of_what_set_up_laid_out() -> None:
    lamp = lit().lamp
    assert lamp is not None
    assert lamp.cast == pytest.approx(CAST, abs=0.15)
    assert lamp.deep == pytest.approx(DEEP, abs=0.1)


@pytest.mark.parametrize("high", [1, 2, 3])
def test_a_shadow_tells_how_many_discs_lie_below_the_one_that_is_seen(high: int) -> None:
    found = told(lit(), "0303", high)
    assert all(likely(found, high) > likely(found, other) + 2 for other in (1, 2, 3) if other != high)


def test_how_high_what_set_up_laid_out_is_is_known_as_soon_as_a_lamp_is_found() -> None:
    heights = PileHeights(toytable.model())
    for cell in CELLS:
        told(heights, cell, 1)
    piles = heights.learn(dict.fromkeys(CELLS, ("disc:red",)))
    thing = disc("0303", 1)
    found, _ = with_heights([thing], CellEvidence("0303", ()), piles["0303"])
    assert likely(found[0], 1) > likely(found[0], 2) + 2
    assert not heights.learn(dict.fromkeys(CELLS, ("disc:red",))), "nothing new"


def test_a_tall_piece_that_is_taken_for_a_low_one_has_a_tall_ones_shadow() -> None:
    model = toytable.model.__wrapped__()  # one of its own, which has worked nothing out yet
    tall = msgspec.structs.replace(model.bodies["disc:blue"], height_mm=3 * DISC_MM)
    model.bodies = {**model.bodies, "disc:blue": tall}
    heights = PileHeights(model)
    for cell in CELLS:
        told(heights, cell, 1)
    heights.learn(dict.fromkeys(CELLS, ("disc:red",)))
    piled = told(heights, "0303", 3).piled
    assert piled is not None
    assert by_shadow([piled], ("disc:blue",), model) > -0.1
    assert by_shadow([piled], ("disc:red",), model) < -4


def test_soft_light_without_shadows_tells_nothing_of_heights() -> None:
    heights = PileHeights(toytable.model())
    for cell in CELLS:
        told(heights, cell, 1, patch(cell, 1, deep=0.0))
    heights.learn(dict.fromkeys(CELLS, ("disc:red",)))
    assert heights.lamp is None
    assert told(heights, "0303", 2).piled is None


def test_under_an_arm_shadows_tell_nothing() -> None:
    assert told(lit(), "0303", 2, patch("0303", 2, overhung=True)).piled is None


def test_a_lamp_is_not_believed_by_three_pieces() -> None:
    assert lit((1, 1, 1)).lamp is None


def test_of_two_discs_beside_each_other_the_one_with_the_longer_shadow_has_the_third_below_it() -> None:
    heights, model = lit(), toytable.model()
    low, high = (told(heights, cell, many).piled for cell, many in (("0303", 1), ("0503", 2)))
    assert low is not None
    assert high is not None
    there = Thing({"disc:red": 12.0}, 0.0, (50.0, 50.0), piled=low), Thing({"disc:red": 12.0}, 0.0, piled=high)
    three, two = (by_shadow(piles_of(there), ("disc:red",) * many, model) for many in (3, 2))
    assert three > two + 2


def piled(*likely: float) -> Piled:
    """The shadow of one piece that may lie on up to two more, in steps of half a piece."""
    heights = tuple(DISC_MM * (1 + number / 2) for number in range(len(likely)))
    return Piled(1, DISC_MM, heights, likely)


ONE_HIGH, TWO_HIGH = piled(0.0, -2.0, -8.0, -20.0, -30.0), piled(-8.0, -2.0, 0.0, -2.0, -9.0)


def red(high: Piled) -> Thing:
    [seen] = RED_ALONE.shown or ()
    return Thing({"disc:red": 12.0}, unknown=0.0, foot_mm=seen.foot_mm, piled=high)


def believed(then: Piled, now: Piled) -> dict[Contents, float]:
    """Log weights of what may lie in a cell with a red disc in its very place, whose shadow was and is so long, while
    another red one is missed elsewhere."""
    shown = tuple(msgspec.structs.replace(each, piled=then) for each in RED_ALONE.shown or ())
    before: Belief = msgspec.structs.replace(RED_ALONE, shown=shown)
    red_missed = frozenset({"disc:red"})
    traffic = Traffic(14, loose=red_missed, elsewhere={}, missed=red_missed)
    evidence = CellEvidence("0101", (red(now),), ABSENT)
    return dict(weighed(evidence, toytable.model(), before, traffic).weights)


def test_a_disc_whose_shadow_grew_has_its_like_below_it_that_is_missed_elsewhere() -> None:
    grown, same = believed(ONE_HIGH, TWO_HIGH), believed(ONE_HIGH, ONE_HIGH)
    two, one = ("disc:red", "disc:red"), ("disc:red",)
    assert grown[two] > grown[one]
    assert same[one] > same.get(two, -99.0) + 5


def test_a_disc_whose_shadow_grew_has_one_upon_it_that_it_may_be_itself_by_its_looks() -> None:
    """Whether what is seen is the red disc that stood there or a blue one upon that, nobody can tell from above."""
    shown = tuple(msgspec.structs.replace(each, piled=ONE_HIGH) for each in RED_ALONE.shown or ())
    before: Belief = msgspec.structs.replace(RED_ALONE, shown=shown)
    blue_missed = frozenset({"disc:blue"})
    traffic = Traffic(14, loose=blue_missed, elsewhere={}, missed=blue_missed)
    either = msgspec.structs.replace(red(TWO_HIGH), looks={"disc:blue": 12.0, "disc:red": 11.6})
    weights = weighed(CellEvidence("0101", (either,), ABSENT), toytable.model(), before, traffic).weights
    assert weights["disc:blue", "disc:red"] > weights["disc:red",] + 2


def test_a_clear_disc_that_came_is_not_left_open_for_a_shadow_that_fits_a_lower_piece() -> None:
    """Several lamps cast shadows that are shorter and longer than one lamp's: they tell which piece came, not that none
    did."""
    model = toytable.model.__wrapped__()
    low = msgspec.structs.replace(model.bodies["square:red"], height_mm=DISC_MM / 2)
    model.bodies = {**model.bodies, "square:red": low}
    short = Piled(1, DISC_MM, (DISC_MM / 2, DISC_MM, 2 * DISC_MM), (0.0, -12.0, -40.0))
    came = Thing({"disc:red": 12.0, "square:red": 3.0}, unknown=7.0, foot_mm=(50.0, 50.0), piled=short)
    red_missed = frozenset({"disc:red"})
    traffic = Traffic(14, loose=red_missed, elsewhere={}, missed=red_missed)
    empty = Belief((), 1.0, known=True)  # said while an arm hid the place
    belief = weighed(CellEvidence("0101", (came,), ABSENT), model, empty, traffic).belief
    assert belief.contents == ("disc:red",)
    assert belief.sure


def came(high: Piled, *missed: Look) -> Belief:
    """What is believed of an empty place to which a red disc came, whose shadow is so long, while others are `missed`
    elsewhere."""
    empty = Belief((), 1.0, (), known=True)
    gone = frozenset({"disc:red", *missed})
    traffic = Traffic(14, loose=gone, elsewhere={}, missed=gone)
    disc = Thing({"disc:red": 12.0}, unknown=7.0, foot_mm=(50.0, 50.0), piled=high)
    return weighed(CellEvidence("0101", (disc,), ABSENT), toytable.model(), empty, traffic).belief


def test_a_disc_that_came_with_a_long_shadow_lies_upon_the_other_one_that_is_missed() -> None:
    """Two agents came at once, one upon the other, and only the upper one was said to be there."""
    belief = came(TWO_HIGH, "disc:blue")
    assert belief.contents == ("disc:blue", "disc:red")
    assert belief.sure


def test_a_disc_that_came_lies_upon_no_other_where_its_shadow_is_short_or_none_is_missed() -> None:
    for belief in (came(ONE_HIGH, "disc:blue"), came(TWO_HIGH)):
        assert belief.contents == ("disc:red",)
        assert belief.sure


def test_of_a_disc_whose_shadow_is_rather_that_of_two_it_is_left_open_whether_another_lies_below_it() -> None:
    assert not came(piled(-1.5, -0.3, 0.0, -1.0, -5.0), "disc:blue").sure
