"""May the pages be served where they shall be?"""

from __future__ import annotations

import errno
import socket
from http.client import HTTPConnection, HTTPException

from companion.doctor.finding import Facts, Finding

CHECK = "port"
ANSWER_S = 2.0


def port(host: str, number: int) -> Finding:
    """Tries to take the port; one that is taken is asked whether a Tavolo answers there."""
    if number == 0:
        return Finding(CHECK, "any", "ok")
    facts: Facts = {"port": number, "host": host}
    try:
        with socket.create_server((host, number)):
            return Finding(CHECK, "free", "ok", facts)
    except OSError as error:
        match error.errno:
            case errno.EADDRINUSE:
                key = "running" if _is_tavolo(number) else "taken"
                return Finding(CHECK, key, "ok" if key == "running" else "bad", facts)
            case errno.EACCES:
                return Finding(CHECK, "forbidden", "bad", facts)
            case errno.EADDRNOTAVAIL:
                return Finding(CHECK, "no_such_host", "bad", facts)
        return Finding(CHECK, "refused", "bad", {**facts, "problem": error.strerror or str(error)})
    except OverflowError:
        return Finding(CHECK, "refused", "bad", {**facts, "problem": "0–65535"})


def _is_tavolo(number: int) -> bool:
    """Whether what answers at the port of this machine says that it is Tavolo."""
    connection = HTTPConnection("127.0.0.1", number, timeout=ANSWER_S)
    try:
        connection.request("GET", "/", headers={"Host": f"localhost:{number}"})
        return b"Tavolo" in connection.getresponse().read(20_000)
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
