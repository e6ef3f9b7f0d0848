"""Teaching a sensor board from the host's phone: a house is shown, a piece is put there, the next one is shown."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response, abort, request, url_for

from web import asked
from web.languages import language_of
from web.pages.common import done, html_reply, page_reply
from web.pages.host import let_host_in
from web.regions import VIRTUAL
from web.sensors_service import SensorsService, Subject
from web.site import site

blueprint = Blueprint("sensors", __name__, url_prefix="/sensors")
MOST_BOARDS = 16


class Beginning(msgspec.Struct, forbid_unknown_fields=True):
    """Which board is to be taught, and what."""

    board: Annotated[int, msgspec.Meta(ge=0, lt=MOST_BOARDS)]
    subject: Subject


def _sensors() -> SensorsService:
    service = site().sensors
    if service is None:
        abort(404)
    return service


@blueprint.before_request
def require_host() -> Response | None:
    """Only the host teaches; whoever opens the page without the PIN is asked for it."""
    _sensors()
    return let_host_in("sensors.page")


@blueprint.get("/")
def page() -> Response:
    """The board's picture, and what is asked."""
    lang = language_of(request)
    stream = url_for("events.open_page", name=VIRTUAL.name)
    sensors = _sensors()
    now = sensors.lesson(lang)
    here = {"taught": "sensors", "heading": "sensors.title"}
    return page_reply(VIRTUAL, "teach.html", None, stream, **here, boards=sensors.boards(lang), now=now)


@blueprint.get("/lesson")
def lesson() -> Response:
    """What is asked now, as HTML; the page fetches it all the time."""
    return _lesson_reply("sensors/lesson.html")


@blueprint.get("/card")
def card() -> Response:
    """What the host's page shows of the boards."""
    return _lesson_reply("sensors/card.html")


@blueprint.post("/begin")
def begin() -> Response:
    """Begins a lesson."""
    wish = asked.read(request, Beginning)
    _sensors().begin(wish.board, wish.subject, language_of(request))
    return done()


@blueprint.post("/skip")
def skip() -> Response:
    """Leaves out what is asked."""
    _sensors().skip(language_of(request))
    return done()


@blueprint.post("/back")
def back() -> Response:
    """Asks the last thing anew."""
    _sensors().back(language_of(request))
    return done()


@blueprint.post("/keep")
def keep() -> Response:
    """Keeps what was taught."""
    _sensors().keep(language_of(request))
    return done()


@blueprint.post("/stop")
def stop() -> Response:
    """Ends the lesson without keeping it."""
    _sensors().stop()
    return done()


def _lesson_reply(template: str) -> Response:
    lang = language_of(request)
    sensors = _sensors()
    game = site().service.snapshot(None, lang).game
    return html_reply(template, game, boards=sensors.boards(lang), now=sensors.lesson(lang))
