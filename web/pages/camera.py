"""A phone on a stand as the table's camera: its page, its pictures, and how it comes to trust the secure door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, abort, g, jsonify, request

from web import apple_profile, asked
from web.camera_service import CameraSays, CameraService, How, Sender
from web.languages import language_of
from web.limits import client_of
from web.pages.common import done, go, html_reply, refuse, words
from web.pages.host import is_host
from web.seats import COOKIE_DAYS, LONGEST_TOKEN, seats_held
from web.security import limit_changes
from web.site import site

blueprint = Blueprint("camera", __name__, url_prefix="/camera")
FURTHER = "/camera/<int:eye>"
"""Where the pages of one of several cameras are, the first being 0."""
FURTHER_NAME = "further_camera"
FRAMES = ("camera.frame", f"{FURTHER_NAME}.frame")
COOKIE = "tavolo_camera"
LARGEST_PICTURE = 12_000_000
"""Bytes; a larger one is not sent by the page, for a refused connection would tell it nothing."""
PICTURES = ("image/jpeg", "image/png", "image/webp")
APPLE = ("iPhone", "iPad", "Macintosh")
"""What browsers of Apple's machines call themselves; iPads like to be taken for a Mac."""
CERTIFICATE = "application/x-x509-ca-cert"

Part = Annotated[float, msgspec.Meta(ge=0, le=1)]
NEAR = (-1, 2)
"""Where a corner of a board that lies partly beside the picture may be at most, as parts of the picture's sides."""
Near = Annotated[float, msgspec.Meta(ge=NEAR[0], le=NEAR[1])]


class Corners(msgspec.Struct, forbid_unknown_fields=True):
    """Four places, parts of the picture's sides; some may lie beside the picture."""

    points: Annotated[list[tuple[Near, Near]], msgspec.Meta(min_length=4, max_length=4)]


class Place(msgspec.Struct, forbid_unknown_fields=True):
    """One place, parts of the picture's sides."""

    x: Part
    y: Part


@blueprint.url_value_preprocessor
def _whose(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """The address says which camera is meant."""
    g.eye = values.pop("eye", 0) if values else 0


def _camera() -> CameraService:
    """The camera that is asked about."""
    eye: int = g.eye
    cameras = site().cameras
    if eye >= len(cameras):
        abort(404)
    return cameras[eye]


def _is_camera() -> bool:
    return _camera().is_camera(request.cookies.get(COOKIE, "")[:LONGEST_TOKEN])


def _require_camera() -> None:
    """The camera phone and the host may do everything here."""
    if not (_is_camera() or is_host(request)):
        raise refuse("camera.not_yours", 403)
    _limit()


def _require_photographer() -> None:
    """Whoever sits at the table may take the photo at the end of a turn, and say where the board lies in it."""
    if _camera().takes_pictures() and seats_held(request):
        _limit()
    else:
        _require_camera()


def _limit() -> None:
    if request.method == "POST" and request.endpoint not in FRAMES:
        limit_changes(f"camera {client_of(request.remote_addr)}")


@blueprint.get("/")
def page() -> Response:
    """The phone's page. The key that was scanned becomes a cookie, and leaves the address."""
    camera = _camera()
    key = request.args.get("key", "")[:LONGEST_TOKEN]
    if key:
        if not camera.is_camera(key):
            raise refuse("camera.not_yours", 403)
        reply = go("/camera")
        age = COOKIE_DAYS * 86400
        reply.set_cookie(COOKIE, key, max_age=age, httponly=True, samesite="Lax", path="/")
        return reply
    _require_photographer()
    game = site().service.snapshot(None, language_of(request)).game
    reply = html_reply(
        "camera/phone.html",
        game,
        eye=g.eye,
        cameras=site().cameras,
        trust=camera.trust(),
        secure=request.is_secure,
        takes_pictures=camera.takes_pictures(),
        sets_up=_is_camera() or is_host(request),
        hosts=is_host(request),
        own=camera.has_own_print(),
        sits=bool(seats_held(request)),
        near=NEAR,
        largest=LARGEST_PICTURE,
    )
    reply.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
    return reply


@blueprint.get("/trust")
def trust() -> Response:
    """How to trust the table's secure door; open to everybody, and served by the plain door too."""
    trusted = _camera().trust()
    if trusted is None:
        abort(404)
    key = request.cookies.get(COOKIE, "")[:LONGEST_TOKEN]
    apple = any(name in request.user_agent.string for name in APPLE)
    return html_reply("camera/trust.html", trust=trusted, apple=apple, key=key if _is_camera() else "")


@blueprint.get("/tavolo-ca.crt")
def certificate() -> Response:
    """The authority's certificate, as phones install it."""
    trusted = _camera().trust()
    if trusted is None:
        abort(404)
    return Response(trusted.certificate, content_type=CERTIFICATE)


@blueprint.get("/tavolo-ca.mobileconfig")
def profile() -> Response:
    """The authority as iPhones and iPads install it."""
    trusted = _camera().trust()
    if trusted is None:
        abort(404)
    made = apple_profile.profile(trusted.certificate, words()("trust.only"))
    return Response(made, content_type=apple_profile.MIME_TYPE)


@blueprint.get("/pairing")
def pairing() -> Response:
    """What the host's page shows: the code to scan, or how the camera of its own sees."""
    if not is_host(request):
        abort(403)
    return html_reply("camera/pairing.html", cameras=site().cameras, trust=_camera().trust())


@blueprint.post("/frame")
def frame() -> Response:
    """One picture; the answer comes when it was looked at, and says what was seen."""
    request.max_content_length = LARGEST_PICTURE
    how: How = "photo" if request.args.get("how") == "photo" else "stream"
    _require_photographer() if how == "photo" else _require_camera()
    if (request.mimetype or "") not in PICTURES:
        abort(415)
    if how == "photo" and site().photo_limit.wait_s(client_of(request.remote_addr)) > 0:
        raise refuse("camera.too_many_photos", 429)
    sender = Sender(request.args.get("from", "")[:LONGEST_TOKEN], "begins" in request.args)
    says = _camera().take(request.get_data(cache=False), how, language_of(request), sender)
    return _told(says, news=how == "photo")


@blueprint.get("/picture.jpg")
def picture() -> Response:
    """The newest picture, whoever took it."""
    _require_photographer()
    taken = _camera().picture()
    return Response(status=204) if taken is None else Response(taken, content_type="image/jpeg")


@blueprint.get("/says")
def says() -> Response:
    """What is made of the newest picture."""
    _require_photographer()
    return _told(_camera().says(language_of(request)), news=True)


@blueprint.get("/lattice")
def lattice() -> Response:
    """The outlines of all places as they lie in the newest picture."""
    _require_photographer()
    return jsonify(path=_camera().lattice())


@blueprint.post("/place")
def place() -> Response:
    """What lies at a place of the picture."""
    _require_photographer()
    asked_for = asked.read(request, Place)
    pointed: Any = msgspec.to_builtins(_camera().place_at((asked_for.x, asked_for.y), language_of(request)))
    return jsonify(pointed)


@blueprint.post("/corners")
def corners() -> Response:
    """Where the board's corners are."""
    _require_photographer()
    _camera().set_corners([(x, y) for x, y in asked.read(request, Corners).points], language_of(request))
    return done()


@blueprint.post("/print")
def learn_print() -> Response:
    """The empty board in the newest picture is what the board looks like; its corners, from its top left clockwise."""
    _require_camera()
    _camera().learn_print([(x, y) for x, y in asked.read(request, Corners).points], language_of(request))
    return done()


@blueprint.get("/print.jpg")
def own_print() -> Response:
    """The print of the owner's board as it was learnt, to be looked at: what lay on the board is in it, too."""
    _require_camera()
    learnt = _camera().own_print()
    return Response(status=404) if learnt is None else Response(learnt, content_type="image/jpeg")


@blueprint.post("/print/forget")
def forget_print() -> Response:
    """The shipped print counts again."""
    _require_camera()
    _camera().forget_print()
    return done()


def _told(says: CameraSays, *, news: bool) -> Response:
    """`says`, and the `news` of the game if they are asked for."""
    plain: Any = msgspec.to_builtins(says)
    return jsonify({**plain, "news": _news() if news else []})


def _news() -> Sequence[str]:
    """What the table made of the pieces, once they are set up: what is wrong, or the last news and who is to act."""
    now = site().service.snapshot(None, language_of(request))
    if now.phase == "lobby":
        return ()
    seen = (warning for warning in now.warnings if warning.reading != "Blind")
    wrong = [sentence for warning in seen for sentence in (*warning.words, *warning.mend)]
    return wrong or (*now.story[-1:], now.asks)
