"""What is not found any more while an arm is over the board: it stands there still, in deep shade, or has gone."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.test_eye import Evening
from tests.vision.toytable import Picture, centres, kit, model, shutter
from vision.bodies import Outline
from vision.evidence import CellEvidence
from vision.found import Found
from vision.plain_view import Plain, PlainView
from vision.spots import COARSE, painted
from vision.still_standing import Vanished, as_left, standing_still, vanished
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop

CELL, NEXT = "0403", "0503"
FLOOR_BGR, BLUE_BGR, RED_BGR = (150, 190, 205), (165, 66, 26), (34, 28, 190)
SIDE_MM, NEAR_MM, TOUCHING_MM = 14.5, 15.5, 16.0


def lying(look: str, cell: str, off_mm: float = 0.0) -> Found:
    """A square counter seen in a cell, `off_mm` right of its middle."""
    x, y = centres("hex-pointy")[cell]
    at_mm, half = (x + off_mm, y), SIDE_MM / 2
    left, top, right, bottom = (
        round(each * model().scale) for each in (at_mm[0] - half, y - half, at_mm[0] + half, y + half)
    )
    return Found(
        face_mm=at_mm, outline=Outline(False, SIDE_MM), height_mm=4.5, score=60.0, looks={look: 12.0},
        unknown=0.0, known=5.0, tone=np.zeros(3), visible=1.0, shown=1.0, rect=(left, top, right, bottom),
        silhouette=np.ones((bottom - top, right - left), np.float32), density=None, cell=cell,
    )  # fmt: skip


def showing(*things: tuple[Found, tuple[int, int, int]], shade: float = 0.0) -> SimpleNamespace:
    """A view of the whole board on which `things` of these colours lie, so much (tone) darker than at first."""
    height, width = model().labels.shape
    tones = np.tile(np.log(np.array(FLOOR_BGR, np.float32)), (height, width, 1))
    whole = (0, 0, width, height)
    for thing, bgr in things:
        tones[painted([thing], whole)] = np.log(bgr)
    return SimpleNamespace(
        rect=whole, plain=(tones - shade).astype(np.float32), gain=np.zeros((height, width, 3), np.float32),
        seen=np.ones((height, width), np.bool_),
        cover=SimpleNamespace(mask=np.zeros((height, width), np.bool_), core=np.zeros((height, width), np.bool_)),
    )  # fmt: skip


def floor() -> NDArray[np.float32]:
    return np.asarray(showing().plain)


def blue_was(now: SimpleNamespace, *found: Found) -> Vanished:
    """What became of a blue counter that was plainly seen in a cell, as it is seen `now`, others being `found`."""
    view = PlainView(model())
    blue = lying("square:blue", CELL)
    view.keep(showing((blue, BLUE_BGR)), {CELL: Plain((blue,), CellEvidence(CELL))})
    return vanished(view, {CELL}, now, floor(), found)


def test_a_counter_in_an_arms_deep_shade_stands_there_still() -> None:
    assert CELL in blue_was(showing((lying("square:blue", CELL), BLUE_BGR), shade=1.2)).still


def test_a_counter_that_was_taken_has_gone() -> None:
    assert CELL in blue_was(showing()).left


def test_a_counter_of_whose_place_a_finger_hides_a_part_and_shades_the_rest_is_seen_to_have_gone() -> None:
    """A green disc was said to be there still, because little was expected to be seen in so dark a place."""
    x, y = (round(each * model().scale / COARSE) for each in centres("hex-pointy")[CELL])
    now = showing(shade=0.6)
    now.seen[y - 30 : y + 30, x + 1 : x + 9] = False
    assert CELL in blue_was(now).left
    hardly = CellEvidence(CELL, absent={"square:blue": -0.9, "square:red": -0.9})
    told = as_left([lying("square:blue", CELL)], hardly)
    assert told.absent["square:blue"] < -3
    assert told.absent["square:red"] == hardly.absent["square:red"]


def test_a_counter_has_gone_though_others_came_close_to_where_it_stood() -> None:
    beside = [lying("square:red", NEXT, -(26.0 - NEAR_MM)), lying("square:red", "0303", 26.0 - NEAR_MM)]
    now = showing(*((each, RED_BGR) for each in beside))
    what = blue_was(now, *beside)
    assert CELL not in what.still | what.perhaps


@pytest.mark.parametrize(("seen_as", "stands"), [(-1.5, True), (12.0, False)])
def test_a_counter_whose_shaded_face_may_hardly_bear_a_tag_stands_there_still(seen_as: float, stands: bool) -> None:
    """A black disc in an arm's shade was left open: its face, doubted to be more than a shadow, resembled a tag's."""
    view, blue = PlainView(model()), lying("disc:blue", CELL)
    view.keep(showing((blue, BLUE_BGR)), {CELL: Plain((blue,), CellEvidence(CELL))})
    now = showing((blue, BLUE_BGR), shade=0.8)
    found = msgspec.structs.replace(lying("tag:7", CELL), looks={"tag:7": seen_as, "disc:blue": seen_as - 1})
    still, _ = standing_still(view, [CELL], {CELL: [found]}, frozenset(), now, floor())
    assert (CELL in still) == stands


def close_together(blue_at: str, faults: Faults | None = None) -> Picture:
    """A picture of a blue counter and, so near to where it stood, a red and a green one."""
    x, y = centres("hex-pointy")["0303"]
    top = TableTop(kit("hex-pointy").geometry, kit("hex-pointy").looks)
    top = top.with_supply(["square:blue", "square:red", "disc:green"])
    top = top.moved("square-blue-1", *centres("hex-pointy")[blue_at])
    top = top.moved("square-red-1", x + TOUCHING_MM, y).moved("disc-green-1", x - TOUCHING_MM, y)
    lying = [piece for piece in top.resting() if piece.level >= 0]
    return shutter("hex-pointy", None).take(lying, faults or Faults(), 1.0)


def test_a_counter_has_gone_though_others_stand_close_to_where_it_stood() -> None:
    evening = Evening()
    others = {"0403": ("square:red",), "0203": ("disc:green",)}
    evening.show(close_together("0303"))
    evening.know({"0303": ("square:blue",), **others})
    evening.show(close_together("0503", Faults(hand=1.0)))
    assert evening.seen == {"0503": ("square:blue",), **others}
    assert "0303" not in evening.seer.unsure


def kept(now: SimpleNamespace, *found: Found) -> list[Found]:
    """What is found beside a blue counter that was plainly seen, `found` being fitted to what is seen `now`."""
    view, blue = PlainView(model()), lying("square:blue", CELL)
    view.keep(showing((blue, BLUE_BGR)), {CELL: Plain((blue,), CellEvidence(CELL))})
    return view.untouched(list(found), frozenset({CELL, NEXT}), now, floor())


def test_a_counter_that_looks_as_it_did_is_no_other_because_one_came_beside_it() -> None:
    blue, came, amiss = (
        lying("square:blue", CELL),
        lying("square:red", NEXT),
        lying("square:green", CELL, 3.0),
    )
    told = kept(showing((blue, BLUE_BGR), (came, RED_BGR)), came, amiss)
    assert [(each.cell, each.best_look) for each in told] == [(NEXT, "square:red"), (CELL, "square:blue")]


def test_a_counter_upon_another_is_not_taken_for_that() -> None:
    upon = lying("square:red", CELL, 3.0)
    assert kept(showing((lying("square:blue", CELL), BLUE_BGR), (upon, RED_BGR)), upon) == [upon]
