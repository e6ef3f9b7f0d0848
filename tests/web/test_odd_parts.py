"""Requests made of odd parts, to every address and by every method that it takes: none is an error of the table."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.test_evenings_pages import Room

WORDS = st.sampled_from(
    [
        "key",
        "seen",
        "action",
        "facts",
        "value",
        "seat",
        "name",
        "on",
        "seconds",
        "typed",
        "game",
        "code",
        "piece",
        "x",
        "y",
    ]
)
ODD = ["red", "2404", "0123456789abcdef", "", "-1", "1e9", "nan", "\0", "..", "../../etc/passwd", "😀", "x" * 300]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(ODD),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
BODIES = VALUES.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=60)
TYPES = st.sampled_from(
    ["application/json", "application/json; charset=utf-99", "multipart/form-data", "image/jpeg", "text/plain", ""]
)
HEADERS = st.dictionaries(
    st.sampled_from(["Accept", "Accept-Language", "Accept-Encoding", "Range", "If-None-Match", "If-Modified-Since"]),
    st.sampled_from(["", "*", "x;q=nan", "de-XX;q=1e9", "bytes=5-2", "bytes=0-99999999999", '"x"', "Thu, 99 Jan"]),
    max_size=2,
)
QUERIES = st.dictionaries(WORDS, st.sampled_from(ODD), max_size=2)
FOR_EVER = "/events/"
"""Streams, which do not end."""


class Target:
    """A table in play, a seat's phone and the host's, and every address with its methods."""

    def __init__(self, data: Path) -> None:
        room = Room(data)
        for limit in ("ask_limit", "change_limit", "join_limit", "pin_limit", "pin_limit_of_all"):
            getattr(room.app.extensions["tavolo"], limit).wait_s = lambda client: 0.0
        self.senders: tuple[FlaskClient, ...] = (room.phone("red", "blue"), room.host())
        room.play()
        rules = sorted(room.app.url_map.iter_rules(), key=str)
        self.routes = [
            (method, rule.rule, tuple(rule.arguments))
            for rule in rules
            if not rule.rule.startswith(FOR_EVER)
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        ]


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Target:
    return Target(tmp_path_factory.mktemp("evening"))


@settings(max_examples=400)
@given(data=st.data())
def test_no_request_of_odd_parts_is_an_error_of_the_table(target: Target, data: st.DataObject) -> None:
    method, rule, arguments = data.draw(st.sampled_from(target.routes))
    path = rule
    for name in arguments:
        odd = data.draw(st.sampled_from(["red", "blue", "1", *ODD]))
        for kind in ("", "int:", "path:"):
            path = path.replace(f"<{kind}{name}>", quote(odd, safe=""))
    reply = data.draw(st.sampled_from(target.senders)).open(
        f"{path}?{urlencode(data.draw(QUERIES))}",
        method=method,
        headers=data.draw(HEADERS),
        data=data.draw(BODIES) if method != "GET" else None,
        content_type=data.draw(TYPES) if method != "GET" else None,
    )
    assert reply.status_code < 500
    reply.close()
