"""What keeps strangers and other web sites out: hosts, origins, headers, rates.

Cookies that hold seats are in `web.seats`, the host's PIN in `web.pages.host`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request

from web.limits import client_of
from web.site import site

LARGEST_REQUEST = 16 * 1024
"""Bytes of a body; the longest honest one (an edit of every public fact) takes about 4 kB."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
OF_ALL = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OF_DOCUMENTS = {
    "Content-Security-Policy": POLICY,
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""What browsers heed of something that can be opened by itself, which includes an SVG."""
PARTS = frozenset({"text/javascript", "text/css", "font/woff2"})
"""What is only ever part of a page, and shown as text when opened. A phone's page takes some thirty of them; without
`OF_DOCUMENTS` it is 10 KB lighter, and nothing is missing: the page's own headers hold for its parts."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def guard(app: Flask, allowed_hosts: Collection[str]) -> None:
    """Puts every request to `app` through the checks of this module, and the headers on every reply.

    `allowed_hosts` are the names the service goes by, without port. Private addresses always are allowed: an attack by
    DNS rebinding comes under a *name* of the attacker's, and addresses change with the router's mood.
    """
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_REQUEST
    names = frozenset(name.lower().rstrip(".") for name in allowed_hosts)

    @app.before_request
    def check() -> None:
        if not is_own_host(request.host, names):
            abort(421)
        if request.method not in SAFE_METHODS and not is_same_origin(request):
            abort(403)
        if site().ask_limit.wait_s(client_of(request.remote_addr)) > 0:
            abort(429)

    @app.after_request
    def seal(reply: Response) -> Response:
        for name, value in (OF_ALL if reply.mimetype in PARTS else OF_ALL | OF_DOCUMENTS).items():
            reply.headers.setdefault(name, value)
        reply.headers.setdefault("Cache-Control", "no-store")
        return reply


def is_own_host(host: str, names: Collection[str]) -> bool:
    """Whether the Host header `host` (with or without port) names this service.

    >>> is_own_host("192.168.1.7:8080", ()), is_own_host("evil.example", ("tavolo.local",))
    (True, False)
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if name in names:
        return True
    try:
        return ipaddress.ip_address(name).is_private
    except ValueError:
        return False


def is_same_origin(request: Request) -> bool:
    """Whether a page of this very service sent `request`.

    ``Sec-Fetch-Site`` says so where the browser sends it (https and localhost); else ``Origin`` must be ours. A
    request with neither is refused.
    """
    fetched_from = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if fetched_from is not None and fetched_from != "same-origin":
        return False
    if origin is not None:
        return origin == f"{request.scheme}://{request.host}"
    return fetched_from == "same-origin"


def limit_changes(client: str) -> None:
    """Refuses (429) when `client`, a seat or an address, changes things faster than anybody can play."""
    if site().change_limit.wait_s(client) > 0:
        abort(429)
