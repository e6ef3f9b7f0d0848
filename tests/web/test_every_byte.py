"""A whole game of the escape over real HTTP, every byte that each phone is sent kept and read.

In the articulated version every player holds red cards that exist once. So a card's title or number on a phone tells:
its own card, a card that was played before these bytes came, or a leak.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.learning_service import Teacher
from companion.service import Service
from companion.store import Store
from companion.table import Table
from engines import registry
from tests.web import fakes
from web import streams
from web.app import create_app
from web.limits import Limiter, Rate
from web.server import Server

SEATS = ("red", "blue", "green")
CARD = re.compile(r'(\d+) · [A-Z]|\\?"card\\?": ?(\d+)')
PLACES = ("Berlin", "Parigi", "2009", "Casablanca")
ACTIONS = 150
"""Random actions before the host's edit mode lets red fly; random players would need a night to get there."""


class Ear:
    """Somebody who keeps all that the server sends, with the time at which it came."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.cookies: dict[str, str] = {}
        self.heard: list[tuple[float, bytes]] = []

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, bytes]:
        """One request; its answer is kept, headers and all."""
        link = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        headers = {"Origin": f"http://127.0.0.1:{self._port}", "Accept-Language": "it", "Cookie": self.cookie}
        link.request(method, path, body, headers | ({"Content-Type": kind} if kind else {}))
        reply = link.getresponse()
        text = reply.read()
        for name, value in reply.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        self.heard.append((time.monotonic(), f"{reply.getheaders()}".encode() + text))
        link.close()
        return reply.status, text

    def post(self, path: str, **body: object) -> int:
        """A JSON request, with a key of its own where `key` is to be had; answers the status."""
        status, text = self.ask("POST", path, json.dumps(body).encode(), "application/json")
        assert status < 500, text
        return status

    def form(self, path: str, **fields: str) -> int:
        """A form."""
        return self.ask("POST", path, urlencode(fields).encode(), "application/x-www-form-urlencoded")[0]

    @property
    def cookie(self) -> str:
        """The Cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def listen(self, path: str) -> None:
        """Opens a stream and keeps its bytes, in a thread, until the server closes it."""
        link = socket.create_connection(("127.0.0.1", self._port))
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
            "Accept-Language: it",
            f"Cookie: {self.cookie}",
        ]
        link.sendall("\r\n".join([*lines, "", ""]).encode())
        threading.Thread(target=self._keep, args=(link,), daemon=True).start()

    def _keep(self, link: socket.socket) -> None:
        with link:
            while got := link.recv(1 << 20):
                self.heard.append((time.monotonic(), got))

    def cards(self) -> Iterator[tuple[float, int]]:
        """Every red card that was named to this ear, with the time."""
        for when, heard in list(self.heard):
            for found in CARD.finditer(heard.decode(errors="replace")):
                yield when, int(found[1] or found[2])


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    store = Store.open(tmp_path / "evening.db")
    game = registry.find("casablanca_escape")
    yield Service(Table.open(store, game, {"version": "articulated"}, clock=time.time))
    store.close()


@pytest.fixture
def server(service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(streams, "SLICE_S", 0.1)
    app = create_app(
        service,
        virtual=None,
        host_pin=fakes.PIN,
        board_svg=fakes.board_svg,
        piece_svg=fakes.piece_svg,
        learning_service=Teacher(lambda: service.table.moment),
    )
    site = app.extensions["tavolo"]
    site.ask_limit = site.change_limit = Limiter(Rate(1e9, 1e9), time.monotonic)
    running = Server(app, "127.0.0.1", 0)
    running.start()
    yield running
    running.stop()


def hands(service: Service) -> dict[str, set[int]]:
    """The red cards that each seat holds now, from behind the curtain."""
    journal = service.table.moment.journal
    assert journal is not None
    game = service.table.moment.game
    return {seat: set(game.view(journal.state, seat).own.red) for seat in SEATS}


def test_no_phone_ever_hears_of_a_card_that_it_may_not_know(service: Service, server: Server) -> None:
    rng = random.Random(1942)
    phones = {seat: Ear(server.port) for seat in SEATS}
    crowd = Ear(server.port)
    for seat, phone in phones.items():
        assert phone.form("/join", seat=seat, name=seat.title(), entropy="ab" * 16) == 303
        phone.listen(f"/events/seat/{seat}")
    assert crowd.form("/host/login", pin=fakes.PIN) == 303
    for page in ("table", "watch", "host"):
        crowd.listen(f"/events/page/{page}")
    assert crowd.post("/host/begin") == 200

    held: dict[str, set[int]] = {seat: set() for seat in SEATS}
    played: dict[int, float] = {}
    over = False
    for turn in range(ACTIONS * 4):
        keys = {"key": f"{turn:032x}"}
        for seat, cards in hands(service).items():
            held[seat] |= cards
        if service.table.moment.phase == "setup" and service.snapshot(None, "it").asks.startswith("Preparate"):
            assert crowd.post("/host/begin") == 200
        if turn == ACTIONS:
            facts = {"red.fugitive": "0426", "red.gold": 5}
            assert crowd.post("/host/edit", facts=facts, **keys) == 200
        acting = [(seat, seen) for seat in SEATS if (seen := service.snapshot(seat, "it")).choices or seen.roll]
        if not acting:
            over = service.table.moment.phase == "over"
            assert over, "nobody can act, and the game is not over"
            break
        seat, seen = rng.choice(acting)
        phone = phones[seat]
        if seen.roll:
            assert phone.post(f"/seat/{seat}/roll", **keys) == 200
            continue
        flights = [choice for choice in seen.choices if choice.kind == "fly" and turn >= ACTIONS]
        choice = (flights or [rng.choice(list(seen.choices))])[0]
        if choice.kind == "play_red":
            played.setdefault(choice.action["card"], time.monotonic())
        assert phone.post(f"/seat/{seat}/act", action=choice.action, seen=seen.number, **keys) == 200
        if turn % 10 == 0:
            for other in SEATS:
                for path in ("", "/help", "/lesson"):
                    phones[other].ask("GET", f"/seat/{other}{path}")
                assert phones[other].post(f"/seat/{other}/why", place=rng.choice(PLACES)) == 200
            for path in ("/", "/table", "/watch", "/host", "/host/report", "/host/facts", "/host/log.jsonl"):
                crowd.ask("GET", path)
    assert over
    time.sleep(0.5)

    named = 0
    for who, ear in {**phones, "crowd": crowd}.items():
        own = held.get(who, set())
        for when, card in ear.cards():
            named += 1
            public = card in played and played[card] <= when
            assert card in own or public, f"{who} heard of card {card}, which is not theirs and was not played yet"
    everything = b"".join(heard for _, heard in crowd.heard)
    assert b"green-card" not in everything, "spectators are shown a hand"
    assert b"Ricevi: " not in everything, "spectators hear what somebody drew"
    assert named > 500, "the ears heard next to nothing; does the pattern still find cards?"
    assert all(held[seat] - set(played) for seat in SEATS), "every card was played, so nothing was left to hide"


def test_a_retry_with_the_same_key_acts_once_at_the_real_table(service: Service, server: Server) -> None:
    phone = Ear(server.port)
    other = Ear(server.port)
    assert phone.form("/join", seat="red", name="Ilsa", entropy="ab" * 16) == 303
    assert other.form("/join", seat="blue", name="Rick", entropy="cd" * 16) == 303
    service.begin("it")
    roller = next(seat for seat in ("red", "blue") if service.snapshot(seat, "it").roll)
    ear = phone if roller == "red" else other
    for _ in range(2):
        assert ear.post(f"/seat/{roller}/roll", key="0123456789abcdef", typed=[3, 4]) == 200
    assert [line for line in service.snapshot(None, "it").story if "3" in line and "4" in line][1:] == []
