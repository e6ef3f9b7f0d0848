"""Serves the pages to a room full of phones.

Why cheroot: it is a production HTTP server in plain Python (a wheel that installs anywhere), it writes every chunk of
an event stream at once, limits header and body sizes, times out dead connections, and stops gracefully. Its model is
one thread for each request being answered; idle keep-alive connections wait in a selector and cost none. An event
stream is a request that is never finished, so each open page holds one thread, nearly all of the time asleep in
`Subscription.wait` (a waiting thread takes some ten kilobytes of memory and no processor). That is also what makes a
slow phone harmless: writing to it blocks its own thread, for at most `RECV_S` s, and nothing of the table.
How many threads one address may take, and how slowly it may speak, says `web.connections`.

So the pool has `web.site.MOST_STREAMS` threads for streams (8 phones, displays and a crowd of spectators; beyond it
a page is asked to come back later) and `ANSWERING` more that no stream can take.
"""

from __future__ import annotations

import socket
import threading
from pathlib import Path

from flask import Flask

from web.connections import LARGEST_HEADER, RECV_S, Door, Greeted
from web.pages.camera import LARGEST_PICTURE
from web.site import MOST_STREAMS, Site

ANSWERING = 32
"""Threads that streams cannot take: for pages, pictures and actions. Two cores never keep more than 16 of them busy;
the others are for two addresses that are slow on purpose, see `MOST_ANSWERED_OF_ONE`."""
KEPT_CONNECTIONS = 256
STOP_S = 3.0


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
        site: Site | None = app.extensions.get("tavolo")
        self._http = Door(
            (host, port),
            app,
            streams=site.streams if site is not None else None,
            numthreads=MOST_STREAMS + ANSWERING,
            server_name="tavolo",
            request_queue_size=128,
            timeout=RECV_S,
            shutdown_timeout=int(STOP_S),
        )
        self._http.keep_alive_conn_limit = KEPT_CONNECTIONS
        self._http.max_request_body_size = (
            LARGEST_PICTURE  # every page but that of the camera takes far less, see `web.security`
        )
        self._http.max_request_header_size = LARGEST_HEADER
        self._http.software = "Tavolo"
        if tls is not None:
            self._http.ssl_adapter = Greeted(str(tls[0]), str(tls[1]))
        self._bound = False
        self._thread: threading.Thread | None = None

    def certify(self, chain: Path, key: Path) -> None:
        """Shows another certificate at a secure door, to whoever comes from now on."""
        adapter = self._http.ssl_adapter
        assert isinstance(adapter, Greeted)
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
