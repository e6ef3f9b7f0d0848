"""A seat's own page: its hand, what it may do now, and doing it."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, request, url_for

from web import ahead, asked
from web.curtain import curtain_for, is_curtained, lowered
from web.languages import language_of
from web.pages.common import done, go, html_reply, number_reply, page_reply
from web.qr import qr_svg
from web.regions import PHONE
from web.seats import require_seat, seats_held, take_seat
from web.security import limit_changes
from web.service import Seat
from web.site import site

blueprint = Blueprint("phone", __name__, url_prefix="/seat")


@blueprint.get("/")
def first_seat() -> Response:
    """To the seat that this phone holds; to the front door where it holds none."""
    mine = seats_held(request)
    return go(url_for("phone.seat_page", seat=mine[0]) if mine else url_for("join.front"))


@blueprint.get("/<seat>")
def seat_page(seat: Seat) -> Response:
    """The phone of `seat`, for the phone that holds it."""
    mine = seats_held(request)
    if seat not in mine:
        return first_seat()
    if is_curtained(request, seat):
        return lowered(curtain_for(seat))
    assets = site().assets
    return page_reply(
        PHONE,
        "phone.html",
        seat,
        url_for("events.phone", seat=seat),
        mine=mine,
        takes_photos=any(camera.takes_pictures() for camera in site().cameras),
        sheets=partial(ahead.sheets, assets),
        modules=partial(ahead.scripts, assets),
    )


@blueprint.post("/<seat>/act")
def act(seat: Seat) -> Response:
    """Does what a choice says."""
    _changing(seat)
    wish = asked.read(request, asked.Action)
    number = site().service.act(seat, bytes(wish.action), wish.key, wish.seen, language_of(request))
    return number_reply(number)


@blueprint.post("/<seat>/roll")
def roll(seat: Seat) -> Response:
    """Rolls the dice that are asked for, or takes what real ones show."""
    _changing(seat)
    wish = asked.read(request, asked.Dice)
    return number_reply(site().service.roll(seat, wish.typed, wish.key, language_of(request)))


@blueprint.post("/<seat>/undo")
def undo(seat: Seat) -> Response:
    """Takes the seat's last entry back."""
    _changing(seat)
    wish = asked.read(request, asked.Keyed)
    return number_reply(site().service.undo(seat, wish.key, language_of(request)))


@blueprint.post("/<seat>/leave")
def leave(seat: Seat) -> Response:
    """Gives the seat back; possible in the lobby."""
    token = _changing(seat)
    site().service.leave(token, language_of(request))
    return take_seat(done(), seat)


@blueprint.post("/<seat>/hand-over")
def hand_over(seat: Seat) -> Response:
    """A one-time code, shown to the owner alone, with which another phone takes this seat over."""
    token = _changing(seat)
    lang = language_of(request)
    code = site().service.free_seat(seat, lang, token)
    address = f"{site().service.host_report(lang).join_url.rstrip('/')}/#code={code}"
    return html_reply("shared/code.html", code=code, picture=qr_svg(address), seat=seat)


def _changing(seat: Seat) -> str:
    token = require_seat(request, seat)
    limit_changes(seat)
    return token
