"""Why a camera on the network sent nothing: what its status code or the network's error means for whoever set it up."""

from __future__ import annotations

import errno
import socket
from urllib.parse import SplitResult

from vision.sources.reasons import Reason

WANTS_PASSWORD, FORBIDDEN, NOT_FOUND = 401, 403, 404
"""Status codes that HTTP and RTSP share (RFC 9110 §15.5, RFC 2326 §7.1.1)."""
UNREACHABLE = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN)


def by_code(code: int, problem: str, parts: SplitResult) -> Reason:
    """Why the camera at the address `parts` answered with the status `code`, which it calls `problem`."""
    if code == WANTS_PASSWORD and parts.username is None:
        return Reason.of("wants_password", scheme=parts.scheme)
    if code in (WANTS_PASSWORD, FORBIDDEN):
        return Reason.of("wrong_password")
    if code == NOT_FOUND:
        return Reason.of("nothing_there", path=parts.path or "/")
    return Reason.of("refuses", problem=f"{code} {problem}".strip())


def by_network(error: Exception) -> Reason:
    """Why nobody answered; what is unusual is said as the system says it."""
    said = error
    while isinstance(reason := getattr(said, "reason", None), Exception):  # `urllib` wraps what happened
        said = reason
    match said:
        case ConnectionRefusedError():
            why: object = Reason.of("nobody_listens")
        case socket.gaierror():
            why = Reason.of("no_such_name")
        case TimeoutError():
            why = Reason.of("in_time")
        case OSError(errno=number) if number in UNREACHABLE:
            why = Reason.of("unreachable")
        case _:
            why = getattr(said, "strerror", None) or said
    return Reason.of("no_reply", problem=why)
