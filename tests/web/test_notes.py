"""Notes on a match and on an entry: shown, in the file, and never markup."""

import json
from datetime import datetime

from flask import Flask

from tests.toy.arrange import walk
from tests.web.arrange import Device


def test_a_note_on_the_match_is_shown_with_its_day_and_kept_in_the_file(app: Flask) -> None:
    device = Device(app)
    match = device.make()
    (form,) = device.open(f"{match}/notes").posting("/notes")

    page = device.send(form, text="At Clara's.\r\n<b>Second</b> evening")

    assert "At Clara's." in page.text
    assert "<b>Second" not in page.html
    assert "At Clara's." in device.open(f"{match}/history").text
    document = json.loads(device.client.get(f"{match}/match.json").data)
    assert [note["text"] for note in document["notes"]] == ["At Clara's.\n<b>Second</b> evening"]


def test_a_note_stands_beside_its_entry(app: Flask) -> None:
    device = Device(app)
    match = device.make()
    device.write(match, walk(0))
    form = device.open(f"{match}/entries/0").posting("/notes")[0]

    page = device.send(form, text="Was it four?")

    assert page.text.count("Was it four?") == 1
    assert "Was it four?" in device.open(f"{match}/history").text
    document = json.loads(device.client.get(f"{match}/match.json").data)
    assert document["entries"][0]["notes"][0]["text"] == "Was it four?"
    assert "notes" not in document


def test_a_note_says_who_wrote_it_and_when(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    anna = Device(app).join(match, seat=0)

    page = anna.send(anna.open(f"{match}/notes").posting("/notes")[0], text="My fault")

    (note,) = json.loads(anna.client.get(f"{match}/match.json").data)["notes"]
    assert note["who"].startswith("Anna")
    day = datetime.fromisoformat(note["at"]).astimezone().day
    for shown in (page, host.open(f"{match}/history")):
        assert f"{note['who']} · {day} " in shown.text


def test_sent_twice_it_is_one_note_and_a_blank_one_is_refused(app: Flask) -> None:
    device = Device(app)
    match = device.make()
    form = device.open(f"{match}/notes").posting("/notes")[0]

    device.send(form, text="Once")
    page = device.send(form, text="Once")
    assert page.text.count("Once") == 1
    form = page.posting("/notes")[0]
    assert "must not be blank" in device.send(form, text=" \u200b ").text
    assert "more than 2000" in device.send(form, text="x" * 2001).text.replace("\u202f", "")


def test_the_author_and_the_host_take_a_note_off_and_lookers_write_none(app: Flask) -> None:
    host, looker = Device(app), Device(app)
    match = host.make()
    scorer, other = Device(app).join(match), Device(app).join(match)
    scorer.send(scorer.open(f"{match}/notes").posting("/notes")[0], text="Mine")

    assert looker.open(f"{match}/notes").posting("/notes") == []
    assert other.open(f"{match}/notes").posting("/remove") == []
    for device in (scorer, host):
        assert len(device.open(f"{match}/notes").posting("/remove")) == 1
    (form,) = host.open(f"{match}/notes").posting("/remove")
    answer = other.post(form.action, write_id="b", version="1")
    assert answer.status_code == 403
    assert "Mine" not in host.send(form).text
    answer = looker.post(f"{match}/notes", write_id="a", version="1", text="x")
    assert answer.status_code == 403


def test_a_note_or_a_request_that_never_was_is_not_found_and_an_old_one_stays_off(
    app: Flask,
) -> None:
    device = Device(app)
    match = device.make()
    device.send(device.open(f"{match}/notes").posting("/notes")[0], text="Once")
    (form,) = device.open(f"{match}/notes").posting("/remove")
    device.send(form)

    for address in ("notes/never/remove", "table/requests/never"):
        answer = device.post(f"{match}/{address}", write_id="a", version="1")
        assert answer.status_code == 404
        assert "There is no such" in answer.text
    assert device.post(form.action, write_id="b", version="1").status_code == 303
