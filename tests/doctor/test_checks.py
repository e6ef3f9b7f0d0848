"""Each check alone: what it says about a machine that is fit, and about one that is not."""

from __future__ import annotations

import datetime as dt
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.doctor import disk as disks
from companion.doctor.camera import camera, kind_of, lens, picture
from companion.doctor.clock import clock
from companion.doctor.disk import disk, room
from companion.doctor.examination import Plan, checks, examine
from companion.doctor.finding import Finding, doctor_texts, spoken
from companion.doctor.games import games
from companion.doctor.memory import enough
from companion.doctor.network import network, reachable
from companion.doctor.port import port
from companion.doctor.power import power
from companion.doctor.secure import secure
from companion.eyes import lens_file
from companion.https.authority import AUTHORITY, AUTHORITY_DAYS, certificates
from companion.store import Store
from engines.texts import LANGUAGES
from tests.table.full_disk import full_disk
from tests.waiting import eventually
from tests.web.fakes import FakeTable
from vision.lens import Lens, save_lens
from web.server import Server

FACTS = (
    *("eye", "width", "height", "grey", "count", "detail"),
    *("address", "others", "host", "port", "problem", "free", "folder"),
    *("total", "time", "heat", "file"),
    *("name", "what", "print", "day"),
)
"""Everything that some sentence is filled with."""


def _answer(finding: Finding) -> tuple[str, str]:
    return finding.key, finding.state


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which some other program listens and says nothing of Tavolo."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(5)
        yield listening.getsockname()[1]


def _scene(grey: int, width: int = 1920, height: int = 1080) -> np.ndarray:
    """A picture with something in it, `grey` on average."""
    stripes = np.where(np.arange(width) // 40 % 2, grey + 12, grey - 12).astype(np.uint8)
    return np.repeat(np.repeat(stripes[None, :, None], height, axis=0), 3, axis=2)


def test_a_well_lit_full_hd_picture_is_fit() -> None:
    finding = picture(_scene(120), "v4l2:0")
    assert _answer(finding) == ("good", "ok")
    assert (finding.facts["width"], finding.facts["height"]) == (1920, 1080)


@pytest.mark.parametrize(
    ("image", "key"),
    [
        (_scene(25), "dark"),
        (_scene(238), "bright"),
        (_scene(120, 640, 480), "coarse"),
        (np.full((1080, 1920, 3), 90, np.uint8), "blank"),
    ],
)
def test_a_picture_that_is_dark_glaring_small_or_empty_is_told(image: np.ndarray, key: str) -> None:
    assert picture(image, "v4l2:0").key == key


def test_a_folder_of_pictures_is_a_camera_too(tmp_path: Path) -> None:
    import cv2

    cv2.imwrite(str(tmp_path / "one.png"), _scene(120, 1280, 720))
    assert _answer(camera(str(tmp_path))) == ("good", "ok")


def test_a_lens_whose_file_is_damaged_is_told(tmp_path: Path) -> None:
    kept = lens_file(tmp_path, "v4l2:0")
    plan = Plan(("v4l2:0",), "127.0.0.1", 0, tmp_path)
    without = len(list(checks(plan)))
    save_lens(
        kept, Lens(np.array([[900.0, 0, 950], [0, 905, 530], [0, 0, 1]]), np.zeros(5), (1920, 1080), 0.3), "v4l2:0"
    )
    assert _answer(lens(kept, "v4l2:0")) == ("lens_good", "ok")
    kept.write_text("junk")
    assert len(list(checks(plan))) == without + 1
    _, (_, check) = list(checks(plan))[:2]
    assert _answer(found := check()) == ("lens_damaged", "warn")
    assert kept.name in spoken(found, "de").words


def test_a_camera_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.doctor.camera.PATIENCE_S", 0.6)
    finding = camera("v4l2:93")
    assert _answer(finding) == ("no_device", "bad")
    assert "v4l2:93" in spoken(finding, "en").words


def test_a_camera_in_the_network_is_named_without_its_password_and_with_what_helps_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.doctor.camera.PATIENCE_S", 2.0)
    finding = camera("http://anna:secret@127.0.0.1:9/still.jpg")
    told = spoken(finding, "en")
    assert _answer(finding) == ("no_answer", "bad")
    assert "secret" not in f"{finding} {told}"
    assert "Errno" not in told.words
    assert "browser" in told.advice
    assert "adduser" not in told.advice


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_stream_that_no_browser_opens_is_not_to_be_opened_in_one(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    monkeypatch.setattr("companion.doctor.camera.PATIENCE_S", 2.0)
    advice = spoken(camera("rtsp://127.0.0.1:9/live"), lang).advice
    assert "VLC" in advice
    assert "browser" not in advice.lower()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ["no_device", "no_answer", "no_pictures", "frozen"])
def test_a_camera_on_the_pis_ribbon_has_no_usb_socket_and_no_address(key: str, lang: str) -> None:
    facts = {"eye": "picamera:0", "detail": "there is none"}
    advice = spoken(Finding("camera", key, "bad", facts, kind_of("picamera:0")), lang).advice
    assert advice
    assert not any(word in advice for word in ("/dev/video", "adduser", "hub", "dress", "ndirizz"))


def test_an_empty_folder_is_not_to_be_unplugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.doctor.camera.PATIENCE_S", 6.0)
    told = spoken(camera(str(tmp_path)), "en")
    assert told.state == "bad"
    assert "put into the folder" in told.advice


def test_a_phone_as_the_camera_is_told_how_it_becomes_one() -> None:
    finding = camera("phone")
    assert _answer(finding) == ("phone", "ok")
    assert "--eye phone" in spoken(finding, "en").words


def test_without_a_camera_the_virtual_table_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.doctor.camera.DEVICES", tmp_path)
    assert _answer(camera("virtual")) == ("none", "warn")
    (tmp_path / "video2").touch()
    assert camera("virtual").facts["eye"] == "v4l2:2"


def test_a_free_port_is_free_and_one_of_another_program_is_taken(taken: int) -> None:
    assert port("127.0.0.1", 0).key == "any"
    assert _answer(port("127.0.0.1", taken)) == ("taken", "bad")


def test_a_port_where_tavolo_answers_is_no_trouble() -> None:
    from web.app import create_app

    app = create_app(
        FakeTable(), virtual=None, host_pin="123456", board_svg=lambda lang: "<svg/>", piece_svg=lambda look: "<svg/>"
    )
    server = Server(app, "127.0.0.1", 0)
    server.bind()
    server.start()
    try:
        eventually(lambda: _answer(port("127.0.0.1", server.port)) == ("running", "ok"))
    finally:
        server.stop()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may take every port")
def test_a_port_of_the_system_is_forbidden() -> None:
    assert _answer(port("127.0.0.1", 1)) == ("forbidden", "bad")


def test_an_address_of_another_machine_cannot_be_served() -> None:
    assert port("203.0.113.9", 8017).key == "no_such_host"


def test_a_folder_that_can_be_written_has_room(tmp_path: Path) -> None:
    assert disk(tmp_path / "not" / "made" / "yet").key in ("good", "little")
    assert not (tmp_path / "not").exists()


def test_little_room_is_a_drawback_and_hardly_any_is_too_little() -> None:
    assert [room(free, {}).state for free in (100, 10, 5000)] == ["warn", "bad", "ok"]


@pytest.mark.parametrize(("lang", "said"), [("en", "80.5 GB"), ("it", "80,5 GB"), ("de", "80,5 GB")])
def test_room_is_told_with_the_decimal_sign_of_the_language(lang: str, said: str) -> None:
    assert spoken(room(80_512, {}), lang).words.startswith(said)
    assert "120 MB" in spoken(room(120, {"folder": "/games"}), lang).words


@pytest.mark.parametrize(("lang", "said"), [("en", "2027-01-15 "), ("it", "15/01/2027, "), ("de", "15.01.2027, ")])
def test_the_clock_is_told_as_the_language_writes_a_date(tmp_path: Path, lang: str, said: str) -> None:
    assert spoken(clock(1.8e9, tmp_path / "set", tmp_path / "none"), lang).words.startswith(said)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def worn_out(number: int) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(disks.os, "fsync", worn_out)
    finding = disk(tmp_path)
    assert _answer(finding) == ("read_only", "bad")
    assert "Read-only" in spoken(finding, "it").words


def test_a_file_in_the_folders_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert _answer(disk(tmp_path / "data")) == ("no_folder", "bad")


def test_a_clock_of_1970_is_wrong_and_one_set_by_the_network_is_good(tmp_path: Path) -> None:
    set_by_network = tmp_path / "synchronized"
    assert clock(60.0, set_by_network, tmp_path).key == "wrong"
    assert clock(1.8e9, set_by_network, tmp_path).key == "not_set"
    assert clock(1.8e9, set_by_network, tmp_path / "no keeper").key == "plausible"
    set_by_network.touch()
    assert _answer(clock(1.8e9, set_by_network, tmp_path)) == ("good", "ok")


def test_phones_reach_a_machine_with_an_address() -> None:
    assert reachable(["192.168.1.7"], 80).facts["address"] == "http://192.168.1.7/"
    assert reachable(["192.168.1.7", "10.42.0.1"], 8017).facts["others"] == "10.42.0.1"
    assert _answer(reachable([], 8017)) == ("none", "bad")
    assert _answer(network("127.0.0.1", 8017)) == ("alone", "warn")


def test_memory_is_enough_little_or_too_little() -> None:
    assert [enough(free, 1900).state for free in (150, 300, 1000)] == ["bad", "warn", "ok"]


@pytest.mark.parametrize(
    ("bits", "answer"),
    [
        ("0", ("good", "ok")),
        ("50000", ("was_weak", "warn")),
        ("50005", ("weak", "bad")),
        ("4", ("slowed", "warn")),
        ("80008", ("slowed", "warn")),
        ("rubbish", ("unknown", "ok")),
    ],
)
def test_what_the_pi_says_of_its_supply(bits: str, answer: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "throttled").write_text(f"{bits}\n")
    (tmp_path / "heat").write_text("61200\n")
    finding = power(tmp_path / "throttled", tmp_path / "heat")
    assert _answer(finding) == answer
    if finding.facts:
        assert finding.facts["heat"] == "61 °C"


def test_an_evening_that_can_be_read_is_fit_and_a_damaged_one_is_not(tmp_path: Path) -> None:
    assert _answer(games(tmp_path)) == ("none", "ok")
    Store.open(tmp_path / "evening.db").close()
    assert _answer(games(tmp_path)) == ("good", "ok")
    (tmp_path / "evening.db").write_bytes(b"this was a database once" * 400)
    for leftover in tmp_path.glob("evening.db-*"):
        leftover.unlink()
    finding = games(tmp_path)
    assert _answer(finding) == ("damaged", "bad")
    assert "--set-aside" in spoken(finding, "en").advice


def test_a_full_disk_is_no_reason_to_set_games_aside(tmp_path: Path) -> None:
    Store.open(tmp_path / "evening.db").close()
    with full_disk():
        finding = games(tmp_path)
    assert _answer(finding) == ("unusable", "bad")
    assert "the disk that it is on is full" in spoken(finding, "de").words
    assert "--set-aside" not in str([spoken(finding, lang) for lang in ("en", "it", "de")])


def test_the_doctor_names_the_fingerprint_that_phones_are_to_show(tmp_path: Path) -> None:
    assert _answer(secure(tmp_path)) == ("none", "ok")
    made = dt.datetime.now(dt.UTC)
    trusted = certificates(tmp_path, ("tavolo",), (), made)
    finding = secure(tmp_path)
    assert _answer(finding) == ("good", "ok")
    assert trusted.fingerprint() in spoken(finding, "de").words
    finding = secure(tmp_path, made + dt.timedelta(days=AUTHORITY_DAYS - 7))
    assert _answer(finding) == ("ends", "warn")
    assert str(tmp_path) in spoken(finding, "it").advice
    (tmp_path / AUTHORITY).write_text("torn")
    finding = secure(tmp_path)
    assert _answer(finding) == ("damaged", "warn")
    assert AUTHORITY in spoken(finding, "en").words


def test_a_port_that_nobody_knows_yet_is_not_made_up() -> None:
    assert reachable(["192.168.1.7"], 0).facts["address"] == "192.168.1.7"
    assert reachable(["192.168.1.7"], 80).facts["address"] == "http://192.168.1.7/"


def test_every_sentence_can_be_said_in_every_language() -> None:
    sentences = [key.split(".") for key in sorted(doctor_texts().keys())]
    keys = [(parts[1], parts[2]) for parts in sentences if len(parts) == 3 and parts[2] != "name"]
    plan = Plan((), "127.0.0.1", 0, Path())
    assert {check for check, _ in keys} == {name for name, _ in checks(plan)}
    facts: dict[str, str | int] = {**dict.fromkeys(FACTS, 1), "time": "2026-12-24 20:00"}
    for check, key in keys:
        for lang in LANGUAGES:
            assert spoken(Finding(check, key, "ok", facts), lang).words


def test_one_check_that_fails_spoils_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Finding:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("companion.doctor.examination.memory", broken)
    plan = Plan(("virtual",), "127.0.0.1", 0, tmp_path)
    found = {finding.check: finding for finding in examine(plan)}
    assert list(found) == [name for name, _ in checks(plan)]
    assert _answer(found["memory"]) == ("failed", "warn")
    assert "Input/output" in spoken(found["memory"], "de").words
