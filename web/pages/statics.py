"""Files that phones keep: assets, the board's picture, pictures of pieces."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from web.files import kept_reply
from web.languages import language_of
from web.pages.common import go
from web.site import site

blueprint = Blueprint("statics", __name__)


@blueprint.get("/assets/<version>/<path:name>")
def asset(version: str, name: str) -> Response:
    """An asset of this version; another version's is gone."""
    content = site().assets.content(name)
    if content is None or version != site().assets.version:
        abort(404)
    return kept_reply(request, content)


@blueprint.get("/board/<name>.svg")
def board(name: str) -> Response:
    """The board's picture; a page that asks for yesterday's gets today's."""
    drawings = site().drawings
    content = drawings.board(name)
    if content is None:
        return go(f"/board/{drawings.name(language_of(request))}.svg")
    return kept_reply(request, content)


@blueprint.get("/pieces/<version>/<look>.svg")
def piece(version: str, look: str) -> Response:
    """The picture of one look, as a board of today's has it: other games draw the same look another way."""
    assets, _, board = version.partition("-")
    content = site().drawings.piece(look)
    if content is None or assets != site().assets.version or not site().drawings.is_today(board):
        abort(404)
    return kept_reply(request, content)


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """The icon, for browsers that ask for it under this name."""
    content = site().assets.content("icon.svg")
    if content is None:
        abort(404)
    return kept_reply(request, content)
