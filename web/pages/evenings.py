"""Between and around games: choosing one, the shelf, rematches, players who sleep or leave, and what is kept."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, abort, request, url_for

from web import asked
from web.curtain import curtain_for, lifted, lowered
from web.evenings_service import EveningsService
from web.files import kept_reply, packed
from web.languages import language_of
from web.pages.common import done, go, html_reply
from web.pages.host import is_host, require_host
from web.seats import require_seat, seats_held
from web.security import limit_changes
from web.service import Seat
from web.site import site

blueprint = Blueprint("evenings", __name__)
SVG = "image/svg+xml"


def _evenings() -> EveningsService:
    found = site().evenings
    if found is None:
        abort(404)
    return found


@blueprint.before_request
def only_the_host_in_his_part() -> None:
    """What lies under /host needs the PIN, as the host's page itself."""
    if request.path.startswith("/host/"):
        require_host()


# The host


@blueprint.get("/host/games")
def games() -> Response:
    """Which kinds of games can be played; the host's page fetches it."""
    lang = language_of(request)
    return html_reply("host/games.html", offered=_evenings().games_offered(lang))


@blueprint.get("/host/shelf")
def shelf() -> Response:
    """Games that were packed away."""
    lang = language_of(request)
    saved = [(game, datetime.fromtimestamp(game.last)) for game in _evenings().saved_games(lang)]
    return html_reply("host/shelf.html", saved=saved)


@blueprint.get("/host/shelf/<int:game>/<version>.svg")
def picture(game: int, version: str) -> Response:
    """The board of a game on the shelf, as a stamp."""
    content = _evenings().picture(game)
    if content is None:
        abort(404)
    reply = kept_reply(request, packed(content.encode(), SVG))
    reply.headers["Cache-Control"] = "private, max-age=604800"
    return reply


@blueprint.post("/host/choose-game")
def choose_game() -> Response:
    """Another kind of game, in the lobby."""
    _evenings().choose_game(asked.read(request, asked.Setting).value, language_of(request))
    return done()


@blueprint.post("/host/take-out")
def take_out() -> Response:
    """A game from the shelf is laid on the table."""
    _evenings().take_out(asked.read(request, asked.GameChosen).game, language_of(request))
    return done()


@blueprint.post("/host/rematch")
def rematch() -> Response:
    """The same game with the same seats."""
    _evenings().rematch(language_of(request))
    return done()


@blueprint.post("/host/answer-for")
def answer_for() -> Response:
    """The host answers for a player who is absent."""
    wish = asked.read(request, asked.SeatKeyed)
    _evenings().answer_for(wish.seat, wish.key, language_of(request))
    return done()


@blueprint.post("/host/send-away")
def send_away() -> Response:
    """A player has left without a word."""
    _evenings().send_away(asked.read(request, asked.SeatChosen).seat, language_of(request))
    return done()


@blueprint.post("/host/patience")
def patience() -> Response:
    """How long the table waits for an answer."""
    _evenings().set_patience(asked.read(request, asked.Seconds).seconds, language_of(request))
    return done()


@blueprint.post("/host/keep-pictures")
def keep_pictures() -> Response:
    """Whether pictures of this game are kept."""
    _evenings().keep_pictures(asked.read(request, asked.Switch).on, language_of(request))
    return done()


@blueprint.post("/host/forget")
def forget() -> Response:
    """A game, or everything, is forgotten."""
    _evenings().forget(asked.read(request, asked.Forgotten).game, language_of(request))
    return done()


# Players


@blueprint.post("/seat/<seat>/want-rematch")
def want_rematch(seat: Seat) -> Response:
    """A player would like another game, or after all does not."""
    _changing(seat)
    _evenings().want_rematch(seat, asked.read(request, asked.Switch).on, language_of(request))
    return done()


@blueprint.post("/seat/<seat>/leave-game")
def leave_game(seat: Seat) -> Response:
    """A player must go; the others are asked."""
    _changing(seat)
    _evenings().leave_game(seat, language_of(request))
    return done()


@blueprint.post("/seat/<seat>/stay")
def stay(seat: Seat) -> Response:
    """A player stays after all."""
    _changing(seat)
    _evenings().stay(seat, language_of(request))
    return done()


@blueprint.post("/seat/<seat>/let-go")
def let_go(seat: Seat) -> Response:
    """A player agrees that another goes."""
    _changing(seat)
    _evenings().let_go(seat, asked.read(request, asked.SeatChosen).seat, language_of(request))
    return done()


@blueprint.post("/seat/<seat>/answer-for")
def answer_overdue(seat: Seat) -> Response:
    """A player lets the table choose for another, whose time is up."""
    _changing(seat)
    wish = asked.read(request, asked.SeatKeyed)
    _evenings().answer_overdue(wish.seat, seat, wish.key, language_of(request))
    return done()


@blueprint.post("/seat/<seat>/lift")
def lift(seat: Seat) -> Response:
    """Whoever holds the phone now says that it is their seat: the curtain goes up."""
    _changing(seat)
    return lifted(go(f"/seat/{seat}"), seat, secure=request.is_secure)


@blueprint.post("/seat/<seat>/lower")
def lower(seat: Seat) -> Response:
    """The phone is passed on, or put down: the curtain falls."""
    _changing(seat)
    return lowered(done())


@blueprint.get("/seat/<seat>/pass")
def pass_on(seat: Seat) -> Response:
    """The curtain before `seat`, whichever was open: nothing of a hand is on it. To the front door where that seat has
    moved to another phone meanwhile."""
    if seat not in seats_held(request):
        return go(url_for("join.front"))
    return lowered(curtain_for(seat))


# Everybody


@blueprint.get("/kept")
def kept() -> Response:
    """What is kept where, in plain words; folder and buttons for the host."""
    here = _evenings()
    lang = language_of(request)
    host = is_host(request)
    saved = here.saved_games(lang) if host else ()
    return html_reply("kept.html", kept=here.kept(), host=host, saved=saved)


def _changing(seat: Seat) -> None:
    require_seat(request, seat)
    limit_changes(seat)
