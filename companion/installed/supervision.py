"""Tells the service manager that the table is ready and alive; says nothing where nobody asked.

The protocol is systemd's ``sd_notify(3)``: datagrams to the socket that the environment names.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException

READY = "READY=1"
ALIVE = "WATCHDOG=1"
STOPPING = "STOPPING=1"
ANSWER_S = 5.0
"""A Pi that draws a board for the first time may take 2 s to a page."""
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})


def tell(message: str, environment: Mapping[str, str] | None = None) -> bool:
    """Sends `message` to the service manager; answers whether there is one that heard it."""
    address = (os.environ if environment is None else environment).get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
            link.sendto(message.encode(), address)
    except OSError:
        return False
    return True


def beat_every_s(environment: Mapping[str, str] | None = None) -> float | None:
    """How often the service manager wants to hear that all is well, a third of its patience; ``None`` if it does not.

    >>> beat_every_s({"WATCHDOG_USEC": "45000000"})
    15.0
    """
    found = os.environ if environment is None else environment
    asked = found.get("WATCHDOG_USEC", "")
    meant_for = found.get("WATCHDOG_PID", "")
    if not asked.isdecimal() or int(asked) == 0 or (meant_for and meant_for != str(os.getpid())):
        return None
    return int(asked) / 3_000_000


def is_tavolo(port: int, host: str = "127.0.0.1", patience_s: float = ANSWER_S) -> bool:
    """Whether a Tavolo answers at the port of this machine."""
    name = "127.0.0.1" if host in EVERYWHERE else host
    connection = HTTPConnection(name, port, timeout=patience_s)
    try:
        connection.request("GET", "/", headers={"Host": f"localhost:{port}"})
        return b"Tavolo" in connection.getresponse().read(20_000)
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
