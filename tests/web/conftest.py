"""Pages over the parlour, with and without a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web import fake_services, fakes
from web import streams
from web.server import Server

ORIGIN = {"Origin": "http://localhost"}
NAMES = {"red": "Ilsa", "blue": "Rick"}


@pytest.fixture
def table() -> fakes.FakeTable:
    return fakes.FakeTable()


@pytest.fixture
def top() -> fake_services.FakeTop:
    return fake_services.FakeTop()


@pytest.fixture
def app(table: fakes.FakeTable, top: fake_services.FakeTop) -> Flask:
    hosts = ("localhost", "tavolo.local")
    return fakes.parlour(table, virtual=top, allowed_hosts=hosts, learning_service=fake_services.FakeTeacher())


@pytest.fixture
def guest(app: Flask) -> Callable[..., FlaskClient]:
    """A new browser; it sends its Origin like a real one, and asks for `lang`."""

    def browser(lang: str = "en", origin: str | None = "http://localhost") -> FlaskClient:
        client = app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
        if origin:
            client.environ_base["HTTP_ORIGIN"] = origin
        return client

    return browser


@pytest.fixture
def seated(guest: Callable[..., FlaskClient]) -> Callable[..., FlaskClient]:
    """A browser that has taken a seat."""

    def sit(seat: str, name: str = "", lang: str = "en") -> FlaskClient:
        phone = guest(lang)
        name = name or NAMES.get(seat, seat.title())
        reply = phone.post("/join", data={"seat": seat, "name": name, "entropy": "ab" * 32})
        assert reply.status_code == 303
        return phone

    return sit


@pytest.fixture
def host(guest: Callable[..., FlaskClient]) -> FlaskClient:
    """A browser in which the PIN was typed."""
    browser = guest()
    assert browser.post("/host/login", data={"pin": fakes.PIN}).status_code == 303
    return browser


@pytest.fixture
def server(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The pages on a free port of this machine; streams look often whether it closes, so that tests end soon."""
    monkeypatch.setattr(streams, "SLICE_S", 0.1)
    running = Server(app, "127.0.0.1", 0)
    running.start()
    yield running
    running.stop()
