"""A match with thousands of entries: its history is read in pages, and amending it is bounded."""

import pytest
from flask import Flask

from tests.toy.arrange import entry, setup, walk
from tests.web.api.program import Program
from tests.web.arrange import Device, matches
from tracker.engine.refusal import Invalid
from tracker.service import match

WALKS = entry("walk", seat=0, steps=1)


@pytest.fixture
def long(app: Flask, device: Device) -> str:
    """A match with 250 entries."""
    match = device.make(setup(goal=999))
    matches(app).write(match.removeprefix("/m/"), [WALKS] * 250, "long", device.name)
    return match


def test_the_history_is_read_in_pages_of_a_hundred(device: Device, long: str) -> None:
    last = device.open(f"{long}/history")
    second = device.open(f"{long}/history", start=100)
    first = device.open(f"{long}/history", start=0)

    numbers = [[int(span.text) for span in page.all("span", "entry-n")] for page in (first, second)]
    assert numbers == [list(range(100, 0, -1)), list(range(200, 100, -1))]
    newest = [int(span.text) for span in last.all("span", "entry-n")]
    assert newest == list(range(250, 200, -1))
    assert f"{long}/history?start=100" in last.links
    assert {f"{long}/history?start=0", f"{long}/history?start=200"} <= set(second.links)
    for start in ("x", "-1", "9" * 50, "99999999"):
        assert device.open(f"{long}/history", start=start).status == 200


def test_the_story_of_a_number_is_read_in_pages_of_a_hundred(device: Device, long: str) -> None:
    path = f"{long}/seats/0/steps"
    newest, middle, oldest = (device.open(path, start=start) for start in (0, 100, 200))

    totals = [
        [int(cell.text) for cell in page.all("td", "running")] for page in (newest, middle, oldest)
    ]
    assert [len(page) for page in totals] == [100, 100, 50]
    assert [total for page in totals for total in page] == list(range(250, 0, -1))
    assert newest.links.count("?start=100") == oldest.links.count("?start=100") == 1
    assert {"?start=0", "?start=200"} <= set(middle.links)
    assert "250" in oldest.text
    assert device.open(path, start="x").status == 200


def test_a_program_reads_a_hundred_entries_at_once(app: Flask, device: Device, long: str) -> None:
    program = Program(app, token=device.secret)
    address = f"/matches/{long.removeprefix('/m/')}/history"

    part = program.read(address)

    assert len(part["entries"]) == part["next"] == 100
    assert program.get(f"{address}?most=101").status_code == 400


def test_an_amendment_that_would_decide_too_much_again_is_refused(
    app: Flask, device: Device, long: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "MOST_DECIDED_AGAIN", 200)
    program = Program(app, token=device.secret)
    match_id = long.removeprefix("/m/")

    preview = f"/matches/{match_id}/entries/10/preview"
    refused = program.post(preview, {"entry": walk(0, 2)})
    with pytest.raises(Invalid, match="enter a correction instead"):
        matches(app).amend(match_id, 10, None, 250, "amended", device.name)

    assert refused.status_code == 400
    assert "more than 200 entries follow" in refused.get_json()["detail"]
    page = device.open(f"{long}/entries/10", take_out="1")
    assert page.status == 200
    assert "Entry 11: " in page.text
    assert "More than 200 entries follow this one, so it cannot be amended." in page.text
    assert [form.action for form in page.forms if "/entries/10" in form.action] == []
    near = program.post(f"/matches/{match_id}/entries/100/preview", {"entry": walk(0, 2)})
    assert near.status_code == 200
    assert device.open(f"{long}/entries/100").status == 200
