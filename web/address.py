"""Where this machine can be reached by the phones around it."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable

import psutil

TABLE_NAME = "tavolo.local"
"""As what the table is announced, where the network lets it."""
LOOPBACK = "127.0.0.1"
SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address of a network that is reserved for documentation: asking for the way to it sends nothing."""
FRESH_S = 3.0
"""s for which addresses are believed; pages ask for them with every report."""


def own_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this machine that phones might use: the one on the way out first, loopback never."""
    found = [_way_out()] if _way_out() else []
    for nets in psutil.net_if_addrs().values():
        found += [net.address for net in nets if net.family == socket.AF_INET]
    usable = (address for address in found if not _is_useless(address))
    return tuple(dict.fromkeys(usable))


class Whereabouts:
    """The addresses that phones may use now: a machine that boots joins its network when it will, and may change it."""

    def __init__(
        self,
        look: Callable[[], tuple[str, ...]] = own_addresses,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._look, self._clock = look, clock
        self._known: tuple[str, ...] = ()
        self._until = float("-inf")

    def now(self) -> tuple[str, ...]:
        """As `own_addresses`, at most some seconds old; the last ones while the machine is on no network."""
        if self._clock() >= self._until:
            self._known = self._look() or self._known
            self._until = self._clock() + FRESH_S
        return self._known

    def best(self) -> str:
        """The address to show to the players; loopback while the machine was on no network yet."""
        return next(iter(self.now()), LOOPBACK)


def join_url(port: int, host: str) -> str:
    """The address that leads to the front door at `host`, with no port where it is 80.

    >>> join_url(8080, "192.168.1.7")
    'http://192.168.1.7:8080/'
    """
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def own_names() -> tuple[str, ...]:
    """Names under which this machine is known, for the check of the Host header."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return tuple(dict.fromkeys(("localhost", TABLE_NAME, name, short, f"{short}.local")))


def _way_out() -> str:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(SOMEWHERE_ELSE)
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _is_useless(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return ip.is_loopback or ip.is_link_local or ip.is_unspecified
