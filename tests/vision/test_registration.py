"""Finding the board: by two or more markers, never where it cannot be."""

from __future__ import annotations

import copy

import cv2
import numpy as np
import pytest

from vision.board_model import BoardModel
from vision.markers import find_squares
from vision.pose import Pose
from vision.pyramid import Pyramid
from vision.registration import IMPLAUSIBLE, MIRRORED, NO_BOARD, Refused, Registrar
from vision.squares import SquareWatch

from .toytable import SIZE_PX, Camera, Picture, marker_places, model


def grey_of(image: Picture) -> Picture:
    return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8)


@pytest.fixture(scope="module")
def image() -> Picture:
    return Camera().take({})


@pytest.fixture(scope="module")
def whole(image: Picture) -> Pose:
    return Registrar(model()).find(image)


def worst_mm(one: Pose, other: Pose, board: BoardModel) -> float:
    """How far apart two poses put the same point of the picture, mm, over the cells."""
    seen = one.to_picture(board.centres)
    return float(np.abs(other.to_board(seen) - board.centres).max())


@pytest.mark.parametrize("kept", [(0, 1), (0, 2), (1, 3), (2, 3), (0, 1, 2)])
def test_any_two_markers_are_enough(image: Picture, whole: Pose, kept: tuple[int, ...]) -> None:
    squares = [square for square in find_squares(grey_of(image)) if square[0] in kept]
    pose = Registrar(model()).find(image, squares)
    assert worst_mm(whole, pose, model()) < 1.5


def test_a_marker_too_small_for_a_quick_search_is_found_where_the_others_say(image: Picture) -> None:
    board = copy.copy(model())
    board.bodies = {look: body for look, body in board.bodies.items() if body.tag is None}  # tags need a whole search
    far = Pyramid(cv2.resize(image, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA).astype(np.uint8))
    assert len(find_squares(far.grey_half, quick=True)) == 3
    found = dict(SquareWatch(board).read(far))
    assert "grey" not in vars(far), "the whole picture was searched"
    searched = dict(find_squares(far.grey, quick=True))
    assert found.keys() == searched.keys() == board.markers.keys()
    assert all(float(np.abs(found[number] - searched[number]).max()) < 0.05 for number in found)


def test_one_marker_is_not_enough(image: Picture) -> None:
    squares = [square for square in find_squares(grey_of(image)) if square[0] == 0]
    with pytest.raises(Refused) as refusal:
        Registrar(model()).find(image, squares)
    assert refusal.value.reason == NO_BOARD


def test_mirrored_board_is_refused() -> None:
    width, _ = SIZE_PX
    squares = [
        (
            number,
            np.array([(width - 2.0 * (x + dx), 2.0 * (y + dy)) for dx, dy in ((0, 0), (24, 0), (24, 24), (0, 24))]),
        )
        for number, (x, y) in marker_places().items()
    ]
    with pytest.raises(Refused) as refusal:
        Registrar(model()).by_markers(squares, SIZE_PX)
    assert refusal.value.reason == MIRRORED


def test_markers_that_contradict_each_other_are_refused(image: Picture) -> None:
    squares = find_squares(grey_of(image))
    swapped = [((number + 1) % 4, quad) for number, quad in squares if number < 2]
    with pytest.raises(Refused) as refusal:
        Registrar(model()).by_markers(swapped, SIZE_PX)
    assert refusal.value.reason in (IMPLAUSIBLE, MIRRORED)


def test_markers_on_another_print_are_refused(image: Picture) -> None:
    blank = image.copy()
    corners = Registrar(model()).by_markers(find_squares(grey_of(image)), SIZE_PX)
    inside = corners.to_picture(np.array([(32.0, 32.0), (368.0, 32.0), (368.0, 248.0), (32.0, 248.0)]))
    cv2.fillConvexPoly(blank, np.round(inside).astype(np.int32), (190, 200, 200))
    with pytest.raises(Refused):
        Registrar(model()).find(blank)


def test_height_moves_a_point_away_from_the_camera(whole: Pose) -> None:
    place = (300.0, 60.0)
    lean = np.array(whole.lean_mm(place, 10.0))
    away = np.array(place) - whole.centre_mm[:2]
    assert float(lean @ away) > 0
    top = whole.to_picture(np.array([np.array(place) + lean]))
    assert np.allclose(whole.to_board(top, 10.0)[0], place, atol=0.3)
