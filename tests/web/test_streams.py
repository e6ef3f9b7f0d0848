"""Open pages hear the newest state, only the newest, at once, however many there are and however slow one is."""

from __future__ import annotations

import re
import socket
import statistics
import threading
import time
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engines.texts import Language
from tests.web import fakes
from tests.web.wire import Stream
from web import regions, streams
from web.server import Server
from web.service import Snapshot
from web.site import Site, StreamSeats

RED_IS_TO_HOP = re.compile(r"red to hop|data-due=.decision. data-seats=.red.")
"""How phones say it, and how the table display does."""


@pytest.fixture
def cookie(seated: Callable[..., FlaskClient]) -> Callable[[str], str]:
    """Seats a phone and answers the cookie that it would send."""

    def sit(seat: str) -> str:
        held = seated(seat, seat.title()).get_cookie(f"seat_{seat}")
        assert held
        return f"seat_{seat}={held.value}"

    return sit


def test_a_new_page_hears_the_whole_state_and_then_what_changed(table: fakes.FakeTable, server: Server) -> None:
    table.begin_playing("red")
    with Stream(server.port, "/events/page/watch") as stream:
        first = stream.next()
        assert first.kind == "state"
        assert set(first.data["html"]) == {"ask", "board", "warnings", "marks", "players", "standing", "story"}
        table.story.append("somebody hopped")
        table.tell()
        second = stream.next()
        assert set(second.data["html"]) == {"story"}
        assert "board" not in second.data


def test_a_page_that_comes_back_up_to_date_hears_nothing_again(table: fakes.FakeTable, server: Server) -> None:
    with Stream(server.port, "/events/page/watch") as stream:
        last = stream.next().id
    with Stream(server.port, "/events/page/watch", last_id=last) as stream:
        assert stream.next().kind == "beat"
        table.tell()
        assert stream.next().kind == "state"


def test_a_page_that_slept_hears_all_it_missed_as_one(table: fakes.FakeTable, server: Server) -> None:
    with Stream(server.port, "/events/page/watch") as stream:
        last = stream.next().id
    for hop in range(50):
        table.story.append(f"hop {hop}")
        table.tell()
    with Stream(server.port, f"/events/page/watch?last={last}") as stream:
        event = stream.next()
        assert event.kind == "state"
        assert "hop 49" in event.data["html"]["story"]
        assert stream.silent(0.3)


def test_what_takes_long_to_make_comes_after_all_else_and_who_missed_it_hears_all_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, render = threading.Event(), regions.render

    def slowly(site: Site, region: regions.Region, snapshot: Snapshot, lang: Language) -> str:
        assert region.name != "standing" or made.wait(10)
        return render(site, region, snapshot, lang)

    monkeypatch.setattr(regions, "late_parts_of", lambda game: frozenset({"standing"}))
    monkeypatch.setattr(regions, "render", slowly)
    with Stream(server.port, "/events/page/watch") as stream:
        first = stream.next()
        assert set(first.data["html"]) == {"ask", "board", "warnings", "marks", "players", "story"}
        assert "board" in first.data
        made.set()
        second = stream.next()
        assert set(second.data["html"]) == {"standing"}
    with Stream(server.port, "/events/page/watch", last_id=first.id) as stream:
        assert "ask" in stream.next().data["html"]
    with Stream(server.port, "/events/page/watch", last_id=second.id) as stream:
        assert stream.next().kind == "beat"


@pytest.mark.parametrize("last_id", ["00000000.1", "garbage", "1", ".", "x.1e9", "-1.-1"])
def test_an_id_of_another_run_gets_the_whole_state(server: Server, last_id: str) -> None:
    with Stream(server.port, "/events/page/watch", last_id=last_id) as stream:
        assert stream.next().kind == "state"


def test_a_seat_hears_its_own_hand_and_no_other(
    table: fakes.FakeTable, server: Server, cookie: Callable[[str], str]
) -> None:
    red, blue = cookie("red"), cookie("blue")
    with (
        Stream(server.port, "/events/seat/red", cookie=red) as mine,
        Stream(server.port, "/events/seat/blue", cookie=blue) as theirs,
        Stream(server.port, "/events/page/table") as display,
    ):
        table.begin_playing()
        for stream in (mine, theirs, display):
            while not RED_IS_TO_HOP.search(str(stream.next().data)):
                pass
        assert b"Hop to" in mine.everything
        assert b"Hop to" not in theirs.everything + display.everything
        assert b"secret-word-of" not in display.everything


def test_the_old_phone_is_told_when_its_seat_moves(
    table: fakes.FakeTable, server: Server, cookie: Callable[[str], str]
) -> None:
    with Stream(server.port, "/events/seat/red", cookie=cookie("red")) as stream:
        stream.next()
        table.take_over(table.free_seat("red", "en"), "en")
        assert stream.next().kind == "gone"
        with pytest.raises(EOFError):
            stream.next()


def test_a_shared_phone_is_told_when_its_other_seat_moves(
    table: fakes.FakeTable, server: Server, cookie: Callable[[str], str]
) -> None:
    both = f"{cookie('red')}; {cookie('blue')}; open_seat=red"
    with Stream(server.port, "/events/seat/red", cookie=both) as stream:
        stream.next()
        table.take_over(table.free_seat("blue", "en"), "en")
        assert stream.next().kind == "shared_otherwise"
        with pytest.raises(EOFError):
            stream.next()


def test_a_quiet_stream_beats_so_that_the_phone_knows_it_lives(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.2)
    monkeypatch.setattr(streams, "SLICE_S", 0.05)
    with Stream(server.port, "/events/page/watch") as stream:
        assert [stream.next().kind for _ in range(3)] == ["state", "beat", "beat"]


def test_a_phone_that_is_gone_frees_its_place(
    table: fakes.FakeTable, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.1)
    monkeypatch.setattr(streams, "SLICE_S", 0.05)
    stream = Stream(server.port, "/events/page/watch")
    stream.next()
    assert table.open_streams == 1
    stream.close()
    fakes.wait_until(lambda: table.open_streams == 0)


def test_thirty_streams_hear_at_once_and_pages_are_answered_meanwhile(table: fakes.FakeTable, server: Server) -> None:
    table.begin_playing("red")
    open_streams = [Stream(server.port, "/events/page/table") for _ in range(30)]
    try:
        for stream in open_streams:
            stream.next()
        assert table.open_streams == 30
        answers = []
        for hop in range(5):
            table.story.append(f"hop {hop}")
            told = time.monotonic()
            table.tell()
            with socket.create_connection(("127.0.0.1", server.port)) as browser:
                asked = time.monotonic()
                browser.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert browser.recv(12) == b"HTTP/1.1 200"
                answers.append(time.monotonic() - asked)
            for stream in open_streams:
                assert f"hop {hop}" in stream.next().data["html"]["story"]
            assert time.monotonic() - told < 2.0
        assert statistics.median(answers) < 0.5
    finally:
        for stream in open_streams:
            stream.close()


def test_a_phone_that_takes_no_bytes_delays_nobody_and_gets_no_queue(
    table: fakes.FakeTable, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin_playing("red")
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    slow.connect(("127.0.0.1", server.port))
    slow.sendall(b"GET /events/page/watch HTTP/1.1\r\nHost: localhost\r\n\r\n")
    fakes.wait_until(lambda: table.open_streams == 1)
    with Stream(server.port, "/events/page/table") as quick:
        quick.next()
        waits = []
        for hop in range(60):
            table.story = [f"hop {hop} " + "x" * 60_000]
            told = time.monotonic()
            table.tell()
            while f"hop {hop} " not in str(quick.next().data):
                pass
            waits.append(time.monotonic() - told)
        assert statistics.median(waits) < 0.25
    made = table.snapshots_made
    assert made < 2 + 60 + 60, "the slow phone's snapshots were not made while it took nothing"
    slow.close()


def test_updates_are_small(table: fakes.FakeTable, server: Server, cookie: Callable[[str], str]) -> None:
    red = cookie("red")
    table.begin_playing()
    with Stream(server.port, "/events/seat/red", cookie=red) as stream:
        stream.next()
        before = len(stream.everything)
        table.act("red", b'{"type": "hop", "to": "0303"}', "key", 1, "en")
        stream.next()
        assert len(stream.everything) - before <= 5_000


def test_streams_never_take_the_last_threads() -> None:
    seats = StreamSeats()
    entered = [seats.enter(f"phone {n}") for n in range(100)]
    assert entered.count(True) == 72
    seats.leave("phone 0")
    assert seats.enter("phone 200")


def test_one_address_cannot_take_all_streams() -> None:
    seats = StreamSeats()
    assert [seats.enter("greedy") for _ in range(60)].count(True) == 48
    assert seats.enter("modest")


def test_a_look_at_the_headers_alone_takes_no_place(app: Flask, guest: Callable[..., FlaskClient]) -> None:
    for _ in range(100):
        assert guest().head("/events/page/watch").status_code == 200


def test_the_server_stops_though_streams_are_open(app: Flask, table: fakes.FakeTable) -> None:
    server = Server(app, "127.0.0.1", 0)
    server.start()
    with Stream(server.port, "/events/page/watch") as stream:
        stream.next()
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 4
    assert table.open_streams == 0


def test_the_port_is_known_before_anything_is_served(app: Flask) -> None:
    server = Server(app, "127.0.0.1", 0)
    server.bind()
    port = server.port
    server.start()
    with Stream(port, "/events/page/watch") as stream:
        assert stream.next().kind == "state"
    server.stop()


def test_a_port_that_is_taken_is_said_at_once(app: Flask, server: Server) -> None:
    with pytest.raises(OSError, match=r"(?i)in use|port"):
        Server(app, "127.0.0.1", server.port).bind()
