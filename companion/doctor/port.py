"""May the pages be served where they shall be?"""

from __future__ import annotations

import errno
import socket

from companion.doctor.finding import Facts, Finding
from companion.installed.supervision import is_tavolo

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
                key = "running" if is_tavolo(number, host, ANSWER_S) else "taken"
                return Finding(CHECK, key, "ok" if key == "running" else "bad", facts)
            case errno.EACCES:
                return Finding(CHECK, "forbidden", "bad", facts)
            case errno.EADDRNOTAVAIL:
                return Finding(CHECK, "no_such_host", "bad", facts)
        return Finding(CHECK, "refused", "bad", {**facts, "problem": error.strerror or str(error)})
    except OverflowError:
        return Finding(CHECK, "refused", "bad", {**facts, "problem": "0–65535"})
