"""Match files that are no match files: what is invalid, and where."""

import json
from typing import Any

import pytest

from tests.games.grizzled.arrange import NAMES, SOLDIERS, card
from tracker.engine import match_file
from tracker.engine.refusal import Invalid
from tracker.games.titles import TITLES


def document(*entries: dict[str, Any], **setup: Any) -> bytes:
    seats = [
        {"name": name, "soldier": soldier}
        for name, soldier in zip(NAMES[:3], SOLDIERS[:3], strict=True)
    ]
    agreed = {"mode": "standard", "seats": seats, **setup}
    return json.dumps(
        {
            "format": "quartermaster-match/1",
            "title": "grizzled",
            "setup": agreed,
            "entries": list(entries),
        }
    ).encode()


def where(*entries: dict[str, Any], **setup: Any) -> str:
    with pytest.raises(Invalid) as caught:
        match_file.read(document(*entries, **setup), TITLES)
    assert caught.value.message
    return caught.value.where


def mission(*effects: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"do": "mission", "card": {**card(*effects), **fields}}


def order(**fields: Any) -> dict[str, Any]:
    return {"do": "order", "mission": 0, **fields}


def correct(**numbers: Any) -> dict[str, Any]:
    return {"do": "correct", "set": numbers, "reason": "a slip"}


WITHDRAW = {"do": "withdraw", "seat": 0}
PLAY = {"do": "play", "seat": 0, "card": "mute"}
BUNKER = {"kind": "bunker", "cards": 2}
COLLECT = {"kind": "collect", "threats": ["gas"]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "pass", "seat": 0},
        {"do": "mission", "danger": 0},
        {"do": "mission", "danger": 60},
        {"do": "mission", "danger": None},
        {"do": "mission", "danger": True},
        {"do": "mission", "danger": "3"},
        {"do": "mission", "final": "retreat"},
        {"do": "mission", "seat": 0},
        mission(name=""),
        mission(name="x" * 41),
        mission(level="extreme"),
        mission(danger=0),
        mission(danger=21),
        mission(effects=None),
        mission(*[{"kind": "stays"}] * 7),
        mission({"kind": "tank"}),
        mission({"kind": "stays", "cards": 1}),
        mission({"kind": "threat"}),
        mission({"kind": "threat", "threat": "fog"}),
        mission({"kind": "bunker"}),
        mission({"kind": "bunker", "cards": 0}),
        mission({"kind": "bunker", "cards": 10}),
        mission({"kind": "collect", "threats": []}),
        mission({"kind": "collect", "threats": ["gas", "gas"]}),
        mission({"kind": "collect", "threats": ["gas"], "cards": 21}),
        mission({"kind": "note", "text": ""}),
        mission({"kind": "note", "text": "x" * 201}),
        mission(BUNKER, BUNKER),
        mission(COLLECT, COLLECT),
        {"do": "play", "seat": 0},
        {"do": "play", "card": "mute"},
        {"do": "play", "seat": 3, "card": "mute"},
        {"do": "play", "seat": -1, "card": "mute"},
        {"do": "play", "seat": 0, "card": "gas+night"},
        {"do": "play", "seat": 0, "card": "recruit"},
        {**PLAY, "drawn": None},
        {**PLAY, "drawn": "fog"},
        {**PLAY, "refill": 1},
        {**PLAY, "relieves": {"seat": 3, "hard_knock": "mute"}},
        {**PLAY, "relieves": {"seat": 0}},
        {**PLAY, "relieves": {"seat": 0, "hard_knock": "christmas"}},
        {"do": "charm", "seat": 0, "card": "mute"},
        {"do": "charm", "seat": 0},
        {"do": "speech", "seat": 0},
        {"do": "speech", "seat": 0, "threat": "mute"},
        {"do": "speech", "seat": 0, "threat": "gas", "discards": {"3": "mute"}},
        {"do": "speech", "seat": 0, "threat": "gas", "discards": {"01": "mute"}},
        {"do": "speech", "seat": 0, "threat": "gas", "discards": {"1": None}},
        {"do": "speech", "seat": 0, "threat": "gas", "discards": []},
        {**WITHDRAW, "returns": "yes"},
        {**WITHDRAW, "loses": "unknown"},
        {**WITHDRAW, "token": "middle"},
        {**WITHDRAW, "takes": -1},
        {**WITHDRAW, "relieves": None},
        {"do": "support", "tokens": {"x": "left"}},
        {"do": "support", "tokens": {"0": "unknown"}},
        {"do": "support", "drawn": "center"},
        {"do": "support", "help": {"remove": ["mute", "clumsy", "fearful"]}},
        {"do": "support", "help": {"remove": ["mute", "mute"]}},
        {"do": "support", "help": {"heal": True}},
        {"do": "support", "help": None},
        {"do": "next_mission", "drop": 3},
        order(),
        order(discard=False, fails=False),
        order(**{"from": "trials"}),
        order(to="trials"),
        order(to="trials", discard=True),
        order(**{"from": "trials", "to": "trials"}),
        order(**{"from": "trials", "to": "out"}),
        order(**{"from": "trials", "to": "morale", "cards": 0}),
        order(**{"from": "trials", "to": "morale", "cards": 60}),
        order(**{"from": "trials", "to": "morale", "seat": 0}),
        order(**{"from": "trials", "to": "hand"}),
        order(**{"from": "trials", "to": "hand", "seat": 3}),
        order(discard=True, cards=1),
        order(discard=True, seat=0),
        {"do": "order", "discard": True},
        correct(),
        correct(seats={}),
        correct(seats={"0": {}}),
        correct(trials=-1),
        correct(trials=60),
        correct(pool=6),
        correct(leader=3),
        correct(turn=3),
        correct(mission=0),
        correct(mission=100),
        correct(no_mans_land=["mute"]),
        correct(out=["recruit"]),
        correct(seats={"3": {"hand": 0}}),
        correct(seats={"0": {"hard_knocks": ["recruit"]}}),
        correct(seats={"0": {"speeches": 6}}),
        correct(seats={"0": {"tokens": {"left": 16}}}),
        correct(seats={"0": {"tokens": {"middle": 1}}}),
        correct(seats={"0": {"weight": 1}}),
        {"do": "correct", "set": {"trials": 25}},
        {"do": "correct", "set": {"trials": 25}, "reason": ""},
        {"do": "correct", "set": {"trials": 25}, "reason": "x" * 401},
    ],
    ids=json.dumps,
)
def test_an_entry_that_is_not_written_properly_makes_the_file_invalid(
    wrong: dict[str, Any],
) -> None:
    assert where(wrong).startswith("entries[0]")


def test_the_place_of_what_is_wrong_is_named() -> None:
    assert where({**PLAY, "relieves": {"seat": 9, "hard_knock": "mute"}}) == (
        "entries[0].relieves.seat"
    )
    assert where(PLAY, {"do": "support", "tokens": {"9": "left"}}) == "entries[1].tokens.9"
    assert where(correct(seats={"7": {"hand": 0}})) == "entries[0].set.seats.7"
    assert where(correct(seats={"": {"hand": 0}})) == 'entries[0].set.seats.""'
    assert where(leader=7) == "setup.leader"
    assert where(mission(BUNKER, BUNKER)) == "entries[0].card.effects"


@pytest.mark.parametrize(
    "fine",
    [
        mission(BUNKER, COLLECT, {"kind": "note", "text": "x"}),
        order(discard=True, fails=True),
        order(**{"from": "hand", "to": "trials", "seat": 2, "cards": 59, "discard": True}),
        correct(seats={"2": {"tokens": {"unknown": 0}}}),
        {"do": "support", "help": {}},
        {"do": "withdraw", "seat": 2, "takes": 10_000},
    ],
    ids=json.dumps,
)
def test_an_entry_that_is_written_properly_is_read(fine: dict[str, Any]) -> None:
    title, read = match_file.read(document(fine), TITLES)

    assert (title.NAME, len(read.entries)) == ("grizzled", 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"orders": "none"},
        {"seats": []},
        {"seats": [{"name": "", "soldier": "felix"}] * 3},
        {"seats": [{"name": "A", "soldier": "felix"}] * 3},
        {"seats": None},
        {"colour": "blue"},
        {"trials": 25},
        {"switches": None},
        {"difficulty": None},
    ],
    ids=json.dumps,
)
def test_a_set_up_that_is_not_written_properly_makes_the_file_invalid(
    wrong: dict[str, Any],
) -> None:
    assert where(**wrong).startswith("setup")
