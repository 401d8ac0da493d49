"""The address that another device is shown: one at which the server listens, and one for all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask

from tests.toy.web import in_web_registries, toy_app
from tests.web.arrange import Device, Page, matches
from tests.web.conftest import Tray
from tracker.serving import addresses
from tracker.web.own_names import listen
from tracker.web.trust import Trust, offer

OUTSIDE: Final = "192.168.1.7"


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An app on a machine that has an address in its network."""
    monkeypatch.setattr(addresses, "own_addresses", lambda: [OUTSIDE])
    with in_web_registries():
        made = toy_app(tmp_path)
        yield made
        matches(made)._database.close()


def shown(device: Device, match: str, tray: Tray, at: str) -> tuple[str, str]:
    """The address on the page of the table, and the one on the running sheet, without the path."""
    port = {"SERVER_PORT": at.partition(":")[2] or "80"}
    names: dict[str, Any] = {"headers": {"Host": at}, "environ_overrides": port}
    page = Page(Device(device.app).client.get(f"{match}/table", **names))
    device.client.get(f"{match}/paper/running.pdf", **names)
    printed = tray.orders[-1].match
    assert printed
    (join,) = page.all("dd", "join-address")
    return join.text.partition("/j/")[0].strip(), printed.address.removesuffix(match)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("listens_on", "opened_at", "address"),
    [
        ("0.0.0.0", "localhost:8000", f"http://{OUTSIDE}:8000"),
        ("0.0.0.0", "127.0.0.1:8000", f"http://{OUTSIDE}:8000"),
        ("0.0.0.0", "quartermaster.local:8000", "http://quartermaster.local:8000"),
        ("127.0.0.1", "127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("127.0.0.1", "localhost:8000", "http://localhost:8000"),
        ("localhost", "localhost", "http://localhost"),
        ("10.0.0.4", "localhost:8000", "http://10.0.0.4:8000"),
    ],
)
def test_the_table_and_the_paper_show_one_address_at_which_the_server_listens(
    device: Device, match: str, tray: Tray, listens_on: str, opened_at: str, address: str
) -> None:
    listen(device.app, listens_on, "quartermaster.local")

    assert shown(device, match, tray, opened_at) == (address, address)
    printed = tray.orders[-1].match
    assert printed
    is_alone = listens_on in ("127.0.0.1", "localhost")
    assert printed.is_found_by_phones == (not is_alone)
    page = Device(device.app, Host=opened_at).open(f"{match}/table")
    assert ("for this machine only" in page.text) == is_alone


def test_over_https_both_lead_a_new_phone_to_the_port_that_it_need_not_trust(
    device: Device, match: str, tray: Tray
) -> None:
    offer(device.app, Trust(b"", "Ours", "AB:CD", 8443, 8080))

    wanted = f"http://{OUTSIDE}:8080"
    assert shown(device, match, tray, "localhost:8443") == (wanted, wanted)


def test_the_name_in_a_request_does_not_make_another_paper(
    device: Device, match: str, tray: Tray
) -> None:
    for host in ("evil.example", "other.example:8000", "203.0.113.9", "203.0.113.10:81"):
        device.client.get(f"{match}/paper/running.pdf", headers={"Host": host})

    assert len(tray.made) == 1
    printed = tray.orders[-1].match
    assert printed
    assert printed.address == f"http://{OUTSIDE}{match}"
