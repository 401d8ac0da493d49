"""Reading what nobody has checked yet: every wrong value is named by its place, in a sentence."""

import json
import re
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.civil_war.match_files import (
    SMALL,
    Place,
    everything,
    is_plain,
    problem,
    put,
    put_text,
    small,
    taken_out,
    text,
    where,
)
from tracker.engine import codec, match_file
from tracker.engine.refusal import Invalid
from tracker.games.titles import TITLES

LINE_AND_COLUMN = re.compile(r"line \d+ column \d+")
LARGEST = 16_000_000
MANY_DIGITS = "1" * 400
TOO_MANY_DIGITS = "1" * 10_000
DEEP = 100_000

# Every entry of the format, with all of its optional fields, and which of its fields are optional.
EXAMPLES: tuple[tuple[dict[str, Any], frozenset[str]], ...] = (
    (
        {"do": "find", "seat": 0, "resource": "food", "amount": 4, "where": "middle"},
        frozenset({"where"}),
    ),
    ({"do": "lose", "seat": 0, "resource": "food", "amount": 4}, frozenset()),
    (
        {
            "do": "meet",
            "seat": 0,
            "kind": "volunteer",
            "count": 2,
            "help": [{"seat": 1, "weapons": 2}],
            "casualties": {"cherokee": 1},
            "taken": "gold",
        },
        frozenset({"help", "casualties", "taken"}),
    ),
    ({"do": "gain", "seat": 0, "bonus": "wagon"}, frozenset()),
    ({"do": "fire", "seat": 0, "amount": 3}, frozenset()),
    (
        {"do": "sickness", "seat": 0, "amount": 3, "casualties": {"volunteer": 1}},
        frozenset({"casualties"}),
    ),
    ({"do": "sabotage", "seat": 0}, frozenset()),
    ({"do": "raise_brigade", "seat": 0}, frozenset()),
    ({"do": "lure", "seat": 0, "from": [{"seat": 1, "people": {"cherokee": 2}}]}, frozenset()),
    (
        {"do": "spend_reserve", "seat": 0, "lure": {"seat": 1, "people": {"cherokee": 2}}},
        frozenset(),
    ),
    ({"do": "spend_reserve", "seat": 0, "turncoat": 1}, frozenset()),
    ({"do": "hand_over", "seat": 0, "to": 1, "bonus": "dynamite"}, frozenset()),
    ({"do": "lay_tiles", "tiles": [{"at": [0, 0], "tile": "17"}, {"at": [1, 0]}]}, frozenset()),
    (
        {
            "do": "turn_over",
            "seat": 0,
            "at": [0, 0],
            "tile": "17",
            "choices": {
                "left": {
                    "help": [{"seat": 1, "weapons": 1}],
                    "casualties": {"volunteer": 1},
                    "taken": "wood",
                },
                "middle": {"sabotage": True},
                "right": {"taken": "food"},
            },
        },
        frozenset({"tile", "choices"}),
    ),
    ({"do": "end_turn", "seat": 0}, frozenset()),
    ({"do": "hand_turn", "to": 1}, frozenset()),
    ({"do": "end_month"}, frozenset()),
    (
        {"do": "trade", "seat": 0, "with": 1, "give": {"gold": 2}, "get": {"water": 1}},
        frozenset(),
    ),
    ({"do": "hq_trade", "seat": 0, "give": "weapons", "get": "water", "times": 4}, frozenset()),
    ({"do": "upkeep", "casualties": {"0": {"volunteer": 1}}}, frozenset({"casualties"})),
    (
        {
            "do": "attack",
            "seat": 0,
            "target": 1,
            "press": True,
            "take": "gold",
            "casualties": {"volunteer": 1},
            "target_casualties": {"cherokee": 1},
        },
        frozenset({"press", "take", "casualties", "target_casualties"}),
    ),
    ({"do": "buy_off", "seat": 0, "target": 1, "pay": {"medicine": 3}}, frozenset()),
    ({"do": "next_month"}, frozenset()),
    (
        {
            "do": "correct",
            "seat": 0,
            "set": {
                "points": -3,
                "resources": {"gold": 0},
                "people": {"volunteer": 2},
                "bonuses": {"wagon": True, "dynamite": False, "fire_brigade": True},
                "lost_turns": 0,
            },
            "reason": "miscounted",
        },
        frozenset(),
    ),
)
SEATS = frozenset({"seat", "to", "with", "target", "turncoat"})
WRONG_FOR: dict[type, tuple[object, ...]] = {
    int: (1.0, 1.5, True, None, "1", [], {}, [1]),
    str: (3, 1.5, True, None, [], {}),
    bool: (0, 1, "true", None, [], {}),
    dict: (3, True, None, "x", [], [{}]),
    list: (3, True, None, "x", {}, {"0": 1}),
}


def inside(value: object, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value within this one, and the place where it stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*place, key), inner
            yield from inside(inner, (*place, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield (*place, index), inner
            yield from inside(inner, (*place, index))


def wrong_numbers(place: Place) -> tuple[int, ...]:
    """Whole numbers that are too small or too large at this place of an entry."""
    if place[-1] in SEATS:
        return (-1, 2, 10**6, int(MANY_DIGITS))
    if place[-1] == "points":
        return (-10_000, 10_000, int(MANY_DIGITS))
    if "set" in place:
        return (-1, 10_000, int(MANY_DIGITS))
    if "at" in place:
        return ()
    return (0, -1, 10_000, 2**63, 2**64, int(MANY_DIGITS))


def wrong_values(entry: dict[str, Any]) -> Iterator[tuple[Place, object]]:
    for place, value in inside(entry):
        if entry["do"] == "upkeep" and len(place) > 1:
            continue  # who is named by a seat's number: see the test of upkeep below
        for wrong in WRONG_FOR[type(value)]:
            yield place, wrong
        if type(value) is int:
            for number in wrong_numbers(place):
                yield place, number
        if type(value) is str and place != ("reason",):
            yield place, "nonsense"
            yield place, ""


def name_of(example: tuple[dict[str, Any], frozenset[str]]) -> str:
    return str(example[0]["do"])


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_every_entry_of_the_format_can_be_read(
    example: tuple[dict[str, Any], frozenset[str]],
) -> None:
    assert entry_in(small(example[0])) == example[0]


def entry_in(document: object) -> dict[str, Any]:
    """The only entry of a match file, as it was read."""
    [entry] = match_file.read(text(document), TITLES)[1].entries
    read: dict[str, Any] = json.loads(msgspec.json.encode(entry))
    return read


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_a_wrong_value_in_an_entry_is_named_by_its_place(
    example: tuple[dict[str, Any], frozenset[str]],
) -> None:
    for place, wrong in wrong_values(example[0]):
        entry = put(example[0], place, wrong)

        found = problem(text(small({"do": "end_month"}, entry)))

        assert found.where == f"entries[1].{where(place)}", wrong
        assert is_plain(found.message), (place, wrong, found.message)


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_a_missing_field_is_named(example: tuple[dict[str, Any], frozenset[str]]) -> None:
    entry, optional = example
    for field in entry.keys() - optional - {"lure", "turncoat"}:
        found = problem(text(small(taken_out(entry, (field,)))))

        assert found.where == f"entries[0].{field}"
        assert field in found.message
        assert is_plain(found.message)


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_an_optional_field_may_be_left_out(
    example: tuple[dict[str, Any], frozenset[str]],
) -> None:
    entry, optional = example
    for field in optional:
        shorter = taken_out(entry, (field,))
        assert entry_in(small(shorter)) == shorter


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_an_unknown_field_is_named_wherever_it_stands(
    example: tuple[dict[str, Any], frozenset[str]],
) -> None:
    entry = example[0]
    objects = [(), *(place for place, value in inside(entry) if isinstance(value, dict))]
    for place in objects:
        found = problem(text(small(put(entry, (*place, "colour"), 1))))

        assert found.where == f"entries[0].{where((*place, 'colour'))}"
        assert "colour" in found.message
        assert is_plain(found.message)


@pytest.mark.parametrize("seat", ["2", "00", "01", "-1", "+1", " 1", "1.0", "x", "", "٠"])
def test_upkeep_casualties_of_a_seat_that_does_not_exist_are_invalid(seat: str) -> None:
    entry = {"do": "upkeep", "casualties": {"1": {"volunteer": 1}, seat: {"volunteer": 1}}}

    found = problem(text(small(entry)))

    assert found.where.startswith("entries[0].casualties")
    assert is_plain(found.message)


@pytest.mark.parametrize(
    ("casualties", "place"),
    [
        ({"0": {"volunteer": 0}}, "0.volunteer"),
        ({"0": {"volunteer": 10_000}}, "0.volunteer"),
        ({"1": {"volunteer": 1.0}}, "1.volunteer"),
        ({"0": {}, "1": {"volunteer": None}}, "1.volunteer"),
        ({"0": {"sailor": 1}}, "0.sailor"),
        ({"0": 3}, "0"),
        ({"0": None}, "0"),
        ({"1": []}, "1"),
        ({"1": {}, "8": {}}, "8"),
    ],
)
def test_wrong_upkeep_casualties_are_named_as_such(casualties: object, place: str) -> None:
    found = problem(text(small({"do": "upkeep", "casualties": casualties})))

    assert found.where == f"entries[0].casualties.{place}"
    assert is_plain(found.message)


@pytest.mark.parametrize("bonus", ["fort", "gold_reserve"])
def test_fort_and_reserve_cannot_be_set_because_they_follow_from_wood_and_gold(bonus: str) -> None:
    entry = {"do": "correct", "seat": 0, "set": {"bonuses": {bonus: True}}, "reason": "so"}

    found = problem(text(small(entry)))

    assert found.where == f"entries[0].set.bonuses.{bonus}"


@pytest.mark.parametrize("bonus", ["fire_brigade", "fort", "gold_reserve"])
@pytest.mark.parametrize("entry", [{"do": "gain"}, {"do": "hand_over", "to": 1}])
def test_only_wagon_and_dynamite_are_found_or_handed_over(
    entry: dict[str, Any], bonus: str
) -> None:
    found = problem(text(small({**entry, "seat": 0, "bonus": bonus})))

    assert found.where == "entries[0].bonus"


@pytest.mark.parametrize(
    "both_or_none", [{}, {"lure": {"seat": 1, "people": {"cherokee": 1}}, "turncoat": 1}]
)
def test_a_reserve_is_spent_on_one_thing(both_or_none: dict[str, Any]) -> None:
    found = problem(text(small({"do": "spend_reserve", "seat": 0, **both_or_none})))

    assert found.where.startswith("entries[0]")
    assert is_plain(found.message)


@pytest.mark.parametrize("nothing", [{}, {"people": {}}])
def test_a_correction_sets_something(nothing: dict[str, Any]) -> None:
    correction = {"do": "correct", "seat": 0, "set": nothing, "reason": "a slip"}
    found = problem(text(small(correction)))

    assert (found.where, found.message) == ("entries[0].set", "sets nothing")


def test_a_place_has_two_coordinates() -> None:
    for at in ([], [0], [0, 0, 0], "0,0", {"x": 0, "y": 0}, None):
        found = problem(text(small({"do": "lay_tiles", "tiles": [{"at": [0, 0]}, {"at": at}]})))

        assert found.where == "entries[0].tiles[1].at"
        assert is_plain(found.message)


SETUP_CASES: tuple[tuple[Place, tuple[object, ...]], ...] = (
    (("setup",), (None, [], 3, "x")),
    (("setup", "months"), (4, 7, 0, -5, 5.0, True, None, "6", [], int(MANY_DIGITS))),
    (("setup", "tiles_per_player"), (2, 5, 0, 4.0, True, None, "4", {})),
    (("setup", "seats"), (None, {}, "x", 2, [], [{"name": "Anna", "role": "cherokee"}])),
    (("setup", "seats", 1), (None, [], 3, "Boris")),
    (("setup", "seats", 1, "name"), ("", "x" * 41, None, 3, [], True)),
    (("setup", "seats", 1, "role"), ("sailor", "", None, 3, [], "Cherokee", "southern_officer")),
    (("setup", "switches"), (None, [], 3, "x")),
    (("setup", "switches", "starting_bonus"), (None, [], 3, "x")),
    (("setup", "switches", "starting_bonus", "cherokee"), (None, [], 3)),
    (("setup", "switches", "reward"), ("Each", None, True, 1)),
    (("setup", "switches", "fire_brigade_cost"), (None, [], 3, "water")),
    (("setup", "switches", "lure_anyone"), (None, 0, 1, "true")),
    (("setup", "switches", "fifty_points"), ("later", None, 50)),
    (("setup", "switches", "attack_anyone"), (None, 0, 1, "true")),
    (("setup", "switches", "fort_multiplier"), (3, 1, 0, 2.0, "4", None, True)),
    (("setup", "switches", "fort_and_dynamite"), ("add", None, 8)),
    (("setup", "switches", "battle_deaths_cost_points"), (None, 0, "no")),
    (("setup", "switches", "keep_order"), (None, 1, "yes")),
    (("setup", "deck"), ("", "no-such-deck", "../standard", "Standard", None, 3, [], True)),
    (("entries",), (None, {}, "x", 3)),
    (("entries", 1), (None, [], 3, "end_turn")),
    (("entries", 1, "do"), (None, [], 3, "", "End_turn", "surrender")),
    (("format",), ("", "quartermaster-match/2", "quartermaster-deck/1", None, 1, [])),
    (("title",), ("", "chess", "Civil War", "civil_war", None, 1, [])),
)


@pytest.mark.parametrize(
    ("place", "wrongs"), SETUP_CASES, ids=[where(place) for place, _ in SETUP_CASES]
)
def test_a_wrong_value_outside_the_entries_is_named_by_its_place(
    place: Place, wrongs: tuple[object, ...]
) -> None:
    document = put(SMALL, ("setup", "switches", "starting_bonus"), {})
    for wrong in wrongs:
        found = problem(text(put(document, place, wrong)))

        assert found.where == where(place), wrong
        assert is_plain(found.message), (wrong, found.message)


REQUIRED: tuple[Place, ...] = (
    ("format",),
    ("title",),
    ("setup",),
    ("entries",),
    ("setup", "months"),
    ("setup", "tiles_per_player"),
    ("setup", "seats"),
    ("setup", "seats", 1, "name"),
    ("setup", "seats", 1, "role"),
    ("entries", 1, "do"),
)


@pytest.mark.parametrize("place", REQUIRED, ids=where)
def test_what_a_match_needs_is_missed(place: Place) -> None:
    found = problem(text(taken_out(SMALL, place)))

    assert found.where == where(place)
    assert str(place[-1]) in found.message
    assert is_plain(found.message)


OBJECTS: tuple[Place, ...] = (
    (),
    ("setup",),
    ("setup", "seats", 1),
    ("setup", "switches"),
    ("entries", 1),
)


@pytest.mark.parametrize("place", OBJECTS, ids=lambda place: where(place) or "top")
def test_a_field_that_nobody_knows_is_named(place: Place) -> None:
    found = problem(text(put(SMALL, (*place, "colour"), "blue")))

    assert found.where == where((*place, "colour"))
    assert is_plain(found.message)


@pytest.mark.parametrize(
    "field", ["a.b", "a[0]", "{", "{x}", "é", "$", "x` - at `$.entries[7]", "x - at `$"]
)
@pytest.mark.parametrize("place", [(), ("entries", 1)], ids=lambda place: where(place) or "top")
def test_a_strange_name_of_an_unknown_field_misleads_nobody(place: Place, field: str) -> None:
    found = problem(text(put(SMALL, (*place, field), 1)))

    assert found.where == where((*place, field))
    assert field in found.message


@pytest.mark.parametrize("place", [(), ("entries", 1)], ids=lambda place: where(place) or "top")
def test_an_unknown_field_without_a_name_is_shown_as_it_is_written(place: Place) -> None:
    found = problem(text(put(SMALL, (*place, ""), 1)))

    assert found.where == where((*place, '""'))
    assert '""' in found.message


@pytest.mark.parametrize("document", ["[]", "3", "null", "true", '"text"', "1.5"])
def test_a_document_that_is_no_object_is_invalid(document: str) -> None:
    found = problem(document.encode())

    assert found.where == "file"
    assert is_plain(found.message)


# --- Text that is not JSON -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("not_json", "line", "column"),
    [
        ('{\n  "format": "quartermaster-match/1",\n  oops\n}', 3, 3),
        ('{"name": "жжж", oops}', 1, 17),
        ('{"name": "😀", oops}', 1, 15),
        ("x", 1, 1),
        ("\n\n  x", 3, 3),
        ("{'name': 1}", 1, 2),
        ("\0" * 100, 1, 1),
    ],
)
def test_text_that_is_not_json_is_placed_by_line_and_column(
    not_json: str, line: int, column: int
) -> None:
    found = problem(not_json.encode())

    assert found.where == f"line {line} column {column}"
    assert is_plain(found.message)


def test_a_second_document_is_placed_where_it_begins() -> None:
    found = problem(text(SMALL) + b"\n\n  " + text(SMALL))

    assert found.where == "line 3 column 3"
    assert is_plain(found.message)


@pytest.mark.parametrize(
    "value",
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "nan",
        "01",
        "+1",
        ".5",
        "1.",
        "1e",
        "0x10",
        "1_000",
        "--1",
        "-",
        "nul",
        "True",
        "None",
        "undefined",
        "'x'",
        '"\\x"',
        '"\\u12"',
        '"tab\there"',
        '"\x00"',
        "[1,]",
        "[1 2]",
        '{"a":1,}',
        '{"a"}',
        "{1:2}",
        "/* x */ 1",
        "1 // x",
        "",
    ],
)
@pytest.mark.parametrize("place", [("name",), ("entries", 0, "count"), ("entries", 0, "by")])
def test_what_json_does_not_have_is_refused_even_where_it_would_be_ignored(
    place: Place, value: str
) -> None:
    found = problem(put_text(SMALL, place, value))

    assert LINE_AND_COLUMN.fullmatch(found.where)
    assert is_plain(found.message)


@pytest.mark.parametrize("nothing", [b"", b" ", b"\n\n", b"\t \r\n"])
def test_an_empty_file_is_invalid(nothing: bytes) -> None:
    found = problem(nothing)

    assert LINE_AND_COLUMN.fullmatch(found.where)
    assert is_plain(found.message)


def test_a_file_that_breaks_off_anywhere_is_invalid() -> None:
    whole = text(SMALL)
    for length in range(len(whole)):
        found = problem(whole[:length])

        assert LINE_AND_COLUMN.fullmatch(found.where), length
        assert is_plain(found.message)


def test_white_space_around_the_document_does_no_harm() -> None:
    assert is_read_as_small(b"\r\n\t " + text(SMALL) + b" \n\n")


def is_read_as_small(data: bytes) -> bool:
    """Return whether all else that is in there makes no difference."""
    found, small_one = (match_file.read(document, TITLES) for document in (data, text(SMALL)))
    return bool(match_file.play(*found).position == match_file.play(*small_one).position)


# --- Text that is not text -----------------------------------------------------------------------


def test_a_byte_order_mark_in_front_does_no_harm() -> None:
    assert is_read_as_small(b"\xef\xbb\xbf" + text(SMALL))


def test_a_second_byte_order_mark_is_not_json() -> None:
    found = problem(b"\xef\xbb\xbf\xef\xbb\xbf" + text(SMALL))

    assert LINE_AND_COLUMN.fullmatch(found.where)


@pytest.mark.parametrize(
    ("bad", "byte"),
    [
        (b'{"name": "\xff"}', 10),
        (b'{"name": "\xc0\xaf"}', 10),
        (b'{"name": "\xed\xa0\x80"}', 10),
        (b'{"name": "\xf8\x88\x80\x80\x80"}', 10),
        (b'{"name": "\xc3', 10),
        (b"\x80", 0),
        (b'\xef\xbb\xbf{"name": "\xff"}', 13),
    ],
)
def test_bytes_that_are_not_utf_8_are_placed(bad: bytes, byte: int) -> None:
    found = problem(bad)

    assert found.where == f"byte {byte}"
    assert is_plain(found.message)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_other_encodings_are_invalid(encoding: str) -> None:
    assert problem(json.dumps(SMALL).encode(encoding)).message


@pytest.mark.parametrize(
    "value",
    [
        r'"\ud800"',
        r'"\udc00"',
        r'"\ud800\ud800"',
        r'"\ud800x and some more text"',
        r'{"\ud800": 1}',
        r'{"\udfff": 1, "\udfff": 2}',
        r'["\ud800", "more text after it"]',
    ],
)
@pytest.mark.parametrize(
    "place", [("name",), ("setup", "seats", 1, "name"), ("entries", 0, "by"), ("entries", 1, "do")]
)
def test_half_a_surrogate_pair_is_invalid_anywhere(place: Place, value: str) -> None:
    found = problem(put_text(SMALL, place, value))

    found.where.encode()
    found.message.encode()
    assert is_plain(found.message)


def test_a_whole_surrogate_pair_is_one_character() -> None:
    document = put_text(SMALL, ("setup", "seats", 1, "name"), '"' + r"\ud83d\ude00" * 40 + '"')

    _, read = match_file.read(document, TITLES)

    assert read.setup.seats[1].name == "\N{GRINNING FACE}" * 40


# --- Numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number",
    [
        *("1.0", "1e0", "1E+2", "10e-1", "1.5", "0.1", "1e400", "-1e400", "1e-400"),
        *(MANY_DIGITS, "-" + MANY_DIGITS, MANY_DIGITS + ".0", TOO_MANY_DIGITS),
        "18446744073709551616",
    ],
)
@pytest.mark.parametrize("place", [("entries", 0, "count"), ("entries", 0, "seat")], ids=where)
def test_a_number_that_is_not_a_small_whole_one_is_invalid(place: Place, number: str) -> None:
    found = problem(put_text(SMALL, place, number))

    assert found.where == where(place)
    assert is_plain(found.message)


@pytest.mark.parametrize("number", [MANY_DIGITS, TOO_MANY_DIGITS, "1e400", "1.5", "-1"])
@pytest.mark.parametrize("field", ["n", "at", "by", "lines"])
def test_a_number_of_any_size_can_be_ignored(field: str, number: str) -> None:
    assert is_read_as_small(put_text(SMALL, ("entries", 0, field), number))


@pytest.mark.parametrize("wrong", ["1", "0", "1.5", '"yes"', "null", MANY_DIGITS, "1e400"])
def test_what_says_whether_an_entry_was_undone_must_be_true_or_false(wrong: str) -> None:
    found = problem(put_text(SMALL, ("entries", 0, "undone"), wrong))

    assert found.where == "entries[0].undone"
    assert "whole number" not in found.message


@pytest.mark.parametrize("number", [MANY_DIGITS, TOO_MANY_DIGITS])
def test_nobody_is_told_that_a_whole_number_must_be_one(number: str) -> None:
    found = problem(put_text(SMALL, ("setup", "months"), number))

    assert found.where == "setup.months"
    assert "must be a whole number" not in found.message


# --- Keys that stand twice -----------------------------------------------------------------------

TWICE: tuple[tuple[bytes, bytes, str], ...] = (
    (b'"title":', b'"title": "civil-war", "title":', "title"),
    (b'"setup":', b'"setup": {}, "setup":', "setup"),
    (b'"months":', b'"months": 6, "months":', "setup.months"),
    (b'"name": "Boris"', b'"name": "Boris", "name": "Boris"', "setup.seats[1].name"),
    (b'"count":', b'"count": 2, "count":', "entries[0].count"),
    (b'"count":', b'"co\\u0075nt": 2, "count":', "entries[0].count"),
    (b'"do": "end_turn"', b'"do": "end_turn", "do": "end_turn"', "entries[1].do"),
    (b'"count":', b'"by": 1, "by": 1, "count":', "entries[0].by"),
)


@pytest.mark.parametrize(("once", "twice", "place"), TWICE, ids=lambda case: str(case)[:30])
def test_a_key_that_stands_twice_is_named(once: bytes, twice: bytes, place: str) -> None:
    document = text(SMALL)
    assert once in document

    found = problem(document.replace(once, twice, 1))

    assert found.where == place
    assert "twice" in found.message


@pytest.mark.parametrize(
    ("value", "inner"),
    [
        ('{"a": 1, "a": 1}', ".a"),
        ('{"a": 1, "b": 2, "a": 3}', ".a"),
        ('{"a": {"b": 1, "b": 2}}', ".a.b"),
        ('[0, {"a": 1, "a": 1}]', "[1].a"),
        ('[[[], [{"a": [{"b": null, "b": null}]}]]]', "[0][1][0].a[0].b"),
        ('{"a": "x", "\\u0061": "y"}', ".a"),
    ],
)
@pytest.mark.parametrize(
    "place",
    [
        ("id",),
        ("name",),
        ("created",),
        ("position",),
        ("result",),
        ("entries", 1, "n"),
        ("entries", 1, "at"),
        ("entries", 1, "by"),
        ("entries", 1, "lines"),
    ],
    ids=where,
)
def test_a_key_that_stands_twice_is_named_even_inside_what_is_ignored(
    place: Place, value: str, inner: str
) -> None:
    found = problem(put_text(SMALL, place, value))

    assert found.where == where(place) + inner


def test_casualties_of_one_seat_cannot_be_named_twice() -> None:
    document = put_text(
        small({"do": "upkeep"}),
        ("entries", 0, "casualties"),
        '{"0": {"volunteer": 1}, "0": {"volunteer": 2}}',
    )

    assert problem(document).where == "entries[0].casualties.0"


def test_the_same_key_may_stand_in_different_objects() -> None:
    value = [{"a": 1}, {"a": 1}, {"a": {"a": {"a": 1}}}]

    assert is_read_as_small(text(put(SMALL, ("position",), value)))


# --- Depth and size ------------------------------------------------------------------------------


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
@pytest.mark.parametrize(
    "place",
    [
        ("name",),
        ("position",),
        ("colour",),
        ("setup",),
        ("setup", "switches"),
        ("setup", "deck"),
        ("entries",),
        ("entries", 0, "by"),
        ("entries", 0, "count"),
        ("entries", 0, "help"),
        ("entries", 0, "undone"),
    ],
    ids=where,
)
def test_deep_nesting_is_invalid_anywhere(place: Place, opening: str, closing: str) -> None:
    closed = opening * DEEP + "0" + closing * DEEP

    for value in (closed, opening * DEEP):
        assert is_plain(problem(put_text(SMALL, place, value)).message)


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_a_document_that_only_opens_is_invalid(opening: str) -> None:
    assert is_plain(problem((opening * DEEP).encode()).message)


def test_what_is_ignored_may_be_nested_as_deep_as_an_export_could_be() -> None:
    value = "[" * 50 + '{"a": 1}' + "]" * 50

    assert is_read_as_small(put_text(SMALL, ("position",), value))


def test_a_file_may_have_16_megabytes() -> None:
    assert is_read_as_small(text(SMALL).ljust(LARGEST))


def test_a_larger_file_is_invalid() -> None:
    found = problem(text(SMALL).ljust(16 * 2**20 + 1))

    assert found.where == "file"
    assert "16" in found.message
    assert is_plain(found.message)


# --- Whatever comes ------------------------------------------------------------------------------


def gets_an_answer(data: bytes) -> bool:
    """Return whether it is a match, or is refused in words that can be printed."""
    try:
        match_file.read(data, TITLES)
    except Invalid as error:
        return all(said.encode() for said in (error.where, error.message))
    return True


@given(st.binary(max_size=200))
def test_any_bytes_get_an_answer(data: bytes) -> None:
    assert gets_an_answer(data)


@pytest.mark.slow
@given(st.text(max_size=100), st.integers(0, 3_000), st.integers(0, 20))
def test_any_text_in_the_middle_of_a_match_gets_an_answer(
    spoilt: str, start: int, length: int
) -> None:
    whole = json.dumps(everything())

    document = whole[:start] + spoilt + whole[start + length :]

    assert gets_an_answer(document.encode("utf-8", "surrogatepass"))


def json_values(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
        ),
        max_leaves=12,
    )


scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=10)


@given(json_values(scalars | st.floats()))
def test_anything_like_json_gets_an_answer(value: object) -> None:
    assert gets_an_answer(text(value))


@given(json_values(scalars | st.floats(allow_nan=False, allow_infinity=False)))
def test_any_json_can_be_ignored(value: object) -> None:
    _, document = match_file.read(text(put(SMALL, ("position",), value)), TITLES)

    without = match_file.read(text(SMALL), TITLES)[1]
    assert (document.setup, document.entries) == (without.setup, without.entries)


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """A value of the map."""

    amount: int = 0
    kinds: dict[Literal["gas", "shell"], bool] = {}


class Outer(msgspec.Struct):
    """A document with a map in a list, and maps in that map."""

    rows: list[dict[str, Inner]] = []


@pytest.mark.parametrize(
    "row",
    [
        {"a": {"amount": "x"}},
        {"a": {}, "b": {"amount": 1}, "c": {"amount": 1.5}, "d": {"amount": 1.5}},
        {"a": {}, "b": {"colour": 1}},
        {"a": {}, "b": None},
        {"a": {}, "": []},
        {"a": {"kinds": {"gas": True}}, "b": {"kinds": {"gas": True, "shell": 0}}},
        {"a": {"kinds": {"gas": True, "rain": True}}},
    ],
    ids=str,
)
def test_the_place_of_a_wrong_value_in_a_map_is_the_map(row: object) -> None:
    document = {"rows": [{}, {"z": {"amount": 3}}, row, {"a": None}]}

    with pytest.raises(Invalid) as found:
        codec.decode(text(document), msgspec.json.Decoder(Outer))

    assert found.value.where == "rows[2]"
