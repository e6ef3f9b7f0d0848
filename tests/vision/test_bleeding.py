"""Floor beside a coloured piece has some of its colour in a compressed picture, and is no piece for that."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from tests.vision.toytable import model
from vision.bleeding import without_run_colours
from vision.bodies import Bank, Outline
from vision.claims import Patch
from vision.found import Found
from vision.palette import Palette
from vision.pose import Pose
from vision.shadows import Shadows
from vision.things import Finder

SIDE_PX, FACE_PX, ASIDE_PX = 80, 20, 10
TOP, LEFT = 25, 20
FLOOR_BGR, BLUE_BGR = (150, 190, 205), (165, 66, 26)


def square(look: str, left: int, score: float, visible: float) -> Found:
    """A square counter, its upper left corner `left` of the patch's."""
    at_mm = tuple((each + FACE_PX / 2) / model().scale for each in (left, TOP))
    return Found(
        face_mm=(at_mm[0], at_mm[1]), outline=Outline(False, 14.5), height_mm=4.5, score=score, looks={look: 12.0},
        unknown=0.0, known=3.0, tone=np.zeros(3), visible=visible, shown=visible,
        rect=(left, TOP, left + FACE_PX, TOP + FACE_PX),
        silhouette=np.ones((FACE_PX, FACE_PX), np.float32), density=None, cell="0303",
    )  # fmt: skip


def likelihood_of_second(
    beside_bgr: tuple[int, int, int],
    score: float = 20.0,
    soft: bool = False,
    overhung: bool = False,
    deep: bool = False,
) -> float:
    """How likely (log) a white counter is that seems to lie half below a blue one, the floor beside that one having
    that colour before the picture is compressed; `score`: how much likelier than floor what is seen there is; `soft`:
    whether all shadows are; `deep`: whether they are known not to be; `overhung`: whether an arm is over the board."""
    floor = np.full((SIDE_PX, SIDE_PX, 3), FLOOR_BGR, np.uint8)
    seen = floor.copy()
    seen[TOP : TOP + FACE_PX, LEFT + FACE_PX : LEFT + FACE_PX + ASIDE_PX] = beside_bgr
    seen[TOP : TOP + FACE_PX, LEFT : LEFT + FACE_PX] = BLUE_BGR
    quality = [cv2.IMWRITE_JPEG_QUALITY, 60, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    compressed = cv2.imdecode(cv2.imencode(".jpg", seen, quality)[1], cv2.IMREAD_COLOR)
    patch = Patch(
        (0, 0, SIDE_PX, SIDE_PX), np.log(np.maximum(compressed, 1)).astype(np.float32),
        np.zeros((SIDE_PX, SIDE_PX), np.float32), np.ones((SIDE_PX, SIDE_PX), np.float32),
        np.zeros((SIDE_PX // 2, SIDE_PX // 2, 3), np.float32), np.log(floor).astype(np.float32),
        np.zeros((SIDE_PX, SIDE_PX), np.float32), overhung=overhung,
    )  # fmt: skip
    blue, white = square("square:blue", LEFT, 100.0, 1.0), square("square:white", LEFT + ASIDE_PX, score, 0.5)
    scale = model().scale
    pose = Pose(model(), np.diag([scale, scale, 1.0]), (SIDE_PX, SIDE_PX))
    palette = Palette(model().bodies)
    printed = np.zeros((len(model().order), len(palette.colours), 3))
    shadows = Shadows(1.2, (0.0, 0.0), (1.0, 0.0), 0.0) if deep else None
    finder = Finder(model(), pose, Bank(model().bodies.values(), scale), palette, printed, model().bodies, shadows)
    one, other = without_run_colours([blue, white], [], [patch], finder, lambda _: soft)
    assert msgspec.structs.asdict(one) == msgspec.structs.asdict(blue)
    return max(other.looks.values())


def second_one_is_seen(beside_bgr: tuple[int, int, int], score: float = 20.0, soft: bool = False) -> bool:
    """Whether that counter is likelier than nothing."""
    return likelihood_of_second(beside_bgr, score, soft) > 0


def test_floor_that_has_some_of_a_counters_colour_is_no_second_counter() -> None:
    assert not second_one_is_seen(FLOOR_BGR)


def test_a_counter_that_lies_half_below_another_is_one() -> None:
    assert second_one_is_seen((222, 231, 234))
    assert second_one_is_seen((34, 28, 190))


def test_what_is_as_dark_as_a_shadow_beside_a_counter_is_another_if_it_stands_out_plainly() -> None:
    assert not second_one_is_seen(shaded(0.5), score=20.0)
    assert second_one_is_seen(shaded(0.5), score=50.0)
    assert likelihood_of_second(shaded(0.5), score=50.0, overhung=True) == 12.0


def test_what_is_darker_is_another_where_no_lamp_casts_deep_shadows() -> None:
    assert likelihood_of_second(shaded(0.42), score=50.0, deep=True) < 0
    assert second_one_is_seen(shaded(0.42), score=50.0, soft=True)
    assert not second_one_is_seen(shaded(0.42), score=20.0, soft=True)


def test_nobody_can_tell_whether_it_is_in_an_arms_shadow_or_where_nothing_is_known_of_shadows() -> None:
    assert 0 < likelihood_of_second(shaded(0.42), score=50.0) < 7
    assert 0 < likelihood_of_second(shaded(0.42), score=50.0, soft=True, overhung=True) < 7


def shaded(part: float) -> tuple[int, int, int]:
    """The floor's colour in such a part of the light."""
    blue, green, red = (round(part * each) for each in FLOOR_BGR)
    return blue, green, red
