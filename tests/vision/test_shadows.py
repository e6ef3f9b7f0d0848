"""The shadows that pieces cast: which way they fall from a lamp, and where."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from companion.seeing import as_contents, board_of
from tests.vision.toytable import model
from vision import recording as recordings
from vision.bodies import Bank, Outline
from vision.cast_shadows import cast_by_hand
from vision.claims import Claims, Patch
from vision.eye import Eye
from vision.found import Found
from vision.ground_shadows import are_soft
from vision.palette import Palette
from vision.pose import Pose
from vision.semblances import Semblances
from vision.shadows import Shadows
from vision.things import Finder

EVENINGS = Path(__file__).parent.parent / "path_traced"
GREEN_BGR = (80, 150, 110)
FAR_LAMP = Shadows(0.6, (200.0, 150.0), (1.0, 0.0), 0.0)
LAMP_ABOVE = Shadows(0.6, (200.0, 150.0), (0.0, 0.0), 0.01)


def taught(name: str) -> Eye:
    """An eye to which the empty board of an evening and its first position were made known."""
    recording = recordings.read_begun(EVENINGS / name)
    eye = Eye(board_of(EVENINGS / name, recording))
    for frame in recording.frames:
        if frame.known is not None:
            eye.look(recordings.picture(EVENINGS / name, frame), frame.t)
            eye.learn({cell: as_contents(looks) for cell, looks in frame.known.items()})
    return eye


def round_spot(bgr: tuple[int, int, int]) -> tuple[Found, Patch]:
    """A disc of that colour on green floor."""
    side, radius = 60, 15
    floor = np.full((side, side, 3), GREEN_BGR, np.float32)
    y, x = np.indices((side, side)) - side // 2
    disc = np.hypot(x, y) < radius
    seen = np.where(disc[..., None], np.float32(bgr), floor)
    none = np.zeros((side, side), np.float32)
    patch = Patch(
        (0, 0, side, side), np.log(seen), none, none + 1, np.zeros((30, 30, 3), np.float32), np.log(floor), none
    )
    thing = Found(
        (30.0, 30.0), Outline(True, 30.0), 3.0, 60.0, {"disc:black": 12.0}, 7.0, 3.0, np.zeros(3), 1.0, 1.0,
        (0, 0, side, side), disc.astype(np.float32), None,
    )  # fmt: skip
    return thing, patch


def disc_at(x_mm: float) -> Found:
    """A disc of 14 mm in the middle of a board of 100 mm, on rasters of two px and one px for a mm."""
    left = round(2 * (x_mm - 7.0))
    return Found(
        (x_mm, 50.0), Outline(True, 14.0), 4.0, 60.0, {"disc:red": 12.0}, 7.0, 3.0, np.zeros(3), 1.0, 1.0,
        (left, 86, left + 28, 114), np.ones((28, 28), np.float32), None, foot_mm=(x_mm, 50.0),
    )  # fmt: skip


def is_doubted(spot: Found, patch: Patch, piece: Found, shadows: Shadows | None) -> bool:
    """Whether a spot beside a piece is doubted to be one, these being known of the evening's shadows."""
    claims = Claims(patch, model().scale)
    claims.add(piece)
    index = Palette(model().bodies).index
    pose = Pose(model(), np.diag([model().scale, model().scale, 1.0]), (1280, 720))
    semblances = Semblances(model(), pose, shadows, index, lambda *_: np.zeros((len(index), 3)))
    return semblances.doubted(spot, claims) is not spot


def test_a_round_dark_spot_that_has_its_floors_hue_may_be_the_shadow_of_a_finger() -> None:
    third = (GREEN_BGR[0] // 3, GREEN_BGR[1] // 3, GREEN_BGR[2] // 3)
    assert cast_by_hand(*round_spot(third))
    assert not cast_by_hand(*round_spot((33, 33, 34)))
    assert not cast_by_hand(*round_spot(GREEN_BGR))


@pytest.mark.parametrize(("score", "hands"), [(200.0, True), (700.0, False)])
def test_what_stands_out_as_plainly_as_a_piece_is_no_shadow_of_a_finger(score: float, hands: bool) -> None:
    spot, patch = round_spot((GREEN_BGR[0] // 3, GREEN_BGR[1] // 3, GREEN_BGR[2] // 3))
    palette = Palette(model().bodies)
    printed = np.zeros((len(model().order), len(palette.colours), 3))
    pose = Pose(model(), np.diag([model().scale, model().scale, 1.0]), (1280, 720))
    finder = Finder(model(), pose, Bank(model().bodies.values(), model().scale), palette, printed, model().bodies)
    assert finder.semblances.is_of_hand(msgspec.structs.replace(spot, score=score, edged=0.7), patch) == hands


@pytest.mark.parametrize(
    ("towards", "score", "doubted"),
    [((1.0, 0.0), 200.0, True), ((-1.0, 0.0), 200.0, False), ((1.0, 0.0), 700.0, False)],
)
def test_a_spot_as_dark_as_other_shadows_where_one_falls_is_one_unless_it_is_as_plain_as_pieces(
    towards: tuple[float, float], score: float, doubted: bool
) -> None:
    """A tall black square's shadow was a black disc, which stood in place of a white one that had left."""
    half = (GREEN_BGR[0] // 2, GREEN_BGR[1] // 2, GREEN_BGR[2] // 2)
    spot, patch = round_spot(half)
    spot = msgspec.structs.replace(spot, score=score)
    piece = msgspec.structs.replace(
        spot, rect=(0, 5, 24, 55), silhouette=np.ones((50, 24), np.float32), face_mm=(5.0, 12.0)
    )
    assert is_doubted(spot, patch, piece, Shadows(0.8, (10.0, 10.0), towards, 0.0)) == doubted


@pytest.mark.parametrize(("reaches_it", "doubted"), [(False, False), (True, True)])
def test_a_green_disc_on_green_floor_ends_all_around_and_a_shadow_begins_at_its_piece(
    reaches_it: bool, doubted: bool
) -> None:
    """A dark green disc came to a lighter meadow beside an orange square, and was left open."""
    spot, patch = round_spot((GREEN_BGR[0] * 2 // 3, GREEN_BGR[1] * 2 // 3, GREEN_BGR[2] * 2 // 3))
    if reaches_it:
        band = np.zeros((60, 60), np.bool_)
        band[15:45, :30] = True
        patch.seen[band] = patch.seen[30, 30]
    spot = msgspec.structs.replace(spot, score=150.0, looks={"disc:green": 12.0}, tone=np.array([0.4, -0.4, 0.0]))
    piece = msgspec.structs.replace(spot, rect=(0, 5, 20, 55), silhouette=np.ones((50, 20), np.float32))
    assert is_doubted(spot, patch, piece, None) == doubted


def test_from_a_far_lamp_all_shadows_fall_one_way() -> None:
    assert FAR_LAMP.way((10.0, 10.0)) == FAR_LAMP.way((390.0, 290.0)) == (1.0, 0.0)


def test_from_a_lamp_above_the_board_shadows_fall_apart() -> None:
    assert LAMP_ABOVE.way((100.0, 150.0)) == pytest.approx((-1.0, 0.0))
    assert LAMP_ABOVE.way((200.0, 250.0)) == pytest.approx((0.0, 1.0))


def test_a_shadow_lies_behind_its_piece_and_not_before_it_or_beyond_reach() -> None:
    pieces, where = np.zeros((40, 60), np.bool_), np.zeros((40, 60), np.bool_)
    pieces[18:23, 20:25] = True
    where[20, 30] = where[20, 10] = where[20, 55] = where[2, 22] = True
    reached = FAR_LAMP.may_reach(where, pieces, (200.0, 150.0), reach_px=12)
    assert reached.tolist() == [False, False, True, False]


def test_shadows_are_soft_if_beside_hardly_any_piece_it_is_as_dark_as_under_a_lamp() -> None:
    shade, pieces = np.zeros((100, 400), np.float32), [disc_at(40.0 * number + 20.0) for number in range(9)]
    assert not are_soft(shade, pieces[:4], 1.0)
    shade[44:56, 28:38] = 1.2
    assert are_soft(shade, pieces, 1.0)
    shade[44:56, [column + step for column in (68, 108, 148) for step in range(10)]] = 1.2
    assert not are_soft(shade, pieces, 1.0)


def test_a_single_lamps_shadows_are_learnt_to_be_deep_and_those_of_a_rooms_light_shallower() -> None:
    lamp, diffuse = (taught(name)._sight._findings.shadows for name in ("one_lamp", "sheet_on_a_corner"))
    assert lamp is not None
    assert lamp.deepest > 1.0
    assert lamp.towards[1] > abs(lamp.towards[0])
    assert diffuse is not None
    assert diffuse.deepest < 1.0


def test_what_a_warm_lamp_does_not_reach_is_blue_and_of_its_shadows_hue_all_the_same() -> None:
    blue = Shadows(0.8, (200.0, 150.0), (1.0, 0.0), 0.0, hue=(0.24, -0.06, -0.18))
    bluish, grey, red = (0.6 * np.array(off) for off in ((-0.76, -1.06, -1.18), (-1.0, -1.0, -1.0), (-1.4, -1.4, -0.2)))
    assert FAR_LAMP.hue_off(bluish) > 0.15
    assert blue.hue_off(bluish) < 0.01
    assert blue.hue_off(grey) < 0.01
    assert blue.hue_off(red) > 0.5
