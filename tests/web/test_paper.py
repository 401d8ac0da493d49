"""Paper on the web: what is offered, and a PDF that is made once and waited for."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from tests.printing.test_print_queue import slowly
from tests.toy.arrange import walk
from tests.web.arrange import Device
from tests.web.conftest import Tray
from tracker.printing.print_queue import Press
from tracker.web import paper


def test_the_paper_page_is_reached_from_the_match_and_from_the_list(
    device: Device, match: str
) -> None:
    assert f"{match}/paper" in device.open(match).links
    assert f"{match}/paper" in device.open("/").links
    assert "/paper?title=toy-race" in device.open("/").links


def test_the_paper_page_offers_every_sheet_in_the_language_and_size(
    device: Device, match: str
) -> None:
    page = device.open(f"{match}/paper", language="pl", paper="letter")

    (found,) = [link for link in page.links if ".pdf?" in link]
    assert "language=pl" in found
    assert "paper=letter" in found


def test_an_unchanged_match_is_printed_once(device: Device, match: str, tray: Tray) -> None:
    first = device.client.get(f"{match}/paper/running.pdf")
    again = device.client.get(f"{match}/paper/running.pdf")
    device.write(match, walk(0, 3))
    changed = device.client.get(f"{match}/paper/running.pdf")
    other = device.client.get(f"{match}/paper/running.pdf?paper=letter")

    assert first.mimetype == "application/pdf"
    assert first.data == again.data
    assert len({first.data, changed.data, other.data}) == 3
    assert "attachment; filename=20" in first.headers["Content-Disposition"]


@pytest.mark.parametrize("path", ["/paper/running.pdf", "/paper/pancakes.pdf", "/m/x/paper"])
def test_what_is_not_there_is_not_found(device: Device, path: str) -> None:
    assert device.open(path).status == 404


def test_a_sheet_that_does_not_exist_is_not_found(device: Device, match: str) -> None:
    assert device.open(f"{match}/paper/pancakes.pdf").status == 404
    assert device.open(f"{match}/paper/blank.pdf").status == 404


def test_a_match_with_too_many_entries_is_told_that_it_cannot_be_printed(
    device: Device, match: str, tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper, "MOST_PRINTED_ENTRIES", 2)
    device.write(match, walk(0), walk(0))
    assert device.client.get(f"{match}/paper/running.pdf").status_code == 200
    device.write(match, walk(0))

    page = device.open(f"{match}/paper/running.pdf")

    assert page.status == 422
    assert "entries cannot be printed" in page.text
    assert len(tray.orders) == 1


@pytest.mark.slow
def test_a_press_that_others_wait_for_is_asked_again(
    app: Flask, device: Device, match: str, press: Press
) -> None:
    with ThreadPoolExecutor(2) as threads:
        for name in ("one", "another"):
            threads.submit(press.printed, name, slowly)
        while len(press._tasks) < 2:
            time.sleep(0.01)
        page = device.open(f"{match}/paper/running.pdf")

    assert page.status == 202
    assert page.headers["Refresh"] == "2"
    assert "Preparing the PDF" in page.text
