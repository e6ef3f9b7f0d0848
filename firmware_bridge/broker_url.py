"""Where a broker is and how to get in, as one text: ``mqtt://user:password@host:port/prefix?board=UID``."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

PREFIX = "tavolo"
PORTS = {"mqtt": 1883, "mqtts": 8883}
KNOWN = frozenset({"board", "ca", "cert", "key", "discovery", "version"})


class BrokerUrlError(ValueError):
    """A text is no broker's address; the message says what was wrong."""


class BrokerUrl(msgspec.Struct, frozen=True):
    """A broker. `prefix` begins every topic; `board`: the one board to listen to, by its uid, else the first there is.

    `ca`: file with the authority that signed the broker's certificate, where it is none of the usual; `cert` and `key`:
    the table's own, where the broker wants to see one. `version`: 0 tries MQTT 5 first, else 3.1.1; 5 or 4 only that.
    """

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = ""
    prefix: str = PREFIX
    board: str = ""
    ca: str = ""
    cert: str = ""
    key: str = ""
    discovery: bool = False
    version: int = 0

    @classmethod
    def parse(cls, text: str) -> BrokerUrl:
        """The broker that `text` names; raises `BrokerUrlError`.

        >>> BrokerUrl.parse("mqtts://anna:secret@broker.local/game-room?board=544156").port
        8883
        """
        try:
            url = urlsplit(text if "://" in text else f"mqtt://{text}")
            port = url.port
        except ValueError as error:
            raise BrokerUrlError(f"{text!r} is no address: {error}") from error
        if url.scheme not in PORTS:
            raise BrokerUrlError(f"{url.scheme!r} is no kind of broker; write mqtt://host or mqtts://host")
        if not url.hostname:
            raise BrokerUrlError(f"{text!r} names no host; write mqtt://host, mqtt://user:password@host:1883/prefix")
        query = {name: values[-1] for name, values in parse_qs(url.query).items()}
        if unknown := sorted(query.keys() - KNOWN):
            raise BrokerUrlError(
                f"{', '.join(unknown)}: there is no such setting; known are {', '.join(sorted(KNOWN))}"
            )
        version = query.get("version", "0")
        if version not in ("0", "3.1.1", "5"):
            raise BrokerUrlError(f"version={version} is none of 3.1.1, 5")
        prefix = url.path.strip("/") or PREFIX
        if any(sign in prefix for sign in "#+"):
            raise BrokerUrlError(f"the prefix {prefix!r} may not contain # or +")
        return cls(
            url.hostname,
            port or PORTS[url.scheme],
            url.scheme == "mqtts",
            unquote(url.username or ""),
            unquote(url.password or ""),
            prefix,
            query.get("board", "").lower(),
            query.get("ca", ""),
            query.get("cert", ""),
            query.get("key", ""),
            query.get("discovery", "") in ("1", "yes", "true"),
            {"0": 0, "3.1.1": 4, "5": 5}[version],
        )

    @property
    def shown(self) -> str:
        """The address without password, for people."""
        user = f"{self.user}@" if self.user else ""
        return f"{'mqtts' if self.tls else 'mqtt'}://{user}{self.host}:{self.port}/{self.prefix}"
