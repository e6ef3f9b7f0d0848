"""Can phones reach this machine?"""

from __future__ import annotations

from collections.abc import Sequence

from companion.doctor.finding import Finding
from web.address import join_url, own_addresses

CHECK = "network"


def network(host: str, number: int) -> Finding:
    """Looks at the addresses of this machine; `host` and `number` are where the pages are served."""
    if host.startswith("127.") or host == "localhost":
        return Finding(CHECK, "alone", "warn", {"host": host})
    return reachable(own_addresses(), number)


def reachable(addresses: Sequence[str], number: int) -> Finding:
    """What these addresses mean for phones; with `number` 0 nobody knows the port yet."""
    if not addresses:
        return Finding(CHECK, "none", "bad")
    address = join_url(number, addresses[0]) if number else addresses[0]
    facts = {"address": address, "others": ", ".join(addresses[1:])}
    return Finding(CHECK, "several" if len(addresses) > 1 else "good", "ok", facts)
