"""Serves the pages to a room full of phones.

Why cheroot: it is a production HTTP server in plain Python (a wheel that installs anywhere), it writes every chunk of
an event stream at once, limits header and body sizes, times out dead connections, and stops gracefully. Its model is
one thread for each request being answered; idle keep-alive connections wait in a selector and cost none. An event
stream is a request that is never finished, so each open page holds one thread, nearly all of the time asleep in
`Subscription.wait` (a waiting thread takes some ten kilobytes of memory and no processor). That is also what makes a
slow phone harmless: writing to it blocks its own thread, for at most `TIMEOUT_S`, and nothing of the table.

So the pool has `web.site.MOST_STREAMS` threads for streams (8 phones, displays and a crowd of spectators; beyond it
a page is asked to come back later) and `ANSWERING` more that no stream can take.
"""

from __future__ import annotations

import logging
import socket
import threading
from pathlib import Path

from cheroot import wsgi
from cheroot.ssl.builtin import BuiltinSSLAdapter
from flask import Flask

from web.pages.camera import LARGEST_PICTURE
from web.site import MOST_STREAMS, Site

_log = logging.getLogger(__name__)

ANSWERING = 16
"""Threads that streams cannot take: for pages, pictures and actions. Two cores never keep more of them busy."""
TIMEOUT_S = 10
"""Longest wait for a client to send or to take bytes."""
KEPT_CONNECTIONS = 256
LARGEST_HEADER = 16 * 1024
STOP_S = 3.0


class _Logging(wsgi.Server):
    """By itself cheroot writes every phone that hangs up onto the terminal."""

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """What went wrong goes into the log."""
        _log.log(level, "%s", msg.strip(), exc_info=traceback)


class Server:
    """The application on a port, until it is stopped.

    >>> server = Server(create_app(...), "0.0.0.0", 8080)
    >>> server.start()          # in a thread; `serve()` blocks instead
    >>> server.stop()
    """

    def __init__(self, app: Flask, host: str, port: int, tls: tuple[Path, Path] | None = None) -> None:
        """Binds to `host` and `port` (0: any free one) when started; `OSError` then says what was in the way.

        `tls`: files of the certificate chain and its key, for a secure door.
        """
        self._app = app
        self._http = _Logging(
            (host, port),
            app,
            numthreads=MOST_STREAMS + ANSWERING,
            server_name="tavolo",
            request_queue_size=128,
            timeout=TIMEOUT_S,
            shutdown_timeout=int(STOP_S),
        )
        self._http.keep_alive_conn_limit = KEPT_CONNECTIONS
        self._http.max_request_body_size = (
            LARGEST_PICTURE  # every page but that of the camera takes far less, see `web.security`
        )
        self._http.max_request_header_size = LARGEST_HEADER
        self._http.software = "Tavolo"
        if tls is not None:
            self._http.ssl_adapter = BuiltinSSLAdapter(str(tls[0]), str(tls[1]))
        self._bound = False
        self._thread: threading.Thread | None = None

    def certify(self, chain: Path, key: Path) -> None:
        """Shows another certificate at a secure door, to whoever comes from now on."""
        adapter = self._http.ssl_adapter
        assert isinstance(adapter, BuiltinSSLAdapter)
        adapter.context.load_cert_chain(chain, key)

    def bind(self) -> None:
        """Takes the port, so that an error comes now and `port` is known; requests wait until it serves."""
        if not self._bound:
            try:
                self._http.prepare()
            except OSError:
                with socket.socket() as port:
                    port.bind(self._http.bind_addr)  # its error says what is in the way by number, cheroot's does not
                raise
            self._bound = True

    @property
    def port(self) -> int:
        """The port that is served."""
        return int(self._http.bind_addr[1])

    def start(self) -> None:
        """Takes the port and serves in a thread of its own."""
        self.bind()
        self._thread = threading.Thread(target=self._http.serve, name="web", daemon=True)
        self._thread.start()

    def serve(self) -> None:
        """Takes the port and serves until `stop` is called from elsewhere."""
        self.bind()
        self._http.serve()

    def stop(self) -> None:
        """Ends the event streams and what is still thought about, lets requests finish, and frees the port."""
        site: Site = self._app.extensions["tavolo"]
        site.closing.set()
        site.afterthoughts.close()
        self._http.stop()
        if self._thread is not None:
            self._thread.join(STOP_S)
