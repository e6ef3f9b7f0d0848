"""The table's own authority: made once, vouching for a home network only, and renewed without phones noticing."""

from __future__ import annotations

import datetime as dt
import http.client
import ipaddress
import logging
import socket
import ssl
import stat
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError
from flask import Flask

from companion.https.authority import certificates
from companion.https.door import SecureDoor
from companion.https.errors import CertificateError
from tests.waiting import comes_true, eventually
from tests.web import fakes
from web import connections
from web.app import create_app

NOW = dt.datetime(2026, 11, 21, 20, tzinfo=dt.UTC)
NAMES, ADDRESSES = ("localhost", "tavolo.local", "attic"), ("192.168.1.7",)


def leaf_of(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificates((folder / "table.pem").read_bytes())[0]


def authority_of(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / "tavolo-ca.pem").read_bytes())


def test_a_phone_that_trusts_the_authority_trusts_the_table_by_name_and_address(tmp_path: Path) -> None:
    certificates(tmp_path, NAMES, ADDRESSES, NOW)
    for subject in (
        x509.DNSName("tavolo.local"),
        x509.DNSName("attic"),
        x509.IPAddress(ipaddress.ip_address(ADDRESSES[0])),
    ):
        verifier = PolicyBuilder().store(Store([authority_of(tmp_path)])).time(NOW).build_server_verifier(subject)
        assert verifier.verify(leaf_of(tmp_path), [])[0] == leaf_of(tmp_path)


def test_the_authority_cannot_vouch_for_a_site_of_the_internet(tmp_path: Path) -> None:
    certificates(tmp_path, NAMES, ADDRESSES, NOW)
    limits = authority_of(tmp_path).extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    nets = [one.value for one in limits.value.permitted_subtrees or () if isinstance(one, x509.IPAddress)]
    names = [one.value for one in limits.value.permitted_subtrees or () if isinstance(one, x509.DNSName)]
    assert all(net.is_private for net in nets)
    assert not [name for name in names if "." in name and name != "home.arpa"]
    subject = x509.DNSName("bank.example")
    verifier = PolicyBuilder().store(Store([authority_of(tmp_path)])).time(NOW).build_server_verifier(subject)
    with pytest.raises(VerificationError):
        verifier.verify(leaf_of(tmp_path), [])


def test_names_of_the_internet_and_public_addresses_are_left_out(tmp_path: Path) -> None:
    certificates(tmp_path, (*NAMES, "host.example.com"), (*ADDRESSES, "8.8.8.8"), NOW)
    called = leaf_of(tmp_path).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(called.get_values_for_type(x509.DNSName)) == set(NAMES)
    assert ipaddress.ip_address("8.8.8.8") not in called.get_values_for_type(x509.IPAddress)


def test_the_authority_stays_while_the_tables_own_certificate_is_made_anew(tmp_path: Path) -> None:
    first = certificates(tmp_path, NAMES, ADDRESSES, NOW)
    fingerprint, leaf = first.fingerprint(), leaf_of(tmp_path)
    certificates(tmp_path, NAMES, ADDRESSES, NOW + dt.timedelta(days=30))
    assert leaf_of(tmp_path) == leaf, "nothing has changed"
    certificates(tmp_path, NAMES, ("192.168.1.8",), NOW)
    moved = leaf_of(tmp_path)
    assert moved != leaf, "the router gave another address"
    late = certificates(tmp_path, NAMES, ("192.168.1.8",), NOW + dt.timedelta(days=380))
    assert leaf_of(tmp_path) != moved, "it was about to end"
    assert late.fingerprint() == fingerprint


def test_keys_are_for_the_table_alone(tmp_path: Path) -> None:
    files = certificates(tmp_path, NAMES, ADDRESSES, NOW)
    for key in (files.key, tmp_path / "tavolo-ca.key"):
        assert stat.S_IMODE(key.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["tavolo-ca.pem", "tavolo-ca.key"])
def test_a_damaged_file_is_named(tmp_path: Path, name: str) -> None:
    certificates(tmp_path, NAMES, ADDRESSES, NOW)
    (tmp_path / name).write_text("torn")
    with pytest.raises(CertificateError, match=name):
        certificates(tmp_path, NAMES, ADDRESSES, NOW)


def test_a_damaged_leaf_is_made_anew(tmp_path: Path) -> None:
    certificates(tmp_path, NAMES, ADDRESSES, NOW)
    (tmp_path / "table.pem").write_text("torn")
    certificates(tmp_path, NAMES, ADDRESSES, NOW)
    assert leaf_of(tmp_path).not_valid_after_utc > NOW


def test_a_phone_that_does_not_trust_the_table_yet_writes_nothing_onto_its_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "web.connections")
    door = SecureDoor(room(), "127.0.0.1", tmp_path, ("127.0.0.1",))
    door.start()
    try:
        port = int(door.trust("http://127.0.0.1/").secure.rstrip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as phone, pytest.raises(ssl.SSLCertVerificationError):
            ssl.create_default_context().wrap_socket(phone, server_hostname="localhost")
        eventually(lambda: caplog.records)
    finally:
        door.close()
    assert capfd.readouterr() == ("", "")


def test_a_phone_that_says_nothing_or_half_a_greeting_delays_nobody_at_the_secure_door(tmp_path: Path) -> None:
    door = SecureDoor(room(), "127.0.0.1", tmp_path, ("127.0.0.1",))
    door.start()
    port = int(door.trust("http://127.0.0.1/").secure.rstrip("/").rpartition(":")[2])
    known = ssl.create_default_context(cafile=str(tmp_path / "tavolo-ca.pem"))
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    silent[0].sendall(b"\x16\x03\x01\x02\x00\x01")
    try:
        asked = http.client.HTTPSConnection("127.0.0.1", port, timeout=4, context=known)
        for _ in range(2):
            asked.request("GET", "/table", headers={"Host": "localhost"})
            reply = asked.getresponse()
            reply.read()
            assert reply.status == 200
        asked.close()
    finally:
        for line in silent:
            line.close()
        door.close()


def test_a_phone_that_spells_a_sealed_request_out_is_hung_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_S", 0.3)
    door = SecureDoor(room(), "127.0.0.1", tmp_path, ("127.0.0.1",))
    door.start()
    port = int(door.trust("http://127.0.0.1/").secure.rstrip("/").rpartition(":")[2])
    known = ssl.create_default_context(cafile=str(tmp_path / "tavolo-ca.pem"))
    come, sealed = ssl.MemoryBIO(), ssl.MemoryBIO()
    phone = known.wrap_bio(come, sealed, server_hostname="127.0.0.1")
    with socket.create_connection(("127.0.0.1", port), timeout=8) as line:
        while True:
            try:
                phone.do_handshake()
                break
            except ssl.SSLWantReadError:
                line.sendall(sealed.read())
                come.write(line.recv(65536))
        phone.write(b"GET /table HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 2000)
        record = sealed.read()

        def refused() -> bool:
            nonlocal record
            try:
                line.sendall(record[:1])
            except OSError:
                return True
            record = record[1:]
            return False

        assert comes_true(refused, 8.0)
    door.close()


def test_where_the_network_gives_numbers_of_the_internet_the_door_is_called_by_a_name_that_phones_can_trust(
    tmp_path: Path,
) -> None:
    door = SecureDoor(room(), "127.0.0.1", tmp_path, ("8.8.8.8",))
    try:
        trust = door.trust("http://8.8.8.8:8017/")
        at_home = door.trust("http://192.168.1.7:8017/")
    finally:
        door.close()
    name = urlsplit(trust.secure).hostname
    assert name is not None
    verifier = PolicyBuilder().store(Store([authority_of(tmp_path)])).build_server_verifier(x509.DNSName(name))
    assert verifier.verify(leaf_of(tmp_path), [])
    assert trust.plain == "http://8.8.8.8:8017/"
    assert urlsplit(at_home.secure).hostname == "192.168.1.7"


def room() -> Flask:
    """The pages of a table."""
    return create_app(
        fakes.FakeTable(), virtual=None, host_pin=fakes.PIN, board_svg=fakes.board_svg, piece_svg=fakes.piece_svg
    )
