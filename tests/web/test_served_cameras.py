"""Cameras of an evening that is served, several of them above all: what the host's page and their own pages tell."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.shown_corners import ShownCorners
from tests.browser.room import serve
from tests.web import fakes
from tests.web.test_table_camera import GAME, ONE, Told, jpeg
from vision.sources import RESTING


def test_each_of_several_cameras_keeps_the_corners_that_it_was_shown(tmp_path: Path) -> None:
    eyes = [str(tmp_path / name) for name in ("above", "beside")]
    for eye in eyes:
        Path(eye).mkdir()
        cv2.imwrite(f"{eye}/1.jpg", np.full((90, 160, 3), 90, np.uint8))
    evening = serve(tmp_path / "table", GAME.id, eye=eyes[0], more_eyes=(eyes[1],))
    try:
        assert [camera.called("de") for camera in evening.cameras] == eyes
        evening.cameras[1].set_corners([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)], "en")
        row = evening.table.moment.row
        told = {eye: Told() for eye in eyes}
        for eye, one in told.items():
            ShownCorners(tmp_path / "table" / "corners", eye, lambda: (row.game, row.options)).tell(one)
    finally:
        evening.close()
    assert [len(told[eye].expected) for eye in eyes] == [0, 1]


def test_the_hosts_page_tells_how_each_of_several_cameras_fares(tmp_path: Path) -> None:
    (tmp_path / "camera").mkdir()
    cv2.imwrite(str(tmp_path / "camera" / "1.jpg"), np.full((90, 160, 3), 90, np.uint8))
    evening = serve(tmp_path / "table", GAME.id, eye=str(tmp_path / "camera"), more_eyes=("v4l2:97", "phone"))
    try:
        told = [
            f"Camera {tmp_path}/camera: working",
            "Camera v4l2:97: not there: there is no /dev/video97; is the camera plugged in?",
            "Camera phone: waits for the first picture; the phone scans the code",
        ]
        fakes.wait_until(lambda: evening.service.host_report("en").eye.splitlines() == told)
        assert [camera.called("it") for camera in evening.cameras] == ["telefono", f"{tmp_path}/camera", "v4l2:97"]
    finally:
        evening.close()


def test_cameras_at_one_address_are_called_apart_on_every_page(tmp_path: Path) -> None:
    left, right = (f"http://127.0.0.1:9/shot.jpg?camera={number}&pwd=cret" for number in (1, 2))
    third = "http://127.0.0.1:9/shot.jpg?camera=2&pwd=cret2"
    evening = serve(tmp_path, GAME.id, eye=left, more_eyes=(right, third))
    names = [f"http://127.0.0.1:9/shot.jpg?camera={name}" for name in ("1", "2 (1)", "2 (2)")]
    try:
        assert [camera.called("de") for camera in evening.cameras] == names
        lines = evening.service.host_report("de").eye.splitlines()
        assert [line.startswith(f"Kamera {name}: ") for line, name in zip(lines, names, strict=True)] == [True] * 3
    finally:
        evening.close()


def test_where_the_first_camera_is_dead_the_hosts_page_shows_the_picture_of_the_next(tmp_path: Path) -> None:
    (tmp_path / "camera").mkdir()
    cv2.imwrite(str(tmp_path / "camera" / "1.jpg"), np.full((90, 160, 3), 90, np.uint8))
    evening = serve(tmp_path / "table", GAME.id, eye="v4l2:97", more_eyes=(str(tmp_path / "camera"),))
    try:
        fakes.wait_until(lambda: evening.service.camera_jpeg(cells=False) is not None)
    finally:
        evening.close()


def test_a_photo_stays_on_the_hosts_page_until_the_next_one_is_taken(tmp_path: Path) -> None:
    evening = serve(tmp_path, GAME.id, eye="phone")
    try:
        assert evening.service.camera_jpeg(cells=False) is None
        evening.camera.take(jpeg(), "photo", "en", ONE)
        fakes.wait_until(lambda: evening.looking.status == RESTING)
        assert evening.service.camera_jpeg(cells=False) is not None
    finally:
        evening.close()


def test_the_password_of_a_network_camera_is_on_no_page(tmp_path: Path) -> None:
    evening = serve(tmp_path, GAME.id, eye="http://admin:pa55word@127.0.0.1:9/picture.jpg")
    try:
        host = evening.app.test_client()
        origin = {"Origin": "http://localhost"}
        assert host.post("/host/login", data={"pin": evening.pin}, headers=origin).status_code == 303
        asked = ("/host/report", "/host", "/host/doctor", "/camera/pairing", "/camera")
        pages = [host.get(path).text for path in asked]
    finally:
        evening.close()
    assert "127.0.0.1:9/picture.jpg" in pages[0]
    assert not any("pa55word" in page for page in pages)


def test_where_a_phone_looks_beside_another_camera_its_page_tells_of_the_phones_picture(tmp_path: Path) -> None:
    (tmp_path / "camera").mkdir()
    evening = serve(tmp_path / "table", GAME.id, eye=str(tmp_path / "camera"), more_eyes=("phone",))
    try:
        evening.camera.take(jpeg(4), "photo", "en", ONE)
        fakes.wait_until(lambda: evening.camera.says("en").picture > 0)
        says = evening.camera.says("en")
    finally:
        evening.close()
    assert "not found" in says.words
    assert says.gauges[0].key == "light"
