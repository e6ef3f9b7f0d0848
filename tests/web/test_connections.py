"""Whoever is slow, silent or many keeps nobody else from the pages; how long anything took is measured generously."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Callable, Iterator

import pytest

from tests.waiting import comes_true, eventually
from tests.web.wire import Stream
from web import connections
from web.server import Server

ANSWER_S = 8.0
"""A page comes in some milliseconds; a thread that waits for a client waits ten seconds."""
HEAD = b"POST /join HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
FORM = HEAD + b"Content-Type: application/x-www-form-urlencoded\r\n"
PAGE = b"GET /table HTTP/1.1\r\nHost: localhost\r\n\r\n"

Dial = Callable[..., socket.socket]


@pytest.fixture
def dial(server: Server) -> Iterator[Dial]:
    """Opens connections, says something on each, and hangs up at the end."""
    opened: list[socket.socket] = []

    def open_one(said: bytes = b"") -> socket.socket:
        line = socket.create_connection(("127.0.0.1", server.port), timeout=ANSWER_S)
        opened.append(line)
        line.sendall(said)
        return line

    yield open_one
    for line in opened:
        line.close()


def page_comes(server: Server) -> bool:
    """Whether the table's page is answered at once."""
    asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=ANSWER_S)
    asked.request("GET", "/table", headers={"Host": "localhost"})
    came = asked.getresponse().status == 200
    asked.close()
    return came


def is_hung_up(line: socket.socket) -> bool:
    """Whether the other end is gone, whatever it said before."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"G", id="a letter"),
        pytest.param(b"GET /table HTTP/1.1\r\nHost: localhost\r\nX: ", id="half a head"),
        pytest.param(FORM + b"Content-Length: 10000\r\n\r\na", id="a letter of a form"),
        pytest.param(FORM + b"Content-Length: 9000000\r\n\r\na", id="a letter of a photo"),
        pytest.param(FORM + b"Transfer-Encoding: chunked\r\n\r\n5\r\na", id="part of a chunk"),
    ],
)
def test_a_hundred_lines_that_say_too_little_keep_nobody_waiting(server: Server, dial: Dial, said: bytes) -> None:
    for _ in range(100):
        dial(said)
    time.sleep(0.3)
    assert page_comes(server)


def test_who_spells_a_request_out_letter_by_letter_is_hung_up(
    server: Server, dial: Dial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_S", 0.3)
    line = dial(b"GET /table HTTP/1.1\r\nX: ")

    def refused() -> bool:
        try:
            line.sendall(b"x")
        except OSError:
            return True
        return False

    assert comes_true(refused, ANSWER_S)


def test_who_spells_a_photo_out_letter_by_letter_is_hung_up(
    server: Server, dial: Dial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BODY_S", 0.3)
    monkeypatch.setattr(connections, "SLOWEST_BYTES_S", 1e9)
    assert is_hung_up(dial(FORM + b"Content-Length: 9000000\r\n\r\na"))


def test_a_line_whose_answer_ends_while_the_table_stops_is_hung_up(
    server: Server, dial: Dial, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = server._http

    def too_late(conn: object) -> None:
        door.ready = False
        raise ValueError("I/O operation on closed epoll object")

    line = dial()
    eventually(lambda: door._open.total() == 1)
    try:
        with monkeypatch.context() as stopping:
            stopping.setattr(door._connections, "put", too_late)
            line.sendall(PAGE)
            assert is_hung_up(line)
    finally:
        door.ready = True  # so that it can be stopped


def test_one_address_has_so_many_lines_and_no_more(server: Server, dial: Dial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OPEN_OF_ONE", 3)
    lines = [dial() for _ in range(4)]
    assert is_hung_up(lines[3])
    lines[0].close()
    eventually(lambda: _answers(dial(PAGE)))


def _answers(line: socket.socket) -> bool:
    try:
        return line.recv(15) == b"HTTP/1.1 200 OK"
    except ConnectionError:
        return False


def test_all_doors_of_a_full_house_open_though_one_address_waits_its_turn(
    server: Server, dial: Dial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_ANSWERED_OF_ONE", 1)
    lines = [dial(PAGE) for _ in range(8)]
    streams = [Stream(server.port, "/events/page/table") for _ in range(8)]
    assert all(_answers(line) for line in lines)
    assert page_comes(server), "an open page takes no turn"
    for stream in streams:
        stream.close()


def test_a_request_that_comes_in_two_pieces_is_answered_whole(server: Server, dial: Dial) -> None:
    line = dial(FORM + b"Content-Length: 25\r\n\r\nseat=red")
    time.sleep(0.2)
    line.sendall(b"&name=Ilsa&x=yes!")
    assert line.recv(12) == b"HTTP/1.1 303"


def test_two_requests_in_one_piece_are_both_answered(server: Server, dial: Dial) -> None:
    line = dial(PAGE + PAGE.replace(b"Host", b"Connection: close\r\nHost"))
    told = b""
    while come := line.recv(65536):
        told += come
    assert told.count(b"HTTP/1.1 200 OK") == 2
