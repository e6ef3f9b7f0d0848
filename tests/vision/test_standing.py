"""Where a thing stands: sure inside a cell, a question near a border, and higher where it lies on another."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.bodies import Mask, Outline
from vision.pose import Pose, Rect
from vision.standing import Foot, feet, homes

from .toytable import PITCH_MM, centres, model

HEIGHT_MM = 4.5


class Lying(msgspec.Struct, frozen=True):
    """A disc whose face is seen at a place."""

    face_mm: tuple[float, float]
    outline: Outline = Outline(True, 17.0)
    height_mm: float = HEIGHT_MM
    rect: Rect = (0, 0, 0, 0)
    silhouette: Mask = np.zeros((0, 0), np.float32)
    density: NDArray[np.float32] | None = None


def slanting() -> Pose:
    """A camera 600 mm above the board's near side and 500 mm before it."""
    camera = np.array([[900.0, 0, 640], [0, 900, 360], [0, 0, 1]])
    tilt = np.radians(40)
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    shift = -turn @ np.array([200.0, 640.0, -600.0])
    homography = camera @ np.column_stack([turn[:, 0], turn[:, 1], shift])
    return Pose(model(), homography, (1280, 720))


def seen_at(foot_mm: tuple[float, float], height_mm: float, pose: Pose) -> Lying:
    lean = pose.lean_mm(foot_mm, height_mm)
    return Lying((foot_mm[0] + lean[0], foot_mm[1] + lean[1]))


def test_a_foot_in_the_middle_is_at_home() -> None:
    odds = homes(model(), (Foot(1.0, 0.0, centres("hex-pointy")["0303"]),), 3.0)
    assert odds["0303"] > 5


def test_on_a_border_neither_cell_is_sure() -> None:
    x, y = centres("hex-pointy")["0303"]
    odds = homes(model(), (Foot(1.0, 0.0, (x + PITCH_MM / 2, y)),), 3.0)
    assert abs(odds["0303"]) < 1
    assert abs(odds["0403"]) < 1


def test_what_rests_on_a_piece_stands_in_its_cell_though_its_middle_is_over_the_border() -> None:
    x, y = centres("hex-pointy")["0303"]
    beyond = (x + PITCH_MM / 2 + 1, y)
    upon = homes(model(), (Foot(0.99, 4.0, beyond, upon_mm=(x + 2, y)),), 1.0)
    alone = homes(model(), (Foot(0.99, 4.0, beyond),), 1.0)
    assert max(upon, key=lambda cell: upon[cell]) == "0303"
    assert max(alone, key=lambda cell: alone[cell]) == "0403"


def test_what_hardly_rests_on_a_piece_beside_it_stays_where_it_is() -> None:
    x, y = centres("hex-pointy")["0303"]
    beyond = (x + PITCH_MM / 2 + 1, y)
    ways = Foot(0.93, 0.0, beyond), Foot(0.07, 4.0, beyond, upon_mm=(x + 2, y))
    assert homes(model(), ways, 1.0) == homes(model(), (ways[0], Foot(0.07, 4.0, beyond)), 1.0)


def test_a_disc_alone_stands_on_the_board() -> None:
    pose = slanting()
    (ways,) = feet([seen_at((200.0, 140.0), HEIGHT_MM, pose)], pose)
    assert ways[0].z_mm == 0
    assert np.allclose(ways[0].at_mm, (200.0, 140.0), atol=0.01)


def test_a_disc_on_a_disc_stands_higher() -> None:
    pose = slanting()
    lower, upper = seen_at((200.0, 140.0), HEIGHT_MM, pose), seen_at((203.0, 141.0), 2 * HEIGHT_MM, pose)
    seen = msgspec.structs.replace(upper, density=np.zeros((1, 1), np.float32))
    ways = feet([seen, lower], pose)
    high = next(way for way in ways[0] if way.z_mm == HEIGHT_MM)
    assert np.allclose(high.at_mm, (203.0, 141.0), atol=0.01)
    assert sum(way.p for way in ways[0] if way.z_mm > 0) + sum(way.p for way in ways[1] if way.z_mm > 0) > 0.9


def test_two_discs_side_by_side_stand_on_the_board() -> None:
    pose = slanting()
    pair = [seen_at((200.0, 140.0), HEIGHT_MM, pose), seen_at((218.5, 140.0), HEIGHT_MM, pose)]
    assert all(ways[0].z_mm == 0 and ways[0].p > 0.8 for ways in feet(pair, pose))
