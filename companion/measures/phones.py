"""How long it takes from a commit until every phone has been told, over real sockets on loopback."""

from __future__ import annotations

import http.client
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.measures.sample import Summary, summary
from companion.service import Service
from companion.store import Store
from companion.table import Table
from engines import registry
from engines.options import chosen
from web.app import create_app
from web.server import Server

PHONES = 8
EXTRA_STREAMS = 22
"""Spectators beside the phones: thirty streams in all."""
PATIENCE_S = 10.0
LOOPBACK = "127.0.0.1"


def measure_phones(game_id: str, samples: int) -> dict[str, Summary]:
    """ms from a commit to the last of 8 phones told: with the phones alone, and with 30 open streams."""
    alone = list(_told_ms(game_id, samples, spectators=0))
    crowded = list(_told_ms(game_id, samples, spectators=EXTRA_STREAMS))
    return {
        "commit_to_8_phones": summary(alone, "ms", "p95 <= 50"),
        "commit_to_8_phones_of_30_streams": summary(crowded, "ms", "p95 <= 50"),
    }


def _told_ms(game_id: str, samples: int, spectators: int) -> Iterator[float]:
    with served(game_id) as (table, port, cookies):
        phones = [Phone(port, f"/events/seat/{seat}", cookie) for seat, cookie in cookies.items()]
        crowd = [Phone(port, "/events/page/watch", "") for _ in range(spectators)]
        for listener in (*phones, *crowd):
            listener.wait_for(1)
        fact = _countable(table)
        for number in range(samples):
            before = [phone.told for phone in phones]
            table.edit({fact: (number + 1) % 2}, f"bench-{number}")
            committed = time.perf_counter()
            for phone, told in zip(phones, before, strict=True):
                phone.wait_for(told + 1)
            yield max(0.0, max(phone.last for phone in phones) - committed) * 1e3


def _countable(table: Table) -> str:
    """A public fact that may be 0 or 1, for edits that every phone is told of."""
    moment = table.moment
    assert moment.journal is not None
    facts = moment.game.public_facts(moment.journal.state)
    return next(name for name, value in facts.items() if type(value) is int)


@contextmanager
def served(game_id: str) -> Iterator[tuple[Table, int, dict[str, str]]]:
    """A table in play with eight seats, served on a free port, with the cookie of every seat."""
    game = registry.find(game_id)
    with ExitStack() as ends:
        folder = ends.enter_context(tempfile.TemporaryDirectory())
        store = Store.open(Path(folder) / "bench.db")
        ends.callback(store.close)
        table = Table.open(store, game, chosen(game.options, {}), clock=time.time)
        cookies = {seat: f"seat_{seat}={table.claim(seat, seat, seat * 8)}" for seat in game.seats[:PHONES]}
        table.begin()
        table.begin()
        app = create_app(
            Service(table),
            virtual=None,
            host_pin="bench",
            board_svg=lambda lang: "<svg xmlns='http://www.w3.org/2000/svg'/>",
            piece_svg=lambda look: "<svg xmlns='http://www.w3.org/2000/svg'/>",
        )
        server = Server(app, LOOPBACK, 0)
        server.start()
        ends.callback(server.stop)
        yield table, server.port, cookies


class Phone:
    """One open event stream, read in a thread.

    `told` counts events, `last` is when the newest had wholly arrived, `heard` counts bytes.
    """

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self.told = 0
        self.heard = 0
        self.last = 0.0
        self._news = threading.Condition()
        connection = http.client.HTTPConnection(LOOPBACK, port, timeout=PATIENCE_S)
        connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        self._reply = connection.getresponse()
        if self._reply.status != 200:
            raise RuntimeError(f"{path} answered {self._reply.status}")
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        event = b""
        try:
            while line := self._reply.readline():
                self.heard += len(line)
                if line.startswith(b"event:"):
                    event = line
                elif line == b"\n" and b"state" in event:
                    with self._news:
                        self.told, self.last, event = self.told + 1, time.perf_counter(), b""
                        self._news.notify_all()
        except (OSError, http.client.HTTPException):
            return  # the server has stopped

    def wait_for(self, told: int) -> None:
        """Waits until so many events were told; raises `RuntimeError` when it takes too long."""
        with self._news:
            if not self._news.wait_for(lambda: self.told >= told, PATIENCE_S):
                raise RuntimeError("a phone was not told")
