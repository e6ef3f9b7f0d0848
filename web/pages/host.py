"""The host's page, behind a PIN: camera, start, options, corrections, seats, downloads."""

from __future__ import annotations

import hmac
import secrets
from typing import Literal, cast

from flask import Blueprint, Request, Response, abort, request, url_for

from web import asked
from web.languages import language_of
from web.limits import client_of
from web.pages.common import done, go, html_reply, page_reply, refuse
from web.qr import qr_svg
from web.regions import HOST
from web.seats import COOKIE_DAYS, LONGEST_TOKEN
from web.security import limit_changes
from web.service import HostReport
from web.site import site

blueprint = Blueprint("host", __name__, url_prefix="/host")
COOKIE = "host"


def is_host(request: Request) -> bool:
    """Whether the PIN was typed in the browser behind `request`."""
    given, here = request.cookies.get(COOKIE, "")[:LONGEST_TOKEN], site()
    if here.evenings is not None:
        return here.evenings.is_host(given)
    return any(hmac.compare_digest(given.encode(), token.encode()) for token in tuple(here.host_tokens))


@blueprint.before_request
def require_host() -> None:
    """Everything here but the door itself needs the PIN."""
    if request.endpoint in {"host.page", "host.login"}:
        return
    if not is_host(request):
        abort(403)
    if request.method == "POST":
        limit_changes("host")


def let_host_in(page: str) -> Response | None:
    """For the host's pages elsewhere: None for him; to the question for the PIN from the endpoint `page`, else 403."""
    if not is_host(request):
        return go(url_for("host.page")) if request.endpoint == page else abort(403)
    if request.method == "POST":
        limit_changes("host")
    return None


@blueprint.get("/")
def page() -> Response:
    """The host's page, or the question for the PIN."""
    if not is_host(request):
        return html_reply("host_login.html", problem="")
    report = site().service.host_report(language_of(request))
    game = site().service.snapshot(None, language_of(request)).game
    stream = url_for("events.open_page", name="host")
    evenings = site().evenings
    return page_reply(
        HOST,
        "host.html",
        None,
        stream,
        report=report,
        faults=site().faults_of(game),
        settings=_settings(report),
        free=site().service.free_seats(),
        patience=evenings.patience() if evenings else None,
    )


@blueprint.post("/login")
def login() -> Response:
    """Compares the PIN in constant time; a few tries a minute, from one address and from all together."""
    here = site()
    if here.pin_limit.wait_s(client_of(request.remote_addr)) > 0 or here.pin_limit_of_all.wait_s("all") > 0:
        return html_reply("host_login.html", status=429, problem=refuse("host.too_many_pins", 429).reason)
    given = request.form.get("pin", "").strip()
    if not hmac.compare_digest(given.encode(), here.host_pin.encode()):
        return html_reply("host_login.html", status=403, problem=refuse("host.wrong_pin", 403).reason)
    if here.evenings is not None:
        token = here.evenings.let_host_in(language_of(request))
    else:
        token = secrets.token_urlsafe(32)
        here.host_tokens.add(token)
    reply = go(url_for("host.page"))
    age = COOKIE_DAYS * 86400
    reply.set_cookie(COOKIE, token, max_age=age, httponly=True, samesite="Strict", secure=request.is_secure, path="/")
    return reply


@blueprint.post("/logout")
def logout() -> Response:
    """This browser is the host's no more."""
    here, token = site(), request.cookies.get(COOKIE, "")[:LONGEST_TOKEN]
    here.host_tokens.discard(token)
    if here.evenings is not None:
        here.evenings.log_host_out(token, language_of(request))
    reply = done()
    reply.delete_cookie(COOKIE, path="/")
    return reply


@blueprint.get("/report")
def report() -> Response:
    """How eye and stages fare, as HTML; the page fetches it every other second."""
    lang = language_of(request)
    now = site().service.host_report(lang)
    game = site().service.snapshot(None, lang).game
    return html_reply("host/report.html", game, report=now, faults=site().faults_of(game), settings=_settings(now))


def _settings(report: HostReport) -> dict[str, object]:
    """What is set now, by whichever page: the fields of a page that is open follow it."""
    evenings, mode = site().evenings, site().service.snapshot(None, language_of(request)).mode
    return {"mode": mode, "options": dict(report.options), "patience": evenings.patience()[0] if evenings else None}


@blueprint.get("/facts")
def facts() -> Response:
    """The form of public facts, as they are now."""
    lang = language_of(request)
    now = site().service.snapshot(None, lang)
    may_be, seats = site().service.correctable(lang), [each.seat for each in now.players]
    return html_reply("host/facts.html", now.game, correctable=may_be, seats=seats, players=now.players)


@blueprint.get("/camera.jpg")
def camera() -> Response:
    """The newest picture, with what was recognised drawn over it unless ``?cells=0``."""
    picture = site().service.camera_jpeg(cells=request.args.get("cells") != "0")
    if picture is None:
        return Response(status=204)
    return Response(picture, content_type="image/jpeg")


@blueprint.post("/begin")
def begin() -> Response:
    """Everybody is here: on to setting the board up."""
    site().service.begin(language_of(request))
    return done()


@blueprint.post("/new-game")
def new_game() -> Response:
    """Another game with the same seats."""
    site().service.new_game(language_of(request))
    return done()


@blueprint.post("/set/<name>")
def set_value(name: str) -> Response:
    """Changes the mode or a house option."""
    if name not in {"mode", "option"}:
        abort(404)
    value = asked.read(request, asked.Setting).value
    site().service.host_set(cast(Literal["mode", "option"], name), value, language_of(request))
    return done()


@blueprint.post("/edit")
def edit() -> Response:
    """Corrects public facts, as an entry that everybody sees."""
    wish = asked.read(request, asked.Correction)
    site().service.edit(wish.facts, wish.key, language_of(request))
    return done()


@blueprint.post("/let-pass")
def let_pass() -> Response:
    """Accepts the breach that holds the turn."""
    site().service.let_pass(asked.read(request, asked.Keyed).key, language_of(request))
    return done()


@blueprint.post("/free-seat")
def free_seat() -> Response:
    """A one-time code with which another phone takes a seat over."""
    lang = language_of(request)
    seat = asked.read(request, asked.SeatChosen).seat
    code = site().service.free_seat(seat, lang)
    address = f"{site().service.host_report(lang).join_url.rstrip('/')}/#code={code}"
    return html_reply("shared/code.html", code=code, picture=qr_svg(address), seat=seat)


@blueprint.post("/recording")
def recording() -> Response:
    """Starts or stops recording the camera's frames."""
    site().service.set_recording(asked.read(request, asked.Switch).on)
    return done()


@blueprint.get("/recording")
def recorded() -> Response:
    """The link to the last recording, as HTML, once there is one; the page fetches it every other second."""
    return html_reply("host/recording.html", report=site().service.host_report(language_of(request)))


@blueprint.get("/log.jsonl")
def log() -> Response:
    """The log as JSON lines."""
    reply = Response(site().service.log(), content_type="application/x-ndjson")
    reply.headers["Content-Disposition"] = 'attachment; filename="tavolo-log.jsonl"'
    return reply


@blueprint.get("/recording.zip")
def recording_zip() -> Response:
    """The recorded frames."""
    content = site().service.recording_zip()
    if content is None:
        raise refuse("host.no_recording", 404)
    reply = Response(content, content_type="application/zip")
    reply.headers["Content-Disposition"] = 'attachment; filename="tavolo-recording.zip"'
    return reply
