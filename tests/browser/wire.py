"""What goes over the wire to one page, counted by the browser itself: bytes as they come, packed and with headers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page


class Wire:
    """Bytes by address, and the bytes of event streams, which never finish."""

    def __init__(self, page: Page, *, kept: bool = False) -> None:
        """Counts for `page`; what the browser has `kept` is fetched anew unless said otherwise."""
        self.bytes: dict[str, int] = {}
        self._of: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": not kept})
        session.on(
            "Network.requestWillBeSent", lambda sent: self._of.update({sent["requestId"]: sent["request"]["url"]})
        )
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.dataReceived", self._received)
        self._session = session

    def _finished(self, event: dict[str, object]) -> None:
        address = self._of.get(str(event["requestId"]), "")
        if "/events/" not in address:
            self._add(address, int(str(event["encodedDataLength"]).partition(".")[0]))

    def _received(self, event: dict[str, object]) -> None:
        address = self._of.get(str(event["requestId"]), "")
        if "/events/" in address:
            self._add(address, int(str(event["encodedDataLength"])))

    def _add(self, address: str, size: int) -> None:
        """What is taken from the browser's own store comes a second time, and weighs nothing."""
        self.bytes[address] = self.bytes.get(address, 0) + size

    @property
    def total(self) -> int:
        """All bytes so far."""
        return sum(self.bytes.values())

    @property
    def streamed(self) -> int:
        """Bytes that came by event stream."""
        return sum(size for address, size in self.bytes.items() if "/events/" in address)

    def heaviest(self) -> str:
        """What weighs most, for the message of a test."""
        order = sorted(self.bytes.items(), key=lambda item: -item[1])
        return "\n".join(f"{size:8} {address}" for address, size in order[:24])


@contextmanager
def wire_of(page: Page) -> Iterator[Wire]:
    """Counts what `page` is sent from now on."""
    yield Wire(page)
