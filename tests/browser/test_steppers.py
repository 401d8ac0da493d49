"""Numbers beside − and +, in every form that has them: what was typed is what counts."""

from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.arrange import END_MONTH, found, set_to, table, turn_ends
from tests.browser.serving import Server

TYPED: Final = "2"
CIVIL_WAR: Final = "civil-war"
GRIZZLED: Final = "grizzled"
GLORY: Final = "paths-of-glory"
OF_CIVIL_WAR: Final = (
    CIVIL_WAR,
    table(),
    (
        found(0, "gold", 20),
        set_to(0, people={"volunteer": 9, "northern_officer": 3}, resources={"weapons": 9}),
        set_to(1, people={"volunteer": 9, "cherokee": 3}, resources={"food": 9}),
        set_to(2, resources={"weapons": 9}),
    ),
)
"""A match of the title: its name, its set-up, its entries."""
MONTH_ENDS: Final = (CIVIL_WAR, OF_CIVIL_WAR[1], (*OF_CIVIL_WAR[2], END_MONTH))
SOUTH_TURNS: Final = (CIVIL_WAR, OF_CIVIL_WAR[1], (*OF_CIVIL_WAR[2], turn_ends(0)))
SOLDIERS: Final = [
    {"name": name, "soldier": soldier}
    for name, soldier in (("Anna", "felix"), ("Boris", "gaston"), ("Vera", "lazare"))
]
TRENCHES: Final = (
    GRIZZLED,
    {"mode": "standard", "seats": SOLDIERS},
    ({"do": "mission", "danger": 3},),
)
ORDERS: Final = (GRIZZLED, {"mode": "standard", "orders": "greenhorn", "seats": SOLDIERS}, ())
GREAT_WAR: Final = (
    GLORY,
    {"scenario": "campaign", "seats": [{"name": "Anna"}, {"name": "Boris"}]},
    ({"do": "mandates", "cp": 4, "ap": 6}, {"do": "play", "seat": 0, "card": 2, "as": "ops"}),
)
BATTLE: Final = "?do=battle&seat=0&at=Sedan&attackers=GE&defenders=FR"
DICE: Final = "&calculation.attacker.die=3&calculation.defender.die=4&calculation.flank.die=6"
FIGURES: Final = f"&way=figures&calculation.spaces=4{DICE}"
FORMS: Final[dict[str, tuple[tuple[str, Any, Any], str]]] = {
    "an encounter": (OF_CIVIL_WAR, "?do=meet&seat=0&kind=cherokee&count=9&choose=1"),
    "luring": (SOUTH_TURNS, "?do=lure&seat=1"),
    "a correction": (OF_CIVIL_WAR, "?do=correct&seat=0"),
    "an amended correction": (OF_CIVIL_WAR, "/entries/1"),
    "a trade": (MONTH_ENDS, "?do=trade&seat=0&with=1"),
    "a trade at headquarters": (MONTH_ENDS, "?do=hq_trade&seat=0&give=gold&get=food"),
    "the upkeep": (MONTH_ENDS, "?do=upkeep"),
    "a correction of a soldier": (TRENCHES, "?do=correct&seat=1"),
    "a mission card": (ORDERS, "?do=mission&final=card"),
    "loss numbers": (GREAT_WAR, BATTLE),
    "figures": (GREAT_WAR, f"{BATTLE}{FIGURES}"),
    "figures of the calculator": (GREAT_WAR, f"/calculator{BATTLE}{FIGURES}"),
    "a correction of tracks": (GREAT_WAR, "?do=correct"),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_number_that_is_typed_and_left_by_tab_stays_as_it_was_typed(
    server: Server, page: Page, form: str
) -> None:
    (title, setup, entries), address = FORMS[form]
    page.goto(server.arrange(setup, entries, title_name=title) + address)
    page.wait_for_load_state()
    numbers = page.locator("fieldset:has(.stepper)")
    assert numbers.count()

    for place in reversed(range(numbers.count())):
        name = numbers.nth(place).locator(".stepper input").first.get_attribute("name")
        field = page.locator(f'.stepper input[name="{name}"]')
        with page.expect_response(partial(has_number, str(name))) as previewed:
            field.fill(TYPED)
            field.press("Tab")
            expect(page.locator(f'[id="more-{name}"]')).to_be_focused()
        sent = parse_qs(urlsplit(previewed.value.url).query)

        assert sent[str(name)] == [TYPED]
        assert not {"more", "less"} & sent.keys()
        expect(page.locator(f'.stepper input[name="{name}"][value="{TYPED}"]')).to_have_count(1)


def has_number(name: str, answer: Response) -> bool:
    """Return whether this is the page that follows what was typed in a field."""
    return parse_qs(urlsplit(answer.url).query).get(name) == [TYPED]
