"""Pages for everybody: the table display for a tablet or TV, and watching from a phone."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for

from web.languages import language_of
from web.pages.common import html_reply, page_reply
from web.regions import TABLE, WATCH
from web.site import site

blueprint = Blueprint("spectators", __name__)


@blueprint.get("/table")
def table_display() -> Response:
    """Whose turn it is and what just happened, readable from three metres."""
    return page_reply(TABLE, "table.html", None, url_for("events.open_page", name="table"), join_url=_join_url())


@blueprint.get("/table/welcome")
def welcome() -> Response:
    """Where phones join, as the network is now: a display that boots with the table may be there before the network."""
    return html_reply("table/welcome.html", join_url=_join_url())


def _join_url() -> str:
    return site().service.host_report(language_of(request)).join_url


@blueprint.get("/watch")
def watch() -> Response:
    """The board and the story, for whoever looks on."""
    return page_reply(WATCH, "watch.html", None, url_for("events.open_page", name="watch"))
