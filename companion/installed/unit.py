"""Writes the systemd unit for this installation. Pure: paths and options go in, text comes out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

TEMPLATE = Path(__file__).with_name("tavolo.service")
UNIT = Path("/etc/systemd/system/tavolo.service")
LAST_PRIVILEGED_PORT = 1023
BIND = "CAP_NET_BIND_SERVICE"
CAMERAS_GROUP = "video"
LINES_GROUP = "dialout"
"""Who may use serial ports, on Debian and Raspberry Pi OS."""
LINES = ("char-ttyACM", "char-ttyUSB")
"""Serial ports on a USB cable, as systemd names such devices."""


class Installation(msgspec.Struct, frozen=True):
    """Where Tavolo is installed and for whom; `arguments` are those of `tavolo play`, without ``--data``.

    `feels`: a sensor board on a serial line is used.
    """

    program: Path
    folder: Path
    user: str
    data: Path
    port: int
    arguments: tuple[str, ...] = ()
    feels: bool = False


def unit_text(installation: Installation) -> str:
    """The unit for an installation."""
    given = [str(installation.program), "play", *installation.arguments, "--data", str(installation.data)]
    return TEMPLATE.read_text(encoding="utf-8").format(
        user=installation.user,
        groups=f"{CAMERAS_GROUP} {LINES_GROUP}" if installation.feels else CAMERAS_GROUP,
        lines="".join(f"DeviceAllow={line} rw\n" for line in LINES) if installation.feels else "",
        folder=str(installation.folder).replace("%", "%%"),
        data=command_line([str(installation.data)]),
        command=command_line(given),
        capabilities=BIND if 0 < installation.port <= LAST_PRIVILEGED_PORT else "",
    )


def command_line(words: Sequence[str]) -> str:
    """A command as systemd splits it: words in quotes where needed, with ``%`` and ``$`` that mean themselves.

    >>> command_line(["/opt/my table/tavolo", "play", "--option", "a=50%"])
    '"/opt/my table/tavolo" play --option a=50%%'
    """
    return " ".join(_word(word) for word in words)


def _word(word: str) -> str:
    plain = word.replace("%", "%%").replace("$", "$$")
    if word and not any(letter in word for letter in " \t\"'\\;"):
        return plain
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
