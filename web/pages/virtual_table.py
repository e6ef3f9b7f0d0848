"""The virtual table: pieces dragged on a picture of the board, and a camera that can be told to misbehave.

It stands for the table in the room, which everybody present can touch; so it asks for no PIN.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request, url_for

from web import asked
from web.languages import language_of
from web.limits import client_of
from web.pages.common import done, page_reply, refuse
from web.regions import VIRTUAL
from web.security import limit_changes
from web.sensors_service import LitTop
from web.service import VirtualTop
from web.site import site

blueprint = Blueprint("virtual", __name__, url_prefix="/virtual")


def _top() -> VirtualTop:
    top = site().virtual
    if top is None:
        abort(404)
    return top


@blueprint.before_request
def only_where_there_is_one() -> None:
    """Without a virtual table there is nothing here."""
    _top()
    if request.method == "POST":
        limit_changes(f"virtual {client_of(request.remote_addr)}")


@blueprint.get("/")
def page() -> Response:
    """The table's top."""
    top = _top()
    stream = url_for("events.open_page", name="virtual")
    return page_reply(
        VIRTUAL, "virtual.html", None, stream, faults=top.faults(), bounds=top.bounds_mm, lit=isinstance(top, LitTop)
    )


@blueprint.get("/pieces.json")
def pieces() -> Response:
    """Every piece, what it is called and where it lies, and how strong each fault is."""
    lying, lang = _top().pieces(), language_of(request)
    names = {look: site().service.piece_name(look, lang) for look in {str(piece["look"]) for piece in lying}}
    return jsonify(pieces=[{**piece, "name": names[piece["look"]]} for piece in lying], faults=dict(_top().faults()))


@blueprint.get("/places.json")
def places() -> Response:
    """What each place is called that has a name."""
    return jsonify({place: list(names) for place, names in site().service.printed_names(language_of(request)).items()})


@blueprint.get("/lights.json")
def lights() -> Response:
    """The colours of the lights in the board, by house."""
    top = _top()
    if not isinstance(top, LitTop):
        abort(404)
    return jsonify(dict(top.lights()))


@blueprint.post("/move")
def move() -> Response:
    """Puts a piece elsewhere."""
    drag = asked.read(request, asked.Drag)
    try:
        _top().move(drag.piece, drag.x, drag.y)
    except KeyError as error:
        raise refuse("virtual.no_piece", 404) from error
    except ValueError as error:
        raise refuse("virtual.off_table", 422) from error
    return done()


@blueprint.post("/flip")
def flip() -> Response:
    """Turns a piece over."""
    try:
        _top().flip(asked.read(request, asked.Turn).piece)
    except KeyError as error:
        raise refuse("virtual.no_piece", 404) from error
    except ValueError as error:
        raise refuse("virtual.one_sided", 422) from error
    return done()


@blueprint.post("/fault")
def fault() -> Response:
    """Makes the camera misbehave, or behave."""
    wish = asked.read(request, asked.Fault)
    try:
        _top().set_fault(wish.name, wish.level)
    except KeyError as error:
        raise refuse("virtual.no_fault", 404) from error
    return done()


@blueprint.post("/lay-out")
def lay_out() -> Response:
    """Sets the board up as the table expects it, which in the lobby is not known: seats and options may change."""
    snapshot = site().service.snapshot(None, language_of(request))
    if snapshot.phase == "lobby":
        raise refuse("virtual.not_begun", 409)
    _top().lay_out(snapshot.placement)
    return done()


@blueprint.get("/camera.jpg")
def camera() -> Response:
    """What the camera sees of it."""
    picture = site().service.camera_jpeg(cells=request.args.get("cells") == "1")
    if picture is None:
        return Response(status=204)
    return Response(picture, content_type="image/jpeg")
