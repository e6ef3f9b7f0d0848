"""The secure door: the table's pages once more, over https, with certificates that the table makes itself."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask

from companion.https.authority import certificates, is_at_home
from web.address import TABLE_NAME, join_url, own_names
from web.camera_service import Trust
from web.server import Server

DOOR = 8443
"""Usual port of the secure door; any free one where it is taken."""


class SecureDoor:
    """Serves `app` securely as well, until `close`. Takes its port at once; raises `CertificateError`, `OSError`."""

    def __init__(self, app: Flask, host: str, folder: Path, addresses: tuple[str, ...], port: int = DOOR) -> None:
        """`folder` keeps the authority. `host` as for the plain door; `addresses` are those of this machine now."""
        self._folder = folder
        self._files = certificates(folder, own_names(), addresses, dt.datetime.now(dt.UTC))
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

    def moved(self, addresses: tuple[str, ...]) -> None:
        """The machine has other addresses: from now on the door vouches for those. Raises `CertificateError`."""
        self._files = certificates(self._folder, own_names(), addresses, dt.datetime.now(dt.UTC))
        self._server.certify(self._files.chain, self._files.key)

    def trust(self, plain: str) -> Trust:
        """How phones come to trust this door; `plain` is the address of the other, which has a number for a host.

        Where the network gives numbers of the internet, as at some universities, the door is called by its name: the
        authority cannot vouch for such a number.
        """
        number = urlsplit(plain).hostname
        assert number is not None
        host = number if is_at_home(number) else TABLE_NAME
        secure = join_url(self._server.port, host).replace("http://", "https://", 1)
        return Trust(plain, secure, self._files.fingerprint(), self._files.authority_der())

    def close(self) -> None:
        """Frees the port."""
        self._server.stop()
