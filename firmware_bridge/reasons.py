"""Why a sensor board does not answer: in English for programs and logs, and as key and facts for pages."""

from __future__ import annotations

from engines import reasons

SENTENCES = {
    "no_port": "no USB serial port is plugged in",
    "port_missing": "there is no {port}",
    "port_used": "{port} is used by another program",
    "port_forbidden": "you may not open {port}; `sudo adduser $USER dialout`, then log in anew",
    "at": "{place}: {why}",
    "no_broker": "no broker answers there",
    "nobody_listens": "no broker listens there",
    "no_such_name": "nothing in the network has that name",
    "in_time": "it takes too long",
    "unreachable": "there is no way to it",
    "no_secret_file": "a file that the address names (ca, cert or key) is not there",
    "not_trusted": "its certificate is not trusted: {problem}",
    "no_tls": "it does not speak TLS as it should: {problem}",
    "wrong_password": "the broker does not take that user and that password",
    "other_mqtt": "the broker speaks another version of MQTT",
    "refuses": "the broker refuses: {problem}",
    "no_board": "no board is at {broker}, or this user may not listen to it",
    "may_not_listen": "the broker does not let this table listen (ACL)",
    "may_not_speak": "the broker does not let this table speak (ACL)",
    "board_left": "{board} has left {broker}",
    "not_there": "the board is not there",
    "not_in_time": "the board did not answer within {seconds} s",
    "lights_not_kept": "the board does not keep which light shines where ({code})",
}
"""In English; other languages have them under the same keys, filled with the same facts."""


class Reason(reasons.Reason):
    """As `engines.reasons.Reason`.

    >>> Reason.of("port_used", port="/dev/ttyACM0")
    '/dev/ttyACM0 is used by another program'
    """

    root, sentences = "board_reason", SENTENCES
