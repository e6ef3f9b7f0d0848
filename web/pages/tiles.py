"""Teaching the camera a table's own tiles from the host's phone: each is shown in its place."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, url_for

from web.languages import language_of
from web.pages.common import done, html_reply, page_reply
from web.pages.host import let_host_in
from web.regions import VIRTUAL
from web.service import Language
from web.site import site
from web.tiles_service import TilesService

blueprint = Blueprint("tiles", __name__, url_prefix="/tiles")


def _tiles() -> TilesService:
    service = site().tiles
    if service is None:
        abort(404)
    return service


@blueprint.before_request
def require_host() -> Response | None:
    """Only the host teaches, and only where the game on the table has tiles."""
    there = _tiles()
    refused = let_host_in("tiles.page")
    if refused is None and request.endpoint != "tiles.card" and not there.are_read():
        abort(404)
    return refused


@blueprint.get("/")
def page() -> Response:
    """The board's picture, and what is asked; who has not typed the PIN is asked for it."""
    lang, stream = language_of(request), url_for("events.open_page", name=VIRTUAL.name)
    drawings, now = _address_of_drawings(lang), _tiles().says(lang)
    here = {"taught": "tiles", "heading": "own_tiles.title"}
    return page_reply(VIRTUAL, "teach.html", None, stream, **here, now=now, drawings=drawings)


@blueprint.get("/lesson")
def lesson() -> Response:
    """What is asked now, as HTML; the page fetches it all the time."""
    lang = language_of(request)
    game = site().service.snapshot(None, lang).game
    return html_reply("tiles/lesson.html", game, now=_tiles().says(lang), drawings=_address_of_drawings(lang))


def _address_of_drawings(lang: Language) -> str:
    """Where today's pieces are drawn."""
    here = site()
    return f"/pieces/{here.assets.version}-{here.drawings.name(lang)}"


@blueprint.get("/card")
def card() -> Response:
    """What the host's page shows of the tiles: nothing where the game has none."""
    game = site().service.snapshot(None, language_of(request)).game
    return html_reply("tiles/card.html", game, are_read=_tiles().are_read())


@blueprint.get("/<int:number>.png")
def face(number: int) -> Response:
    """What is known of one design."""
    picture = _tiles().face(number)
    if picture is None:
        abort(404)
    return Response(picture, content_type="image/png", headers={"Cache-Control": "no-store"})


@blueprint.post("/learn")
def learn() -> Response:
    """Learns what lies in its place in the newest picture."""
    _tiles().learn(language_of(request))
    return done()


@blueprint.post("/forget")
def forget() -> Response:
    """The tiles that the table prints count again."""
    _tiles().forget()
    return done()
