"""Whole games in every mode, played by nothing but the forms and links of the pages."""

import random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from tests.web.arrange import Device, Form, Page
from tests.web.grizzled.arrange import Player, make

pytestmark = pytest.mark.slow

MODES = [
    ("standard", {"difficulty": "novice"}),
    ("standard", {"soldiers": 4, "difficulty": "veteran"}),
    ("standard", {"soldiers": 3, "orders": "greenhorn"}),
    ("chaplain", {}),
    ("recruit", {}),
    ("recruit", {"orders": "soldier"}),
    ("solo", {}),
]
HASTE = {"play": 0.15, "charm": 0.1, "speech": 0.3, "withdraw": 3.0}
"""The weights of a hasty player's actions: hands stay full, morale falls, the game is short."""


class Hasty(Player):
    """Taps something that the page offers, whatever it is."""

    def step(self, page: Page, chance: random.Random) -> Page:
        if self.table["orders"] and self.table["phase"] == "preparation":
            return self.begin_with_card()
        writes = [form for form in page.posting("/entries") if form.fields.get("entries")]
        asks = [link for link in map(self.asked, page.all("a")) if link]
        offered: list[Form | str] = [*writes, *asks]
        weights = [self.liking(offer) for offer in offered]
        (chosen,) = chance.choices(offered, weights)
        return self.device.open(chosen) if isinstance(chosen, str) else self.device.send(chosen)

    def asked(self, link: Any) -> str:
        """The address of a step that the page offers; none of those that are off."""
        is_offered = "hx-get" in link.attributes and "aria-disabled" not in link.attributes
        return str(link.attributes["href"]) if is_offered and not link.has_class("off") else ""

    def liking(self, offered: Form | str) -> float:
        if isinstance(offered, str):
            return HASTE.get(parse_qs(urlsplit(offered).query)["do"][0], 1.0)
        return HASTE.get(offered.entries[0]["do"], 1.0)

    def begin_with_card(self) -> Page:
        """Type a mission card, and write it; after the second mission make a last stand."""
        if self.table["mission"] > 2:
            page = self.device.open(self.match, do="mission", final="last_stand")
            return self.device.send(page.writing("Save"))
        page = self.device.open(self.match, do="mission", final="card")
        page = self.device.send(
            page.asking(), **{"card.name": "Patrol", "card.level": "easy"}, adds_gas="1"
        )
        return self.device.send(page.writing("Save"))


@pytest.mark.parametrize(("mode", "fields"), MODES, ids=lambda value: str(value))
def test_a_whole_game_is_played_by_the_pages_alone(
    app: Flask, device: Device, mode: str, fields: dict[str, Any]
) -> None:
    player = Hasty(device, make(device, mode, **fields))
    chance = random.Random(7)

    page = player.page
    for _ in range(400):
        assert page.status == 200
        if player.table["result"]:
            break
        page = player.step(page, chance)

    result = player.table["result"]
    assert result is not None
    assert page.alerts == []
    season = device.open(f"{player.match}/points")
    assert ("Won" if result["won"] else "Lost") in season.text
    assert result["rule"] in season.text
