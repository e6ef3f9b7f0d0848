"""Lenses: found from pictures of the ChArUco sheet, kept per camera, refused with a reason."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.eyes import Eyes, lens_file
from engines.data import DataError
from vision.calibration import MORE_CORNERS, MORE_SIZES, MORE_TILT, MORE_VIEWS, Calibration, Sheet
from vision.lens import Lens, lens_path, load_lens, save_lens
from vision.virtual.camera import Camera, Viewpoint, place_camera
from vision.virtual.ground import ground

SHEET = Sheet(columns=9, rows=6, square_mm=30.0, marker_mm=22.0)
SHEET_MM = (270.0, 180.0)
SIZE = (640, 480)
TABLE = np.full((64, 64), 128, np.uint8)
LENS = Lens(np.array([[900.0, 0, 950], [0, 905.0, 530], [0, 0, 1]]), np.array([-0.1, 0.02, 0, 0, 0]), (1920, 1080), 0.3)


@cache
def printed_sheet() -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(SHEET.board().generateImage((1350, 900)), cv2.COLOR_GRAY2BGR), np.uint8)


def seen_from(view: Viewpoint) -> tuple[Camera, NDArray[np.uint8]]:
    camera = place_camera(view, SIZE, SHEET_MM)
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    ground(camera, printed_sheet(), SHEET_MM, TABLE, picture)
    return camera, picture


def good_views() -> list[Viewpoint]:
    """The sheet in every part of the picture, near and far, tilted to all sides."""
    around = [Viewpoint(azimuth_deg=turn, elevation_deg=52.0, fill=0.95) for turn in (0, 70, 145, 215, 290)]
    aside = [
        Viewpoint(elevation_deg=80.0, fill=0.6, jolt_deg=(pitch, yaw, 0.0))
        for pitch, yaw in ((9, 12), (9, -12), (-9, 12), (-9, -12))
    ]
    return [*around, *aside, Viewpoint(elevation_deg=88.0, fill=0.95)]


def test_lens_is_found_from_views_all_over_the_picture() -> None:
    calibration = Calibration(SHEET)
    cameras = []
    for view in good_views():
        camera, picture = seen_from(view)
        cameras.append(camera)
        assert calibration.add(picture)
    assert calibration.missing() == ()
    lens = calibration.lens()
    assert lens.rms_px < 0.5
    assert lens.matrix[0, 0] == pytest.approx(cameras[0].matrix[0, 0], rel=0.015)
    corner = np.array([[30.0, 40.0]])
    truly = cv2.undistortPoints(corner[:, None], cameras[0].matrix, cameras[0].distortion, None, None, lens.matrix)
    assert np.abs(lens.undistorted(corner) - truly[0]).max() < 1.5


def test_views_from_straight_above_are_not_enough() -> None:
    calibration = Calibration(SHEET)
    assert calibration.missing() == (MORE_VIEWS, MORE_CORNERS, MORE_TILT, MORE_SIZES)
    for fill in (0.45, 0.57, 0.68):
        calibration.add(seen_from(Viewpoint(elevation_deg=89.0, fill=fill))[1])
    assert calibration.views == 3
    assert MORE_TILT in calibration.missing()
    assert MORE_SIZES not in calibration.missing()
    with pytest.raises(ValueError, match="more_views, more_corners, more_tilt"):
        calibration.lens()


def test_same_view_twice_counts_once() -> None:
    calibration = Calibration(SHEET)
    _, picture = seen_from(Viewpoint())
    assert calibration.add(picture)
    assert not calibration.add(picture)
    assert calibration.views == 1


def test_picture_without_the_sheet_is_no_view() -> None:
    assert not Calibration(SHEET).add(np.full((480, 640, 3), 90, np.uint8))


def test_views_before_the_pictures_changed_their_size_count_again_once_it_is_back() -> None:
    calibration = Calibration(SHEET)
    first, *others = [seen_from(view)[1] for view in good_views()]
    calibration.add(first)
    larger = np.asarray(cv2.resize(first, (1280, 960)), np.uint8)
    assert calibration.add(larger), "a new view, though of the same place"
    assert (calibration.views, calibration.size, dict(calibration.aside)) == (1, (1280, 960), {SIZE: 1})
    for picture in others:
        calibration.add(picture)
    assert (calibration.views, dict(calibration.aside)) == (10, {(1280, 960): 1})
    assert calibration.lens().size == SIZE


@pytest.mark.parametrize(
    ("sheet", "problem"),
    [
        (Sheet(dictionary="DICT_9X9"), "no dictionary of markers 'DICT_9X9'"),
        (Sheet(marker_mm=30.0), "markers smaller than its squares"),
        (Sheet(columns=20, rows=20, dictionary="DICT_4X4_50"), "too few markers"),
    ],
)
def test_impossible_sheet_is_refused(sheet: Sheet, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Calibration(sheet)


def test_lens_survives_its_file(tmp_path: Path) -> None:
    path = lens_path(tmp_path / "lenses", "v4l2:0")
    save_lens(path, LENS, "v4l2:0")
    kept = load_lens(path)
    assert path.name == "lens-v4l2-0.json"
    assert (kept.size, kept.rms_px) == (LENS.size, LENS.rms_px)
    assert np.array_equal(kept.matrix, LENS.matrix)
    assert np.array_equal(kept.distortion, LENS.distortion)


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("format", 2, "format: 2 is not known"),
        ("size", [0, 1080], "size: .* is no size of a picture"),
        ("camera_matrix", [[0, 0, 1], [0, 1, 1], [0, 0, 1]], "camera_matrix: must be"),
        ("camera_matrix", [[900, 0, 5000], [0, 900, 500], [0, 0, 1]], "camera_matrix: the middle"),
        ("camera_matrix", [[900, 0], [0, 900]], r"camera_matrix"),
        ("rms_px", 40.0, "rms_px: 40.0 px is no calibration"),
        ("distortion", [0.1], "distortion"),
    ],
)
def test_damaged_lens_file_is_named_with_what_is_wrong(tmp_path: Path, key: str, value: object, problem: str) -> None:
    path = lens_path(tmp_path, "cam")
    save_lens(path, LENS, "cam")
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))
    with pytest.raises(DataError, match=f"lens-cam.json: .*{problem}"):
        load_lens(path)


def test_missing_lens_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"lens-cam\.json: there is no such file"):
        load_lens(lens_path(tmp_path, "cam"))


def test_lens_serves_smaller_pictures_of_the_same_shape() -> None:
    half = LENS.scaled((960, 540))
    pixel = np.array([[300.0, 200.0]])
    assert half.undistorted((pixel + 0.5) / 2 - 0.5) == pytest.approx((LENS.undistorted(pixel) + 0.5) / 2 - 0.5)
    with pytest.raises(ValueError, match="640×480 px is not the same shape"):
        LENS.scaled((640, 480))


def test_a_bent_picture_is_straightened_as_points_are() -> None:
    dot = np.zeros((1080, 1920), np.uint8)
    cv2.circle(dot, (200, 150), 4, 255.0, -1)
    straight = cv2.undistort(dot, LENS.matrix, LENS.distortion)
    ys, xs = np.nonzero(straight > 128)
    assert np.allclose([xs.mean(), ys.mean()], LENS.undistorted([(200, 150)])[0], atol=1.0)


def test_a_table_sees_without_a_lens_whose_file_is_damaged_and_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    nobodys: Any = None
    eyes = Eyes(nobodys, tmp_path, ("v4l2:0",), markers_beside=False)
    kept = lens_file(tmp_path, "v4l2:0")
    save_lens(kept, LENS, "v4l2:0")
    assert eyes.lens("v4l2:0") is not None
    assert eyes.lenses() == (("v4l2:0", kept),)
    kept.write_text("junk")
    assert [eyes.lens("v4l2:0") for _ in range(3)] == [None] * 3
    (told,) = caplog.messages
    assert kept.name in told
    assert "\n" not in told
