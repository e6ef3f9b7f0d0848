"""Browsers in which the host's PIN was typed: their tokens hold over a restart, and only hashes of them are kept."""

from __future__ import annotations

import hmac
import secrets
import threading

import msgspec

from companion.seating import TOKEN_BYTES, hashed
from companion.table import Table

SETTING = "host_tokens"
MOST_HOSTS = 16
"""Browsers that may be logged in at once: all phones and laptops of a household. The oldest one is logged out."""


class HostKeys:
    """The tokens of a table's host, newest last."""

    def __init__(self, table: Table) -> None:
        """Raises `StoreCorrupt` where the tokens that were kept cannot be read."""
        self._table = table
        self._lock = threading.Lock()
        self._hashes = table.setting(SETTING, msgspec.json.Decoder(tuple[str, ...]).decode, "[]")

    def knows(self, token: str) -> bool:
        """Whether the PIN was typed in the browser that holds `token`."""
        digest = hashed(token)
        return any(hmac.compare_digest(digest, known) for known in self._hashes)

    def let_in(self) -> str:
        """A new token."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._lock:
            self._keep((*self._hashes, hashed(token))[-MOST_HOSTS:])
        return token

    def log_out(self, token: str) -> None:
        """Ends a token."""
        with self._lock:
            self._keep(tuple(known for known in self._hashes if known != hashed(token)))

    def _keep(self, hashes: tuple[str, ...]) -> None:
        self._table.set_setting(SETTING, msgspec.json.encode(hashes).decode())
        self._hashes = hashes
