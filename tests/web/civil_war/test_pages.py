"""Checks of every page, on the pages of the Civil War."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.arrange import Device
from tests.web.civil_war.test_language import every_page
from tests.web.test_static import assert_nothing_inline, assert_whole_ids
from tracker.web import fonts, static


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "ru"])
def test_no_page_has_anything_inline_or_from_elsewhere(app: Flask, code: str) -> None:
    pages = every_page(Device(app, Accept_Language=code))

    assert len(pages) > 30
    for page in pages:
        assert_nothing_inline(page)


@pytest.mark.slow
def test_every_id_on_a_page_is_there_once_and_every_label_has_its_field(device: Device) -> None:
    for page in every_page(device):
        assert_whole_ids(page)


@pytest.mark.slow
def test_every_icon_on_a_page_is_drawn(client: FlaskClient, device: Device) -> None:
    drawn = set(re.findall(r'id="([\w-]+)"', client.get("/static/icons.svg").text))

    for page in every_page(device):
        used = {use.attributes["href"].partition("#")[2] for use in page.all("use")}
        assert used <= drawn, page.path


def test_the_sheet_with_all_that_it_loads_is_at_most_150_kb(
    device: Device, client: FlaskClient, table_of_six: str
) -> None:
    named = set(re.findall(r'"(/static/[^"#]+)', device.open(table_of_six).html))
    modules = {static.url(name) for name in static.OWN if name.endswith(".js")}
    shown = {f"/static/fonts/{face}-latin.woff2" for face in fonts.FACES}
    addresses = [table_of_six, *(named | modules | shown), "/static/icons.svg"]

    sizes = [
        len(client.get(address, headers={"Accept-Encoding": "gzip"}).data) for address in addresses
    ]

    assert sum(sizes) <= 150_000
    assert sizes[0] <= 20_000
