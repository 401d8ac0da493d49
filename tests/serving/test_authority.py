"""The authority: what it signs for, how long, who reads its key; real handshakes with it."""

import logging
import socket
import ssl
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from tracker.serving.authority import (
    CERTIFICATE_LASTS,
    RENEWED_BEFORE,
    Authority,
    Unreadable,
    authority_in,
    server_certificate,
)

NAMES: Final = ("192.168.1.7", "laptop", "quartermaster.local", "203.0.113.9")


def kept_server(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / "https" / "server.pem").read_bytes())


def names_of(certificate: x509.Certificate) -> set[str]:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in names}


def made(folder: Path, ago: timedelta = timedelta()) -> tuple[Authority, ssl.SSLContext]:
    """Return the certificates of a start, today or so long ago."""
    then = datetime.now(UTC) - ago
    authority = authority_in(folder, NAMES, then)
    return authority, speaking_as(server_certificate(folder, authority, NAMES, then))


def speaking_as(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


@contextmanager
def answering(context: ssl.SSLContext) -> Iterator[int]:
    """A server that shakes one hand; its port."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        connection, _ = listening.accept()
        try:
            with context.wrap_socket(connection, server_side=True) as secured:
                secured.sendall(b"at the table")
        except OSError:
            connection.close()

    thread = threading.Thread(target=answer)
    thread.start()
    yield listening.getsockname()[1]
    thread.join()
    listening.close()


def shake(port: int, authority: Authority, name: str) -> bytes:
    """Return the server's answer to a device that trusts the authority and looked for this name."""
    trusting = ssl.create_default_context(cadata=authority.certificate)
    with (
        socket.create_connection(("127.0.0.1", port)) as connection,
        trusting.wrap_socket(connection, server_hostname=name) as secured,
    ):
        return secured.recv(100)


@pytest.mark.parametrize("name", [*NAMES, "localhost", "127.0.0.1"])
def test_a_device_that_trusts_the_authority_opens_every_name_of_the_server(
    tmp_path: Path, name: str
) -> None:
    authority, context = made(tmp_path)

    with answering(context) as port:
        assert shake(port, authority, name) == b"at the table"


def test_a_device_that_trusts_another_authority_does_not(tmp_path: Path) -> None:
    _, context = made(tmp_path / "ours")
    another, _ = made(tmp_path / "theirs")

    with answering(context) as port, pytest.raises(ssl.SSLCertVerificationError):
        shake(port, another, "localhost")


@pytest.mark.parametrize("name", ["bank.example", "local.example", "8.8.8.8", "203.0.113.10"])
def test_a_stolen_key_signs_for_nobody_elses_name(tmp_path: Path, name: str) -> None:
    authority, _ = made(tmp_path)
    assert not authority.may_sign_for(name)

    stolen = authority.sign([name, "localhost"], datetime.now(UTC))
    forged = tmp_path / "forged.pem"
    forged.write_bytes(stolen.written())

    with (
        answering(speaking_as(forged)) as port,
        pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"),
    ):
        shake(port, authority, name)


def test_phones_take_the_certificate(tmp_path: Path) -> None:
    made(tmp_path)
    certificate = kept_server(tmp_path)

    assert names_of(certificate) == {*NAMES, "localhost", "127.0.0.1", "::1"}
    usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert ExtendedKeyUsageOID.SERVER_AUTH in usage
    lasts = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert lasts == CERTIFICATE_LASTS <= timedelta(days=397)
    assert certificate.not_valid_before_utc < datetime.now(UTC) - timedelta(hours=23)


def test_the_keys_are_for_the_owner_alone(tmp_path: Path) -> None:
    made(tmp_path)

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}

    assert modes == {"https": 0o700, "authority.pem": 0o600, "server.pem": 0o600}


def test_another_start_changes_nothing(tmp_path: Path) -> None:
    authority, _ = made(tmp_path)
    first = kept_server(tmp_path)

    again, _ = made(tmp_path)

    assert again.fingerprint == authority.fingerprint
    assert kept_server(tmp_path) == first


def test_a_new_address_gets_a_new_certificate_from_the_same_authority(tmp_path: Path) -> None:
    authority, _ = made(tmp_path)

    server_certificate(tmp_path, authority, ["10.0.0.3", "kitchen.local"], datetime.now(UTC))

    assert {"10.0.0.3", "kitchen.local"} < names_of(kept_server(tmp_path))
    assert "192.168.1.7" not in names_of(kept_server(tmp_path))
    kept_server(tmp_path).verify_directly_issued_by(authority.pair.certificate)


def test_an_address_that_the_authority_cannot_speak_for_is_left_out_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    authority, _ = made(tmp_path)

    with caplog.at_level(logging.WARNING):
        server_certificate(tmp_path, authority, ["198.51.100.4"], datetime.now(UTC))

    assert names_of(kept_server(tmp_path)) == {"localhost", "127.0.0.1", "::1"}
    assert "198.51.100.4" in caplog.text


def test_a_certificate_near_its_end_is_made_anew_and_the_authority_stays(
    tmp_path: Path,
) -> None:
    before, _ = made(tmp_path, ago=CERTIFICATE_LASTS - RENEWED_BEFORE)
    old = kept_server(tmp_path)

    after, _ = made(tmp_path)

    assert after.fingerprint == before.fingerprint
    assert kept_server(tmp_path).not_valid_after_utc > old.not_valid_after_utc + timedelta(days=300)


def test_an_authority_near_its_end_is_made_anew_with_the_certificate(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before, _ = made(tmp_path, ago=timedelta(days=5 * 365 - 59))

    after, context = made(tmp_path)

    assert after.fingerprint != before.fingerprint
    assert "every device has to trust a new one" in caplog.text
    with answering(context) as port:
        assert shake(port, after, "localhost")


def test_no_certificate_outlives_its_authority(tmp_path: Path) -> None:
    authority, _ = made(tmp_path, ago=timedelta(days=5 * 365 - 90))

    made(tmp_path)

    end = authority.pair.certificate.not_valid_after_utc
    assert kept_server(tmp_path).not_valid_after_utc == end
    first = kept_server(tmp_path)
    made(tmp_path)
    assert kept_server(tmp_path) == first


def test_a_spoilt_certificate_is_made_anew_but_no_authority_is_thrown_away(tmp_path: Path) -> None:
    authority, _ = made(tmp_path)
    (tmp_path / "https" / "server.pem").write_text("spoilt")
    assert made(tmp_path)[0].fingerprint == authority.fingerprint
    assert "192.168.1.7" in names_of(kept_server(tmp_path))

    (tmp_path / "https" / "authority.pem").write_text("spoilt")
    with pytest.raises(Unreadable, match=r"authority\.pem"):
        made(tmp_path)
    assert (tmp_path / "https" / "authority.pem").read_text() == "spoilt"
