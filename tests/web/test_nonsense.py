"""Whatever a broken or hostile phone sends: it is told what was wrong, and nothing of the table breaks or changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.test_evenings_pages import Room
from tests.web.test_security import CHANGES

KEY = b'"key":"0123456789abcdef"'
BODIES = (
    b"",
    b"null",
    b"[]",
    b"{",
    b"\xff\xfe{}",
    b"[" * 6000,
    b"{" + KEY + b"}",
    b"{" + KEY + b',"seen":0,"action":null}',
    b"{" + KEY + b',"seen":-1,"action":{"type":"end_turn"}}',
    b"{" + KEY + b',"seen":9007199254740993,"action":{"type":"end_turn"}}',
    b"{" + KEY + b',"seen":1,"action":{"type":"nope"}}',
    b"{" + KEY + b',"seen":1,"action":{"type":"move_hunter","to":"\\u0000"}}',
    b"{" + KEY + b',"seen":1,"action":{"type":"move_hunter","to":"\\ud800"}}',
    b"{" + KEY + b',"typed":[1e400]}',
    b"{" + KEY + b',"typed":[6,6,6,6,6,6,6,6]}',
    b"{" + KEY + b',"facts":{"":"","..":true}}',
    b"{" + KEY + b',"facts":{"runner.red":99999999999999999999999}}',
    b"{" + KEY + b',"seat":"nobody"}',
    b'{"value":"=="}',
    b'{"value":"players=\\u0000"}',
    b'{"game":9007199254740992}',
    b'{"seconds":true}',
    b'{"on":"yes"}',
)
ODD_PATHS = ("..%2f..%2fetc%2fpasswd", "%00", "%ff", "99999999999999999999", "x" * 300)
GAMES_ONLY = {"/host/new-game", "/host/logout", "/host/take-out", "/seat/red/leave-game", "/seat/red/lower"}
"""What does its work whatever the body says."""


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path)
    for limit in ("ask_limit", "change_limit", "join_limit", "pin_limit", "pin_limit_of_all"):
        getattr(room.app.extensions["tavolo"], limit).wait_s = lambda client: 0.0
    return room


def test_no_body_breaks_the_table_or_changes_a_game(room: Room) -> None:
    phone, host = room.phone("red", "blue"), room.host()
    room.play()
    before = room.evening.table.moment.journal
    for address in CHANGES:
        if address in GAMES_ONLY:
            continue
        for body in BODIES:
            reply = (host if address.startswith("/host/") else phone).post(
                address, data=body, content_type="application/json"
            )
            assert reply.status_code < 500, (address, body[:40])
    assert room.evening.table.moment.journal is before
    assert room.browser().get("/").status_code == 200


def test_no_address_leads_to_files_or_errors(room: Room) -> None:
    phone, host = room.phone("red", "blue"), room.host()
    room.play()
    for rule in room.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or not rule.arguments or rule.rule.startswith("/events/seat"):
            continue
        for odd in ODD_PATHS:
            path = rule.rule
            for name in rule.arguments:
                path = path.replace(f"<{name}>", odd).replace(f"<int:{name}>", odd).replace(f"<path:{name}>", odd)
            for sender in (phone, host):
                reply = sender.get(path)
                assert reply.status_code < 500, path
                assert b"root:" not in reply.get_data(), path
