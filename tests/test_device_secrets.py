"""Secrets of devices on a real server: only issued ones count, and https begins with a new one."""

import socket
import ssl
from collections.abc import Mapping
from contextlib import AbstractContextManager, closing
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Final

import pytest

from tests.bench.device import Device, field
from tests.postgres import Postgres
from tests.processes import HOST, PATIENCE_SECONDS, Server, free_port, served
from tracker.settings import DATA, DATABASE_URL, HOSTS, PROXIES

pytestmark = pytest.mark.slow

INVENTED: Final = ("a" * 16, "a" * 43, f"{'a' * 43}.{'a' * 22}")
SECURE: Final = "__Host-device"
KEY_FILE: Final = "secret"
ONLY_OVER_HTTPS: Final = "Strict-Transport-Security"
REAL_NAME: Final = "sheet.example.org"
GOOD_CIPHERS: Final = "ECDHE+AESGCM:ECDHE+CHACHA20"
CBC_CIPHERS: Final = "ECDHE+AES:!AESGCM:!AESCCM:@SECLEVEL=0"


class SecureDevice(Device):
    """A browser that opens the sheet over TLS, and comes with these cookies."""

    def __init__(self, port: int, cookies: Mapping[str, str]) -> None:
        super().__init__(port)
        self._connection = HTTPSConnection(
            HOST, port, timeout=PATIENCE_SECONDS, context=client_context()
        )
        self._cookies.update(cookies)
        self._origin = f"https://{HOST}:{port}/"

    def ask(
        self,
        method: str,
        path: str,
        fields: dict[str, str] | None = None,
        more: Mapping[str, str] | None = None,
    ) -> tuple[str, str]:
        return super().ask(method, path, fields, {"Referer": self._origin, **(more or {})})


def client_context() -> ssl.SSLContext:
    """Return a context that takes any certificate: other tests check which one it is."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Table:
    """One folder with matches, served over plain http or over https, in turn."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.data = folder / "data"
        self._log = folder / "log"
        self._environment = {DATA: str(self.data), **environment}

    def over_http(self) -> AbstractContextManager[Server]:
        return served(self._environment, self._log)

    def over_https(self) -> AbstractContextManager[Server]:
        options = ["--https", "--no-name", "--plain-port", str(free_port())]
        return served(self._environment, self._log, options=options)


@pytest.fixture(params=["sqlite", "postgresql"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    if request.param == "sqlite":
        return Table(tmp_path, {})
    postgres: Postgres = request.getfixturevalue("postgres")
    return Table(tmp_path, {DATABASE_URL: postgres.new_database()})


@pytest.fixture
def folder(tmp_path: Path) -> Table:
    return Table(tmp_path, {})


def secret_in(device: Device, name: str = "device") -> str:
    cookies = dict(cookie.split("=", 1) for cookie in device.cookies.split("; "))
    return cookies.get(name, "")


def is_host(device: Device, match: str) -> bool:
    """Return whether the device may do at this match what only its host may."""
    token = field(device.ask("GET", "/")[1], "csrf_token")
    device.ask("POST", f"{match}/table/code", {"csrf_token": token})
    assert device.status in (303, 403)
    return device.status == 303


def is_host_over_https(server: Server, match: str, **cookies: str) -> bool:
    """Return whether a device with these cookies is the host."""
    named = {name.replace("host_", "__Host-"): value for name, value in cookies.items()}
    with closing(SecureDevice(server.port, named)) as device:
        return is_host(device, match)


def status_for(server: Server, token: str) -> int:
    """Return the status of the list of matches for a program with this token."""
    with closing(HTTPConnection(HOST, server.port, timeout=PATIENCE_SECONDS)) as connection:
        connection.request("GET", "/api/matches", headers={"Authorization": f"Bearer {token}"})
        return connection.getresponse().status


def made_over_http(table: Table) -> tuple[str, str]:
    """Return the path of a match, and the secret that its host got over plain http."""
    with table.over_http() as server, closing(Device(server.port)) as host:
        return host.make_demo(), secret_in(host)


def test_a_device_that_comes_over_https_keeps_its_matches_and_gets_a_new_secret(
    table: Table,
) -> None:
    match, plain = made_over_http(table)

    with table.over_https() as server:
        with closing(SecureDevice(server.port, {"device": plain})) as device:
            assert is_host(device, match)
            new = secret_in(device, SECURE)
            assert new not in ("", plain)
            assert secret_in(device) == ""
        # The old secret, which everybody in the network could read or plant, is worth nothing.
        assert not is_host_over_https(server, match, device=plain)
        assert not is_host_over_https(server, match, host_device=plain)
        assert is_host_over_https(server, match, host_device=new)
        assert is_host_over_https(server, match, host_device=new, device=plain)

    with table.over_http() as server:
        assert (status_for(server, plain), status_for(server, new)) == (401, 200)


def test_a_device_whose_answer_with_the_new_secret_was_lost_keeps_its_matches(
    table: Table,
) -> None:
    match, plain = made_over_http(table)

    with table.over_https() as server:
        for _ in range(10):
            with closing(SecureDevice(server.port, {"device": plain})) as device:
                device.ask("GET", "/")
        assert is_host_over_https(server, match, device=plain)


def test_two_pages_that_a_device_opens_over_https_at_once_both_lead_to_its_matches(
    table: Table,
) -> None:
    match, plain = made_over_http(table)

    with table.over_https() as server:
        first, second = (SecureDevice(server.port, {"device": plain}) for _ in range(2))
        with closing(first), closing(second):
            first.ask("GET", "/")
            second.ask("GET", "/")
        assert is_host_over_https(server, match, host_device=secret_in(second, SECURE))


def test_whoever_planted_a_secret_is_not_the_device_that_comes_with_it(table: Table) -> None:
    match, planted = made_over_http(table)

    with table.over_https() as server:
        with closing(SecureDevice(server.port, {"device": planted})) as victim:
            victim.ask("GET", match)
            own_match = victim.make_demo()
            assert is_host(victim, own_match)
        for cookies in ({"device": planted}, {"host_device": planted}):
            assert not is_host_over_https(server, own_match, **cookies)


@pytest.mark.parametrize("invented", INVENTED)
def test_a_secret_that_the_server_has_not_issued_is_none(folder: Table, invented: str) -> None:
    with folder.over_http() as server, closing(Device(server.port)) as device:
        assert status_for(server, invented) == 401
        device.ask("GET", "/", more={"Cookie": f"device={invented}"})
        assert secret_in(device) not in ("", invented)
        assert status_for(server, secret_in(device)) == 200


def test_a_device_keeps_its_matches_when_the_database_comes_back_without_its_key(
    table: Table,
) -> None:
    match, secret = made_over_http(table)
    (table.data / KEY_FILE).unlink()

    with table.over_http() as server, closing(Device(server.port)) as device:
        token = {"Cookie": f"device={secret}"}
        page = device.ask("GET", f"{match}/table", more=token)[1]
        assert device.status == 200
        assert "/table/settings" in page
        assert secret_in(device) in ("", secret)
        assert status_for(server, secret) == 200


def test_a_real_name_is_kept_to_https_and_a_local_one_is_not(tmp_path: Path) -> None:
    environment = {DATA: str(tmp_path / "data"), PROXIES: "1", HOSTS: REAL_NAME}
    with served(environment, tmp_path / "log") as server:
        assert "max-age=" in header_of(server, REAL_NAME, "https")
        assert header_of(server, REAL_NAME, "http") == ""
        for name in ("table.local", "localhost", "192.168.1.7", "[fd00::2]"):
            assert header_of(server, name, "https") == ""


def header_of(server: Server, name: str, scheme: str) -> str:
    """Return what the first page says of coming over https only."""
    with closing(HTTPConnection(HOST, server.port, timeout=PATIENCE_SECONDS)) as connection:
        connection.request("GET", "/", headers={"Host": name, "X-Forwarded-Proto": scheme})
        return connection.getresponse().headers.get(ONLY_OVER_HTTPS, "")


def test_tls_has_no_ciphers_with_cbc(folder: Table) -> None:
    with folder.over_https() as server:
        assert cipher_of(server, GOOD_CIPHERS).startswith("ECDHE-")
        with pytest.raises(ssl.SSLError):
            cipher_of(server, CBC_CIPHERS)


def cipher_of(server: Server, ciphers: str) -> str:
    """Return the cipher that the server chooses among these of TLS 1.2."""
    context = client_context()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(ciphers)
    with (
        socket.create_connection((HOST, server.port), timeout=PATIENCE_SECONDS) as connection,
        context.wrap_socket(connection) as secure,
    ):
        found = secure.cipher()
        assert found is not None
        return str(found[0])
