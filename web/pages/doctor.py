"""A part of the host's page: whether camera, network, disk, memory, clock and power are fit."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from web.languages import language_of
from web.pages.common import done, html_reply
from web.pages.host import require_host
from web.site import site

blueprint = Blueprint("doctor", __name__)
blueprint.before_request(require_host)


@blueprint.get("/host/doctor")
def doctor() -> Response:
    """The checks; the host's page fetches them."""
    found = site().doctor
    if found is None:
        abort(404)
    return html_reply("host/doctor.html", fitness=found.examine(language_of(request)))


@blueprint.post("/host/doctor")
def again() -> Response:
    """The host wants another look; the page fetches the checks anew after it."""
    return done()
