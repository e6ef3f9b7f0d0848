"""What every page needs to be sent: its HTML with all regions filled, and where its event stream goes on."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, make_response, request

from engines.texts import Fact
from web.files import Bytes, packed
from web.languages import language_of
from web.regions import Page, board_of, render
from web.service import Refused, Seat
from web.site import site
from web.streams import HEARTBEAT_S, event_id
from web.words import Words

HTML = "text/html; charset=utf-8"


def words() -> Words:
    """The sentences for the request being answered."""
    return site().dictionary.words(language_of(request))


def page_reply(page: Page, template: str, seat: Seat | None, stream: str, **context: Any) -> Response:
    """`page` as HTML, showing what `seat` may see now; its stream is at address `stream`."""
    here = site()
    lang = language_of(request)
    snapshot = here.service.snapshot(seat, lang)
    regions = {region.name: render(here, region, snapshot, lang) for region in page.regions}
    whole = all(region.whole for region in regions.values())
    return html_reply(
        template,
        snapshot.game,
        snapshot=snapshot,
        seat=seat,
        regions={name: region.html for name, region in regions.items()},
        stream=stream,
        last_id=event_id(here, snapshot.number, whole),
        board=board_of(here, snapshot, lang),
        heartbeat_s=HEARTBEAT_S,
        **context,
    )


def html_reply(template: str, game: str = "", /, status: int = 200, *, path: str = "", **context: Any) -> Response:
    """A template as HTML in the reader's language; never stored, for it may hold a hand of cards.

    `path`: where the reader's choice of a language leads back to, where the page's own address only takes forms.
    """
    text = site().render(template, language_of(request), game, path=path or request.path, **context)
    return sent(packed(text.encode(), HTML), status)


def sent(content: Bytes, status: int = 200) -> Response:
    """A page that was made as `content`."""
    zipped = content.packed if "gzip" in request.headers.get("Accept-Encoding", "") else None
    reply = make_response(zipped or content.body, status)
    if zipped:
        reply.headers["Content-Encoding"] = "gzip"
    reply.headers["Vary"] = "Cookie, Accept-Language, Accept-Encoding"
    return reply


def number_reply(number: int) -> Response:
    """The answer to a phone's action: the number at which its effect shows."""
    return jsonify(number=number)


def done() -> Response:
    """The answer to a request that has nothing to say but that it was done."""
    return jsonify(done=True)


def go(address: str) -> Response:
    """On to another page, with a GET."""
    reply = Response(status=303)
    reply.location = address
    return reply


def refuse(key: str, status: int, **facts: Fact) -> Refused:
    """A refusal of the pages' own, in the reader's language."""
    return Refused(words()(key, **facts), status)
