"""Pages for learners: what can be done, why not, the phase explained, and the rulebook, which everybody may read."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response, abort, request

from web import asked
from web.languages import language_of
from web.learning_service import LearningService
from web.pages.common import html_reply
from web.seats import require_seat, seats_held
from web.service import Seat
from web.site import site

blueprint = Blueprint("learning", __name__)
LONGEST_PLACE = 80
"""Letters of a place that is asked about by its id or name."""


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """What "why not?" is asked about: a place (id or name), or an action as a choice gives it."""

    place: Annotated[str, msgspec.Meta(max_length=LONGEST_PLACE)] | None = None
    action: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


@blueprint.get("/seat/<seat>/help")
def help_of(seat: Seat) -> Response:
    """Everything that `seat` can do now, and what it cannot."""
    require_seat(request, seat)
    found = _teacher().help(seat, language_of(request))
    return html_reply("learning/help.html", _game(), help=found, longest_place=LONGEST_PLACE)


@blueprint.post("/seat/<seat>/why")
def why_not(seat: Seat) -> Response:
    """Why `seat` may not do that, or not there."""
    require_seat(request, seat)
    question = asked.read(request, Question)
    lang = language_of(request)
    if question.place is not None:
        answer = _teacher().why_not_there(seat, question.place, lang)
    elif question.action is not msgspec.UNSET:
        answer = _teacher().why_not(seat, bytes(question.action), lang)
    else:
        abort(400)
    return html_reply("learning/why.html", _game(), answer=answer)


@blueprint.get("/seat/<seat>/lesson")
def lesson_of(seat: Seat) -> Response:
    """The phase of the game in two sentences."""
    require_seat(request, seat)
    return html_reply("learning/lesson.html", _game(), lesson=_teacher().lesson(seat, language_of(request)))


@blueprint.get("/rules")
def rules() -> Response:
    """The rulebook as a page; ``#<rule id>`` leads to a rule."""
    book = _teacher().rulebook(language_of(request))
    mine = seats_held(request)
    return html_reply("rules.html", _game(), book=book, back=f"/seat/{mine[0]}" if mine else "/watch")


@blueprint.get("/rules/text")
def rules_text() -> Response:
    """The rulebook alone, to be laid over another page."""
    return html_reply("learning/rules.html", _game(), book=_teacher().rulebook(language_of(request)))


@blueprint.get("/places")
def places() -> Response:
    """The directory of the board as a page."""
    chapters = _teacher().directory(language_of(request))
    if not chapters:
        abort(404)
    mine = seats_held(request)
    return html_reply("places.html", _game(), chapters=chapters, back=f"/seat/{mine[0]}" if mine else "/watch")


def _teacher() -> LearningService:
    teacher = site().learning
    if teacher is None:
        abort(404)
    return teacher


def _game() -> str:
    return site().service.snapshot(None, language_of(request)).game
