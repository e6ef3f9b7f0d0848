"""A second table on the same port is told so, not by a number that nobody gave."""

from __future__ import annotations

import errno
import socket

import pytest
from flask import Flask

from web.server import Server


def test_a_taken_port_is_told_as_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(OSError, match="in use") as told:
            Server(Flask("table"), "127.0.0.1", other.getsockname()[1]).bind()
    assert told.value.errno == errno.EADDRINUSE
