"""The secure door: the table's pages once more, over https, with certificates that the table makes itself."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from flask import Flask

from companion.https.authority import certificates
from web.address import join_url, own_addresses, own_names
from web.camera_service import Trust
from web.server import Server

DOOR = 8443
"""Usual port of the secure door; any free one where it is taken."""


class SecureDoor:
    """Serves `app` securely as well, until `close`. Takes its port at once; raises `CertificateError`, `OSError`."""

    def __init__(self, app: Flask, host: str, folder: Path, port: int = DOOR) -> None:
        """`folder` keeps the authority. `host` as for the plain door."""
        self._host = host
        self._files = certificates(folder, own_names(), own_addresses(), dt.datetime.now(dt.UTC))
        tls = self._files.chain, self._files.key
        try:
            self._server = Server(app, host, port, tls)
            self._server.bind()
        except OSError:
            self._server = Server(app, host, 0, tls)
            self._server.bind()

    def start(self) -> None:
        """Serves in a thread."""
        self._server.start()

    def trust(self, plain: str) -> Trust:
        """How phones come to trust this door; `plain` is the address of the other."""
        name = self._host if self._host.startswith("127.") else None
        secure = join_url(self._server.port, name).replace("http://", "https://", 1)
        return Trust(plain, secure, self._files.fingerprint(), self._files.authority_der())

    def close(self) -> None:
        """Frees the port."""
        self._server.stop()
