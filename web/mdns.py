"""Announces the table on the local network as ``tavolo.local``, where the network lets it."""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence

from zeroconf import Error, ServiceInfo, Zeroconf

from web.address import TABLE_NAME

KIND = "_http._tcp.local."
_log = logging.getLogger(__name__)


class Announcement:
    """``tavolo.local`` as long as it is open; `name` is empty where the network did not let it be announced."""

    def __init__(self, port: int, addresses: Sequence[str]) -> None:
        """Announces `port` at `addresses` (IPv4). Never raises: the table works by its address all the same."""
        self.name = ""
        self._zeroconf: Zeroconf | None = None
        if not addresses:
            return
        info = ServiceInfo(
            KIND,
            f"Tavolo.{KIND}",
            addresses=[socket.inet_aton(address) for address in addresses],
            port=port,
            server=f"{TABLE_NAME}.",
            properties={"path": "/"},
        )
        try:
            self._zeroconf = Zeroconf(interfaces=list(addresses))
            self._zeroconf.register_service(info, allow_name_change=True)
            self.name = TABLE_NAME
        except (Error, OSError) as error:
            _log.info("%s cannot be announced here: %s", TABLE_NAME, error)
            self.close()

    def close(self) -> None:
        """Takes the name back."""
        self.name = ""
        if self._zeroconf is not None:
            self._zeroconf.close()
            self._zeroconf = None
