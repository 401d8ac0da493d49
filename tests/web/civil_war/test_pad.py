"""The entry pad: every kind of entry from its fields to its preview to the sheet."""

import json
from typing import Any, Final, NamedTuple

import pytest
from flask import Flask

from tests.games.civil_war.arrange import ROLES, entry, setup
from tests.toy.arrange import end_turn
from tests.web.arrange import Device, Entry, Page, matches, sheet, standing
from tests.web.civil_war.arrange import correct, find
from tracker.engine.ledger import TABLE, lines_of
from tracker.games.civil_war import title
from tracker.translations.translator import translator

ENGLISH: Final = translator("en")

# Bookkeeping that no player reads: it is in the lines, and not among the lines that are shown.
NOT_SHOWN: Final = {"place", "attacked", "reserve_spent", "side"}
END_MONTH: Final = {"do": "end_month"}
UPKEEP: Final = {"do": "upkeep"}


class Case(NamedTuple):
    """Earlier entries, the fields that are filled in, and the entry that these must make."""

    before: tuple[Entry, ...]
    fields: dict[str, Any]
    entry: Entry


def case(fields: dict[str, Any], new: Entry, *before: Entry) -> Case:
    do = new["do"]
    return Case(before, {"do": do, "seat": new.get("seat", 0), **fields}, new)


HUNGRY: Final = correct(0, people={"volunteer": 2, "cherokee": 2}, resources={"water": 1})
UNARMED: Final = correct(0, people={"volunteer": 2, "cherokee": 2}, resources={"weapons": 0})
RICH: Final = correct(0, resources={"gold": 75})
CAMP: Final = correct(1, people={"cherokee": 4, "volunteer": 3})
ARMED: Final = correct(0, people={"cherokee": 5, "volunteer": 5}, resources={"weapons": 30})
FEW: Final = correct(1, people={"cherokee": 1, "volunteer": 1}, resources={"weapons": 1})

# Anna, Clara and Elena are of the South; Boris, David and Felix of the North; Anna begins.
CASES: Final = {
    "find": case(
        {"resource": "food", "amount": "5"},
        {"do": "find", "seat": 0, "resource": "food", "amount": 5},
    ),
    "find, a sum": case(
        {"resource": "wood", "amount": "5+2+2"},
        {"do": "find", "seat": 0, "resource": "wood", "amount": 9},
    ),
    "find, with a wagon": case(
        {"resource": "food", "amount": "5"},
        {"do": "find", "seat": 0, "resource": "food", "amount": 5},
        correct(0, bonuses={"wagon": True}),
    ),
    "find, in the middle": case(
        {"resource": "food", "amount": "5", "where": "middle"},
        {"do": "find", "seat": 0, "resource": "food", "amount": 5, "where": "middle"},
        correct(0, bonuses={"wagon": True}),
    ),
    "find, a fort": case(
        {"resource": "wood", "amount": "50"},
        {"do": "find", "seat": 0, "resource": "wood", "amount": 50},
    ),
    "lose": case(
        {"resource": "water", "amount": "99"},
        {"do": "lose", "seat": 0, "resource": "water", "amount": 99},
    ),
    "meet friends": case(
        {"kind": "southern_soldier", "count": "2"},
        {"do": "meet", "seat": 0, "kind": "southern_soldier", "count": 2},
    ),
    "meet enemies and win": case(
        {"kind": "northern_officer", "count": "3"},
        {"do": "meet", "seat": 0, "kind": "northern_officer", "count": 3},
    ),
    "meet enemies with help": case(
        {"kind": "northern_soldier", "count": "9", "help.2": "4"},
        {
            "do": "meet",
            "seat": 0,
            "kind": "northern_soldier",
            "count": 9,
            "help": [{"seat": 2, "weapons": 4}],
        },
    ),
    "meet enemies and flee": case(
        {"kind": "northern_soldier", "count": "2"},
        {"do": "meet", "seat": 0, "kind": "northern_soldier", "count": 2},
        UNARMED,
    ),
    "meet enemies, who falls": case(
        {
            "kind": "northern_soldier",
            "amount": "2",
            "casualties.cherokee": "1",
            "casualties.volunteer": "1",
        },
        {
            "do": "meet",
            "seat": 0,
            "kind": "northern_soldier",
            "count": 2,
            "casualties": {"cherokee": 1, "volunteer": 1},
        },
        UNARMED,
    ),
    "meet enemies, what is taken": case(
        {"kind": "volunteer", "count": "1", "taken": "food"},
        {"do": "meet", "seat": 0, "kind": "volunteer", "count": 1, "taken": "food"},
        correct(0, resources={"weapons": 0, "gold": 14, "food": 14}),
    ),
    "gain": case({"bonus": "wagon"}, {"do": "gain", "seat": 0, "bonus": "wagon"}),
    "fire": case({"amount": "3"}, {"do": "fire", "seat": 0, "amount": 3}),
    "sickness": case({"amount": "4"}, {"do": "sickness", "seat": 0, "amount": 4}),
    "sickness, who falls": case(
        {"amount": "2", "casualties.cherokee": "2", "casualties.volunteer": "0"},
        {"do": "sickness", "seat": 0, "amount": 2, "casualties": {"cherokee": 2}},
        correct(0, people={"volunteer": 2, "cherokee": 2}, resources={"medicine": 0}),
    ),
    "sabotage": case(
        {}, {"do": "sabotage", "seat": 0}, {"do": "gain", "seat": 0, "bonus": "dynamite"}
    ),
    "raise_brigade": case(
        {}, {"do": "raise_brigade", "seat": 0}, correct(0, people={"cherokee": 1})
    ),
    "lure": case(
        {"from.1.cherokee": "2", "from.3.volunteer": "1"},
        {
            "do": "lure",
            "seat": 0,
            "from": [
                {"seat": 1, "people": {"cherokee": 2}},
                {"seat": 3, "people": {"volunteer": 1}},
            ],
        },
        CAMP,
        correct(3, people={"volunteer": 1}),
    ),
    "spend_reserve, luring": case(
        {
            "way": "lure",
            "lure.seat": "1",
            "lure.people.cherokee": "4",
            "lure.people.volunteer": "3",
        },
        {
            "do": "spend_reserve",
            "seat": 0,
            "lure": {"seat": 1, "people": {"cherokee": 4, "volunteer": 3}},
        },
        RICH,
        CAMP,
    ),
    "spend_reserve, a turncoat": case(
        {"way": "turncoat", "turncoat": "5"},
        {"do": "spend_reserve", "seat": 0, "turncoat": 5},
        RICH,
    ),
    "hand_over": case(
        {"bonus": "wagon", "to": "2"},
        {"do": "hand_over", "seat": 0, "to": 2, "bonus": "wagon"},
        correct(0, bonuses={"wagon": True}),
    ),
    "end_turn": case({}, {"do": "end_turn", "seat": 0}),
    "hand_turn": case({"to": "3"}, {"do": "hand_turn", "to": 3}),
    "end_month": case({}, END_MONTH),
    "trade": case(
        {"with": "1", "give.gold": "2", "get.medicine": "1"},
        {"do": "trade", "seat": 0, "with": 1, "give": {"gold": 2}, "get": {"medicine": 1}},
        END_MONTH,
    ),
    "trade, a gift": case(
        {"with": "1", "give.gold": "2"},
        {"do": "trade", "seat": 0, "with": 1, "give": {"gold": 2}, "get": {}},
        END_MONTH,
    ),
    "hq_trade": case(
        {"give": "weapons", "get": "water", "times": "1+1"},
        {"do": "hq_trade", "seat": 0, "give": "weapons", "get": "water", "times": 2},
        END_MONTH,
    ),
    "upkeep": case({}, UPKEEP, HUNGRY, END_MONTH),
    "upkeep, who dies": case(
        {"casualties.0.cherokee": "2", "casualties.0.volunteer": "1"},
        {"do": "upkeep", "casualties": {"0": {"cherokee": 2, "volunteer": 1}}},
        HUNGRY,
        END_MONTH,
    ),
    "attack, won": case(
        {"target": "1"}, {"do": "attack", "seat": 0, "target": 1}, END_MONTH, UPKEEP, ARMED, FEW
    ),
    "attack, who falls": case(
        {"target": "1", "casualties.cherokee": "4", "casualties.volunteer": "0"},
        {"do": "attack", "seat": 0, "target": 1, "casualties": {"cherokee": 4}},
        END_MONTH,
        UPKEEP,
        ARMED,
        FEW,
    ),
    "attack, pressed": case(
        {"target": "0", "press": "1"},
        {"do": "attack", "seat": 1, "target": 0, "press": True},
        END_MONTH,
        UPKEEP,
        ARMED,
        FEW,
    ),
    "attack, what is taken": case(
        {"target": "1", "take": "gold"},
        {"do": "attack", "seat": 0, "target": 1, "take": "gold"},
        END_MONTH,
        UPKEEP,
        ARMED,
        correct(1, resources={"weapons": 0}),
    ),
    "buy_off": case(
        {"target": "1", "pay.gold": "3", "pay.food": "1"},
        {"do": "buy_off", "seat": 0, "target": 1, "pay": {"gold": 3, "food": 1}},
        END_MONTH,
        UPKEEP,
        ARMED,
    ),
    "next_month": case({}, {"do": "next_month"}, END_MONTH, UPKEEP),
    "correct": case(
        {
            "set.points": "-4",
            "set.resources.gold": "0",
            "set.people.cherokee": "2",
            "set.bonuses.wagon": "1",
            "reason": "Why",
        },
        {
            "do": "correct",
            "seat": 0,
            "set": {
                "points": -4,
                "resources": {"gold": 0},
                "people": {"cherokee": 2},
                "bonuses": {"wagon": True},
            },
            "reason": "Why",
        },
    ),
    "correct, another's lost turns": case(
        {"set.lost_turns": "1", "reason": "He rolled twice"},
        {"do": "correct", "seat": 3, "set": {"lost_turns": 1}, "reason": "He rolled twice"},
    ),
}
every_case = pytest.mark.parametrize("name", CASES)


def arranged(device: Device, name: str) -> str:
    """A table of six at which everything before the case has been written."""
    match = device.make(setup(*ROLES))
    if CASES[name].before:
        assert device.write(match, *CASES[name].before).alerts == []
    return match


def test_there_is_a_case_for_every_entry_that_a_page_can_make() -> None:
    of_other_pages = {"lay_tiles", "turn_over", "hand_seat"}
    kinds = {kind.__struct_config__.tag for kind in title.ENTRY.__args__}

    assert {case.entry["do"] for case in CASES.values()} == kinds - of_other_pages


@pytest.mark.slow
@every_case
def test_the_fields_make_the_entry(device: Device, name: str) -> None:
    match = arranged(device, name)

    page = device.open(match, **CASES[name].fields)

    form = page.writing("Save")
    (made,) = form.entries
    assert entry_of(made) == entry_of(CASES[name].entry)


def entry_of(document: Entry) -> Any:
    """The entry as the rules read it: what stands at its default may be written or not."""
    fields = {key: value for key, value in document.items() if key != "do"}
    return entry(document["do"], **fields)


@pytest.mark.slow
@every_case
def test_the_preview_is_the_lines_that_the_rules_decide(
    app: Flask, device: Device, name: str
) -> None:
    match = arranged(device, name)

    page = device.open(match, **CASES[name].fields)

    position = sheet(app, match).position
    decided = lines_of(title.decide(position, entry_of(CASES[name].entry)).facts)
    expected = [
        (
            setup(*ROLES).seats[line.seat].name,
            ENGLISH.change(line.what, line.by).split()[0],
            line.rule,
        )
        for line in decided
        if line.seat != TABLE and line.what.value not in NOT_SHOWN
    ]
    shown = [(line.split()[0], line.split()[1], line.split()[-1]) for line in page.lines]
    assert sorted(shown) == sorted(
        expected or ([] if page.headlines else [("No", "number", "changes.")])
    )


@pytest.mark.slow
@every_case
def test_looking_writes_nothing_and_tapping_writes_what_was_shown(
    app: Flask, device: Device, name: str
) -> None:
    match = arranged(device, name)
    before = sheet(app, match)
    page = device.open(match, **CASES[name].fields)
    assert sheet(app, match).version == before.version

    after = device.send(page.writing("Save"), then_end_turn="")

    assert after.alerts == []
    decided = title.decide(before.position, entry_of(CASES[name].entry))
    assert sheet(app, match).position == decided.position


def test_a_preview_names_the_number_before_and_after(device: Device, match: str) -> None:
    page = device.open(match, do="find", seat=0, resource="food", amount="5+2+2")

    assert page.lines == ["Anna +9 food 15 → 24 CW-4.3"]


def test_the_preview_of_a_lost_fight_shows_what_it_costs(device: Device, match: str) -> None:
    # The printed example of CW-6.4: 10 people, 10 weapons, 8 enemies.
    device.write(match, correct(0, people={"cherokee": 10}, resources={"weapons": 10}))

    page = device.open(match, do="meet", seat=0, kind="northern_soldier", count=8)

    told = " · ".join(page.lines)
    assert "−10 weapons" in told
    assert "−3 Cherokee" in told
    assert "−9 points" in told
    assert "+1 lost turn" in told


def test_without_an_amount_there_is_nothing_to_write(device: Device, match: str) -> None:
    page = device.open(match, do="find", seat=0, resource="food")

    assert page.posting("/entries") == []
    assert page.lines == []


# The number pad


@pytest.mark.parametrize(
    ("display", "key", "after", "total"),
    [
        ("", "5", "5", 5),
        ("5", "+", "5+", 5),
        ("5+", "2", "5+2", 7),
        ("5+2", "+", "5+2+", 7),
        ("5+2+2", "0", "5+2+20", 27),
        ("5+2", "back", "5+", 5),
        ("5", "back", "", None),
        ("", "back", "", None),
    ],
)
def test_every_key_of_the_pad_changes_the_display(
    device: Device, match: str, display: str, key: str, after: str, total: int | None
) -> None:
    page = device.open(match, do="find", seat=0, resource="food", amount=display, key=key)

    assert page.asking().fields["amount"] == after
    assert page.all("output")[0].text == (f"= {total}" if "+" in after else "")
    if total:
        assert page.writing("Save").entries[0]["amount"] == total


@pytest.mark.parametrize(
    "text", ["", "0", "x", "-3", "5-2", "++", "1.5", "5,2", "1e3", "²", "None"]
)
def test_what_is_no_number_cannot_be_written(device: Device, match: str, text: str) -> None:
    page = device.open(match, do="find", seat=0, resource="food", amount=text)

    assert page.status == 200
    assert page.posting("/entries") == []


@pytest.mark.parametrize("text", ["9999+1", "+".join(["9999"] * 500)])
def test_a_sum_that_is_too_large_is_told(device: Device, match: str, text: str) -> None:
    page = device.open(match, do="find", seat=0, resource="food", amount=text)

    assert page.status == 200
    assert "9999" in page.verdict
    assert page.posting("/entries") == []


def test_there_is_a_key_for_every_digit_plus_and_delete(device: Device, match: str) -> None:
    page = device.open(match, do="find", seat=0, resource="food")

    keys = {button.attributes.get("value") for button in page.asking().buttons}

    assert keys >= {*"0123456789", "+", "back"}


@pytest.mark.parametrize(
    ("arguments", "value"), [({"more": "help.2"}, "1"), ({"help.2": "3", "less": "help.2"}, "2")]
)
def test_a_number_beside_a_name_goes_up_and_down_by_one(
    device: Device, table_of_six: str, arguments: dict[str, str], value: str
) -> None:
    asked = {"do": "meet", "seat": 0, "kind": "volunteer", "count": 9, "choose": 1}

    page = device.open(table_of_six, **asked, **arguments)

    assert page.asking().fields["help.2"] == value


def test_a_number_beside_a_name_never_goes_below_zero(device: Device, table_of_six: str) -> None:
    asked = {"do": "meet", "seat": 0, "kind": "volunteer", "count": 9, "choose": 1}

    page = device.open(table_of_six, **asked, less="help.2")

    assert page.asking().fields["help.2"] == "0"


# Taps


def key(page: Page, word: str, which: int = 0) -> str:
    """Return the address of a key of the pad, by its word."""
    found = [
        key.attributes["href"] for key in page.all("a", "key") if key.text.split()[-1:] == [word]
    ]
    assert found, [key.text for key in page.all("a", "key")]
    return found[which]


@pytest.mark.parametrize(
    ("word", "which", "do"), [("Food", 0, "find"), ("Food", 1, "lose"), ("Volunteer", 0, "meet")]
)
def test_the_common_entries_take_three_taps_with_the_turns_end_included(
    app: Flask, device: Device, match: str, word: str, which: int, do: str
) -> None:
    asked = device.open(key(device.open(match), word, which))
    filled = device.send(asked.asking(), key="5")
    device.send(filled.writing("Save and end turn"))

    found = matches(app).entries(match.removeprefix("/m/"))
    assert [type(written.entry).__struct_config__.tag for written in found] == [do, "end_turn"]
    assert standing(app, match)["turn"] == 1


def test_the_turn_is_ended_in_one_tap(app: Flask, device: Device, match: str) -> None:
    device.send(device.open(match).writing("End turn"))

    assert standing(app, match)["turn"] == 1


def test_a_fight_that_was_lost_does_not_skip_a_turn_because_it_was_ended_at_once(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, correct(0, resources={"weapons": 0}))
    page = device.open(match, do="meet", seat=0, kind="volunteer", count=1)

    device.send(page.writing("Save and end turn"))

    assert standing(app, match)["turn"] == 1
    assert standing(app, match)["seats"][0]["lost_turns"] == 1


# What is not allowed now


POSITIONS: Final[dict[str, tuple[Entry, ...]]] = {
    "at the start": (),
    "after the first tile": (find(0),),
    "in a soldier's turn": (end_turn(0),),
    "with everything": (
        correct(0, bonuses={"wagon": True, "dynamite": True}, people={"cherokee": 3}),
        CAMP,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_not_allowed_is_off_and_leads_to_the_reason_and_its_rule(
    app: Flask, device: Device, name: str
) -> None:
    match = device.make(setup(*ROLES))
    if POSITIONS[name]:
        device.write(match, *POSITIONS[name])
    position, turn = sheet(app, match).position, standing(app, match)["turn"]
    refusals = {offer.do: offer.refusal for offer in title.offers(position, turn)}

    keys = [key for key in device.open(match).all("a", "key") if "do=" in key.attributes["href"]]

    assert len(keys) > 25
    for key in keys:
        do = key.attributes["href"].partition("do=")[2].partition("&")[0]
        refusal = refusals[do]
        assert key.has_class("off") == (refusal is not None), do
        assert ("aria-disabled" in key.attributes) == (refusal is not None)
        if refusal is not None:
            page = device.open(key.attributes["href"])
            assert page.verdict == f"{refusal.message} {refusal.rule}"
            assert f"/rules/{refusal.rule}" in page.links
            assert page.posting("/entries") == []


@pytest.mark.parametrize("do", ["trade", "hq_trade", "upkeep", "attack", "buy_off", "next_month"])
def test_the_months_end_is_not_for_the_turns(device: Device, match: str, do: str) -> None:
    page = device.open(match, do=do, seat=0)

    assert page.status == 200
    assert "CW-" in page.verdict


@pytest.mark.parametrize("do", ["find", "meet", "end_turn", "lure", "sabotage", "hand_over"])
def test_the_turns_are_not_for_the_months_end(device: Device, match: str, do: str) -> None:
    device.write(match, END_MONTH)

    page = device.open(match, do=do, seat=0)

    assert page.status == 200
    assert "CW-3.4" in page.verdict


def test_the_seat_whose_turn_it_is_not_is_told_so(device: Device, match: str) -> None:
    page = device.open(match, do="find", seat=1, resource="food", amount=2)

    assert page.verdict == "It is Anna's turn, not Boris's. CW-3.5"
    assert page.posting("/entries") == []


def test_a_wrong_number_of_casualties_is_told(device: Device, match: str) -> None:
    device.write(match, UNARMED)

    page = device.open(
        match,
        do="meet",
        seat=0,
        kind="volunteer",
        count=2,
        **{"casualties.cherokee": 1, "casualties.volunteer": 0},
    )

    assert "CW-6.6" in page.verdict
    assert page.posting("/entries") == []


# Choices


def test_allies_with_weapons_can_be_asked_for_help(device: Device, table_of_six: str) -> None:
    page = device.open(table_of_six, do="meet", seat=0, kind="volunteer", count=9, choose=1)

    asked = [name for name in page.asking().fields if name.startswith("help.")]
    assert asked == ["help.2", "help.4"]


def test_friends_need_no_help(device: Device, table_of_six: str) -> None:
    page = device.open(table_of_six, do="meet", seat=0, kind="cherokee", count=9, choose=1)

    assert "help.2" not in page.html


def test_help_is_carried_along_when_the_number_is_changed(
    device: Device, table_of_six: str
) -> None:
    page = device.open(table_of_six, do="meet", seat=0, kind="volunteer", count=9, **{"help.2": 4})

    again = device.send(page.asking(), key="back")
    again = device.send(again.asking(), key="8")

    assert again.writing("Save").entries == [
        {
            "do": "meet",
            "seat": 0,
            "kind": "volunteer",
            "count": 8,
            "help": [{"seat": 2, "weapons": 4}],
        }
    ]


def test_the_casualties_of_the_rules_stand_there_until_others_are_chosen(
    device: Device, match: str
) -> None:
    device.write(match, UNARMED)

    page = device.open(match, do="meet", seat=0, kind="volunteer", count=1, choose=1)

    fields = page.asking().fields
    assert (fields["casualties.volunteer"], fields["casualties.cherokee"]) == ("1", "0")


def test_in_a_tie_what_is_taken_can_be_chosen(device: Device, match: str) -> None:
    device.write(match, correct(0, resources={"weapons": 0, "gold": 14, "food": 14}))

    page = device.open(match, do="meet", seat=0, kind="volunteer", count=1, choose=1)

    inputs = [field.attributes for field in page.all("input")]
    assert {field["value"] for field in inputs if field.get("name") == "taken"} == {"gold", "food"}


def test_a_tap_on_the_pad_fetches_the_pad_alone(device: Device, match: str) -> None:
    device.headers["HX-Request"] = "true"

    page = device.open(match, do="find", seat=0, resource="food", amount=5)

    assert page.html.lstrip().startswith("<section")
    assert page.lines
    assert page.writing("Save and end turn").entries == [find(0, "food", 5)]


def test_a_correction_of_nothing_cannot_be_written(device: Device, match: str) -> None:
    page = device.open(match, do="correct", seat=0, reason="for nothing")

    assert page.posting("/entries") == []


def test_a_correction_without_a_reason_cannot_be_written_and_asks_for_it(
    device: Device, match: str
) -> None:
    page = device.open(match, do="correct", seat=0, **{"set.points": 3})

    assert page.posting("/entries") == []
    assert "Enter a reason" in page.text


def test_one_number_is_corrected_from_its_story_with_a_ready_made_reason(
    device: Device, match: str
) -> None:
    story = device.open(f"{match}/seats/1/gold")
    [link] = [link for link in story.links if "do=correct" in link]
    page = device.open(link)
    assert heading_of(page) == "A correction: Boris, gold"
    assert {"set.resources.gold", "fresh", "reason"} <= page.asking().fields.keys()
    assert "set.resources.wood" not in page.asking().fields
    assert [link for link in page.links if "do=correct" in link and "only" not in link]

    asked = {"do": "correct", "seat": 1, "only": "gold"}
    typed = device.open(match, **asked, key="7", fresh="10", **{"set.resources.gold": "10"})
    assert typed.asking().fields["set.resources.gold"] == "7"
    asked |= {"set.resources.gold": 7, "why": "typed_wrong"}
    ready = device.open(match, **asked)
    both = device.open(match, **asked, reason="a blot")

    new = {"do": "correct", "seat": 1, "set": {"resources": {"gold": 7}}, "reason": "Typed wrong"}
    assert ready.writing("Save").entries == [new]
    assert both.writing("Save").entries == [{**new, "reason": "Typed wrong: a blot"}]


def test_points_below_zero_are_set_on_the_keypad(device: Device, match: str) -> None:
    asked = {"do": "correct", "seat": 0, "only": "points", "why": "misread"}

    page = device.open(match, **asked, **{"set.points": "3"}, key="sign")

    assert page.asking().fields["set.points"] == "-3"
    assert page.writing("Save").entries[0]["set"] == {"points": -3}


def test_bonuses_are_switches_of_a_correction(app: Flask, device: Device, match: str) -> None:
    device.write(match, correct(0, bonuses={"wagon": True}))
    page = device.open(match, do="correct", seat=0)
    assert page.asking().fields["set.bonuses.wagon"] == "1"
    assert "set.bonuses.dynamite" not in page.asking().fields
    switches = [tag for tag in page.elements if tag.attributes.get("role") == "switch"]
    assert len(switches) == 3

    # A switch that is off is not sent.
    off = device.open(
        match, do="correct", seat=0, switched=1, **{"set.bonuses.dynamite": 1}, why="forgotten"
    )

    bonuses = {"wagon": False, "dynamite": True}
    assert off.writing("Save").entries[0]["set"] == {"bonuses": bonuses}


def test_only_the_host_is_led_from_a_number_to_its_correction(
    app: Flask, device: Device, match: str
) -> None:
    def leads(who: Device, column: str) -> bool:
        return any("do=correct" in link for link in who.open(f"{match}/seats/0/{column}").links)

    assert leads(device, "gold")
    assert leads(device, "people")
    assert not leads(Device(app).join(match, seat=0), "gold")


def test_handing_over_says_before_it_is_saved_that_it_ends_the_turn(
    device: Device, table_of_six: str
) -> None:
    device.write(table_of_six, correct(0, bonuses={"wagon": True}))

    page = device.open(table_of_six, do="hand_over", seat=0, bonus="wagon", to=2)

    assert "This ends Anna's turn." in page.text


def test_an_entry_that_wins_says_so_before_it_is_saved_and_offers_no_end_of_turn(
    device: Device, match: str
) -> None:
    device.write(match, correct(0, points=45))

    page = device.open(match, do="meet", seat=0, kind="southern_soldier", count=5)

    assert "This ends the game. Victory: Anna" in page.text
    assert "Save and end turn" not in page.text
    assert page.writing("Save").entries


def test_help_is_offered_where_the_fight_would_be_lost(device: Device, table_of_six: str) -> None:
    device.write(table_of_six, correct(0, resources={"weapons": 0, "gold": 50}))

    page = device.open(table_of_six, do="meet", seat=0, kind="northern_soldier", count=3)

    [more] = page.all("button", "key-ask")
    assert more.text == "Help from allies"
    assert "the enemies take 50 gold" in page.text


def test_a_correction_names_whose_numbers_are_corrected(device: Device, match: str) -> None:
    page = device.open(match, do="correct", seat=1)

    assert heading_of(page) == "A correction: Boris"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"do": "find", "resource": "gold"}, "Anna finds gold"),
        ({"do": "lose", "resource": "wood"}, "Anna loses wood"),
        ({"do": "meet", "kind": "northern_soldier"}, "Anna meets Northern soldiers"),
        ({"do": "find"}, "A find"),
        ({"do": "find", "resource": "silver"}, "A find"),
    ],
)
def test_the_pad_says_at_once_what_was_tapped(
    device: Device, match: str, asked: dict[str, str], says: str
) -> None:
    assert heading_of(device.open(match, seat=0, **asked)) == says


def heading_of(page: Page) -> str:
    (heading,) = [
        heading.text for heading in page.all("h2") if heading.attributes.get("id") == "pad-title"
    ]
    return heading


def test_what_applies_where_nothing_is_chosen_is_shown_as_chosen(
    device: Device, match: str
) -> None:
    page = device.open(match, do="find", seat=0, resource="gold", amount=2, choose=1)

    assert page.asking().fields["where"] == "edge"
    assert page.writing("Save").entries == [find(0, "gold", 2)]


def test_a_fire_brigade_can_be_corrected(device: Device, match: str) -> None:
    page = device.open(
        match, do="correct", seat=0, **{"set.bonuses.fire_brigade": 1}, reason="It was raised"
    )

    (made,) = page.writing("Save").entries
    assert made["set"] == {"bonuses": {"fire_brigade": True}}


def test_an_entry_that_is_not_for_pages_shows_the_sheet(device: Device, match: str) -> None:
    page = device.open(match, do="turn_over", seat=0)

    assert page.status == 200
    assert page.writing("End turn").entries == [end_turn(0)]


def test_the_entry_on_a_button_is_json_that_a_match_file_may_have(
    device: Device, match: str
) -> None:
    page = device.open(match, do="end_turn", seat=0)

    assert json.loads(page.writing("Save").fields["entries"]) == [end_turn(0)]
