"""Where phones find the table, and under which name."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest
import zeroconf

from web import address, mdns


def test_phones_are_told_addresses_that_they_can_use_the_one_on_the_way_out_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nets = {
        name: [SimpleNamespace(family=family, address=own)]
        for name, family, own in (
            ("lo", socket.AF_INET, "127.0.0.1"),
            ("docker0", socket.AF_INET, "172.17.0.1"),
            ("usb0", socket.AF_INET, "169.254.7.7"),
            ("wlan0", socket.AF_INET, "192.168.1.20"),
            ("eth0", socket.AF_INET6, "fe80::1"),
        )
    }
    monkeypatch.setattr(address, "_way_out", lambda: "192.168.1.20")
    monkeypatch.setattr(address.psutil, "net_if_addrs", lambda: nets)
    assert address.own_addresses() == ("192.168.1.20", "172.17.0.1")


def test_a_machine_without_a_network_still_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "_way_out", lambda: "")
    monkeypatch.setattr(address.psutil, "net_if_addrs", dict)
    assert address.own_addresses() == ()
    assert address.join_url(8080, address.Whereabouts().best()) == "http://127.0.0.1:8080/"


def test_a_machine_that_joins_its_network_late_is_found_there_and_not_lost_when_it_drops_out() -> None:
    now, on = 100.0, [()]
    where = address.Whereabouts(lambda: on[0], lambda: now)
    assert where.best() == address.LOOPBACK
    for network, best in (
        (("192.168.1.7",), "192.168.1.7"),
        ((), "192.168.1.7"),
        (("10.0.0.3", "192.168.1.7"), "10.0.0.3"),
    ):
        on[0] = network
        now += address.FRESH_S
        assert where.best() == best


def test_the_usual_port_is_not_shown() -> None:
    assert address.join_url(80, "tavolo.local") == "http://tavolo.local/"


def test_a_network_that_wants_no_announcement_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*args: object, **kwargs: object) -> None:
        raise OSError("no such device")

    monkeypatch.setattr(mdns, "Zeroconf", refuses)
    announcement = mdns.Announcement(8080, ("192.0.2.7",))
    assert announcement.name == ""
    announcement.close()


def test_the_name_is_announced_with_port_and_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    announced: list[zeroconf.ServiceInfo] = []

    class Network:
        def __init__(self, interfaces: list[str]) -> None:
            self.closed = False

        def register_service(self, info: zeroconf.ServiceInfo, allow_name_change: bool) -> None:
            announced.append(info)

        def close(self) -> None:
            self.closed = True

    monkeypatch.setattr(mdns, "Zeroconf", Network)
    announcement = mdns.Announcement(8080, ("192.168.1.7",))
    assert announcement.name == "tavolo.local"
    assert announced[0].server == "tavolo.local."
    assert announced[0].port == 8080
    assert announced[0].parsed_addresses() == ["192.168.1.7"]
    announcement.close()
    assert announcement.name == ""
