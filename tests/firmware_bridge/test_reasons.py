"""Why a sensor board does not answer is said in one language at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.doctor.boards import of_state
from companion.doctor.finding import spoken
from companion.evening import Evening
from companion.evening_settings import EveningSettings
from companion.words import own_texts
from engines import registry
from engines.texts import LANGUAGES
from firmware_bridge.reasons import SENTENCES, Reason
from tests.waiting import eventually

AGENTS = registry.find("casablanca_agents")
SAID_ALIKE = "at"
"""A place, a colon and why: no word of its own."""


@pytest.fixture
def lonely(tmp_path: Path) -> Iterator[Evening]:
    """A table whose two sensor boards are not there: one on a port, one behind a broker."""
    boards = ("serial:/dev/there-is-none", "mqtt://127.0.0.1:1")
    evening = Evening(EveningSettings(AGENTS, {}, ("red", "blue"), "", "127.0.0.1", 0, tmp_path, boards=boards))
    evening.start()
    yield evening
    evening.close()


def test_a_host_who_reads_german_is_told_in_german_why_no_board_answers(lonely: Evening) -> None:
    eventually(lambda: all(state.status == "no_device" for state in lonely.boards.states()))
    host = lonely.app.test_client()
    host.environ_base["HTTP_ORIGIN"] = "http://localhost"
    host.post("/host/login", data={"pin": lonely.pin})
    doctor = "".join(spoken(of_state(state), "de").words for state in lonely.boards.states())
    card = host.get("/sensors/card", headers={"Accept-Language": "de"}).get_data(as_text=True)
    for told in (lonely.service.backstage.eye_words("de"), doctor, card):
        assert "/dev/there-is-none gibt es nicht" in told
        assert "mqtt://127.0.0.1:1/tavolo" in told
        assert "dort lauscht kein Broker" in told
        assert "there is no" not in told
        assert "listens" not in told
    assert lonely.service.backstage.eye_words("de").count("mqtt://127.0.0.1:1/tavolo") == 1


@pytest.mark.parametrize("key", SENTENCES)
def test_pages_say_every_reason_as_programs_do_and_in_other_languages_too(key: str) -> None:
    texts = own_texts()
    facts = {name: f"<{name}>" for name in re.findall(r"{(\w+)}", SENTENCES[key])}
    said = {lang: texts.say(lang, f"board_reason.{key}", facts) for lang in LANGUAGES}
    assert said["en"] == Reason.of(key, **facts)
    assert all(fact in words for fact in facts.values() for words in said.values())
    if key != SAID_ALIKE:
        assert len(set(said.values())) == len(LANGUAGES)


def test_no_reason_is_left_that_nobody_gives() -> None:
    root = Path(__file__).parents[2]
    files = [*(root / "firmware_bridge").glob("*.py"), *(root / "companion" / "sensors").glob("*.py")]
    given = "".join(path.read_text() for path in files if path.name != "reasons.py")
    assert [key for key in SENTENCES if f'"{key}"' not in given] == []
