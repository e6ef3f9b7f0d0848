"""The curtain of a phone that holds several seats: a seat's page is sent only to who has just said that it is theirs.

Which seat is open stands in a cookie of the browser's. It keeps honest players from seeing what they would rather not
see; whoever holds the phone may lift any curtain of it.
"""

from __future__ import annotations

from flask import Request, Response

from web.pages.common import html_reply
from web.seats import seats_held
from web.service import Seat
from web.site import site

COOKIE = "open_seat"


def is_curtained(request: Request, seat: Seat) -> bool:
    """Whether the page of `seat` is behind the curtain for the phone behind `request`."""
    return len(seats_held(request)) > 1 and request.cookies.get(COOKIE) != seat


def curtain_for(seat: Seat) -> Response:
    """The page that asks to pass the phone on; it knows names and colours, and nothing of any hand."""
    here = site()
    snapshot = here.service.snapshot(None, "en")
    name = next((player.name for player in snapshot.players if player.seat == seat), seat)
    return html_reply("curtain.html", snapshot.game, seat=seat, name=name)


def lifted(reply: Response, seat: Seat, *, secure: bool) -> Response:
    """`reply`, with the curtain of `seat` up and every other one down."""
    reply.set_cookie(COOKIE, seat, httponly=True, samesite="Strict", secure=secure, path="/")
    return reply


def lowered(reply: Response) -> Response:
    """`reply`, with every curtain down."""
    reply.delete_cookie(COOKIE, path="/")
    return reply
