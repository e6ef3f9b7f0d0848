"""Which `--eye` texts name sensor boards, and the link that each means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_bridge.link import Link

if TYPE_CHECKING:
    from firmware_bridge.broker_url import BrokerUrl

VIRTUAL_BOARD = "sensor:virtual"
BROKERS = ("mqtt", "mqtts")
PLUGGED_IN = "serial, serial:PORT, mqtt:URL"
"""How boards are named that are there by themselves."""
PASSWORD = re.compile(r"^(mqtts?:(?:(?:mqtts?:)?//)?[^:/?#@]*):[^/?#]*@")


class UnknownBoard(ValueError):
    """A text does not name a sensor board; the message says what was wrong and what would be right."""


def is_board(spec: str) -> bool:
    """Whether an `--eye` is a sensor board rather than a camera."""
    return spec.partition(":")[0] in ("serial", *BROKERS, "sensor")


def parted(eyes: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(cameras, sensor boards) of all that was given, each once; raises `UnknownBoard` for a text that names none."""
    given = tuple(dict.fromkeys(eyes))
    if "" in given:
        raise UnknownBoard("an eye has no name; leave it out, or name one as --help lists them")
    boards = tuple(eye for eye in given if is_board(eye))
    for board in boards:
        check(board)
    return tuple(eye for eye in given if not is_board(eye)), boards


def check(spec: str, right: str = f"{PLUGGED_IN}, {VIRTUAL_BOARD}") -> None:
    """Raises `UnknownBoard` unless `spec` names a sensor board; its message says what would be `right`."""
    scheme, _, rest = spec.partition(":")
    if not is_board(spec) or (scheme == "sensor" and rest != "virtual"):
        raise UnknownBoard(f"{spec!r} is no sensor board; right are: {right}")
    if scheme in BROKERS:
        _broker(spec)


def _broker(spec: str) -> BrokerUrl:
    """The broker in ``mqtt:URL``, or in the URL alone; raises `UnknownBoard`."""
    from firmware_bridge.broker_url import BrokerUrl, BrokerUrlError

    scheme, _, rest = spec.partition(":")
    if scheme == "mqtts" and not rest.startswith("//"):
        raise UnknownBoard(f"{spec!r}: write mqtts://host")
    try:
        return BrokerUrl.parse(spec if rest.startswith("//") else rest)
    except BrokerUrlError as error:
        raise UnknownBoard(f"{spec!r}: {error}") from error


def open_link(spec: str) -> Link:
    """The link that `spec` (not the virtual board's) means; it is not started yet. Raises `UnknownBoard`."""
    check(spec, PLUGGED_IN)
    scheme, _, rest = spec.partition(":")
    if scheme == "serial":
        from firmware_bridge.serial_link import SerialLink

        return SerialLink(rest)
    if scheme in BROKERS:
        from firmware_bridge.mqtt_link import MqttLink

        return MqttLink(_broker(spec))
    where = f"`tavolo play --eye {VIRTUAL_BOARD}`, whose host page teaches it, too"
    raise UnknownBoard(f"{spec!r} is simulated: it is there in {where}")


def shown(spec: str) -> str:
    """`spec` for people's eyes: without the password."""
    return _broker(spec).shown if spec.partition(":")[0] in BROKERS else spec


def as_typed(spec: str) -> str:
    """`spec` as `--eye` takes it, but for the password.

    >>> as_typed("mqtt:anna:secret@broker.local?board=544156")
    'mqtt:anna:…@broker.local?board=544156'
    """
    return PASSWORD.sub(r"\1:…@", spec)
