"""A table over https, in a browser that trusts its authority and waves no warning away."""

import hashlib
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, expect

from tests.browser.arrange import table
from tests.browser.conftest import PHONE, TABLET, TIMEOUT_MS
from tests.browser.serving import FLAGS, HOST, Server, launching
from tests.browser.test_accessibility import NOTHING_WRONG, examined
from tests.serving.conftest import running
from tests.test_app import ROOT, free_port, wait_for
from tracker.serving.authority import Authority, authority_in

PLAIN: Final = "table.local"
BANK: Final = "bank.example"
RESOLVING: Final = f"--host-resolver-rules=MAP {PLAIN} {HOST}, MAP {BANK} {HOST}"
TRUSTED: Final = b"\x0a\x02\x08\x03"
"""The value with which Chromium's database of a profile marks a certificate as trusted."""


@dataclass(frozen=True)
class Secured:
    """A table that was started with `./dev run --https`."""

    address: str
    plain: str
    folder: Path
    said: str

    @property
    def authority(self) -> Authority:
        return authority_in(self.folder, [], datetime.now(UTC))


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    folder, port, plain = tmp_path_factory.mktemp("instance"), free_port(), free_port()
    options = ["--https", "--host", HOST, "--port", str(port), "--plain-port", str(plain)]
    process = subprocess.Popen(
        [sys.executable, "app.py", *options],
        cwd=ROOT,
        env={**os.environ, "QUARTERMASTER_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    said = "".join(iter(process.stdout.readline, f"Matches are saved in {folder}. {STOP}\n"))
    wait_for(port)
    wait_for(plain)
    yield Secured(f"https://{HOST}:{port}", f"http://{HOST}:{plain}", folder, said)
    process.terminate()
    process.communicate()


STOP: Final = "Stop with Ctrl-C."


@pytest.fixture(scope="module")
def trusting(
    browser: Browser, secured: Secured, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A browser whose owner has installed what the trust page offers."""
    with urlopen(f"{secured.plain}/trust/quartermaster.crt") as answer:
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        certificate = answer.read()
    profile = tmp_path_factory.mktemp("profile")
    install(certificate, profile)
    flags = [*(flag for flag in FLAGS if "resolver" not in flag), RESOLVING]
    context = browser.browser_type.launch_persistent_context(
        profile, **launching(flags, has_windows=True), **TABLET, locale="en"
    )
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    context.close()


def install(certificate: bytes, profile: Path) -> None:
    """Trust a certificate, as the settings of Chromium would write it into the profile."""
    (profile / "Default").mkdir()
    with closing(sqlite3.connect(profile / "Default" / "ServerCertificate")) as database:
        database.executescript(
            "CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);"
            "CREATE TABLE certificates(sha256hash_hex TEXT PRIMARY KEY,"
            " der_cert BLOB NOT NULL, trust_settings BLOB NOT NULL);"
            "INSERT INTO meta VALUES ('version', '1'), ('last_compatible_version', '1')"
        )
        name = hashlib.sha256(certificate).hexdigest()
        database.execute("INSERT INTO certificates VALUES (?, ?, ?)", (name, certificate, TRUSTED))
        database.commit()


@contextmanager
def opened(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    yield page
    page.close()


def test_a_device_is_led_from_the_plain_port_to_the_sheet_and_the_next_time_at_once(
    trusting: BrowserContext, secured: Secured
) -> None:
    trusting.clear_cookies()
    with opened(trusting) as page:
        page.goto(f"{secured.plain}/")
        expect(page.locator("h1")).to_have_text("Trust this table's certificate")
        shown = page.locator(".fingerprint").inner_text()
        assert re.sub(r"\s+", ":", shown.strip()) in secured.said
        assert [cookie["name"] for cookie in trusting.cookies()] == []

        with page.expect_navigation():
            page.get_by_role("link", name="Open the sheet").click()
        assert page.url == f"{secured.address}/"
        with page.expect_navigation():
            page.get_by_role("button", name="Open a demo match").first.click()
        assert page.evaluate("() => isSecureContext")
        secure = {cookie["name"]: cookie["secure"] for cookie in trusting.cookies()}
        assert secure == {"__Host-device": True, "__Host-session": True, "https": False}

        # The code for other devices leads by the plain port too, and from there on at once.
        match = page.url
        page.goto(f"{match}/table")
        said = "".join(page.locator(".join-address span").all_inner_texts())
        assert said.startswith("http://")
        page.goto(f"{secured.plain}/j/{said.rpartition('/j/')[2]}")
        assert page.url == match


@pytest.mark.parametrize(("size", "locale"), [(TABLET, "en"), (TABLET, "ru"), (PHONE, "pl")])
def test_the_trust_page_is_for_everybody(
    browser: Browser, secured: Secured, size: dict[str, Any], locale: str
) -> None:
    context = browser.new_context(**size, locale=locale, service_workers="block")
    page = context.new_page()
    page.goto(f"{secured.plain}/m/table")

    assert examined(page) == NOTHING_WRONG
    context.close()


def why_not_installable(tools: CDPSession) -> list[str]:
    found = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    return [problem["errorId"] for problem in found]


def test_the_sheet_can_be_installed_and_keeps_the_screen_awake(
    trusting: BrowserContext, secured: Secured
) -> None:
    with opened(trusting) as page:
        page.goto(secured.address)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        tools = trusting.new_cdp_session(page)
        assert tools.send("Page.getAppManifest")["errors"] == []
        assert why_not_installable(tools) == []
        page.goto(f"{secured.address}/trust")
        assert why_not_installable(tools) == ["no-manifest"]
        page.goto(secured.address)

        with page.expect_navigation():
            page.get_by_role("button", name="Open a demo match").first.click()
        expect(page.locator("html")).to_have_attribute("data-awake", "yes")
        expect(page.locator(".may-sleep")).to_be_hidden()


def test_a_device_that_trusts_nothing_is_warned(browser: Browser, secured: Secured) -> None:
    context = browser.new_context()
    page = context.new_page()
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(secured.address)
    context.close()


def test_the_browser_does_not_take_a_strangers_name_from_the_authority(
    trusting: BrowserContext, secured: Secured, tmp_path: Path
) -> None:
    forged = tmp_path / "forged.pem"
    forged.write_bytes(secured.authority.sign([BANK, HOST], datetime.now(UTC)).written())
    with (
        running(lambda environ, start: [], certificate=forged) as bank,
        opened(trusting) as page,
        pytest.raises(Error, match="ERR_CERT_INVALID"),
    ):
        page.goto(f"https://{BANK}:{bank.port}/")


def test_over_plain_http_a_line_says_that_the_screen_may_sleep_until_it_is_read(
    trusting: BrowserContext, server: Server
) -> None:
    address = server.arrange(table()).replace(HOST, PLAIN)
    with opened(trusting) as page:
        page.goto(address)
        line = page.locator(".may-sleep")
        expect(line).to_be_visible()
        assert not page.evaluate("() => isSecureContext || 'serviceWorker' in navigator")

        with page.expect_navigation():
            line.get_by_role("link", name="What to do").click()
        expect(page.locator("main")).to_contain_text("Auto-Lock")
        page.goto(address)
        seats = page.locator(".sides").bounding_box()
        line.get_by_role("button", name="OK").click()
        expect(line).to_be_hidden()
        assert page.locator(".sides").bounding_box() == seats

        page.reload()
        expect(line).to_be_hidden()
