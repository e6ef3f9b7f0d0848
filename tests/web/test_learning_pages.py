"""Pages for learners: asked by the phone that holds the seat, the rulebook read by everybody."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.web import fakes

Browser = Callable[..., FlaskClient]


def test_help_is_for_the_phone_that_holds_the_seat(seated: Browser, guest: Browser) -> None:
    red = seated("red")
    assert "Your piece hops" in red.get("/seat/red/help").get_data(as_text=True)
    for path in ("help", "lesson"):
        assert red.get(f"/seat/blue/{path}").status_code == 403
        assert guest().get(f"/seat/red/{path}").status_code == 403
    assert guest().post("/seat/red/why", json={"place": "0303"}).status_code == 403


def test_why_not_links_to_the_rule(seated: Browser) -> None:
    answer = seated("red").post("/seat/red/why", json={"place": "0505"}).get_data(as_text=True)
    assert "0505 is too far." in answer
    assert "Hop twice." in answer
    assert 'href="/rules#hop.far"' in answer


def test_an_action_is_asked_about_as_the_choice_gives_it(seated: Browser) -> None:
    answer = seated("red").post("/seat/red/why", json={"action": {"type": "hop"}}).get_data(as_text=True)
    assert "&#34;hop&#34;" in answer


@pytest.mark.parametrize("question", [{}, {"place": "x" * 81}, {"place": 3}, {"colour": "red"}])
def test_a_question_that_is_none_is_refused(seated: Browser, question: dict[str, object]) -> None:
    assert seated("red").post("/seat/red/why", json=question).status_code == 400


def test_what_is_asked_never_stands_in_an_address(seated: Browser) -> None:
    assert seated("red").get("/seat/red/why?place=0505").status_code == 405


def test_everybody_may_read_the_rules_players_and_spectators(table: fakes.FakeTable, guest: Browser) -> None:
    page = guest("it").get("/rules").get_data(as_text=True)
    assert 'id="hop.far"' in page
    assert 'href="/watch"' in page
    assert "Cerca nelle regole" in page
    table.begin_playing("red")
    assert guest("de").get("/rules").status_code == 200


def test_the_directory_says_where_a_street_is_and_leads_back_to_the_own_seat(seated: Browser) -> None:
    phone = seated("red")
    page = phone.get("/places").get_data(as_text=True)
    assert "Hopping Lane" in page
    assert "a1–a9" in page
    assert 'href="/seat/red"' in page
    assert 'href="/places"' in phone.get("/seat/red").get_data(as_text=True)


def test_the_rulebook_leads_back_to_the_own_seat(seated: Browser) -> None:
    assert 'href="/seat/red"' in seated("red").get("/rules").get_data(as_text=True)


def test_the_rulebook_comes_packed_where_the_reader_unpacks(guest: Browser) -> None:
    reply = guest().get("/rules/text", headers={"Accept-Encoding": "gzip"})
    assert reply.headers["Content-Encoding"] == "gzip"
    assert b'id="rest.7"' in gzip.decompress(reply.get_data())
    assert "Accept-Encoding" in reply.headers["Vary"]


def test_every_warning_links_into_the_rulebook(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red")
    table.begin_playing()
    table.warnings = [fakes.a_breach()]
    table.tell()
    assert 'href="/rules#hop.far"' in red.get("/seat/red").get_data(as_text=True)


def test_without_a_teacher_nothing_is_offered(table: fakes.FakeTable) -> None:
    app = fakes.parlour(table)
    phone = app.test_client()
    phone.environ_base["HTTP_ORIGIN"] = "http://localhost"
    assert phone.get("/rules").status_code == 404
    phone.post("/join", data={"seat": "red", "name": "Ilsa"})
    assert "data-help" not in phone.get("/seat/red").get_data(as_text=True)
