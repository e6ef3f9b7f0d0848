"""What readers get when something cannot be done: a friendly page or JSON, in their language, never a trace."""

from __future__ import annotations

import logging

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException, InternalServerError

from web.pages.common import html_reply, words
from web.service import Refused

_log = logging.getLogger(__name__)
RETRY_AFTER_S = 2


def register(app: Flask) -> None:
    """Answers every refusal and error of `app`."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def _refused(refused: Refused) -> Response:
    return _answer(refused.status, refused.reason)


def _http(error: HTTPException) -> Response:
    code = error.code or 500
    t = words()
    if 300 <= code < 400:
        return Response(error.get_response().get_data(), code, error.get_response().headers)
    reply = _answer(code, t.first(f"error.{code}", default=t("error.other")))
    if code in (429, 503):
        reply.headers["Retry-After"] = str(RETRY_AFTER_S)
    return reply


def _unexpected(error: Exception) -> Response:
    _log.error("%s %s failed", request.method, request.path, exc_info=error)
    return _http(InternalServerError())


def _answer(status: int, reason: str) -> Response:
    if (request.method == "POST" and request.mimetype == "application/json") or _wants_json():
        reply = jsonify(error=reason)
        reply.status_code = status
        return reply
    return html_reply("error.html", status=status, code=status, reason=reason)


def _wants_json() -> bool:
    best = request.accept_mimetypes.best_match(["text/html", "application/json"])
    return best == "application/json"
