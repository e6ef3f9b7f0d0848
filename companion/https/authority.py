"""A certificate authority that belongs to one table and can vouch for nothing but machines of a home network."""

from __future__ import annotations

import datetime as dt
import ipaddress
from pathlib import Path

import msgspec
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.https.errors import CertificateError
from vision.whole_file import write_whole

AUTHORITY_DAYS = 3650
LEAF_DAYS = 397
"""Days of a table's own certificate: iPhones take at most 825, some browsers at most 398."""
RENEW_DAYS = 30
"""Days before its end at which a certificate is made anew."""
BACKDATED = dt.timedelta(days=2)
"""A Raspberry Pi without a clock starts in the past, a phone may be behind."""
HOME_NETS = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16")
HOME_DOMAINS = ("local", "localhost", "home.arpa", "lan")
"""What the authority may vouch for (RFC 5280, 4.2.1.10): should its key be stolen, no site of the internet can be
imitated with it. Names without a dot are each permitted by name when the authority is made."""

AUTHORITY, AUTHORITY_KEY, LEAF, LEAF_KEY = "tavolo-ca.pem", "tavolo-ca.key", "table.pem", "table.key"


class Certificates(msgspec.Struct, frozen=True):
    """Files of the certificate chain and key that a server takes, and of the authority that phones are to trust."""

    chain: Path
    key: Path
    authority: Path

    def authority_der(self) -> bytes:
        """The authority's certificate, as phones take it."""
        return read_certificate(self.authority).public_bytes(serialization.Encoding.DER)

    def fingerprint(self) -> str:
        """That of the authority, as `fingerprint` has it."""
        return fingerprint(read_certificate(self.authority))


def fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 of a certificate, as phones show it: pairs of hexadecimal digits."""
    return certificate.fingerprint(hashes.SHA256()).hex(" ").upper()


def ends_soon(certificate: x509.Certificate, now: dt.datetime) -> bool:
    """Whether it is time for another one; `now` is in UTC."""
    return certificate.not_valid_after_utc <= now + dt.timedelta(days=RENEW_DAYS)


def certificates(folder: Path, names: tuple[str, ...], addresses: tuple[str, ...], now: dt.datetime) -> Certificates:
    """Certificates for a table that goes by `names` and `addresses`, kept in `folder`.

    The authority is made once; the table's own certificate is made anew when it ends soon, or when the table has a new
    name or address: phones that trust the authority notice nothing. `now` is in UTC. Raises `CertificateError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = Certificates(folder / LEAF, folder / LEAF_KEY, folder / AUTHORITY)
    if not files.authority.exists():
        _make_authority(folder, names, now)
    authority, signer = read_certificate(files.authority), _key(folder / AUTHORITY_KEY)
    if ends_soon(authority, now):
        raise CertificateError(f"{files.authority} ends soon: delete the folder {folder}, and let phones trust anew")
    usable = tuple(name for name in names if "." not in name or name.endswith(tuple(f".{end}" for end in HOME_DOMAINS)))
    if not _still_good(files, authority, usable, addresses, now):
        _make_leaf(files, authority, signer, usable, addresses, now)
    return files


def is_at_home(address: str) -> bool:
    """Whether the authority may vouch for this address, an IPv4 or IPv6 number."""
    number = ipaddress.ip_address(address)
    return any(number in ipaddress.ip_network(net) for net in HOME_NETS)


def _make_authority(folder: Path, names: tuple[str, ...], now: dt.datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    title = x509.Name(
        [x509.NameAttribute(NameOID.COMMON_NAME, f"Tavolo {names[0] if names else 'table'} {now:%Y-%m-%d}")]
    )
    domains = (*HOME_DOMAINS, *(name for name in names if "." not in name and name not in HOME_DOMAINS))
    permitted: list[x509.GeneralName] = [x509.DNSName(domain) for domain in domains]
    permitted += [x509.IPAddress(ipaddress.ip_network(net)) for net in HOME_NETS]
    made = (
        x509.CertificateBuilder()
        .subject_name(title)
        .issuer_name(title)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATED)
        .not_valid_after(now + dt.timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write_key(folder / AUTHORITY_KEY, key)
    write_whole(folder / AUTHORITY, made.public_bytes(serialization.Encoding.PEM))


def _make_leaf(
    files: Certificates,
    authority: x509.Certificate,
    signer: ec.EllipticCurvePrivateKey,
    names: tuple[str, ...],
    addresses: tuple[str, ...],
    now: dt.datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tavolo")]))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATED)
        .not_valid_after(min(now + dt.timedelta(days=LEAF_DAYS) - BACKDATED, authority.not_valid_after_utc))
        .add_extension(x509.SubjectAlternativeName(_called(names, addresses)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
        .sign(signer, hashes.SHA256())
    )
    _write_key(files.key, key)
    write_whole(files.chain, b"".join(each.public_bytes(serialization.Encoding.PEM) for each in (made, authority)))


def _still_good(
    files: Certificates,
    authority: x509.Certificate,
    names: tuple[str, ...],
    addresses: tuple[str, ...],
    now: dt.datetime,
) -> bool:
    if not files.chain.exists() or not files.key.exists():
        return False
    try:
        leaf = read_certificate(files.chain)
        leaf.verify_directly_issued_by(authority)
        called = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (CertificateError, ValueError, TypeError, x509.ExtensionNotFound, InvalidSignature):
        return False
    return (
        not ends_soon(leaf, now) and leaf.not_valid_before_utc <= now and set(_called(names, addresses)) <= set(called)
    )


def _called(names: tuple[str, ...], addresses: tuple[str, ...]) -> list[x509.GeneralName]:
    called: list[x509.GeneralName] = [x509.DNSName(name) for name in names]
    ours = filter(is_at_home, dict.fromkeys((*addresses, "127.0.0.1")))
    return [*called, *(x509.IPAddress(ipaddress.ip_address(address)) for address in ours)]


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def read_certificate(path: Path) -> x509.Certificate:
    """The certificate in a PEM file. Raises `CertificateError`."""
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        raise CertificateError(
            f"{path} is no certificate that can be used ({error}); delete it to have it made anew"
        ) from error


def _key(path: Path) -> ec.EllipticCurvePrivateKey:
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        raise CertificateError(
            f"{path} is no key that can be used ({error}); delete its folder to begin anew"
        ) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise CertificateError(f"{path} is a key of another kind; delete its folder to begin anew")
    return key


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    write_whole(
        path,
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        0o600,
    )
