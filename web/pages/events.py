"""Addresses of the event streams: one for each seat, one for each kind of page that everybody may open."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, request

from web.curtain import is_curtained
from web.languages import language_of
from web.limits import client_of
from web.pages.host import is_host
from web.regions import HOST, PAGES, PHONE, Page
from web.seats import require_seat, tokens_held
from web.service import Seat
from web.site import site
from web.streams import events, zipped

blueprint = Blueprint("events", __name__, url_prefix="/events")
OPEN_PAGES = frozenset(PAGES) - {PHONE.name}
GONE = "gone"
"""The last event of a phone that does not hold its seat any more."""
SHARED_OTHERWISE = "shared_otherwise"
"""The last event of a page that names another seat of this phone, which the phone does not hold any more."""


@blueprint.get("/seat/<seat>")
def phone(seat: Seat) -> Response:
    """What `seat` sees, as long as this phone holds it."""
    token = require_seat(request, seat)
    if is_curtained(request, seat):
        abort(403)
    service = site().service
    others = {its: other for other, its in tokens_held(request).items() if other != seat}

    def ended() -> str:
        if service.seat_of(token) != seat:
            return GONE
        return "" if all(service.seat_of(its) == other for its, other in others.items()) else SHARED_OTHERWISE

    reply = _stream(PHONE, seat, ended)
    for other in others.values():  # who shares this phone is here too
        reply.call_on_close(service.subscribe(other).close)
    return reply


@blueprint.get("/page/<name>")
def open_page(name: str) -> Response:
    """What everybody sees, cut to the page of that name."""
    if name not in OPEN_PAGES or (name == HOST.name and not is_host(request)):
        abort(404)
    return _stream(PAGES[name], None, lambda: "")


def _stream(page: Page, seat: Seat | None, ended: Callable[[], str]) -> Response:
    if request.method == "HEAD":
        return Response(content_type="text/event-stream; charset=utf-8")
    here = site()
    client = client_of(request.remote_addr)
    if not here.streams.enter(client):
        abort(503)
    last_id = request.headers.get("Last-Event-ID") or request.args.get("last", "")
    body = events(here, page, seat, language_of(request), last_id, ended)
    zips = "gzip" in request.headers.get("Accept-Encoding", "")
    reply = Response(zipped(body) if zips else body, content_type="text/event-stream; charset=utf-8")
    if zips:
        reply.headers["Content-Encoding"] = "gzip"
    reply.call_on_close(lambda: here.streams.leave(client))
    reply.headers["Cache-Control"] = "no-store"
    reply.headers["X-Accel-Buffering"] = "no"
    return reply
