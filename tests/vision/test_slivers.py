"""Of a piece that lies below another a sliver is enough to say what it is, if it has a colour that shadows have not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engines.physical import Look
from tests.vision.test_kept import CELL, SIDE_PX, corner, middle
from tests.vision.toytable import model
from vision.bodies import Bank, Outline
from vision.claims import Patch
from vision.found import Drawn, Found
from vision.palette import Palette
from vision.pose import Pose
from vision.slivers import slivers
from vision.things import Finder

FLOOR_BGR, RED_BGR, BLUE_BGR, BLACK_BGR = (150, 190, 205), (34, 28, 190), (165, 66, 26), (28, 26, 26)
SHADOW_BGR = (68, 86, 92)
"""What the floor is in a lamp's shadow."""
FACE_MM, ASIDE_MM = 14.5, 4.0


def below(
    beside_bgr: tuple[int, int, int],
    aside_mm: float = ASIDE_MM,
    overhung: bool = False,
    colour: str = "red",
    own_bgr: tuple[int, int, int] = RED_BGR,
) -> list[Look | None]:
    """What is said to lie below a square of some `colour`, of which the drawing is recognised, something of that other
    colour sticking out at one side; the picture is blurred as wide as that sliver is. `overhung`: whether a hand is
    near."""
    scale, (left, top) = model().scale, corner()
    own = middle(round(FACE_MM * scale))
    floor = np.full((SIDE_PX, SIDE_PX, 3), FLOOR_BGR, np.uint8)
    seen, aside = floor.copy(), round(aside_mm * scale)
    seen[own, own.start + aside : own.stop + aside] = beside_bgr
    seen[own, own] = own_bgr
    seen = cv2.GaussianBlur(seen, (0, 0), 1.2)
    off = np.square(np.log(seen.astype(np.float32)) - np.log(floor.astype(np.float32))).sum(axis=2)
    patch = Patch(
        (left, top, left + SIDE_PX, top + SIDE_PX), np.log(seen).astype(np.float32), 400 * off,
        np.ones((SIDE_PX, SIDE_PX), np.float32), np.zeros((SIDE_PX // 2, SIDE_PX // 2, 3), np.float32),
        np.log(floor).astype(np.float32), np.zeros((SIDE_PX, SIDE_PX), np.float32), overhung=overhung,
    )  # fmt: skip
    at_mm = tuple((corner_px + (own.start + own.stop) / 2) / scale for corner_px in (left, top))
    side_px = own.stop - own.start
    upper = Found(
        face_mm=(at_mm[0], at_mm[1]), outline=Outline(False, FACE_MM), height_mm=4.5, score=80.0,
        looks={f"square:{colour}": 12.0}, unknown=8.0, known=4.0, tone=np.log(np.array(own_bgr, float)), visible=1.0,
        shown=1.0, rect=(left + own.start, top + own.start, left + own.stop, top + own.stop),
        silhouette=np.ones((side_px, side_px), np.float32), density=None, cell=CELL,
        drawn=Drawn((at_mm[0], at_mm[1]), 0.0),
    )  # fmt: skip
    size = model().raster_size
    pose = Pose(model(), np.diag([scale, scale, 1.0]), (size[0], size[1]))
    palette = Palette(model().bodies)
    printed = np.broadcast_to(palette.printed, (len(model().order), *palette.printed.shape)).astype(np.float64)
    finder = Finder(model(), pose, Bank(model().bodies.values(), scale), palette, printed, model().bodies)
    return [each.best_look for each in slivers([upper], [], [patch], finder)]


@pytest.mark.parametrize(("bgr", "look"), [(BLUE_BGR, "square:blue"), (BLACK_BGR, "square:black")])
def test_a_square_is_known_by_the_blurred_sliver_that_sticks_out_below_another(
    bgr: tuple[int, int, int], look: Look
) -> None:
    assert below(bgr) == [look]


@pytest.mark.parametrize("bgr", [SHADOW_BGR, FLOOR_BGR, RED_BGR])
def test_a_shadow_or_an_edge_of_its_own_is_no_piece_below_another(bgr: tuple[int, int, int]) -> None:
    assert below(bgr) == []


def test_what_is_dark_beside_a_black_piece_may_be_its_own_side() -> None:
    assert below(BLACK_BGR, colour="black", own_bgr=BLACK_BGR) == []
    assert below(BLUE_BGR, colour="black", own_bgr=BLACK_BGR) == ["square:blue"]


def test_of_less_than_a_sliver_nobody_can_tell() -> None:
    assert below(BLUE_BGR, aside_mm=0.6) == []


def test_beside_a_hand_a_sliver_may_be_anything() -> None:
    assert below(BLUE_BGR, overhung=True) == []
