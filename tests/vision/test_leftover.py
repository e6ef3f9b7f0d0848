"""What is seen around a counter and is neither floor nor shadow nor a piece found may be one that lies below."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from engines.physical import Cell
from tests.vision import toytable
from vision.bodies import Outline
from vision.claims import Patch
from vision.found import Drawn, Found
from vision.leftover import leftover_mm2
from vision.light import Tone

CELL: Cell = "0303"
SIDE_PX, FACE_PX, STRIP_PX = 60, 20, 7
TOP, LEFT = 10, 15


def face(top: int, left: int) -> Found:
    """A square counter whose upper left corner is there, px of the patch."""
    x, y = corner()
    return Found(
        face_mm=(0.0, 0.0), outline=Outline(False, 13.0), height_mm=1.6, score=50.0, looks={"square:red": 12.0},
        unknown=0.0, known=3.0, tone=np.zeros(3), visible=1.0, shown=1.0,
        rect=(x + left, y + top, x + left + FACE_PX, y + top + FACE_PX),
        silhouette=np.ones((FACE_PX, FACE_PX), np.float32), density=None, cell=CELL,
    )  # fmt: skip


def corner() -> tuple[int, int]:
    """Upper left corner of the patch on the fine raster: the counter lies in the middle of its cell."""
    model = toytable.model()
    x, y = model.cells[CELL].centre
    return round(x * model.scale) - LEFT - FACE_PX // 2, round(y * model.scale) - TOP - FACE_PX // 2


def drawn(up_px: int) -> Found:
    """The same counter, whose drawing is recognised so much higher up."""
    model = toytable.model()
    x, y = corner()
    at_mm = tuple((each + FACE_PX / 2) / model.scale for each in (x + LEFT, y + TOP - up_px))
    return msgspec.structs.replace(face(TOP, LEFT), drawn=Drawn((at_mm[0], at_mm[1]), 0.0))


def beside(
    off: tuple[float, float, float],
    *others: Found,
    counter: Found | None = None,
    misfit_there: float = 50.0,
    open_px: int = SIDE_PX,
) -> float:
    """What nothing explains, mm², of a strip below a counter that is so much (tone, each channel) off the floor, and
    has that squared deviation from it. From `open_px` below the counter on an arm is over it."""
    model = toytable.model()
    x, y = corner()
    floor: Tone = np.full((SIDE_PX, SIDE_PX, 3), 5.0, np.float32)
    seen, misfit = floor.copy(), np.zeros((SIDE_PX, SIDE_PX), np.float32)
    strip = slice(TOP + FACE_PX, TOP + FACE_PX + STRIP_PX), slice(LEFT, LEFT + FACE_PX)
    seen[strip] += np.array(off, np.float32)
    misfit[strip] = misfit_there
    open_ = np.ones_like(misfit)
    open_[TOP + FACE_PX + open_px :] = 0.0
    patch = Patch(
        (x, y, x + SIDE_PX, y + SIDE_PX), seen, misfit, open_,
        np.zeros((SIDE_PX // 2, SIDE_PX // 2, 3), np.float32), floor, np.zeros_like(misfit),
    )  # fmt: skip
    return leftover_mm2(counter or face(TOP, LEFT), others, patch, model)


def test_a_strip_of_another_colour_is_left_over() -> None:
    px_mm = toytable.model().scale
    assert beside((-1.0, -0.8, 0.3)) > 0.5 * STRIP_PX * FACE_PX / px_mm**2


@pytest.mark.parametrize("darker", [0.2, 0.7])
def test_a_shadow_is_not_left_over(darker: float) -> None:
    assert beside((-darker, -darker, -darker)) == 0.0


def test_what_another_counter_explains_is_not_left_over() -> None:
    assert beside((-1.0, -0.8, 0.3), face(TOP + STRIP_PX, LEFT)) == 0.0


def test_the_edge_of_an_arm_that_covers_the_rest_is_not_left_over() -> None:
    assert beside((-1.0, -0.8, 0.3), open_px=4) == 0.0


def test_what_is_hardly_strange_is_not_left_over_beside_a_counter_whose_drawing_is_recognised() -> None:
    tinted = (-0.1, -0.08, 0.1)
    assert beside(tinted, misfit_there=20.0) > 0.0
    assert beside(tinted, counter=drawn(up_px=12), misfit_there=20.0) == 0.0
    assert beside(tinted, counter=drawn(up_px=12)) > 0.0


def test_a_counter_reaches_as_far_as_its_drawing_says() -> None:
    higher, here = (beside((-1.0, -0.8, 0.3), counter=drawn(up)) for up in (12, 0))
    assert higher > here == 0.0
