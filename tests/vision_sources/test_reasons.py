"""Why a camera gives no pictures is said in one language at a time."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest

from companion.camera_reasons import fares, in_words
from companion.doctor.finding import Finding, spoken
from companion.words import own_texts
from engines.texts import LANGUAGES
from tests.waiting import comes_true
from vision.sources import NO_ANSWER, open_source
from vision.sources.reasons import SENTENCES, Reason


def test_a_host_who_reads_italian_is_told_in_italian_only_what_is_wrong_with_a_camera() -> None:
    with closing(open_source("v4l2:97")) as source:
        source.newest(0, 0.5)
        assert in_words(source.detail, "it") == "/dev/video97 non c'è; la telecamera è collegata?"
        told = spoken(Finding("camera", source.status, "bad", {"eye": "v4l2:97", "detail": source.detail}), "de")
    assert "ist die Kamera eingesteckt?" in told.words + told.advice
    assert "plugged" not in told.words + told.advice


def test_a_reason_within_a_reason_is_told_in_the_same_language() -> None:
    why = Reason.of("no_reply", problem="Connection refused")
    told = in_words(Reason.of("says", camera="rtsp://192.168.1.9/board", why=why), "de")
    assert told == "rtsp://192.168.1.9/board antwortet nicht: Connection refused"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_that_a_camera_does_not_answer_is_said_once_after_its_name(lang: str) -> None:
    why = Reason.of("no_reply", problem=Reason.of("nobody_listens"))
    told = fares(NO_ANSWER, Reason.of("says", camera="rtsp://192.168.1.9/board", why=why), lang)
    assert told == in_words(why, lang)
    assert "rtsp" not in told
    says_no_rtsp = fares(NO_ANSWER, Reason.of("says", camera="rtsp://192.168.1.9/", why=Reason.of("no_rtsp")), "en")
    assert says_no_rtsp == "answers, but does not speak RTSP: is the port right?"


@pytest.mark.parametrize("address", ["http://{}/shot.jpg", "rtsp://{}/board"])
def test_an_address_at_which_nobody_listens_is_told_in_one_language(address: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        nobody = f"127.0.0.1:{door.getsockname()[1]}"
    with closing(open_source(address.format(nobody))) as source:
        assert comes_true(lambda: source.status == NO_ANSWER, within_s=8.0)
        told = in_words(source.detail, "de")
    assert "dort lauscht kein Programm" in told
    assert "refused" not in told


def test_what_a_driver_says_stays_as_it_is() -> None:
    assert in_words("VIDIOC_STREAMON: no space left", "it") == "VIDIOC_STREAMON: no space left"


@pytest.mark.parametrize("key", SENTENCES)
def test_pages_say_every_reason_as_programs_do_and_in_other_languages_too(key: str) -> None:
    texts = own_texts()
    facts = {name: f"<{name}>" for name in ("device", "camera", "problem", "seconds", "folder", "count", "code")}
    facts |= {name: f"<{name}>" for name in ("kind", "why", "path", "scheme", "file")}
    english = Reason(SENTENCES[key].format(**facts))
    assert texts.say("en", f"camera_reason.{key}", facts) == english
    if key != "says":
        assert len({texts.say(lang, f"camera_reason.{key}", facts) for lang in ("en", "it", "de")}) == 3


def test_no_reason_is_left_that_nobody_gives() -> None:
    folder = Path(__file__).parents[2] / "vision" / "sources"
    given = "".join(path.read_text() for path in folder.glob("*.py") if path.name != "reasons.py")
    assert [key for key in SENTENCES if f'"{key}"' not in given] == []
