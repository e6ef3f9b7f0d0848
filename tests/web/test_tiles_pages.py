"""The page that teaches the camera a table's own tiles: for the host only, and only where a game has tiles."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web import fakes
from web.tiles_service import DesignSays, TilesSay


class FakeTiles:
    """Two designs, of which the first is known once one was taught."""

    def __init__(self) -> None:
        self.read, self.taught = True, False

    def are_read(self) -> bool:
        return self.read

    def says(self, lang: str) -> TilesSay:
        designs = [
            DesignSays("tile:a:north", "A1", "0000", self.taught),
            DesignSays("tile:b:north", "C1", "0200", False),
        ]
        return TilesSay(designs, "Lay it on C1.", "", "0200", False)

    def learn(self, lang: str) -> None:
        self.taught = True

    def forget(self) -> None:
        self.taught = False

    def face(self, number: int) -> bytes | None:
        return b"png" if self.taught and number == 0 else None


@pytest.fixture
def tiles() -> FakeTiles:
    return FakeTiles()


@pytest.fixture
def app(table: fakes.FakeTable, tiles: FakeTiles) -> Flask:
    return fakes.parlour(table, tiles_service=tiles)


@pytest.fixture
def host(guest: Callable[..., FlaskClient]) -> FlaskClient:
    client = guest()
    client.post("/host/login", data={"pin": fakes.PIN})
    return client


def test_the_page_names_a_place_for_each_design_and_shows_what_was_learnt(host: FlaskClient) -> None:
    page = host.get("/tiles").text
    assert "Lay it on C1." in page
    assert page.count("not seen yet") == 2
    assert host.post("/tiles/learn", json={}).status_code == 200
    lesson = host.get("/tiles/lesson").text
    assert "/tiles/0.png" in lesson
    assert lesson.count("not seen yet") == 1
    assert host.get("/tiles/0.png").data == b"png"
    assert host.get("/tiles/1.png").status_code == 404
    host.post("/tiles/forget", json={})
    assert host.get("/tiles/lesson").text.count("not seen yet") == 2


def test_only_the_host_teaches(guest: Callable[..., FlaskClient], tiles: FakeTiles) -> None:
    stranger = guest()
    assert stranger.get("/tiles").location == "/host/"
    assert stranger.get("/tiles/lesson").status_code == 403
    assert stranger.post("/tiles/learn", json={}).status_code == 403
    assert not tiles.taught


def test_where_the_game_has_no_tiles_nothing_is_offered(host: FlaskClient, tiles: FakeTiles) -> None:
    assert "Teach the camera your own tiles" in host.get("/tiles/card").text
    tiles.read = False
    assert "Teach" not in host.get("/tiles/card").text
    for address in ("/tiles", "/tiles/lesson", "/tiles/0.png"):
        assert host.get(address).status_code == 404
    assert host.post("/tiles/learn", json={}).status_code == 404
    assert not tiles.taught


def test_a_stranger_who_hammers_does_not_hold_the_host_up(
    host: FlaskClient, guest: Callable[..., FlaskClient], tiles: FakeTiles
) -> None:
    stranger = guest()
    assert {stranger.post("/tiles/learn", json={}).status_code for _ in range(60)} == {403}
    assert host.post("/tiles/learn", json={}).status_code == 200
    assert tiles.taught
