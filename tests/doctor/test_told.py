"""The doctor on the command line and on the host's page."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera_reasons import fares
from companion.cli.outcome import console
from companion.doctor.at_table import TableDoctor
from tests.conftest import Called
from tests.web import fakes
from vision.sources import LIVE, NO_ANSWER, OPENING, RESTING, Frame
from vision.sources.reasons import Reason
from web.doctor_service import Fitness


class Camera:
    """A looking thread, as far as the doctor asks it."""

    status, detail = LIVE, ""

    def __init__(self, frame: Frame | None) -> None:
        self.frame = frame


def test_a_program_gets_every_check_with_words_and_advice(tavolo: Called, tmp_path: Path) -> None:
    code, out, _ = tavolo("doctor", "--json", "--port", "0", "--data", str(tmp_path), "--lang", "it")
    told = json.loads(out)
    assert (code, told["fit"]) == (0, True)
    checks = {check["check"]: check for check in told["checks"]}
    assert list(checks) == ["camera", "board", "network", "port", "disk", "games", "secure", "memory", "clock", "power"]
    assert checks["port"]["words"] == "Sarà presa una porta libera qualsiasi."


def test_a_program_gets_why_a_camera_is_not_there(tavolo: Called, tmp_path: Path) -> None:
    code, out, _ = tavolo(
        "doctor", "--json", "--eye", "v4l2:97", "--port", "0", "--data", str(tmp_path), "--lang", "de"
    )
    camera = json.loads(out)["checks"][0]
    assert code == 1
    assert camera["facts"]["detail"] == "there is no /dev/video97; is the camera plugged in?"
    assert "ist die Kamera eingesteckt?" in camera["words"]


def test_each_of_several_cameras_and_boards_is_tried(tavolo: Called, tmp_path: Path) -> None:
    (tmp_path / "camera").mkdir()
    cv2.imwrite(str(tmp_path / "camera" / "1.jpg"), np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8))
    eyes = (str(tmp_path / "camera"), "v4l2:97", "serial:/dev/there-is-none", "sensor:virtual")
    asked = [argument for eye in eyes for argument in ("--eye", eye)]
    code, out, _ = tavolo("doctor", "--json", *asked, "--port", "0", "--data", str(tmp_path))
    told = [(check["facts"]["eye"], check["key"]) for check in json.loads(out)["checks"][:4]]
    assert told == list(zip(eyes, ("good", "no_device", "no_device", "good")))
    assert code == 1


def test_a_folder_is_named_as_it_is_written(tavolo: Called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.doctor.camera.PATIENCE_S", 0.5)
    monkeypatch.setattr(console, "width", 300)
    camera = tmp_path / "board [old]"
    camera.mkdir()
    _, out, _ = tavolo("doctor", "--eye", str(camera), "--port", "0", "--data", str(tmp_path))
    assert "board [old]" in out


def test_what_is_not_fit_ends_with_1_and_says_what_to_do(tavolo: Called, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(5)
        number = other.getsockname()[1]
        code, out, _ = tavolo("doctor", "--host", "127.0.0.1", "--port", str(number), "--data", str(tmp_path))
    assert code == 1
    assert f"Port {number} is taken by another program." in out
    assert "→ Choose another: `tavolo play --port 8018`." in out
    assert "Not fit yet" in out


@pytest.mark.parametrize("settings", ["", "[play]\nport = 99999\n"])
def test_a_port_that_there_cannot_be_is_wrongly_asked_for(
    tavolo: Called,
    tmp_path: Path,
    settings: str,
) -> None:
    (tmp_path / "tavolo.toml").write_text(settings)
    code, out, err = tavolo("doctor", *(() if settings else ("--port", "99999")), "--data", str(tmp_path))
    assert code == 2
    assert "99999 is not in the range 0<=x<=65535" in err
    assert "✓" not in out


def test_settings_of_play_count_for_the_doctor(tavolo: Called, tmp_path: Path) -> None:
    (tmp_path / "tavolo.toml").write_text('[play]\nhost = "127.0.0.1"\nport = 0\n')
    _, out, _ = tavolo("doctor", "--json", "--data", str(tmp_path))
    keys = {check["check"]: check["key"] for check in json.loads(out)["checks"]}
    assert (keys["network"], keys["port"]) == ("alone", "any")


def test_the_hosts_page_tells_what_is_not_fit_first(tmp_path: Path) -> None:
    camera = Camera(None)
    camera.status, camera.detail = NO_ANSWER, "it is busy"
    told = TableDoctor(camera, "v4l2:0", "0.0.0.0", lambda: 8017, tmp_path).examine("de")
    assert (told[0].check, told[0].state) == ("camera", "bad")
    assert "it is busy" in told[0].words
    assert "Port" not in {item.name for item in told}


def test_the_hosts_page_judges_the_picture_that_is_looked_at(tmp_path: Path) -> None:
    dark = np.zeros((1080, 1920, 3), np.uint8)
    dark[:, ::300] = 255
    dark[:, :960] = 60
    camera = Camera(Frame(1, 0.0, dark))
    told = TableDoctor(camera, "v4l2:0", "0.0.0.0", lambda: 8017, tmp_path).examine("en")
    found = {item.check: item for item in told}
    assert (found["camera"].state, found["camera"].advice) == (
        "warn",
        "Switch a lamp on, from the side opposite the camera.",
    )


def test_a_phone_is_called_one_and_scans_the_code_instead_of_being_plugged_in_again(tmp_path: Path) -> None:
    camera = Camera(None)
    camera.status = OPENING
    told = TableDoctor(camera, "phone", "0.0.0.0", lambda: 8017, tmp_path).examine("it")
    found = {item.check: item for item in told}["camera"]
    assert found.words == "La telecamera telefono non ha ancora dato immagini."
    assert found.advice.startswith("Inquadrare il codice")


def test_a_phone_that_waits_for_the_next_photo_is_judged_by_the_last_one(tmp_path: Path) -> None:
    photo = np.full((1080, 1920, 3), 120, np.uint8)
    photo[:, 960:] = 160
    camera = Camera(Frame(1, 0.0, photo))
    camera.status = RESTING
    told = TableDoctor(camera, "phone", "0.0.0.0", lambda: 8017, tmp_path).examine("de")
    found = {item.check: item for item in told}["camera"]
    assert (found.state, found.words) == ("ok", "Die Kamera Telefon liefert Bilder von 1920 × 1080, gut beleuchtet.")


def test_a_file_in_a_folder_that_is_no_picture_is_told_while_the_one_before_it_is_shown(tmp_path: Path) -> None:
    camera = Camera(Frame(1, 0.0, np.full((1080, 1920, 3), 120, np.uint8)))
    camera.detail = Reason.of("bad_file", file="fotos/b.jpg")
    told = TableDoctor(camera, "fotos", "0.0.0.0", lambda: 8017, tmp_path).examine("de")
    found = {item.check: item for item in told}["camera"]
    assert (found.state, "fotos/b.jpg ist kein Bild" in found.words) == ("warn", True)
    assert fares(LIVE, camera.detail, "de").startswith("läuft, aber fotos/b.jpg ist kein Bild")
    assert fares(LIVE, "", "de") == "läuft"


def test_a_damaged_lens_is_told_on_the_hosts_page_too(tmp_path: Path) -> None:
    kept = tmp_path / "lens-v4l2-0.json"
    kept.write_text("junk")
    doctor = TableDoctor(Camera(None), "v4l2:0", "", lambda: 8017, tmp_path, lenses=lambda: [(kept, "v4l2:0")])
    told = next(item for item in doctor.examine("it") if kept.name in item.words)
    assert (told.check, told.state) == ("camera", "warn")


def test_each_of_several_cameras_is_told_of_by_its_name(tmp_path: Path) -> None:
    first, second = Camera(None), Camera(None)
    second.status, second.detail = NO_ANSWER, "it is busy"
    doctor = TableDoctor(first, "v4l2:0", "0.0.0.0", lambda: 8017, tmp_path, further=[(second, "v4l2:2")])
    told = [item.words for item in doctor.examine("en") if item.check == "camera"]
    assert told == [
        "The camera v4l2:2 cannot be opened. (it is busy)",
        "The camera v4l2:0 is looking at the board.",
    ]


class Fit:
    """A doctor who has found one thing."""

    def examine(self, lang: str) -> list[Fitness]:
        return [Fitness("disk", "warn", "Disco", "Solo 80 MB <liberi>.", "Fare spazio.")]


def test_only_the_host_sees_it_and_words_are_words() -> None:
    app = fakes.parlour(fakes.FakeTable(), doctor_service=Fit())
    browser = app.test_client()
    browser.environ_base["HTTP_ORIGIN"] = "http://localhost"
    assert browser.get("/host/doctor").status_code == 403
    assert browser.post("/host/doctor").status_code == 403
    assert browser.post("/host/login", data={"pin": fakes.PIN}).status_code == 303
    told = browser.get("/host/doctor", headers={"Accept-Language": "it"}).get_data(as_text=True)
    assert "Solo 80 MB &lt;liberi&gt;." in told
    assert "con riserva" in told, "the state is said, not only shown by colour"
    assert "Fare spazio." in told
    assert browser.post("/host/doctor").status_code < 300
    assert 'data-load="/host/doctor"' in browser.get("/host/").get_data(as_text=True)
