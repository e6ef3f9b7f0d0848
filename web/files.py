"""Files that never change under their address: styles, scripts, fonts, board pictures; sent once and kept by the phone.

All assets share one version in their path (``/assets/<version>/js/phone.js``), a digest of every byte of them. So
modules import each other by relative paths, and an update changes every address at once.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from flask import Request, Response

KEPT = "public, max-age=31536000, immutable"
DIGEST_LETTERS = 12
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
SMALLEST_PACKED = 600
"""Bytes; below this gzip saves nothing that a packet would notice."""

_ROOT = Path(__file__).parent


class Bytes(NamedTuple):
    """A body with its type, packed too where that helps."""

    body: bytes
    packed: bytes | None
    kind: str


def packed(body: bytes, kind: str) -> Bytes:
    """`body` with its gzip form, where it is text and large enough."""
    worth = len(body) >= SMALLEST_PACKED and (kind.startswith("text/") or "svg" in kind or "json" in kind)
    return Bytes(body, gzip.compress(body, 9, mtime=0) if worth else None, kind)


def digest(parts: Iterable[bytes]) -> str:
    """A short name for `parts`: other bytes, another name."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()[:DIGEST_LETTERS]


def kept_reply(request: Request, content: Bytes) -> Response:
    """`content` as a reply that the phone may keep for ever."""
    use_packed = content.packed is not None and "gzip" in request.headers.get("Accept-Encoding", "")
    reply = Response(content.packed if use_packed else content.body, content_type=content.kind)
    if use_packed:
        reply.headers["Content-Encoding"] = "gzip"
    reply.headers["Vary"] = "Accept-Encoding"
    reply.headers["Cache-Control"] = KEPT
    return reply


class Assets:
    """The static files of pages and of games' page parts, by name (``js/phone.js``, ``games/<id>/phone.js``)."""

    def __init__(self) -> None:
        own = {path.relative_to(_ROOT / "assets").as_posix(): path for path in (_ROOT / "assets").rglob("*.*")}
        games = {
            f"games/{path.relative_to(_ROOT / 'games').as_posix()}": path
            for path in (_ROOT / "games").rglob("*.*")
            if path.suffix in (".js", ".css")
        }
        self._paths = own | games
        self._loaded: dict[str, Bytes] = {}

    @cached_property
    def version(self) -> str:
        """Digest of all assets."""
        return digest(name.encode() + path.read_bytes() for name, path in sorted(self._paths.items()))

    def has(self, name: str) -> bool:
        """Whether there is an asset of that name."""
        return name in self._paths

    def address(self, name: str) -> str:
        """Where `name` is served; raises `KeyError` for no such asset."""
        if name not in self._paths:
            raise KeyError(f"there is no asset {name!r}")
        return f"/assets/{self.version}/{name}"

    def content(self, name: str) -> Bytes | None:
        """The asset of that name, None where there is none."""
        path = self._paths.get(name)
        if path is None:
            return None
        if name not in self._loaded:
            kind = KINDS.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
            charset = "; charset=utf-8" if kind.startswith("text/") else ""
            self._loaded[name] = packed(path.read_bytes(), kind + charset)
        return self._loaded[name]
