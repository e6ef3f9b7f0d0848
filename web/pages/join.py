"""The front door: take a seat, take one over from another phone, watch, or choose the language."""

from __future__ import annotations

import re
import secrets

from flask import Blueprint, Response, request, url_for

from engines.texts import LANGUAGES
from web import ahead, languages
from web.asked import LONGEST_NAME, clean_name
from web.curtain import lifted
from web.limits import client_of
from web.pages.common import go, html_reply, refuse
from web.qr import qr_svg
from web.seats import give_seat, seats_held
from web.service import Refused
from web.site import site

blueprint = Blueprint("join", __name__)
LONGEST_ENTROPY = 128
OWN_PAGE = re.compile(r"/(?:[A-Za-z0-9_-][A-Za-z0-9_./-]*)?")
"""A page of this table: never another host's, whatever a browser makes of tabs and slashes."""
TODAY = "/board/today.svg"
"""Leads to today's board, under the address by which a seat's page asks for it."""


@blueprint.get("/")
def front() -> Response:
    """Seats that are free, and the way back for a phone that has one."""
    return _front()


def _front(problem: str = "", name: str = "", status: int = 200) -> Response:
    here = site()
    lang = languages.language_of(request)
    snapshot = here.service.snapshot(None, lang)
    free, mine = here.service.free_seats(), seats_held(request)
    here.drawings.draw_ahead(lang)
    return html_reply(
        "join.html",
        snapshot.game,
        status=status,
        path="/",
        snapshot=snapshot,
        free=free,
        mine=mine,
        ahead=(*ahead.needs(here.assets, here.modules, snapshot.game), TODAY) if free or mine else (),
        problem=problem,
        name=name,
        longest_name=LONGEST_NAME,
    )


@blueprint.post("/join")
def join() -> Response:
    """Takes a seat for this phone."""
    _limit()
    seat = request.form.get("seat", "")
    name = clean_name(request.form.get("name", ""))
    entropy = request.form.get("entropy", "")[:LONGEST_ENTROPY] or secrets.token_hex(16)
    try:
        if not name:
            raise refuse("join.needs_name", 422)
        if seat not in site().service.free_seats():
            raise refuse("join.seat_gone", 409)
        if _sits_here(name):
            raise refuse("join.name_taken", 409, name=name)
        token = site().service.claim(seat, name, entropy, languages.language_of(request))
    except Refused as refused:
        return _front(refused.reason, name, refused.status)
    return _seated(seat, token)


def _sits_here(name: str) -> bool:
    """Whether somebody with another phone is called so: the story tells players apart by their names."""
    others = site().service.snapshot(None, languages.language_of(request)).players
    mine = seats_held(request)
    taken = (player.name for player in others if player.seat not in mine)
    return name.casefold() in {one.casefold() for names in taken for one in (names, *names.split(", "))}


@blueprint.post("/take-over")
def take_over() -> Response:
    """Exchanges a one-time code for the seat that it moves to this phone."""
    _limit()
    code = request.form.get("code", "").strip()[:64]
    try:
        token = site().service.take_over(code, languages.language_of(request))
    except Refused as refused:
        return _front(refused.reason, status=refused.status)
    seat = site().service.seat_of(token)
    if seat is None:
        return _front(refuse("join.seat_gone", 409).reason, status=409)
    return _seated(seat, token)


def _seated(seat: str, token: str) -> Response:
    reply = give_seat(go(url_for("phone.seat_page", seat=seat)), seat, token, secure=request.is_secure)
    return lifted(reply, seat, secure=request.is_secure)  # whoever sits down here is the one who holds the phone


def _limit() -> None:
    if site().join_limit.wait_s(client_of(request.remote_addr)) > 0:
        raise refuse("error.429", 429)


@blueprint.post("/language")
def language() -> Response:
    """Keeps the language chosen on this phone and goes back to where it was chosen."""
    chosen = request.form.get("lang", "")
    back = request.form.get("back", "/")
    reply = go(back if OWN_PAGE.fullmatch(back) else "/")
    if chosen in LANGUAGES:
        reply.set_cookie(
            languages.COOKIE,
            chosen,
            max_age=languages.COOKIE_DAYS * 86400,
            samesite="Lax",
            httponly=True,
            secure=request.is_secure,
        )
    return reply


@blueprint.get("/qr.svg")
def qr() -> Response:
    """The QR code that leads here."""
    address = site().service.host_report(languages.language_of(request)).join_url
    return Response(str(qr_svg(address)), content_type="image/svg+xml")
