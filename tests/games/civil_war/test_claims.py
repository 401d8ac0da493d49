"""The owner of each entry, and who has to agree to it."""

from typing import Any, get_args

import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, CLARA, DAVID, entry, start
from tracker.engine.title import Claim, Whose
from tracker.games.civil_war import title
from tracker.games.civil_war.claims import claim_of_kind
from tracker.games.civil_war.entries import AnyEntry

PEOPLE = {"volunteer": 1}
HELP = [{"seat": CLARA, "weapons": 2}]
HOSTS = Claim(Whose.HOST)
ANNAS = Claim(Whose.SEAT, (ANNA,))

CLAIMS: dict[str, tuple[dict[str, Any], Claim]] = {
    "find": ({"seat": ANNA, "resource": "food", "amount": 1}, ANNAS),
    "lose": ({"seat": ANNA, "resource": "food", "amount": 1}, ANNAS),
    "meet": (
        {"seat": ANNA, "kind": "volunteer", "count": 1, "help": HELP},
        Claim(Whose.SEAT, (ANNA,), (CLARA,)),
    ),
    "gain": ({"seat": ANNA, "bonus": "wagon"}, ANNAS),
    "fire": ({"seat": ANNA, "amount": 1}, ANNAS),
    "sickness": ({"seat": ANNA, "amount": 1}, ANNAS),
    "sabotage": ({"seat": ANNA}, ANNAS),
    "raise_brigade": ({"seat": ANNA}, ANNAS),
    "lure": ({"seat": ANNA, "from_": [{"seat": BORIS, "people": PEOPLE}]}, ANNAS),
    "spend_reserve": ({"seat": ANNA, "turncoat": BORIS}, ANNAS),
    "hand_over": ({"seat": ANNA, "to": CLARA, "bonus": "wagon"}, ANNAS),
    "lay_tiles": ({"tiles": [{"at": [0, 0]}]}, Claim(Whose.TABLE)),
    "turn_over": (
        {
            "seat": ANNA,
            "at": [0, 0],
            "choices": {
                "right": {"help": HELP},
                "middle": {"help": [{"seat": DAVID, "weapons": 1}, *HELP]},
            },
        },
        Claim(Whose.SEAT, (ANNA,), (CLARA, DAVID)),
    ),
    "end_turn": ({"seat": ANNA}, ANNAS),
    "hand_turn": ({"to": BORIS}, HOSTS),
    "end_month": ({}, HOSTS),
    "trade": (
        {"seat": ANNA, "with_": BORIS, "give": {}, "get": {"food": 1}},
        Claim(Whose.SEAT, (ANNA,), (BORIS,)),
    ),
    "hq_trade": ({"seat": ANNA, "give": "food", "get": "wood", "times": 1}, ANNAS),
    "upkeep": ({}, HOSTS),
    "attack": ({"seat": ANNA, "target": BORIS}, ANNAS),
    "buy_off": (
        {"seat": ANNA, "target": BORIS, "pay": {"food": 1}},
        Claim(Whose.SEAT, (ANNA, BORIS), (ANNA, BORIS)),
    ),
    "next_month": ({}, HOSTS),
    "correct": ({"seat": ANNA, "set": {"points": 1}, "reason": "seen"}, HOSTS),
}


def test_every_kind_of_entry_has_its_claim() -> None:
    kinds = {arg.__struct_config__.tag for arg in get_args(AnyEntry)}

    assert kinds == CLAIMS.keys()


@pytest.mark.parametrize("do", CLAIMS)
def test_an_entry_is_its_seats_or_the_tables_or_the_hosts(do: str) -> None:
    fields, expected = CLAIMS[do]

    assert title.claim(start(), entry(do, **fields)) == expected


@pytest.mark.parametrize("do", CLAIMS)
def test_a_kind_belongs_to_whom_its_entries_belong_to(do: str) -> None:
    fields, expected = CLAIMS[do]

    before = claim_of_kind(do, fields.get("seat", ANNA), fields.get("target"))

    assert (before.whose, before.seats) == (expected.whose, expected.seats)


def test_a_gift_asks_nobody() -> None:
    gift = entry("trade", seat=ANNA, with_=BORIS, give={"food": 1}, get={})

    assert title.claim(start(), gift).asks == ()


def test_who_writes_it_need_not_be_asked() -> None:
    paid = title.claim(start(), entry("buy_off", seat=ANNA, target=BORIS, pay={"food": 1}))

    assert paid.asked_by(ANNA) == {BORIS}
    assert paid.asked_by(BORIS) == {ANNA}
    assert paid.asked_by(None) == {BORIS}
