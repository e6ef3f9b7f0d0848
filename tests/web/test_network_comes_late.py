"""A table that boots before its network: phones find it as soon as the network is there, and so does the display."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

import pytest

from tests.browser.room import serve
from web import mdns


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """At which addresses the table makes itself known, as time goes by."""
    known: list[tuple[str, ...]] = []

    class Network:
        def __init__(self, interfaces: list[str]) -> None:
            known.append(tuple(interfaces))

        def register_service(self, info: object, allow_name_change: bool) -> None:
            pass

        def close(self) -> None:
            known.append(())

    monkeypatch.setattr(mdns, "Zeroconf", Network)
    return known


def vouched_for(port: int, authority: bytes, name: str) -> bool:
    """Whether the secure door proves to be `name` to somebody who trusts its authority."""
    context = ssl.create_default_context(cadata=authority)
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        try:
            context.wrap_socket(line, server_hostname=name).close()
        except ssl.SSLCertVerificationError:
            return False
    return True


def test_a_table_that_boots_before_its_network_is_found_as_soon_as_there_is_one(
    tmp_path: Path, announced: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    on: list[tuple[str, ...]] = [()]
    monkeypatch.setattr("web.address.FRESH_S", 0.0)
    monkeypatch.setattr("companion.evening.own_addresses", lambda: on[0])
    evening = serve(tmp_path, "fifth_column", eye="", https=True, host="0.0.0.0")
    try:
        evening.announce()
        guest = evening.app.test_client()
        assert not evening.on_a_network
        assert "127.0.0.1" in guest.get("/table").text
        assert not evening.follow_network()
        on[0] = ("192.168.77.5",)
        assert evening.follow_network()
        assert evening.on_a_network
        assert evening.join_url == f"http://192.168.77.5:{evening.port}/"
        assert f"192.168.77.5:{evening.port}" in guest.get("/table/welcome").text
        assert announced == [("192.168.77.5",)]
        trust = evening.camera.trust()
        assert trust is not None
        assert trust.secure.startswith("https://192.168.77.5:")
        door = int(trust.secure.rstrip("/").rpartition(":")[2])
        assert vouched_for(door, trust.certificate, "192.168.77.5")
        on[0] = ("192.168.77.9",)
        assert evening.follow_network()
        assert vouched_for(door, trust.certificate, "192.168.77.9"), "phones that trust the table notice nothing"
        assert announced == [("192.168.77.5",), (), ("192.168.77.9",)]
        on[0] = ()
        assert not evening.follow_network(), "a network that drops out comes back at the same address"
        assert evening.join_url == f"http://192.168.77.9:{evening.port}/"
    finally:
        evening.close()


def test_a_table_for_this_machine_only_makes_itself_known_to_nobody(
    tmp_path: Path, announced: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.evening.own_addresses", lambda: ("192.168.77.5",))
    evening = serve(tmp_path, "fifth_column", eye="", host="127.0.0.1")
    try:
        assert evening.announce() == ""
        assert not evening.follow_network(), "nothing is new"
    finally:
        evening.close()
    assert announced == []
