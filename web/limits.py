"""How often one client may ask: token buckets in memory, with the time passed in.

A library with storage back-ends would be more than one process with one lock needs.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

MOST_CLIENTS = 4096
"""Buckets kept; the one not asked for longest is forgotten first (a full bucket holds nothing worth keeping)."""


class Rate(NamedTuple):
    """At most `burst` at once, then `per_s` a second."""

    burst: float
    per_s: float


class Limiter:
    """A bucket of tokens for every client; full at first, refilled as time goes by.

    >>> limiter = Limiter(Rate(burst=1, per_s=0.5), clock=lambda: 100.0)
    >>> limiter.wait_s("phone"), limiter.wait_s("phone")
    (0.0, 2.0)
    """

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        """`clock` answers a monotonic time in s."""
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def wait_s(self, client: str, cost: float = 1.0) -> float:
        """Takes `cost` tokens from `client`'s bucket and answers 0; or takes none and answers the seconds to wait."""
        now = self._clock()
        with self._lock:
            tokens, since = self._buckets.pop(client, (self._rate.burst, now))
            tokens = min(self._rate.burst, tokens + (now - since) * self._rate.per_s)
            granted = tokens >= cost
            self._buckets[client] = (tokens - cost if granted else tokens, now)
            if len(self._buckets) > MOST_CLIENTS:
                self._buckets.popitem(last=False)
        return 0.0 if granted else (cost - tokens) / self._rate.per_s


def client_of(address: str | None) -> str:
    """Who counts as one client: an IPv4 address, or the /64 network of an IPv6 one (one phone may use all of it)."""
    try:
        ip = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network(f"{ip}/64", strict=False))
