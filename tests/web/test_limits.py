"""Buckets of tokens: bursts are fine, floods are not, and time is what the test says it is."""

from __future__ import annotations

import pytest

from web.limits import MOST_CLIENTS, Limiter, Rate, client_of


def test_a_burst_passes_and_then_one_at_a_time() -> None:
    now = [0.0]
    limiter = Limiter(Rate(burst=3, per_s=2), lambda: now[0])
    assert [limiter.wait_s("phone") for _ in range(4)] == [0, 0, 0, 0.5]
    now[0] += 0.5
    assert [limiter.wait_s("phone") for _ in range(2)] == [0, 0.5]


def test_clients_have_buckets_of_their_own() -> None:
    limiter = Limiter(Rate(burst=1, per_s=1), lambda: 0.0)
    assert [limiter.wait_s(phone) for phone in ("one", "two", "one")] == [0, 0, 1]


def test_buckets_do_not_pile_up() -> None:
    limiter = Limiter(Rate(burst=1, per_s=1), lambda: 0.0)
    for client in range(MOST_CLIENTS + 50):
        limiter.wait_s(str(client))
    assert len(limiter._buckets) == MOST_CLIENTS


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("fe80::1:2:3:4", "fe80::/64"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        (None, "unknown"),
        ("@", "unknown"),
    ],
)
def test_a_client_is_an_address_or_a_network(address: str | None, client: str) -> None:
    assert client_of(address) == client
