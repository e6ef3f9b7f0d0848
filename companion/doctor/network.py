"""Can phones reach this machine?"""

from __future__ import annotations

from collections.abc import Sequence

from companion.doctor.finding import Finding
from web.address import own_addresses

CHECK = "network"


def network(host: str, number: int) -> Finding:
    """Looks at the addresses of this machine; `host` and `number` are where the pages are served."""
    if host.startswith("127.") or host == "localhost":
        return Finding(CHECK, "alone", "warn", {"host": host})
    return reachable(own_addresses(), number)


def reachable(addresses: Sequence[str], number: int) -> Finding:
    """What these addresses mean for phones."""
    if not addresses:
        return Finding(CHECK, "none", "bad")
    tail = "" if number == 80 else f":{number}"
    facts = {"address": f"http://{addresses[0]}{tail}/", "others": ", ".join(addresses[1:])}
    return Finding(CHECK, "several" if len(addresses) > 1 else "good", "ok", facts)
