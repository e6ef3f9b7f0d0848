"""A game that raises while a phone's page is made: the phone says so, hears all else, and the rest can be played."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines import registry
from engines.pending import Dice
from tests.table.evenings import Evening
from tests.web import fakes
from tests.web.test_faults import SAYS_SO
from tests.web.wire import Stream
from web import streams
from web.app import create_app
from web.server import Server

ESCAPE = registry.find("casablanca_escape")


class View:
    """The escape's own view, which raises as long as it is `broken`, for `whom` (all if empty)."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.broken, self.whom = False, ""
        game = type(ESCAPE)
        view = game.view

        def failing(escape: Any, state: Any, seat: str | None) -> object:
            if self.broken and self.whom in ("", seat):
                raise ZeroDivisionError("nobody has so many")
            return view(escape, state, seat)

        monkeypatch.setattr(game, "view", failing)


@pytest.fixture
def view(monkeypatch: pytest.MonkeyPatch) -> View:
    return View(monkeypatch)


@pytest.fixture
def playing(tmp_path: Path, view: View) -> Evening:
    """Red and blue have rolled, and one of them is asked."""
    evening = Evening(tmp_path, game=ESCAPE).begin()
    while isinstance(dice := ESCAPE.pending(evening.state), Dice):
        evening.service.roll(dice.seat or "red", None, evening.key(), "en")
    if evening.table.moment.phase == "setup":
        evening.service.begin("en")
    return evening


@pytest.fixture
def port(playing: Evening, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(streams, "SLICE_S", 0.1)
    app = create_app(
        playing.service, virtual=None, host_pin=fakes.PIN, board_svg=fakes.board_svg, piece_svg=fakes.piece_svg
    )
    server = Server(app, "127.0.0.1", 0)
    server.start()
    yield server.port
    server.stop()


def phone(evening: Evening, port: int, seat: str, lang: str = "en") -> Stream:
    return Stream(port, f"/events/seat/{seat}", cookie=f"seat_{seat}={evening.tokens[seat]}", lang=lang)


def turn_of(evening: Evening) -> str:
    pending = ESCAPE.pending(evening.state)
    return str(pending.seats[0])


@pytest.mark.parametrize("lang", SAYS_SO)
def test_a_phone_says_so_and_its_stream_goes_on(playing: Evening, view: View, port: int, lang: str) -> None:
    seat = turn_of(playing)
    with phone(playing, port, seat, lang) as stream:
        before = stream.next().data["html"]
        assert SAYS_SO[lang] not in "".join(before.values())
        view.broken = True
        playing.act(seat, next(iter(ESCAPE.legal(playing.state, seat))))
        told = stream.next().data["html"]
        assert SAYS_SO[lang] in told["hand"]
        assert SAYS_SO[lang] not in told["story"] + told["undo"]
        view.broken = False
        playing.service.undo(seat, playing.key(), "en")
        assert SAYS_SO[lang] not in stream.next().data["html"]["hand"]


def test_what_can_be_done_is_still_offered_and_done(playing: Evening, view: View, port: int) -> None:
    view.broken = True
    seat = turn_of(playing)
    with phone(playing, port, seat) as stream:
        html = stream.next().data["html"]
        assert "data-action" in html["choices"]
        offered = playing.service.snapshot(seat, "en").choices[0]
        before = len(playing.entries)
        playing.service.act(seat, msgspec.json.encode(offered.action), playing.key(), 0, "en")
        assert len(playing.entries) > before
        assert stream.next().kind == "state"


def test_other_phones_do_not_notice(playing: Evening, view: View, port: int) -> None:
    view.broken, view.whom = True, "red"
    with phone(playing, port, "blue") as stream:
        assert SAYS_SO["en"] not in "".join(stream.next().data["html"].values())


def test_the_log_has_the_trace_once(playing: Evening, view: View, caplog: pytest.LogCaptureFixture) -> None:
    view.broken, view.whom = True, "red"
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            playing.table.touch()
            playing.service.snapshot("red", "en")
    (trace,) = [record for record in caplog.records if record.exc_info]
    assert "view" in trace.getMessage()
    assert "red" in trace.getMessage()
    assert "nobody has so many" in caplog.text
