"""A board whose markers cannot be seen: its print is recognised, or somebody shows where its corners are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.eye import RECOGNISE_S, Eye
from vision.fitness import meters
from vision.pose import Pose
from vision.pyramid import Pyramid
from vision.recognition import Recogniser
from vision.registration import Registrar
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

from .room import furnishing

Picture = NDArray[np.uint8]
CLOTH = (96, 118, 105)
TENTH_OF_A_CELL = 0.1


class Seen:
    """One picture of the empty board, where the markers put it, and the same without its markers."""

    def __init__(self, pictures: Path) -> None:
        kit, self.model = furnishing(pictures)
        self.image: Picture = Shutter(kit, seed=3).take(TableTop(kit.geometry, kit.looks).resting(), Faults(), 0.0)
        self.pose = Registrar(self.model).find(self.image)
        self.bare = self.image.copy()
        for corners in self.model.markers.values():
            self.cover(self.bare, np.asarray(corners, np.float64), CLOTH)

    def cover(self, image: Picture, outline_mm: NDArray[np.float64], colour: tuple[int, int, int]) -> None:
        """Something lies on the board there."""
        outline = cv2.convexHull(np.round(self.pose.to_picture(outline_mm)).astype(np.int32))
        cv2.fillConvexPoly(image, outline, colour)

    def with_arms(self, part: float) -> Picture:
        """Arms reach over this part of the board, and no marker is to be seen."""
        image, (width, height) = self.bare.copy(), self.model.size_mm
        for start in (0.1, 0.4, 0.72):
            x, wide = start * width, part / 3 * width
            arm = np.array([(x, 0), (x + wide, 0), (x + wide + 40, height), (x + 40, height)], np.float64)
            self.cover(image, arm, (110, 140, 190))
        return image

    def off_cells(self, pose: Pose, part: float = 1.0) -> float:
        """By how many cells a pose is off, at the worst cell or at the worst of a part of them."""
        apart = pose.to_picture(self.model.centres) - self.pose.to_picture(self.model.centres)
        return float(np.quantile(np.hypot(*apart.T), part) / (self.model.pitch_mm * self.pose.px_mm))

    def recognised(self, image: Picture) -> Pose:
        """Where the print is recognised in `image`, fitted."""
        pyramid, registrar = Pyramid(image), Registrar(self.model)
        plane = Recogniser(self.model).plane(pyramid)
        assert plane is not None
        return registrar.refine(pyramid, registrar.by_plane(plane, pyramid.size))


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    return Seen(tmp_path_factory.mktemp("pictures"))


def test_the_print_alone_puts_every_cell_in_its_place(seen: Seen) -> None:
    assert seen.off_cells(seen.recognised(seen.bare)) < TENTH_OF_A_CELL


def test_the_print_is_recognised_under_arms(seen: Seen) -> None:
    assert seen.off_cells(seen.recognised(seen.with_arms(0.4)), part=0.6) < TENTH_OF_A_CELL


def test_the_print_is_recognised_upside_down(seen: Seen) -> None:
    plane = Recogniser(seen.model).plane(Pyramid(np.asarray(cv2.rotate(seen.bare, cv2.ROTATE_180), np.uint8)))
    assert plane is not None
    height, width = seen.image.shape[:2]
    back = np.array([[-1.0, 0, width - 1], [0, -1.0, height - 1], [0, 0, 1]])
    assert seen.off_cells(Pose(seen.model, back @ plane, (width, height))) < 3 * TENTH_OF_A_CELL, "fitting comes after"


def test_another_picture_is_no_board_and_is_not_tried_with_every_frame(seen: Seen) -> None:
    cloth = np.full_like(seen.image, CLOTH)
    cv2.putText(cloth, "A letter from home", (200, 500), cv2.FONT_HERSHEY_SIMPLEX, 4, (20, 20, 20), 9)
    eye = Eye(seen.model)
    assert eye.look(cloth, 0.0).blind == "no_board"
    assert eye.look(seen.bare, RECOGNISE_S / 2).blind == "no_board", "a second attempt so soon would cost the evening"
    assert eye.look(seen.bare, RECOGNISE_S).blind == ""


def test_corners_shown_by_hand_are_enough_from_whichever_they_begin(seen: Seen) -> None:
    width, height = seen.model.size_mm
    corners = seen.pose.to_picture(np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64))
    shaky = np.roll(corners, 2, axis=0) + np.array([(9, -7), (-8, 6), (5, 9), (-6, -9)])
    assert seen.off_cells(Registrar(seen.model).by_corners(Pyramid(seen.bare), shaky)) < TENTH_OF_A_CELL
    eye = Eye(seen.model)
    eye.hint(shaky)
    assert eye.look(seen.bare, 0.0).blind == ""


def test_corners_shown_in_the_wrong_place_are_not_believed(seen: Seen) -> None:
    height, width = seen.image.shape[:2]
    eye = Eye(seen.model)
    eye.hint(np.array([(0, 0), (width / 4, 0), (width / 4, height / 4), (0, height / 4)]))
    assert eye.look(seen.bare, 0.0).blind != ""


def states(image: Picture, model: BoardModel, pose: Pose) -> dict[str, str]:
    return {meter.key: meter.state for meter in meters(image, model, pose.homography)}


def test_gauges_find_a_good_picture_good(seen: Seen) -> None:
    found = states(seen.image, seen.model, seen.pose)
    assert {found["light"], found["focus"], found["glare"]} == {"ok"}


def test_gauges_tell_blur_from_dusk_from_glare(seen: Seen) -> None:
    blurred = np.asarray(cv2.GaussianBlur(seen.image, (0, 0), 3), np.uint8)
    assert states(blurred, seen.model, seen.pose)["focus"] == "bad"
    dark = (seen.image * 0.2).astype(np.uint8)
    found = states(dark, seen.model, seen.pose)
    assert (found["light"], found["focus"]) == ("bad", "ok")
    burnt = seen.image.copy()
    width, height = seen.model.size_mm
    x, y = seen.pose.to_picture(np.array([(width * 5 / 6, height * 5 / 6)], np.float64))[0]
    cv2.circle(burnt, (int(x), int(y)), 60, (255, 255, 255), -1)
    glare = next(meter for meter in meters(burnt, seen.model, seen.pose.homography) if meter.key == "glare")
    assert glare.state != "ok"
    assert glare.where == "south_east"
