"""Afterwards: the story of the evening as a page, a replay on its board, the proof of its chance, all to take home.

Open to everybody at the table: what it shows is public while the game goes on, and everybody's when it is over.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, abort, request, url_for

from engines.texts import Language
from web.afterwards_service import AfterwardsService, Tale
from web.charts import HEIGHT, WIDTH, drawn, rows
from web.files import packed
from web.keepsake import one_module, one_sheet
from web.languages import language_of
from web.pages.common import HTML, html_reply, sent
from web.site import site
from web.slim import slim

blueprint = Blueprint("afterwards", __name__, url_prefix="/story")

SHEETS = ("css/base.css", "css/mirror.css", "css/afterwards.css")
MODULE = "js/afterwards.js"
SVG = "image/svg+xml"
MOST_PICTURE_BYTES = 24 * 1024 * 1024
"""Bytes of pictures in a page to take home: what a phone can open."""


class Embedded(NamedTuple):
    """A file inside a page to take home: SVG as text, a picture as base64."""

    address: str
    kind: str
    text: str


@blueprint.get("/")
@blueprint.get("/<int:game>")
def page(game: int | None = None) -> Response:
    """The story so far, or of a game played before."""
    tale = _service().tale(language_of(request), game)
    return html_reply("afterwards/story.html", tale.game, proof=None, log_data="", **_told(tale))


@blueprint.get("/<int:game>/evening.html")
def keepsake(game: int) -> Response:
    """The story as one file that needs nothing else, to take home; made anew only for another tale than the last."""
    here, lang = site(), language_of(request)
    tale = _service().tale(lang, game)
    with here.wrapping:  # one at a time: it takes some tenths of a second
        last = here.taken_home
        if last is None or last[0] is not tale:
            last = here.taken_home = tale, packed(_wrapped(tale, lang).encode(), HTML)
    reply = sent(last[1])
    day = time.strftime("%Y-%m-%d", time.localtime(tale.began))
    reply.headers["Content-Disposition"] = f'attachment; filename="tavolo-{tale.game}-{day}.html"'
    return reply


def _wrapped(tale: Tale, lang: Language) -> str:
    """`tale` with all that it needs."""
    here, game = site(), tale.number
    return here.render(
        "afterwards/keepsake.html",
        lang,
        tale.game,
        path=request.path,
        sheet=one_sheet(here.assets, *SHEETS),
        script=one_module(here.assets, MODULE),
        files=list(_embedded(tale, lang)),
        proof=_service().proof(lang, game),
        log_data=base64.b64encode(b"".join(_service().log(game))).decode(),
        **_told(tale),
    )


@blueprint.get("/<int:game>/proof")
def proof(game: int) -> Response:
    """The check of dice and shuffles, step by step."""
    lang = language_of(request)
    return html_reply("afterwards/proof.html", _service().tale(lang, game).game, proof=_service().proof(lang, game))


@blueprint.get("/<int:game>/seals.json")
def seals(game: int) -> Response:
    """What was sealed during play, opened at the end, so that a phone can compare it with what it saw."""
    opened = _service().opened(game)
    return Response(msgspec.json.encode({"over": bool(opened), "opened": opened}), content_type="application/json")


@blueprint.get("/<int:game>/log.jsonl")
def log(game: int) -> Response:
    """The log for `tavolo verify`: the public part during play, the whole after the end."""
    reply = Response(_service().log(game), content_type="application/x-ndjson")
    reply.headers["Content-Disposition"] = 'attachment; filename="tavolo-log.jsonl"'
    return reply


@blueprint.get("/<int:game>/picture/<int:step>.jpg")
def picture(game: int, step: int) -> Response:
    """The camera's picture of a step, if pictures were kept."""
    content = _service().picture(step, game)
    if content is None:
        abort(404)
    return Response(content, content_type="image/jpeg")


@blueprint.get("/<int:game>/board/<lang>.svg")
def board(game: int, lang: str) -> Response:
    """The board that the game was played on."""
    return _svg(slim(_service().board_svg(lang, game)))


@blueprint.get("/<int:game>/pieces/<look>.svg")
def piece(game: int, look: str) -> Response:
    """The picture of one look."""
    try:
        return _svg(_service().piece_svg(look, game))
    except KeyError:
        abort(404)


def _service() -> AfterwardsService:
    service = site().afterwards
    if service is None:
        abort(404)
    return service


def _svg(text: str) -> Response:
    """An SVG that the browser may keep, but asks about: it changes only with the program."""
    content = packed(text.encode(), SVG)
    zipped = content.packed if "gzip" in request.headers.get("Accept-Encoding", "") else None
    reply = Response(zipped or content.body, content_type=SVG)
    if zipped:
        reply.headers["Content-Encoding"] = "gzip"
    reply.headers["Vary"] = "Accept-Encoding"
    reply.headers["Cache-Control"] = "private, no-cache"
    reply.add_etag()
    return reply.make_conditional(request)  # type: ignore[return-value]


def _told(tale: Tale) -> dict[str, Any]:
    """What the templates show of `tale`; the addresses are those of its own board and pieces."""
    game = tale.number
    return {
        "tale": tale,
        "charts": [
            (series, drawn(series, tale.chapters, len(tale.steps)), rows(series))
            for series in tale.series
            if tale.steps
        ],
        "chart_size": (WIDTH, HEIGHT),
        "names": {player.seat: player.name for player in tale.players},
        "day": time.strftime("%Y-%m-%d", time.localtime(tale.began)),
        "clock": clock,
        "art": url_for("afterwards.board", game=game, lang=language_of(request)),
        "pieces": url_for("afterwards.piece", game=game, look="-").removesuffix("-.svg"),
        "pictures": url_for("afterwards.picture", game=game, step=0).removesuffix("0.jpg"),
    }


def clock(seconds: float) -> str:
    """Time since the beginning, in hours and minutes.

    >>> clock(3912)
    '1:05'
    """
    minutes = int(seconds // 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def _embedded(tale: Tale, lang: Language) -> Iterator[Embedded]:
    """Board, pieces and pictures of `tale`; of too many pictures every second, third … one."""
    service, told = _service(), _told(tale)
    yield Embedded(told["art"], SVG, slim(service.board_svg(lang, tale.number)))
    looks = {look for contents in tale.first.values() for look in contents}
    looks |= {look for step in tale.steps for contents in step.changes.values() for look in contents}
    for look in sorted(looks):
        yield Embedded(f"{told['pieces']}{quote(look, safe='')}.svg", SVG, service.piece_svg(look, tale.number))
    shots = [(step.number, service.picture(step.number, tale.number)) for step in tale.steps if step.picture]
    size = sum(len(shot) for _, shot in shots if shot)
    every = max(1, -(-size // MOST_PICTURE_BYTES))
    for number, shot in shots[::every]:
        if shot:
            yield Embedded(f"{told['pictures']}{number}.jpg", "image/jpeg", base64.b64encode(shot).decode())
