"""A board whose markers cannot be seen or lie: its print is recognised, or somebody shows where its corners are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision import recognition
from vision.board_model import BoardModel
from vision.eye import Eye
from vision.fitness import meters
from vision.locating import CONTRADICTION, RETRY_S, Locator
from vision.pose import Pose
from vision.pyramid import Pyramid
from vision.recognition import Recogniser
from vision.registration import Registrar
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter
from vision.witnesses import Verdict, Witness

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
        return registrar.by_print(pyramid, plane)

    def marker_put(self, number: int, at_mm: tuple[float, float]) -> Picture:
        """A picture in which one marker lies elsewhere, moved by so many mm."""
        return self.pasted(self.image, self.quad(number), self.quad(number) + np.array(at_mm), self.image)

    def markers_swapped(self, one: int, other: int) -> Picture:
        """A picture in which the sheets of two markers are exchanged."""
        half = self.pasted(self.image, self.quad(one), self.quad(other), self.image)
        return self.pasted(half, self.quad(other), self.quad(one), self.image)

    def quad(self, number: int) -> NDArray[np.float64]:
        """A marker with its white rim, mm."""
        corners = np.asarray(self.model.markers[number], np.float64)
        return np.asarray(corners.mean(axis=0) + 1.25 * (corners - corners.mean(axis=0)))

    def pasted(self, onto: Picture, origin: NDArray[np.float64], to: NDArray[np.float64], source: Picture) -> Picture:
        """`onto` with a part of `source` (4 × 2 mm) lying elsewhere; where it was there is cloth."""
        image = onto.copy()
        if onto is source:
            self.cover(image, origin, CLOTH)
        before, after = (self.pose.to_picture(each).astype(np.float32) for each in (origin, to))
        warp = cv2.getPerspectiveTransform(before, after)
        moved = cv2.warpPerspective(source, warp, image.shape[1::-1], flags=cv2.INTER_CUBIC)
        there = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(there, np.round(after).astype(np.int32), 1)
        cv2.copyTo(np.asarray(moved, np.uint8), there, image)
        return image


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


def located(model: BoardModel, *pictures: Picture) -> Locator:
    """Where the board lies in the last of pictures taken a second apart, in all of which it is found."""
    locator = Locator(model)
    for t, picture in enumerate(pictures):
        locator.locate(Pyramid(picture), float(t), doubtful=True)
    locator.rest(Pyramid(pictures[-1]))
    return locator


def said(locator: Locator) -> dict[str, str]:
    return {one.name: one.says for one in locator.verdict.witnesses}


def test_markers_print_and_lattice_agree_on_an_honest_board(seen: Seen) -> None:
    assert said(located(seen.model, seen.image)) == {"markers": "agrees", "print": "agrees", "lattice": "agrees"}


def test_a_marker_that_was_moved_is_named_and_not_believed(seen: Seen) -> None:
    number = min(seen.model.markers)
    locator = located(seen.model, seen.marker_put(number, (35.0, 20.0)))
    assert [(one.name, one.where) for one in locator.verdict.disbelieved] == [("markers", (number,))]
    assert locator.pose is not None
    assert seen.off_cells(locator.pose) < TENTH_OF_A_CELL


def test_markers_that_were_swapped_are_named_and_the_print_is_believed(seen: Seen) -> None:
    one, other = sorted(seen.model.markers)[:2]
    locator = located(seen.model, seen.markers_swapped(one, other))
    assert said(locator) == {"markers": "differs", "print": "agrees", "lattice": "agrees"}
    assert locator.verdict.disbelieved[0].where == (one, other)
    assert locator.pose is not None
    assert seen.off_cells(locator.pose) < TENTH_OF_A_CELL


def test_a_pose_stands_while_no_more_witnesses_speak_against_it_than_for_it() -> None:
    right, wrong, none = Witness("print", "agrees"), Witness("markers", "differs"), Witness("lattice", "silent")
    assert Verdict((right, wrong, none)).stands
    assert not Verdict((wrong, none, none)).stands
    assert not Verdict((right, wrong, wrong)).stands


def test_witnesses_that_contradict_a_pose_blind_the_table(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    against = Verdict((Witness("markers", "differs"), Witness("print", "agrees"), Witness("lattice", "differs")))
    monkeypatch.setattr("vision.locating.heard", lambda *_: against)
    monkeypatch.setattr("vision.locating.with_lattice", lambda *_: against)
    assert Eye(seen.model).look(seen.image, 0.0).blind == CONTRADICTION


def test_the_lattice_is_asked_once_there_is_time_unless_it_decides(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a third of a second, which a board that was nudged and is recognised need not wait for."""
    asked = list[str]()
    monkeypatch.setattr("vision.locating.with_lattice", lambda verdict, *_: asked.append("lattice") or verdict)
    locator = Locator(seen.model)
    locator.locate(Pyramid(seen.bare), 0.0, doubtful=True)
    assert not asked
    locator.rest(Pyramid(seen.bare))
    assert asked
    swapped = Locator(seen.model)
    swapped.locate(Pyramid(seen.markers_swapped(*sorted(seen.model.markers)[:2])), 0.0, doubtful=True)
    assert len(asked) == 2, "markers and print differ"


@pytest.mark.parametrize("nudge_px", [6.0, 45.0])
def test_a_nudged_board_without_markers_is_found_again_at_once(seen: Seen, nudge_px: float) -> None:
    height, width = seen.bare.shape[:2]
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), 0.7 * nudge_px / 45, 1.0), (0, 0, 1)])
    turn[:2, 2] += nudge_px * np.array([0.8, -0.6])
    nudged = np.asarray(cv2.warpPerspective(seen.bare, turn, (width, height), borderValue=CLOTH), np.uint8)
    locator = located(seen.model, seen.bare, nudged)
    assert locator.pose is not None
    back = cv2.perspectiveTransform(locator.pose.to_picture(seen.model.centres)[:, None], np.linalg.inv(turn))
    apart = back[:, 0] - seen.pose.to_picture(seen.model.centres)
    assert np.hypot(*apart.T).max() < TENTH_OF_A_CELL * seen.model.pitch_mm * seen.pose.px_mm


def test_another_picture_is_no_board_and_is_not_tried_with_every_frame(seen: Seen) -> None:
    cloth = np.full_like(seen.image, CLOTH)
    cv2.putText(cloth, "A letter from home", (200, 500), cv2.FONT_HERSHEY_SIMPLEX, 4, (20, 20, 20), 9)
    eye = Eye(seen.model)
    assert eye.look(cloth, 0.0).blind == "no_board"
    assert eye.look(seen.bare, RETRY_S[0] / 2).blind == "no_board", "a second attempt so soon would cost the evening"
    assert eye.look(seen.bare, RETRY_S[0]).blind == ""


def test_corners_shown_by_hand_are_enough_from_whichever_they_begin(seen: Seen) -> None:
    width, height = seen.model.size_mm
    corners = seen.pose.to_picture(np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64))
    shaky = np.roll(corners, 2, axis=0) + np.array([(9, -7), (-8, 6), (5, 9), (-6, -9)])
    assert seen.off_cells(Registrar(seen.model).by_corners(Pyramid(seen.bare), shaky)) < TENTH_OF_A_CELL
    eye = Eye(seen.model)
    eye.hint(shaky)
    assert eye.look(seen.bare, 0.0).blind == ""


def test_a_board_that_lies_where_its_corners_were_shown_on_another_evening_need_not_be_shown_again(
    seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.locating.Recogniser.plane", lambda *_, **__: None)  # as in glare or with a worn print
    height, width = seen.bare.shape[:2]
    wide, high = seen.model.size_mm
    corners = seen.pose.to_picture(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64))
    shown = (corners + np.array([(9, -7), (-8, 6), (5, 9), (-6, -9)])) / (width, height)
    assert Eye(seen.model).look(seen.bare, 0.0).blind == "no_board"

    eye = Eye(seen.model)
    eye.expect(shown)
    assert eye.look(seen.bare, 0.0).blind == ""
    assert eye.pose is not None
    middles = cv2.perspectiveTransform(seen.model.centres[:, None], eye.pose)[:, 0]
    apart = np.hypot(*(middles - seen.pose.to_picture(seen.model.centres)).T)
    assert np.median(apart) < TENTH_OF_A_CELL * seen.model.pitch_mm * seen.pose.px_mm

    elsewhere = Eye(seen.model)
    elsewhere.expect(shown * 0.5)
    assert elsewhere.look(seen.bare, 0.0).blind == "no_board", "where the camera hangs otherwise now they say nothing"


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


@pytest.mark.parametrize("blur_px", [3, 6])
@pytest.mark.parametrize("noise", [2.0, 5.0])
def test_a_blurred_picture_is_not_called_sharp_because_the_camera_is_noisy(
    seen: Seen, blur_px: int, noise: float
) -> None:
    grain = np.random.default_rng(4).normal(0, noise, seen.image.shape)
    assert states(taken(seen.image, grain), seen.model, seen.pose)["focus"] == "ok"
    blurred = np.asarray(cv2.GaussianBlur(seen.image, (0, 0), blur_px), np.uint8)
    assert states(taken(blurred, grain), seen.model, seen.pose)["focus"] == "bad"


def taken(image: Picture, grain: NDArray[np.float64]) -> Picture:
    """The picture as a camera sends it: with its noise, as JPEG."""
    noisy = np.clip(image + grain, 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", noisy, (cv2.IMWRITE_JPEG_QUALITY, 88))[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def noisy(tone: float, seen: Seen) -> Picture:
    """A picture of one tone (0–255), with a camera's noise."""
    noise = np.random.default_rng(5).normal(tone, 4.0, seen.image.shape)
    return np.asarray(np.clip(noise, 0, 255), np.uint8)


def test_a_camera_in_its_night_mode_is_told_to_send_no_colours(seen: Seen) -> None:
    assert "colour" not in states(seen.image, seen.model, seen.pose)
    assert "colour" not in states((seen.image * 0.3).astype(np.uint8), seen.model, seen.pose)
    one_tone = cv2.cvtColor(cv2.cvtColor(seen.image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    sent = cv2.imdecode(cv2.imencode(".jpg", one_tone)[1], cv2.IMREAD_COLOR)
    assert states(np.asarray(sent, np.uint8), seen.model, seen.pose)["colour"] == "bad"


@pytest.mark.parametrize("tone", [2.0, 120.0, 255.0])
def test_a_lamp_that_went_out_or_a_covered_lens_is_told_at_once(
    tone: float, seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognition, "_sift", lambda *_: pytest.fail("features were looked for, which takes a second"))
    assert Recogniser(seen.model).plane(Pyramid(noisy(tone, seen))) is None


def test_a_board_that_hardly_stands_out_of_the_dark_is_recognised(seen: Seen) -> None:
    faint = 0.2 * seen.bare + np.random.default_rng(5).normal(4.0, 1.0, seen.bare.shape)
    assert seen.off_cells(seen.recognised(np.asarray(np.clip(faint, 0, 255), np.uint8)), 0.9) < TENTH_OF_A_CELL
