"""A result is handed on: to BG Stats, as a picture, as a link that a chat can show."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from flask import Flask
from PIL import Image

from tests.toy.arrange import end_turn, setup, walk
from tests.web.arrange import Device
from tests.web.test_import import send
from tests.web.test_table import table_of

RECORDED: Final = Path(__file__).parents[1] / "recorded"
FOLDERS: Final = sorted({file.parent.name for file in RECORDED.glob("*/*.json")})
ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
ALWAYS: Final = ("winner", "startPlayer")


def won(device: Device) -> str:
    """A race that Anna has won."""
    match = device.make()
    device.write(match, end_turn(0), walk(1, 4), end_turn(1), walk(0, 9), walk(0, 3))
    return match


def played(device: Device, folder: str) -> str:
    """The shortest recorded match of a title that was played to its end."""
    for file in sorted((RECORDED / folder).glob("*.json"), key=lambda file: file.stat().st_size):
        if json.loads(file.read_bytes())["result"] is not None:
            return str(send(device, (file.name, file.read_bytes())).location)
    raise AssertionError(folder)


def play(device: Device, match: str) -> dict[str, Any]:
    """Return the play that the button hands to BG Stats."""
    (link,) = [link for link in device.open(f"{match}/share").links if link.startswith(ADDRESS)]
    read: dict[str, Any] = json.loads(unquote(link.removeprefix(ADDRESS)))
    return read


def test_the_link_has_what_bg_stats_asks_for(device: Device) -> None:
    match = won(device)

    told = play(device, match)
    assert told["sourcePlayId"] == play(device, match)["sourcePlayId"]
    assert match.removeprefix("/m/") not in json.dumps(told)
    assert told["sourceName"] == "Quartermaster"
    ended = json.loads(device.client.get(f"{match}/match.json").data)["entries"][-1]["at"]
    assert told["playDate"] == ended[:19].replace("T", " ")
    assert ended.endswith("+00:00")
    assert told["durationMin"] == 1
    assert (told["game"]["name"], told["game"]["sourceGameId"]) == ("Race", "toy-race")
    anna, boris = told["players"]
    assert anna == {
        "name": "Anna",
        "sourcePlayerId": "anna",
        "winner": True,
        "startPlayer": True,
        "score": 12,
        "rank": 1,
    }
    assert (boris["winner"], boris["score"], boris["rank"]) == (False, 4, 2)


@pytest.mark.parametrize("name", FOLDERS)
def test_every_title_sends_what_the_app_cannot_do_without(device: Device, name: str) -> None:
    told = play(device, played(device, name))

    for player in told["players"]:
        assert all(isinstance(player[field], bool) for field in ALWAYS)
        assert ("score" in player) != told["game"]["noPoints"]
    assert told["game"]["highestWins"] is True


def test_a_short_address_leads_to_the_same_play(app: Flask, device: Device) -> None:
    match = won(device)
    page = device.open(f"{match}/share")
    short = next(
        paragraph.text for paragraph in page.all("p", "share-link") if "/b/" in paragraph.text
    )
    assert len(short) < 60
    answer = Device(app).client.get("/b/" + short.rpartition("/b/")[2])
    assert answer.status_code == 303
    assert answer.location == next(link for link in page.links if link.startswith(ADDRESS))


def test_a_short_address_opened_from_another_site_asks_first(app: Flask, device: Device) -> None:
    page = device.open(f"{won(device)}/share")
    address = next(
        paragraph.text for paragraph in page.all("p", "share-link") if "/b/" in paragraph.text
    )
    path = "/b/" + address.rpartition("/b/")[2]

    answer = Device(app).client.get(path, headers={"Sec-Fetch-Site": "cross-site"})

    assert answer.status_code == 403
    assert f'href="{path}"' in answer.text
    assert ADDRESS not in answer.text


def test_a_short_address_of_a_running_match_or_of_none_leads_nowhere(
    app: Flask, device: Device, match: str
) -> None:
    page = device.open(f"{match}/table")
    short = page.all("dd", "join-address")[0].text.rpartition("/j/")[2].replace(" ", "")
    for address in (short, "AAAA-AAAA-AAAA"):
        answer = device.client.get(f"/b/{address}")
        assert answer.status_code == 404
        assert "There is no result at this short address." in answer.get_data(as_text=True)


def test_the_picture_is_a_png_of_the_size_that_chats_show(app: Flask, device: Device) -> None:
    match = won(device)
    answer = Device(app).client.get(f"{match}/result.png")
    assert answer.mimetype == "image/png"
    image = Image.open(BytesIO(answer.data))
    assert image.size == (1200, 630)
    assert len(image.getcolors(1 << 20) or ()) > 20


def test_the_same_picture_as_svg_says_who_won_and_what_everybody_had(device: Device) -> None:
    match = won(device)
    answer = device.client.get(f"{match}/result.svg")
    texts = [element.text for element in ElementTree.fromstring(answer.data).iter() if element.text]
    assert "Victory: Anna" in texts
    assert {"Anna", "Boris", "12", "4"} <= set(texts)


def test_names_in_the_picture_cannot_be_markup(device: Device) -> None:
    match = device.make(setup("<b>&'\"漢字", "Boris"))
    device.write(match, walk(0, 9), walk(0, 1))

    answer = device.client.get(f"{match}/result.svg")
    assert ElementTree.fromstring(answer.data) is not None
    assert device.client.get(f"{match}/result.png").status_code == 200


def test_a_match_that_goes_on_has_no_picture_and_no_preview(device: Device, match: str) -> None:
    for name in ("png", "svg"):
        assert device.client.get(f"{match}/result.{name}").status_code == 404
    assert "The result appears here when the game is over." in device.open(f"{match}/share").text
    assert "og:" not in device.open(match).html


def test_a_link_to_a_finished_match_has_a_title_and_a_picture(app: Flask, device: Device) -> None:
    match = won(device)
    page = Device(app).open(match)
    told = {
        meta.attributes.get("property"): meta.attributes["content"]
        for meta in page.all("meta")
        if "content" in meta.attributes
    }
    assert told["og:title"] == "Race: A match"
    assert told["og:description"] == "Victory: Anna"
    assert told["og:image"].startswith("http://")
    assert told["og:image"].endswith(f"{match}/result.png")


def test_an_undone_end_takes_the_result_back(device: Device) -> None:
    match = won(device)
    device.undo(match)
    assert device.client.get(f"{match}/result.png").status_code == 404


def test_the_short_address_of_a_finished_match_leads_everybody_to_the_result(
    app: Flask, device: Device
) -> None:
    match = won(device)
    around = table_of(device, match)

    for reader in (device, Device(app)):
        page = reader.follow(reader.client.get(f"/j/{around.short}"))

        assert page.path == f"{match}/points"
        assert "Anna" in page.all("main")[0].text
