"""The page of the players: a seat handed to somebody else, a name corrected, who played when."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.toy.arrange import ANNA, BORIS, end_turn, walk
from tests.web.arrange import DEMOS, Device, Page, title_folder


def handing(page: Page, seat: int) -> Any:
    forms = page.posting("/players/hand-over")
    return next(form for form in forms if form.fields["seat"] == str(seat))


def correcting(page: Page, seat: int) -> Any:
    forms = page.posting("/players/name")
    return next(form for form in forms if form.fields["seat"] == str(seat))


def document_of(device: Device, match: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(device.client.get(f"{match}/match.json").data)
    return document


def test_the_host_hands_a_seat_over_and_every_page_names_the_new_player(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    host.write(match, walk(ANNA))

    host.send(handing(host.open(f"{match}/players"), ANNA), name="  Olga ")

    host.write(match, walk(ANNA))
    sheet = host.open(match)
    assert "Olga walks 1 step" in sheet.text
    board = host.open(f"{match}/board").text
    for earlier in ("takes over from Anna", "Anna walks"):
        board = board.replace(earlier, "")
    assert "Anna" not in board
    document = document_of(host, match)
    assert document["entries"][1]["do"] == "hand_seat"
    assert document["entries"][1]["name"] == "Olga"
    assert [seat["name"] for seat in document["position"]["seats"]] == ["Olga", "Boris"]
    assert [seat["name"] for seat in document["setup"]["seats"]] == ["Anna", "Boris"]


def test_the_history_names_who_had_the_seat_then(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    host.write(match, walk(ANNA, 2))
    host.send(handing(host.open(f"{match}/players"), ANNA), name="Olga")
    host.write(match, walk(ANNA, 3))
    host.send(handing(host.open(f"{match}/players"), ANNA), name="Jan")
    host.write(match, walk(ANNA, 4))

    text = host.open(f"{match}/history").text

    for says in ("Anna walks 2 steps", "Olga takes over from Anna", "Olga walks 3 steps"):
        assert says in text
    for says in ("Jan takes over from Olga", "Jan walks 4 steps"):
        assert says in text


def test_the_page_says_who_played_when(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    host.write(match, walk(ANNA))
    host.send(handing(host.open(f"{match}/players"), ANNA), name="Olga")
    host.write(match, walk(ANNA), walk(ANNA), end_turn(ANNA), walk(BORIS))

    text = host.open(f"{match}/players").text

    assert "Anna: from the start (entries: 1, 25 %)" in text
    assert "Olga: from entry 2, Day 1 (entries: 3, 75 %)" in text
    assert "Correct the spelling" not in text


def test_undo_gives_the_seat_back_and_redo_hands_it_over_again(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    host.send(handing(host.open(f"{match}/players"), ANNA), name="Olga")

    host.undo(match)
    assert document_of(host, match)["position"]["seats"][0]["name"] == "Anna"
    host.redo(match)
    assert document_of(host, match)["position"]["seats"][0]["name"] == "Olga"


def test_a_name_that_is_taken_is_refused_with_its_rule(app: Flask) -> None:
    host = Device(app)
    match = host.make()

    page = host.send(handing(host.open(f"{match}/players"), ANNA), name="BORIS")

    assert any("Boris has another seat" in alert for alert in page.alerts)
    assert document_of(host, match)["entries"] == []


def test_a_blank_name_changes_nothing(app: Flask) -> None:
    host = Device(app)
    match = host.make()

    page = host.send(handing(host.open(f"{match}/players"), ANNA), name=" \u200b ")

    assert any("Type the name of the new player." in alert for alert in page.alerts)
    assert document_of(host, match)["entries"] == []


def test_a_name_that_is_too_long_changes_nothing(app: Flask) -> None:
    host = Device(app)
    match = host.make()

    for form in (handing, correcting):
        page = host.send(form(host.open(f"{match}/players"), ANNA), name="x" * 41)
        assert any("has more than 40 characters" in alert for alert in page.alerts)
    assert document_of(host, match)["entries"] == []


def test_only_the_host_hands_over_and_corrects(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    page = host.open(f"{match}/players")
    scorer = Device(app).join(match)

    assert scorer.open(f"{match}/players").posting("/players") == []
    for form in (handing(page, ANNA), correcting(page, ANNA)):
        sent = {**form.fields, "name": "Olga", "csrf_token": scorer.token}
        assert "Only the host" in scorer.follow(scorer.post(form.action, **sent)).text
    assert document_of(host, match)["position"]["seats"][0]["name"] == "Anna"


def test_a_match_that_is_over_hands_nothing_over_but_a_name_can_be_corrected(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    before = handing(host.open(f"{match}/players"), ANNA)
    host.write(match, walk(ANNA, 9), walk(ANNA, 9))

    assert any("The match is over" in alert for alert in host.send(before, name="Olga").alerts)
    page = host.open(f"{match}/players")
    assert page.posting("/players/hand-over") == []
    host.send(correcting(page, ANNA), name="Anne")
    assert "Anne" in host.open("/statistics").text


def test_a_corrected_name_stands_everywhere_from_the_start_on(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    host.write(match, walk(ANNA, 2), end_turn(ANNA))

    host.send(correcting(host.open(f"{match}/players"), ANNA), name="Hanna")

    assert "Hanna walks 2 steps" in host.open(f"{match}/history").text
    document = document_of(host, match)
    assert document["setup"]["seats"][0]["name"] == "Hanna"
    assert document["position"]["seats"][0]["name"] == "Hanna"
    assert "Hanna" in host.open("/matches").text
    host.undo(match)
    assert document_of(host, match)["position"]["seats"][0]["name"] == "Hanna"


def test_a_corrected_name_is_nobody_elses(app: Flask) -> None:
    host = Device(app)
    match = host.make()

    page = host.send(correcting(host.open(f"{match}/players"), ANNA), name="boris")

    assert any("Boris has another seat" in alert for alert in page.alerts)
    assert document_of(host, match)["setup"]["seats"][0]["name"] == "Anna"


def test_after_a_seat_was_handed_over_the_name_of_its_entry_is_amended(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    form = correcting(host.open(f"{match}/players"), BORIS)
    host.send(handing(host.open(f"{match}/players"), ANNA), name="Olgha")

    page = host.send(form, name="Borys")
    assert any("Amend that entry in the history" in alert for alert in page.alerts)

    page = host.open(f"{match}/entries/0", name="Olga")
    assert "Olga takes over from Anna" in page.text
    host.send(page.posting("/entries/0")[0])
    assert "Olga takes over from Anna" in host.open(f"{match}/history").text
    assert document_of(host, match)["position"]["seats"][0]["name"] == "Olga"


def test_the_list_of_matches_and_the_statistics_have_the_last_player(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    host.send(handing(host.open(f"{match}/players"), ANNA), name="Olga")
    assert "Olga" in host.open("/matches").text
    host.write(match, walk(ANNA, 9), walk(ANNA, 9))

    assert "Olga" in host.open("/statistics").text
    assert "Victory: Olga" in host.open(f"{match}/points").text


def test_a_file_with_a_new_player_is_imported_with_the_players_of_its_end(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    host.write(match, walk(ANNA, 2))
    host.send(handing(host.open(f"{match}/players"), ANNA), name="Olga")
    host.write(match, walk(ANNA, 3))
    document = document_of(host, match)
    guest = Device(app)
    page = guest.open("/import")
    guest.send(page.posting("/import")[0], text=json.dumps(document))

    assert "Olga" in guest.open("/matches").text


@pytest.mark.parametrize("demo", DEMOS, ids=title_folder)
def test_every_page_of_every_title_is_drawn_after_a_seat_was_handed_over(
    app: Flask, demo: Path
) -> None:
    document = json.loads(demo.read_bytes())
    document["entries"] = document["entries"][: len(document["entries"]) // 2]
    new = {"do": "hand_seat", "seat": 1, "name": "Olgierd"}
    document["entries"].insert(len(document["entries"]) // 2, new)
    host = Device(app)
    host.send(host.open("/import").posting("/import")[0], text=json.dumps(document))
    match = next(link for link in host.open("/matches").links if "/m/" in link)
    n = document["entries"].index(new)
    pages = ("", "/history", f"/entries/{n}", f"/entries/{n}?take_out=1", "/points", "/table")
    for path in (*pages, "/board", "/players", "/time", "/rules", "/paper"):
        page = host.open(f"{match}{path}")
        assert page.status == 200, path
    assert "Olgierd takes over from" in host.open(f"{match}/entries/{n}").text
    assert "Olgierd" in host.open(match).text
    assert host.open(f"{match}?do=hand_seat&seat=0").status in (200, 404, 422)


def test_sent_twice_a_seat_is_handed_over_once(app: Flask) -> None:
    host = Device(app)
    match = host.make()
    form = handing(host.open(f"{match}/players"), ANNA)

    host.send(form, name="Olga")
    host.send(form, name="Olga")

    assert len(document_of(host, match)["entries"]) == 1
