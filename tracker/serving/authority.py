"""A certificate authority of this machine's own, and the certificate that it gives the server.

A device that trusts the authority opens the sheet over https without a warning. So that nobody
has to trust much, the authority can speak for this machine and for addresses of home networks
only: with its key, stolen, nobody passes for a bank.
"""

import ipaddress
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tracker import private

log = logging.getLogger(__name__)

FOLDER: Final = "https"
AUTHORITY_LASTS: Final = timedelta(days=5 * 365)
CERTIFICATE_LASTS: Final = timedelta(days=397)
"""Apple's devices take none that lasts longer than 825 days; 397 is what the web agreed on."""
RENEWED_BEFORE: Final = timedelta(days=60)
CLOCKS_DIFFER: Final = timedelta(days=1)
ALWAYS: Final = ("localhost", "127.0.0.1", "::1")
AT_HOME: Final = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Unreadable(Exception):
    """The authority's file is there, but is none."""


@dataclass(frozen=True)
class CertificatePair:
    """A certificate and the key that belongs to it."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def ends_before(self, when: datetime) -> bool:
        return self.certificate.not_valid_after_utc < when

    def written(self) -> bytes:
        key = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return key + self.certificate.public_bytes(Encoding.PEM)


@dataclass(frozen=True)
class Authority:
    """The certificate authority of this machine."""

    pair: CertificatePair

    @cached_property
    def certificate(self) -> bytes:
        """Return what a device is given to trust, as phones read it."""
        return self.pair.certificate.public_bytes(Encoding.DER)

    @property
    def name(self) -> str:
        """Return what a device calls it in its settings."""
        return self.pair.certificate.subject.rfc4514_string().removeprefix("CN=")

    @cached_property
    def fingerprint(self) -> str:
        """Return what is compared by eye, in pairs."""
        return self.pair.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    def may_sign_for(self, name: str) -> bool:
        """Return whether this name or address is within what the authority can speak for."""
        return _covers(_constraints(self.pair.certificate).permitted_subtrees or (), name)

    def sign(self, names: Sequence[str], now: datetime) -> CertificatePair:
        """A certificate for a server with these names, with a key of its own."""
        key = ec.generate_private_key(ec.SECP256R1())
        issuer = self.pair.certificate
        made = (
            _begun(_named("Quartermaster"), issuer.subject, key, now)
            .not_valid_after(
                min(now - CLOCKS_DIFFER + CERTIFICATE_LASTS, issuer.not_valid_after_utc)
            )
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(SERVES, critical=False)
            .add_extension(x509.SubjectAlternativeName(map(_general, names)), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer.public_key()),  # type: ignore[arg-type]
                critical=False,
            )
            .sign(self.pair.key, hashes.SHA256())
        )
        return CertificatePair(made, key)


SERVES: Final = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])


def authority_in(folder: Path, names: Iterable[str], now: datetime) -> Authority:
    """The authority that is kept in this folder; made at first, and anew when it nears its end.

    It can speak for home networks, and for the names that this machine had when it was made.
    """
    path = folder / FOLDER / "authority.pem"
    if path.exists():
        kept = _read(path)
        if kept is None:
            raise Unreadable(path)
        if not kept.ends_before(now + RENEWED_BEFORE):
            return Authority(kept)
        log.warning("The certificate authority was at its end: every device has to trust a new one")
    made = _new_authority(names, now)
    _keep(path, made)
    return Authority(made)


def server_certificate(
    folder: Path, authority: Authority, names: Iterable[str], now: datetime
) -> Path:
    """The file with the server's certificate and key, for all these names that may be signed."""
    wanted = list(dict.fromkeys((*ALWAYS, *names)))
    signed = [name for name in wanted if authority.may_sign_for(name)]
    for name in wanted:
        if name not in signed:
            log.warning("The certificate authority was not made for %s; open another address", name)
    path = folder / FOLDER / "server.pem"
    kept = _read(path) if path.exists() else None
    if kept is None or not _still_good(kept, authority, signed, now):
        _keep(path, authority.sign(signed, now))
    return path


def _still_good(
    kept: CertificatePair, authority: Authority, names: Sequence[str], now: datetime
) -> bool:
    issuer = authority.pair.certificate
    try:
        kept.certificate.verify_directly_issued_by(issuer)
    except (ValueError, TypeError, InvalidSignature):
        return False
    soon = min(now + RENEWED_BEFORE, issuer.not_valid_after_utc)
    return not kept.ends_before(soon) and _names(kept.certificate) == set(map(_general, names))


def _new_authority(names: Iterable[str], now: datetime) -> CertificatePair:
    key = ec.generate_private_key(ec.SECP256R1())
    # The day tells two authorities of one machine apart in a tablet's settings.
    subject = _named(f"Quartermaster {now:%Y-%m-%d}")
    permitted = [x509.DNSName("localhost"), x509.DNSName("local"), *map(_network, AT_HOME)]
    permitted += [_alone(name) for name in names if not _covers(permitted, name)]
    made = (
        _begun(subject, subject, key, now)
        .not_valid_after(now + AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return CertificatePair(made, key)


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _general(name: str) -> x509.GeneralName:
    address = _address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(address)


def _network(network: str) -> x509.GeneralName:
    return x509.IPAddress(ipaddress.ip_network(network))


def _alone(name: str) -> x509.GeneralName:
    """This name or address and no other, as a constraint writes it."""
    return x509.DNSName(name) if _address(name) is None else _network(name)


def _covers(permitted: Iterable[x509.GeneralName], name: str) -> bool:
    """Return whether a name or address is among those that these constraints permit."""
    address = _address(name)
    if address is None:
        names = [
            permitted_name.value
            for permitted_name in permitted
            if isinstance(permitted_name, x509.DNSName)
        ]
        return any(name == allowed or name.endswith(f".{allowed}") for allowed in names)
    networks = [
        permitted_name.value
        for permitted_name in permitted
        if isinstance(permitted_name.value, Network)
    ]
    return any(address in network for network in networks)


def _constraints(certificate: x509.Certificate) -> x509.NameConstraints:
    return certificate.extensions.get_extension_for_class(x509.NameConstraints).value


def _names(certificate: x509.Certificate) -> set[x509.GeneralName]:
    return set(certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value)


def _read(path: Path) -> CertificatePair | None:
    """The certificate and the key in a file, or nothing if it does not hold both."""
    written = path.read_bytes()
    try:
        key = load_pem_private_key(written, None)
        certificate = x509.load_pem_x509_certificate(written)
    except ValueError:
        return None
    return (
        CertificatePair(certificate, key) if isinstance(key, ec.EllipticCurvePrivateKey) else None
    )


def _keep(path: Path, pair: CertificatePair) -> None:
    """Write key and certificate to one file, for the owner's eyes alone."""
    private.make_folder(path.parent)
    private.replace(path, pair.written())
