"""The stage of the demonstration: table display, a phone and the camera in one page, with what is said below them.

Only there where a demonstration is played. Its pages may frame each other, which no other page of Tavolo may.
"""

from __future__ import annotations

from typing import cast

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from web import asked
from web.demo_service import DemoService
from web.languages import language_of
from web.pages.common import done, html_reply
from web.seats import PREFIX
from web.security import OF_DOCUMENTS, POLICY
from web.site import site

blueprint = Blueprint("demo", __name__, url_prefix="/demo")
EXTENSION = "tavolo_demo"
FRAMED = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "X-Frame-Options": "SAMEORIGIN",
}
assert FRAMED["Content-Security-Policy"] != OF_DOCUMENTS["Content-Security-Policy"]


def open_stage(app: Flask, director: DemoService) -> None:
    """Adds the stage to `app`, before it is served."""
    app.extensions[EXTENSION] = director
    app.register_blueprint(blueprint)


def _director() -> DemoService:
    return cast(DemoService, current_app.extensions[EXTENSION])


@blueprint.after_app_request
def may_be_framed(reply: Response) -> Response:
    """Lets pages stand in each other; what is set here is not set again."""
    reply.headers.update(FRAMED)
    return reply


@blueprint.get("/")
def stage() -> Response:
    """The stage."""
    lang = language_of(request)
    game = site().service.snapshot(None, lang).game
    return html_reply("demo.html", game, now=_director().now(lang))


@blueprint.get("/now")
def now() -> Response:
    """What is shown and said now."""
    return jsonify(_plain(_director(), request.args.get("lang", "")))


def _plain(director: DemoService, lang: str) -> dict[str, object]:
    now = director.now(lang or language_of(request))
    return {name: getattr(now, name) for name in now.__struct_fields__}


@blueprint.get("/phone/<seat>")
def phone(seat: str) -> Response:
    """On to the phone of `seat`, holding it and no other."""
    tokens = _director().tokens()
    reply = Response(status=303)
    reply.location = f"/seat/{seat}" if seat in tokens else "/watch"
    for name in request.cookies:
        if name.startswith(PREFIX) and name != PREFIX + seat:
            reply.delete_cookie(name, path="/")
    if seat in tokens:
        reply.set_cookie(PREFIX + seat, tokens[seat], httponly=True, samesite="Lax", path="/")
    return reply


@blueprint.post("/pause")
def pause() -> Response:
    """Holds the demonstration, or lets it go on."""
    _director().pause(asked.read(request, asked.Switch).on)
    return done()
