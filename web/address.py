"""Where this machine can be reached by the phones around it."""

from __future__ import annotations

import ipaddress
import socket

import psutil

LOOPBACK = "127.0.0.1"
SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address of a network that is reserved for documentation: asking for the way to it sends nothing."""


def own_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this machine that phones might use: the one on the way out first, loopback never."""
    found = [_way_out()] if _way_out() else []
    for nets in psutil.net_if_addrs().values():
        found += [net.address for net in nets if net.family == socket.AF_INET]
    usable = (address for address in found if not _is_useless(address))
    return tuple(dict.fromkeys(usable))


def best_address() -> str:
    """The address to show to the players; loopback where the machine is on no network."""
    return next(iter(own_addresses()), LOOPBACK)


def join_url(port: int, host: str | None = None) -> str:
    """The address that leads to the front door, with `host` (default: the best address) and no port where it is 80.

    >>> join_url(8080, "192.168.1.7")
    'http://192.168.1.7:8080/'
    """
    name = host or best_address()
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"


def own_names() -> tuple[str, ...]:
    """Names under which this machine is known, for the check of the Host header."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return tuple(dict.fromkeys(("localhost", "tavolo.local", name, short, f"{short}.local")))


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
