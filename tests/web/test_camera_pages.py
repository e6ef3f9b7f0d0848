"""The pages of the camera: who may send pictures, what comes back, and how the secure door is explained."""

from __future__ import annotations

import plistlib
from collections.abc import Callable, Sequence

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web import fakes
from web.camera_service import NOBODY, CameraSays, Gauge, How, Point, Pointed, Sender, Trust
from web.pages.camera import LARGEST_PICTURE
from web.service import Warning
from web.site import Site

KEY = "key-of-the-camera"
SAYS = CameraSays(
    True, "Found.", ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), (Gauge("light", "ok", "Light", "good", ""),)
)
TRUST = Trust("http://192.168.1.7:8017/", "https://192.168.1.7:8443/", "AA BB", b"der")


class FakeCamera:
    """A camera that remembers what it was given."""

    waits = True
    there = True

    def __init__(self, trust: Trust | None = TRUST, name: str = "phone") -> None:
        self._name = name
        self.senders: list[Sender] = []
        self.taken: list[tuple[int, How]] = []
        self.corners: Sequence[Point] = ()
        self.print: Sequence[Point] = ()
        self._trust = trust

    def called(self, lang: str) -> str:
        return self._name

    def is_camera(self, key: str) -> bool:
        return key == KEY

    def takes_pictures(self) -> bool:
        return self.waits

    def is_there(self) -> bool:
        return self.there

    def address(self) -> str:
        return f"http://192.168.1.7:8017/camera?key={KEY}"

    def trust(self) -> Trust | None:
        return self._trust

    def take(self, picture: bytes, how: How, lang: str, sender: Sender = NOBODY) -> CameraSays:
        self.taken.append((len(picture), how))
        self.senders.append(sender)
        return SAYS

    def picture(self) -> bytes | None:
        return b"jpeg" if self.taken or not self.waits else None

    def says(self, lang: str) -> CameraSays:
        return SAYS

    def lattice(self) -> str:
        return "M0,0L9,0L9,9Z"

    def place_at(self, point: Point, lang: str) -> Pointed:
        return Pointed(f"at {point}", "M0,0L9,0L9,9Z")

    def set_corners(self, corners: Sequence[Point], lang: str) -> None:
        self.corners = corners

    def has_own_print(self) -> bool:
        return bool(self.print)

    def own_print(self) -> bytes | None:
        return b"print" if self.print else None

    def learn_print(self, corners: Sequence[Point], lang: str) -> None:
        self.print = corners

    def forget_print(self) -> None:
        self.print = ()


@pytest.fixture
def camera() -> FakeCamera:
    return FakeCamera()


@pytest.fixture
def app(table: fakes.FakeTable, camera: FakeCamera) -> Flask:
    return fakes.parlour(table, camera_services=(camera,))


@pytest.fixture
def above(app: Flask, camera: FakeCamera) -> FakeCamera:
    """A further camera, which takes its own pictures."""
    further = FakeCamera(name="v4l2:1")
    further.waits = False
    site: Site = app.extensions["tavolo"]
    site.cameras = (camera, further)
    return further


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
    refused = stranger.get("/camera").text
    assert "Scan the code on the host" in refused
    assert 'href="/host"' in refused, "that is where the PIN is typed"
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


def test_corners_are_four_places_in_or_near_the_picture(phone: FlaskClient, camera: FakeCamera) -> None:
    good = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert phone.post("/camera/corners", json={"points": good}).status_code == 200
    assert len(camera.corners) == 4
    beside = [*good[:3], [-0.05, 1.2]]
    assert phone.post("/camera/corners", json={"points": beside}).status_code == 200
    assert list(camera.corners)[3] == (-0.05, 1.2), "the board lies partly beside the picture"
    for bad in (good[:3], [*good[:3], [2.5, 0.2]], "corners"):
        assert phone.post("/camera/corners", json={"points": bad}).status_code == 400


def test_the_recognised_places_are_lines_that_only_the_camera_gets(
    phone: FlaskClient, guest: Callable[..., FlaskClient]
) -> None:
    assert phone.get("/camera/lattice").json == {"path": "M0,0L9,0L9,9Z"}
    assert guest().get("/camera/lattice").status_code == 403


def test_a_print_of_ones_own_is_learnt_from_four_corners_and_forgotten(phone: FlaskClient, camera: FakeCamera) -> None:
    offered = "data-print-own>"
    assert offered not in phone.get("/camera").text
    assert phone.post("/camera/print", json={"points": [[0.1, 0.1], [0.9, 0.1]]}).status_code == 400
    assert phone.post("/camera/print", json={"points": [[0, 0], [1, 0], [1, 1], [0, 1]]}).status_code == 200
    assert offered in phone.get("/camera").text
    assert phone.get("/camera/print.jpg").data == b"print"
    assert phone.post("/camera/print/forget", json={}).status_code == 200
    assert camera.print == ()
    assert phone.get("/camera/print.jpg").status_code == 404


def test_a_camera_of_the_tables_own_is_set_up_by_the_host_in_its_own_picture(
    host: FlaskClient, guest: Callable[..., FlaskClient], camera: FakeCamera
) -> None:
    camera.waits = False
    page = host.get("/camera").text
    assert "data-table-picture" in page
    assert "data-corners" in page
    assert "data-print-learn" in page
    assert not any(name in page for name in ("data-snap", "data-start", "data-video")), "no phone is asked for anything"
    assert host.get("/camera/picture.jpg").data == b"jpeg"
    assert 'href="/camera"' in host.get("/camera/pairing").text
    assert guest().get("/camera/picture.jpg").status_code == 403


def test_a_table_that_only_feels_has_no_camera_to_be_set_up(host: FlaskClient, camera: FakeCamera) -> None:
    camera.waits = camera.there = False
    assert 'href="/camera"' not in host.get("/camera/pairing").text


def test_each_of_several_cameras_is_set_up_on_a_page_of_its_own(
    host: FlaskClient, camera: FakeCamera, above: FakeCamera
) -> None:
    card = host.get("/camera/pairing").text
    assert card.count(TRUST.fingerprint) == 1, "the page that explains trust says to compare it with this one"
    assert [name in card for name in ("phone", "v4l2:1", 'href="/camera"', 'href="/camera/1"')] == [True] * 4
    assert '<h3 class="as-written">v4l2:1</h3>' in card, "an address in capitals is another one"
    assert '<a href="/host">' in host.get("/camera").text, "who came from the host's page finds the way back"
    page = host.get("/camera/1").text
    assert 'data-camera="/camera/1"' in page
    assert "data-snap" not in page, "this one takes no photos of a phone's"
    assert 'value="/camera/1"' in page, "whoever chooses a language stays with this camera"
    assert host.get("/camera/1/picture.jpg").data == b"jpeg"
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert host.post("/camera/1/corners", json={"points": corners}).status_code == 200
    assert host.post("/camera/1/print", json={"points": corners}).status_code == 200
    assert (len(above.corners), len(above.print), camera.corners, camera.print) == (4, 4, (), ())
    assert host.get("/camera/2").status_code == 404


@pytest.mark.usefixtures("above")
def test_a_phone_at_the_table_sets_no_other_camera_up(seated: Callable[..., FlaskClient]) -> None:
    player = seated("violet")
    assert player.get("/camera").status_code == 200
    assert player.get("/camera/1").status_code == 403
    assert player.get("/camera/1/picture.jpg").status_code == 403
    assert player.get("/camera/print.jpg").status_code == 403


def test_whoever_sits_at_the_table_may_take_the_photo_but_not_be_the_camera_or_teach_it(
    seated: Callable[..., FlaskClient], camera: FakeCamera
) -> None:
    player = seated("violet")
    assert 'href="/camera"' in player.get("/seat/violet").text
    page = player.get("/camera").text
    assert "data-snap" in page
    assert "data-print-learn" not in page
    assert 'href="/seat/"' in page
    photo = {"data": b"x", "content_type": "image/jpeg"}
    assert player.post("/camera/frame?how=photo", **photo).status_code == 200
    assert player.post("/camera/frame?how=stream", **photo).status_code == 403
    assert player.post("/camera/print", json={"points": [[0, 0], [1, 0], [1, 1], [0, 1]]}).status_code == 403
    assert [how for _, how in camera.taken] == ["photo"]


@pytest.mark.parametrize(("lang", "told"), [("en", "too many photos"), ("it", "troppe foto"), ("de", "zu viele Fotos")])
def test_photo_after_photo_is_too_many_but_live_pictures_are_not(
    seated: Callable[..., FlaskClient], phone: FlaskClient, camera: FakeCamera, lang: str, told: str
) -> None:
    picture = {"data": b"x", "content_type": "image/jpeg"}
    assert all(phone.post("/camera/frame?how=stream", **picture).status_code == 200 for _ in range(30))
    player = seated("violet", lang=lang)
    replies = [player.post("/camera/frame?how=photo", **picture) for _ in range(10)]
    assert [reply.status_code for reply in replies] == [200] * 8 + [429] * 2
    assert told in replies[-1].text.lower() or told in replies[-1].text
    assert len(camera.taken) == 38


def test_where_the_table_has_its_own_camera_nobody_is_asked_for_photos(
    seated: Callable[..., FlaskClient], camera: FakeCamera
) -> None:
    camera.waits = False
    player = seated("violet")
    assert 'href="/camera"' not in player.get("/seat/violet").text
    assert player.get("/camera").status_code == 403


def test_after_a_photo_the_page_tells_what_the_game_made_of_it(phone: FlaskClient, table: fakes.FakeTable) -> None:
    def news_after(how: str) -> list[str]:
        reply = phone.post(f"/camera/frame?how={how}", data=b"x", content_type="image/jpeg").json
        assert reply is not None
        return list(reply["news"])

    assert news_after("photo") == [], "before the game there is nothing to tell"
    table.claim("violet", "Ilsa", "", "en")
    table.begin_playing()
    table.story.append("violet hopped to 0100")
    assert news_after("photo") == ["violet hopped to 0100", "violet to hop"]
    assert news_after("stream") == [], "a phone on a stand is read by nobody"
    table.warnings = [
        Warning("Blind", ["I see nothing"]),
        Warning("Breach", ["too far"], mend=["put violet back"]),
    ]
    assert news_after("photo") == ["too far", "put violet back"]


def test_each_page_says_which_it_is_and_when_it_takes_over(phone: FlaskClient, camera: FakeCamera) -> None:
    phone.post("/camera/frame?how=stream&from=one&begins", data=b"x", content_type="image/jpeg")
    phone.post("/camera/frame?how=stream&from=one", data=b"x", content_type="image/jpeg")
    assert camera.senders == [Sender("one", True), Sender("one", False)]


def test_the_way_to_the_secure_door_takes_the_key_along_only_for_the_camera(
    phone: FlaskClient, guest: Callable[..., FlaskClient]
) -> None:
    assert f"{TRUST.secure}camera?key={KEY}" in phone.get("/camera/trust").text
    assert KEY not in guest().get("/camera/trust").text


def test_a_tap_says_what_lies_there(phone: FlaskClient) -> None:
    reply = phone.post("/camera/place", json={"x": 0.5, "y": 0.25})
    assert reply.json == {"words": "at (0.5, 0.25)", "outline": "M0,0L9,0L9,9Z"}


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_whoever_wants_to_trust_the_table_is_told_how(guest: Callable[..., FlaskClient], lang: str) -> None:
    client = guest(lang)
    page = client.get("/camera/trust")
    assert "https://192.168.1.7:8443/camera" in page.text
    assert "AA BB" in page.text
    certificate = client.get("/camera/tavolo-ca.crt")
    assert (certificate.data, certificate.mimetype) == (b"der", "application/x-x509-ca-cert")


def test_an_iphone_gets_the_authority_as_a_profile_and_is_shown_its_own_steps(
    guest: Callable[..., FlaskClient],
) -> None:
    client = guest("de")
    reply = client.get("/camera/tavolo-ca.mobileconfig")
    assert reply.mimetype == "application/x-apple-aspen-config"
    told = plistlib.loads(reply.data)
    (root,) = told["PayloadContent"]
    assert (root["PayloadType"], root["PayloadContent"]) == ("com.apple.security.root", TRUST.certificate)
    assert told["PayloadUUID"] != root["PayloadUUID"]
    assert "dein Tisch" in told["PayloadDescription"]
    assert client.get("/camera/tavolo-ca.mobileconfig").data == reply.data, "installed again it takes its own place"
    for machine, own in (("iPhone; CPU iPhone OS 18_5", "iPhone"), ("Linux; Android 15", "Android")):
        page = client.get("/camera/trust", headers={"User-Agent": f"Mozilla/5.0 ({machine})"}).text
        assert page.count("<details open>") == 1
        assert page.partition("<details open>")[2].partition("</summary>")[0].startswith(f"<summary>{own}")


def test_without_a_secure_door_single_photos_are_offered(guest: Callable[..., FlaskClient], camera: FakeCamera) -> None:
    camera._trust = None
    client = guest()
    client.get(f"/camera?key={KEY}")
    page = client.get("/camera").text
    assert "--https" in page
    assert "data-snap" in page
    assert client.get("/camera/trust").status_code == 404
    assert client.get("/camera/tavolo-ca.mobileconfig").status_code == 404
