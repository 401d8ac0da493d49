"""A page is read in one transaction: everything on it is of one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask

from tests.toy.arrange import walk
from tests.web.arrange import DEMOS, Device, matches, title_folder
from tests.web.shared_pages import RULES, WITHOUT_ONE, race
from tracker.engine import match_file
from tracker.games.titles import TITLES

ARGUMENTS: Final = {"n": "0", "seat": "0", "column": "points", "name": "nothing"}
MOST_FORMS: Final = 40


def counted(database: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls of a method of the database from now on."""
    calls: list[str] = []
    really = getattr(database, name)

    def noted(*arguments: Any) -> Any:
        calls.append(name)
        return really(*arguments)

    monkeypatch.setattr(database, name, noted)
    return calls


@contextmanager
def readings(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The sessions that are opened to read."""
    with monkeypatch.context() as patch:
        yield counted(app.extensions["database"], "_open_reading", patch)


def pages_of_match(app: Flask, match: str) -> Iterator[str]:
    """Every address below a match, of pages and for programs."""
    for rule in app.url_map.iter_rules():
        if "match_id" in rule.arguments and "GET" in (rule.methods or ()):
            known = {**ARGUMENTS, "match_id": match.removeprefix("/m/")}
            values: dict[str, Any] = {name: known[name] for name in rule.arguments}
            with app.test_request_context():
                yield app.url_for(rule.endpoint, **values)


def must_read_once(
    device: Device, addresses: Iterator[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    token = {"Authorization": f"Bearer {device.secret}"}
    for address in addresses:
        headers = token if address.startswith("/api/") else {}
        with readings(device.app, monkeypatch) as opened:
            device.client.get(address, headers=headers)
        assert len(opened) <= 1, address


def forms(device: Device, match: str) -> Iterator[str]:
    """The forms of entries that the main page leads to."""
    found = dict.fromkeys(link for link in device.open(match).links if link.startswith(f"{match}?"))
    yield from list(found)[:MOST_FORMS]


def test_a_shared_page_reads_once(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    running, over = race(device), race(device)
    device.write(over, walk(0, 9))
    for match in (running, over):
        device.open(match)
        must_read_once(device, pages_of_match(device.app, match), monkeypatch)
    must_read_once(
        device, iter((*WITHOUT_ONE, *RULES, f"{running}/entries/0?take_out=1")), monkeypatch
    )


@pytest.mark.slow
@pytest.mark.parametrize("demo", DEMOS, ids=title_folder)
def test_a_page_of_any_title_reads_once(
    device: Device, demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title, document = match_file.read(demo.read_bytes(), TITLES)
    match = device.make(document.setup)
    matches(device.app).write(match.removeprefix("/m/"), document.entries, "demo", device.name)
    device.open(match)

    must_read_once(device, pages_of_match(device.app, match), monkeypatch)
    must_read_once(device, forms(device, match), monkeypatch)
    must_read_once(device, iter((f"/new?title={title.NAME}&form_id=reads-once",)), monkeypatch)


def test_a_write_is_one_reading_and_one_transaction(
    device: Device, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert device.token
    device.open(match)
    version = matches(device.app).sheet(match.removeprefix("/m/")).version
    entries = '[{"do": "walk", "seat": 0, "steps": 1}]'
    database = device.app.extensions["database"]
    writes = counted(database, "writing", monkeypatch)

    with readings(device.app, monkeypatch) as opened:
        fields = {"entries": entries, "then_end_turn": "0", "version": str(version)}
        answer = device.post(f"{match}/entries", write_id="once", **fields)

    assert answer.status_code == 303
    assert (len(opened), len(writes)) == (1, 1)
