"""A part of a page that cannot be made is one that says so: the rest goes on, the host is told, the log has why."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engines.texts import Language
from tests.web import fakes
from tests.web.wire import Stream
from web.server import Server
from web.site import Site

SAYS_SO = {
    "en": "this part of the page cannot be shown",
    "it": "questa parte della pagina non si può mostrare",
    "de": "Dieser Teil der Seite kann nicht gezeigt werden",
}


class Template:
    """One of the pages' templates, which fails as long as it is `broken`."""

    def __init__(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.broken = True
        render = Site.render

        def failing(site: Site, template: str, lang: Language, game: str, **context: Any) -> str:
            if self.broken and template == name:
                raise ZeroDivisionError("nobody has so many")
            return render(site, template, lang, game, **context)

        monkeypatch.setattr(Site, "render", failing)


@pytest.fixture
def choices(monkeypatch: pytest.MonkeyPatch) -> Template:
    return Template("phone/choices.html", monkeypatch)


def test_a_phone_hears_all_else_and_that_part_again_when_it_can_be_shown(
    table: fakes.FakeTable, server: Server, seated: Callable[..., FlaskClient], choices: Template
) -> None:
    held = seated("red").get_cookie("seat_red")
    assert held
    table.begin_playing("red")
    with Stream(server.port, "/events/seat/red", cookie=f"seat_red={held.value}") as stream:
        first = stream.next().data["html"]
        assert SAYS_SO["en"] in first["choices"]
        assert "red" in first["ask"].lower()
        table.story.append("somebody hopped")
        table.tell()
        assert "somebody hopped" in stream.next().data["html"]["story"]
        choices.broken = False
        table.begin_playing("blue")
        table.begin_playing("red")
        while "data-action" not in (html := stream.next().data["html"]).get("choices", ""):
            assert SAYS_SO["en"] not in html.get("choices", "")


@pytest.mark.parametrize("lang", SAYS_SO)
def test_a_page_that_is_opened_shows_the_rest_and_no_trace(
    table: fakes.FakeTable, seated: Callable[..., FlaskClient], choices: Template, lang: str
) -> None:
    phone = seated("red", lang=lang)
    table.begin_playing("red")
    page = phone.get("/seat/red")
    assert page.status_code == 200
    assert SAYS_SO[lang] in page.text
    assert "ZeroDivisionError" not in page.text
    assert 'id="region-story"' in page.text


def test_the_host_reads_whose_page_it_is_until_it_is_mended(
    table: fakes.FakeTable, seated: Callable[..., FlaskClient], host: FlaskClient, choices: Template
) -> None:
    phone = seated("red")
    table.begin_playing("red")
    assert "cannot be shown" not in host.get("/host/report").text
    phone.get("/seat/red")
    for told in (host.get("/host/report").text, host.get("/host/").text):
        assert "“choices” on Red's page cannot be shown" in told.replace("&#39;", "'")
    choices.broken = False
    phone.get("/seat/red")
    assert "cannot be shown" not in host.get("/host/report").text


def test_the_log_has_the_trace_once_however_often_the_page_is_opened(
    app: Flask, seated: Callable[..., FlaskClient], choices: Template, caplog: pytest.LogCaptureFixture
) -> None:
    phone = seated("red")
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            phone.get("/seat/red")
    traces = [record for record in caplog.records if record.exc_info]
    assert len(traces) == 1
    assert "choices" in traces[0].getMessage()
    assert "nobody has so many" in caplog.text
