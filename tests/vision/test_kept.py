"""What a piece was put upon is believed to lie below it where it still sticks out as it looked before."""

from __future__ import annotations

import msgspec
import numpy as np

from engines.physical import Cell
from tests.vision import toytable
from tests.vision.test_beliefs import ABSENT, RED_ALONE
from vision.bodies import Outline
from vision.claims import Patch
from vision.evidence import CellEvidence, Thing
from vision.found import Found
from vision.kept import Kept
from vision.traffic import Traffic
from vision.weighing import judged

CELL: Cell = "0303"
SIDE_PX, LARGE_PX, SMALL_PX = 60, 30, 14
ORANGE, YELLOW = (-1.5, -0.4, 0.3), (-1.2, 0.4, 0.5)
FLOOR = 5.0


def corner() -> tuple[int, int]:
    """Upper left corner of a patch on the fine raster, whose middle is the cell's."""
    model = toytable.model()
    x, y = model.cells[CELL].centre
    return round(x * model.scale) - SIDE_PX // 2, round(y * model.scale) - SIDE_PX // 2


def middle(side_px: int) -> slice:
    return slice((SIDE_PX - side_px) // 2, (SIDE_PX + side_px) // 2)


def piece(look: str, side_px: int) -> Found:
    """A square piece in the middle of the cell."""
    (x, y), where = corner(), middle(side_px)
    return Found(
        face_mm=(0.0, 0.0), outline=Outline(False, 13.0), height_mm=1.6, score=50.0, looks={look: 12.0},
        unknown=0.0, known=3.0, tone=np.zeros(3), visible=1.0, shown=1.0,
        rect=(x + where.start, y + where.start, x + where.stop, y + where.stop),
        silhouette=np.ones((side_px, side_px), np.float32), density=None, cell=CELL,
    )  # fmt: skip


def patch(*colours: tuple[int, tuple[float, float, float]], light: float = 0.0) -> Patch:
    """Squares of so many px upon each other, so much (tone) off the floor, under a little more light or less."""
    x, y = corner()
    floor = np.full((SIDE_PX, SIDE_PX, 3), FLOOR + light, np.float32)
    seen, misfit = floor.copy(), np.zeros((SIDE_PX, SIDE_PX), np.float32)
    for side_px, off in colours:
        seen[middle(side_px), middle(side_px)] = floor[0, 0] + np.array(off, np.float32)
        misfit[middle(side_px), middle(side_px)] = 50.0
    half = np.zeros((SIDE_PX // 2, SIDE_PX // 2, 3), np.float32)
    return Patch(
        (x, y, x + SIDE_PX, y + SIDE_PX), seen, misfit, np.ones_like(misfit), half, floor, np.zeros_like(misfit)
    )


def kept_mm2(now: Patch) -> float:
    """Around a small yellow piece that came to where a large orange one lay."""
    kept = Kept(toytable.model())
    kept.told([CELL], [piece("square:red", LARGE_PX)], [], [patch((LARGE_PX, ORANGE))])
    [newcomer] = kept.told([CELL], [piece("square:yellow", SMALL_PX)], [], [now])
    [again] = kept.told([CELL], [piece("square:yellow", SMALL_PX)], [], [now])
    assert again.kept_mm2 == newcomer.kept_mm2, "a second look at the same says nothing new"
    return newcomer.kept_mm2


def test_the_rim_of_what_a_piece_was_put_upon_looks_as_before_in_other_light() -> None:
    upon = ((LARGE_PX, ORANGE), (SMALL_PX, YELLOW))
    assert kept_mm2(patch(*upon)) > 20.0
    assert kept_mm2(patch(*upon, light=-0.4)) > 20.0


def test_floor_that_was_bared_does_not() -> None:
    assert kept_mm2(patch((SMALL_PX, YELLOW))) == 0.0


def test_nor_does_the_rim_of_another_piece() -> None:
    assert kept_mm2(patch((LARGE_PX, (0.2, -0.9, -1.4)), (SMALL_PX, YELLOW))) == 0.0


def test_what_sticks_out_below_a_newcomer_as_before_was_not_taken_off_the_board() -> None:
    newcomer = Thing({"square:blue": 12.0}, 7.0, (50.5, 50.5))
    came = Traffic(len(toytable.LOOKS), frozenset({"square:blue"}), elsewhere={}, hidden=0.2, company=1)
    plain, sticking = (
        judged(CellEvidence("0101", (each,), ABSENT), toytable.model(), RED_ALONE, came)
        for each in (newcomer, msgspec.structs.replace(newcomer, kept_mm2=20.0))
    )
    assert not plain.sure
    assert sticking.contents == ("disc:red", "square:blue")
    assert sticking.sure
