"""The pages of the camera: who may send pictures, what comes back, and how the secure door is explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web import fakes
from web.camera_service import CameraSays, Gauge, How, Point, Trust
from web.pages.camera import LARGEST_PICTURE

KEY = "key-of-the-camera"
SAYS = CameraSays(
    True, "Found.", ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), (Gauge("light", "ok", "Light", "good", ""),)
)
TRUST = Trust("http://192.168.1.7:8017/", "https://192.168.1.7:8443/", "AA BB", b"der")


class FakeCamera:
    """A camera that remembers what it was given."""

    def __init__(self, trust: Trust | None = TRUST) -> None:
        self.taken: list[tuple[int, How]] = []
        self.corners: Sequence[Point] = ()
        self.print: Sequence[Point] = ()
        self._trust = trust

    def is_camera(self, key: str) -> bool:
        return key == KEY

    def takes_pictures(self) -> bool:
        return True

    def address(self) -> str:
        return f"http://192.168.1.7:8017/camera?key={KEY}"

    def trust(self) -> Trust | None:
        return self._trust

    def take(self, picture: bytes, how: How, lang: str) -> CameraSays:
        self.taken.append((len(picture), how))
        return SAYS

    def says(self, lang: str) -> CameraSays:
        return SAYS

    def lattice(self) -> str:
        return "M0,0L9,0L9,9Z"

    def place_at(self, point: Point, lang: str) -> str:
        return f"at {point}"

    def set_corners(self, corners: Sequence[Point], lang: str) -> None:
        self.corners = corners

    def has_own_print(self) -> bool:
        return bool(self.print)

    def learn_print(self, corners: Sequence[Point], lang: str) -> None:
        self.print = corners

    def forget_print(self) -> None:
        self.print = ()


@pytest.fixture
def camera() -> FakeCamera:
    return FakeCamera()


@pytest.fixture
def app(table: fakes.FakeTable, camera: FakeCamera) -> Flask:
    return fakes.parlour(table, camera_service=camera)


@pytest.fixture
def phone(guest: Callable[..., FlaskClient]) -> FlaskClient:
    """A phone that has scanned the code."""
    client = guest()
    assert client.get(f"/camera?key={KEY}").status_code == 303
    return client


def test_the_scanned_key_becomes_a_cookie_and_leaves_the_address(guest: Callable[..., FlaskClient]) -> None:
    client = guest()
    reply = client.get(f"/camera?key={KEY}")
    assert reply.headers["Location"] == "/camera"
    assert "HttpOnly" in reply.headers["Set-Cookie"]
    page = client.get("/camera")
    assert page.status_code == 200
    assert KEY not in page.text
    assert "camera=(self)" in page.headers["Permissions-Policy"]


def test_only_the_page_of_the_camera_may_use_one(phone: FlaskClient) -> None:
    assert "camera=()" in phone.get("/").headers["Permissions-Policy"]


def test_without_the_key_there_is_no_camera(guest: Callable[..., FlaskClient], camera: FakeCamera) -> None:
    stranger = guest()
    assert stranger.get("/camera").status_code == 403
    assert stranger.get("/camera?key=guessed").status_code == 403
    assert stranger.post("/camera/frame", data=b"x", content_type="image/jpeg").status_code == 403
    assert stranger.get("/camera/pairing").status_code == 403
    assert not camera.taken


def test_another_site_cannot_send_pictures(phone: FlaskClient, camera: FakeCamera) -> None:
    phone.environ_base["HTTP_ORIGIN"] = "https://evil.example"
    assert phone.post("/camera/frame", data=b"x", content_type="image/jpeg").status_code == 403
    assert not camera.taken


def test_a_picture_larger_than_any_form_is_taken_and_answered(phone: FlaskClient, camera: FakeCamera) -> None:
    reply = phone.post("/camera/frame?how=photo", data=b"x" * 900_000, content_type="image/jpeg")
    assert reply.json is not None
    assert reply.json["found"]
    assert len(reply.json["corners"]) == 4
    assert camera.taken == [(900_000, "photo")]


def test_what_is_too_large_or_no_picture_is_refused(phone: FlaskClient, camera: FakeCamera) -> None:
    too_large = b"x" * (LARGEST_PICTURE + 1)
    assert phone.post("/camera/frame", data=too_large, content_type="image/jpeg").status_code == 413
    assert phone.post("/camera/frame", data=b"x", content_type="text/html").status_code == 415
    assert not camera.taken


def test_corners_are_four_places_within_the_picture(phone: FlaskClient, camera: FakeCamera) -> None:
    good = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert phone.post("/camera/corners", json={"points": good}).status_code == 200
    assert len(camera.corners) == 4
    for bad in (good[:3], [*good[:3], [1.5, 0.2]], "corners"):
        assert phone.post("/camera/corners", json={"points": bad}).status_code == 400


def test_the_recognised_places_are_lines_that_only_the_camera_gets(
    phone: FlaskClient, guest: Callable[..., FlaskClient]
) -> None:
    assert phone.get("/camera/lattice").json == {"path": "M0,0L9,0L9,9Z"}
    assert guest().get("/camera/lattice").status_code == 403


def test_a_print_of_ones_own_is_learnt_from_four_corners_and_forgotten(phone: FlaskClient, camera: FakeCamera) -> None:
    shown = "/camera/print/forget", "data-print-forget"
    assert shown[1] not in phone.get("/camera").text
    assert phone.post("/camera/print", json={"points": [[0.1, 0.1], [0.9, 0.1]]}).status_code == 400
    assert phone.post("/camera/print", json={"points": [[0, 0], [1, 0], [1, 1], [0, 1]]}).status_code == 200
    assert shown[1] in phone.get("/camera").text
    assert phone.post(shown[0], json={}).status_code == 200
    assert camera.print == ()


def test_a_tap_says_what_lies_there(phone: FlaskClient) -> None:
    reply = phone.post("/camera/place", json={"x": 0.5, "y": 0.25})
    assert reply.json == {"words": "at (0.5, 0.25)"}


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_whoever_wants_to_trust_the_table_is_told_how(guest: Callable[..., FlaskClient], lang: str) -> None:
    client = guest(lang)
    page = client.get("/camera/trust")
    assert "https://192.168.1.7:8443/camera" in page.text
    assert "AA BB" in page.text
    certificate = client.get("/camera/tavolo-ca.crt")
    assert (certificate.data, certificate.mimetype) == (b"der", "application/x-x509-ca-cert")


def test_without_a_secure_door_single_photos_are_offered(guest: Callable[..., FlaskClient], camera: FakeCamera) -> None:
    camera._trust = None
    client = guest()
    client.get(f"/camera?key={KEY}")
    page = client.get("/camera").text
    assert "--https" in page
    assert "data-snap" in page
    assert client.get("/camera/trust").status_code == 404
