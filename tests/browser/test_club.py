"""Before and after the game, by touch: people, another match, files, notes, the result, numbers."""

import json
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, Position, expect

from tests.browser.arrange import found, set_to, table
from tests.browser.conftest import Watch
from tests.browser.player import Player
from tests.browser.serving import Server
from tests.recorded import FILES

WON: Final = [set_to(0, points=49), found(0, "wood", 50)]
RECORDED: Final = next(file for file in FILES if file.stem == "four-seats-elimination")
NUMBER: Final[Position] = {"x": 12, "y": 24}
"""The place of the number within a seat of the set-up."""
DROP: Final = """text => {
  const dragged = new DataTransfer();
  dragged.items.add(new File([text], "match.json", {type: "application/json"}));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(kind, {dataTransfer: dragged, bubbles: true, cancelable: true});
    document.querySelector("main").dispatchEvent(event);
  }
}"""
ARROWS: Final = """summaries => summaries.map(
  summary => getComputedStyle(summary, "::before").borderRightWidth)"""
"""The lines of the arrow before each thing that opens."""
LOADED: Final = "picture => picture.complete && picture.naturalWidth"


def test_a_result_is_noted_handed_on_and_played_again_with_other_seats(
    server: Server, page: Page
) -> None:
    address = server.arrange(table(1, 2), WON, name="Friday")
    player = Player(page)

    page.goto(f"{address}/points")
    player.tap_and_go(page.get_by_role("main").get_by_role("link", name="Share the result"))
    picture = page.get_by_role("img", name="Anna")
    picture.evaluate("picture => picture.decode()")
    assert picture.evaluate(LOADED) == 1200
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.get_by_role("link", name="Open in BG Stats")).to_be_visible()

    page.goto(f"{address}/notes")
    player.type(page.locator("#note"), "Anna brought the cake")
    player.tap_to_write(page.get_by_role("button", name="Save note"))
    expect(page.locator(".note-text")).to_have_text("Anna brought the cake")

    page.goto(f"{address}/points")
    player.tap_and_go(page.get_by_role("link", name="Play again, same roles"))
    page.wait_for_load_state()
    arrows = page.locator("main summary").evaluate_all(ARROWS)
    assert len(arrows) == 3, "names to forget, house rules, the starting bonus"
    assert "0px" not in arrows
    names = page.locator("[data-seat] input[id^=p]")
    before = [field.input_value() for field in names.all()]
    chip = page.locator(f'button[name=person][value="{before[0]}"]')
    expect(chip).to_have_attribute("aria-pressed", "true")
    player.tap(chip)
    expect(chip).to_have_attribute("aria-pressed", "false")
    player.tap(chip)
    player.tap(page.get_by_role("button", name="Move player 1 down"))
    expect(names.nth(0)).to_have_value(before[1])
    seats = page.locator("[data-seat]")
    seats.nth(2).drag_to(seats.nth(0), source_position=NUMBER, target_position=NUMBER)
    expect(names.nth(0)).to_have_value(before[2])
    player.tap_and_go(page.locator("main button.btn-main"))
    again = server.match_of(page.url)["setup"]["seats"]
    roles = {seat["name"]: seat["role"] for seat in server.match_of(address)["setup"]["seats"]}
    assert [seat["name"] for seat in again] == [before[2], before[0], before[1]]
    assert {seat["name"]: seat["role"] for seat in again} == roles


def test_files_are_picked_dropped_and_pasted_and_their_numbers_are_counted(
    server: Server, page: Page, tmp_path: Path, watch: Watch
) -> None:
    watch.expected.append("422")  # the answer to a file that is refused
    document = json.loads(RECORDED.read_bytes())
    document["setup"]["seats"][0]["name"] = "Zoë"
    (tmp_path / "match.json").write_text(json.dumps(document), encoding="utf-8")
    player = Player(page)
    page.goto(f"{server.address}/import")
    page.wait_for_load_state()

    with page.expect_file_chooser() as chooser:
        player.tap(page.locator("#files"))
    chooser.value.set_files(tmp_path / "match.json")
    player.tap_and_go(page.get_by_role("button", name="Import", exact=True))
    assert server.match_of(page.url)["setup"]["seats"][0]["name"] == "Zoë"

    page.goto(f"{server.address}/import")
    document["setup"]["seats"][0]["name"] = "Ümit"
    with page.expect_navigation():
        page.evaluate(DROP, json.dumps(document))
    assert server.match_of(page.url)["setup"]["seats"][0]["name"] == "Ümit"

    page.goto(f"{server.address}/import")
    document["setup"]["seats"][0]["name"] = "Zoë"
    document["entries"][0]["seat"] = 9
    player.type(page.locator("#text"), json.dumps(document))
    player.tap_and_go(page.get_by_role("button", name="Import", exact=True))
    expect(page.get_by_role("alert")).to_contain_text("Not everything was imported")

    page.goto(f"{server.address}/statistics")
    player.tap(page.locator("label.pick", has_text="Zoë"))
    player.tap_and_go(page.get_by_role("button", name="Show", exact=True))
    expect(page.locator("main")).to_contain_text("Matches: 1")
    people = page.locator("section.leaf", has=page.locator("figure")).first
    expect(people.locator("figure svg")).to_be_visible()
    player.tap(people.locator("summary"))
    expect(people.get_by_role("rowheader", name="Zoë")).to_be_visible()
