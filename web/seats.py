"""Which seats a phone holds: one HttpOnly cookie for each, with the token that the table gave."""

from __future__ import annotations

from flask import Request, Response, abort

from web.service import Seat
from web.site import site

PREFIX = "seat_"
COOKIE_DAYS = 30
LONGEST_TOKEN = 200


def held_token(request: Request, seat: Seat) -> str | None:
    """The token in `request` that holds `seat` now, None where there is none."""
    token = request.cookies.get(PREFIX + seat)
    if not token or len(token) > LONGEST_TOKEN:
        return None
    return token if site().service.seat_of(token) == seat else None


def tokens_held(request: Request) -> dict[Seat, str]:
    """Every seat that the phone behind `request` holds, in order of their names, with the token that holds it."""
    names = sorted(name.removeprefix(PREFIX) for name in request.cookies if name.startswith(PREFIX))
    return {name: token for name in names if (token := held_token(request, name)) is not None}


def seats_held(request: Request) -> tuple[Seat, ...]:
    """Every seat that the phone behind `request` holds, in order of their names."""
    return tuple(tokens_held(request))


def require_seat(request: Request, seat: Seat) -> str:
    """The token that holds `seat`; refuses (403) a phone that does not hold it."""
    token = held_token(request, seat)
    if token is None:
        abort(403)
    return token


def give_seat(reply: Response, seat: Seat, token: str, *, secure: bool) -> Response:
    """Puts the seat's cookie on `reply`."""
    reply.set_cookie(
        PREFIX + seat, token, max_age=COOKIE_DAYS * 86400, httponly=True, samesite="Lax", secure=secure, path="/"
    )
    return reply


def take_seat(reply: Response, seat: Seat) -> Response:
    """Ends the seat's cookie."""
    reply.delete_cookie(PREFIX + seat, path="/")
    return reply
