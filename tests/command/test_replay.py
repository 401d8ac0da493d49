"""`quartermaster replay`: the command as it is installed, and whatever a file may hold."""

import copy
import io
import json
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from tests.games.civil_war.match_files import (
    SMALL,
    everything,
    put,
    put_text,
    small,
    taken_out,
    text,
)
from tracker.command import main
from tracker.command.replay import outcome
from tracker.engine import match_file
from tracker.engine.refusal import Invalid
from tracker.games.titles import TITLES

QUARTERMASTER = Path(sys.executable).with_name("quartermaster")
# Of the processor, whose time does not depend on what else the machine does; and of the clock.
SECONDS = 10
TIMEOUT_SECONDS = 90
MEMORY = 2**30
ALMOST_16_MB = 15_900_000
DEEP = 100_000

Answer = tuple[int, Any]

RESOURCES = ("gold", "medicine", "weapons", "water", "food", "wood")
KINDS = (
    *("southern_officer", "southern_soldier", "cherokee"),
    *("northern_officer", "northern_soldier", "volunteer"),
)
BONUSES = ("wagon", "dynamite", "fire_brigade", "fort", "gold_reserve")
RULES = {f"CW-{chapter}" for chapter in range(1, 14)}


def set_limits() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def run(*arguments: str | Path, data: bytes = b"") -> Answer:
    """The exit status and the document that the command prints, alone and without complaint."""
    done = subprocess.run(
        [QUARTERMASTER, "replay", *arguments],
        input=data,
        capture_output=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
        preexec_fn=set_limits,
    )
    assert done.returncode >= 0, f"ended by signal {-done.returncode}"
    assert done.stderr == b"", done.stderr[-2_000:].decode()
    return done.returncode, json.loads(done.stdout)


def replay(document: object, *arguments: str) -> Answer:
    data = document if isinstance(document, bytes) else text(document)
    return run("-", *arguments, data=data)


def replay_here(document: object, *arguments: str) -> Answer:
    """The same without a process of its own, which takes longer to start than any match to play."""
    printed = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text(document))))
        patch.setattr(sys, "stdout", io.TextIOWrapper(printed))
        return main(["replay", "-", *arguments]), json.loads(printed.getvalue())


def is_invalid(answer: Answer) -> bool:
    status, document = answer
    invalid = document.get("invalid", {})
    return (
        status == 2
        and set(document) == {"invalid"}
        and set(invalid) == {"where", "message"}
        and all(isinstance(said, str) and said for said in invalid.values())
    )


# --- The three outcomes --------------------------------------------------------------------------


def test_a_match_that_is_played_to_the_end_prints_its_position() -> None:
    status, document = replay_here(small())

    assert status == 0
    assert set(document) == {"position"}
    assert document["position"]["seats"][0]["points"] == 2
    assert document["position"]["turn"] == 1


def test_an_entry_that_a_rule_forbids_is_told_with_the_position_before_it() -> None:
    needs_five = {"do": "hq_trade", "seat": 0, "give": "wood", "get": "water", "times": 3}
    before = [{"do": "end_month"}]

    status, document = replay_here(small(*before, needs_five, {"do": "upkeep"}))

    assert status == 1
    assert set(document) == {"refused", "position"}
    assert document["refused"].keys() == {"entry", "rule", "message"}
    assert document["refused"]["entry"] == 1
    assert document["refused"]["rule"] == "CW-7.2"
    assert all(figure in document["refused"]["message"] for figure in ("Anna", "10", "15"))
    assert document["position"] == replay_here(small(*before))[1]["position"]


def test_a_wrong_field_is_told_with_its_place() -> None:
    wrong = {"do": "find", "seat": 0, "resource": "food", "amount": "4"}

    status, document = replay_here(small({"do": "end_turn", "seat": 0}, wrong))

    assert status == 2
    assert set(document) == {"invalid"}
    assert document["invalid"].keys() == {"where", "message"}
    assert document["invalid"]["where"] == "entries[1].amount"


def test_the_file_is_checked_whole_before_anything_is_played() -> None:
    not_his_turn = {"do": "end_turn", "seat": 1}

    assert is_invalid(replay_here(small(not_his_turn, {"do": "end_turn", "seat": 7})))


@pytest.mark.slow
def test_a_file_and_standard_input_are_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "match with spaces.json"
    path.write_bytes(text(everything()))

    assert run(path) == replay(everything())


def test_names_are_printed_in_their_own_letters(tmp_path: Path) -> None:
    path = tmp_path / "Игра Łódź.json"
    path.write_bytes(text(put(small(), ("setup", "seats", 0, "name"), "Анна Łucja 😀")))

    status, document = run(path)

    assert status == 0
    assert document["position"]["seats"][0]["name"] == "Анна Łucja 😀"


def test_a_game_that_is_over_says_who_won() -> None:
    fifty = {"do": "correct", "seat": 1, "set": {"points": 50}, "reason": "forgotten"}

    status, document = replay_here(small(fifty))

    assert status == 0
    assert document["position"]["phase"] == "over"
    assert document["position"]["turn"] is None
    assert document["position"]["result"] == {
        "winners": [1],
        "reason": "fifty_points",
        "marshal": False,
        "side": None,
    }


# --- Lines ---------------------------------------------------------------------------------------


def test_lines_are_printed_only_when_they_are_asked_for() -> None:
    assert set(replay_here(small(), "--lines")[1]) == {"position", "entries"}
    assert set(replay_here(small())[1]) == {"position"}


def test_every_entry_that_counts_has_its_lines() -> None:
    _, document = replay_here(everything(), "--lines")

    played = [n for n, entry in enumerate(everything()["entries"]) if not entry.get("undone")]
    assert [entry["n"] for entry in document["entries"]] == played
    assert all(set(entry) == {"n", "lines"} for entry in document["entries"])
    assert all(
        set(line) == {"seat", "what", "by", "rule"} and line["by"] != 0
        for entry in document["entries"]
        for line in entry["lines"]
    )


def numbers(seat: dict[str, Any]) -> dict[str, int]:
    """A seat of the position as plain numbers, those that are not 0."""
    named = {"points": seat["points"], "lost_turns": seat["lost_turns"]}
    flags = {name: int(seat[name]) for name in ("attacked", "reserve_spent", "dominated", "out")}
    bonuses = dict.fromkeys(seat["bonuses"], 1)
    every = {**named, **flags, **bonuses, **seat["resources"], **seat["people"]}
    return {name: number for name, number in every.items() if number}


def test_the_lines_sum_up_to_the_numbers_of_the_position() -> None:
    _, start = replay_here({**everything(), "entries": []})
    _, document = replay_here(everything(), "--lines")

    totals = [Counter(numbers(seat)) for seat in start["position"]["seats"]]
    for entry in document["entries"]:
        for line in entry["lines"]:
            totals[line["seat"]][line["what"]] += line["by"]

    told = {*RESOURCES, *KINDS, *BONUSES, "points", "lost_turns", "attacked", "out"}
    told |= {"reserve_spent", "dominated"}
    for seat, total in zip(document["position"]["seats"], totals, strict=True):
        sums = {what: number for what, number in total.items() if number and what in told}
        assert sums == numbers(seat)


def test_the_start_is_the_one_of_the_rules() -> None:
    _, document = replay_here({**small(), "entries": []})

    anna, boris = document["position"]["seats"]
    assert list(anna["resources"].values()) == [20, 10, 15, 10, 15, 10]
    assert list(boris["resources"].values()) == [10, 15, 20, 10, 15, 10]
    assert list(anna["resources"]) == list(RESOURCES)


# --- Files that cannot be read -------------------------------------------------------------------


def test_a_missing_file_is_invalid(tmp_path: Path) -> None:
    assert is_invalid(run(tmp_path / "missing.json"))


def test_a_folder_is_invalid(tmp_path: Path) -> None:
    assert is_invalid(run(tmp_path))


def test_a_name_that_is_too_long_is_invalid() -> None:
    assert is_invalid(run("x" * 5_000))


def test_a_file_that_fails_while_it_is_read_is_invalid() -> None:
    assert is_invalid(run("/proc/self/mem"))


def test_a_file_without_end_is_invalid() -> None:
    assert is_invalid(run("/dev/zero"))


@pytest.mark.slow
def test_an_empty_file_is_invalid() -> None:
    assert is_invalid(run("/dev/null"))
    assert is_invalid(replay(b""))


def test_a_closed_standard_input_is_invalid() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$1" replay - <&-', "sh", QUARTERMASTER],
        capture_output=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )

    assert b"Traceback" not in done.stderr
    assert is_invalid((done.returncode, json.loads(done.stdout)))


@pytest.mark.slow
@pytest.mark.parametrize("output", [">&-", ">/dev/full"])
def test_an_answer_that_cannot_be_printed_is_no_refusal(output: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$1" replay /dev/null {output}', "sh", QUARTERMASTER],
        capture_output=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )

    assert done.returncode == 3
    assert done.stderr.startswith(b"quartermaster: the answer cannot be printed: ")
    assert done.stderr.count(b"\n") == 1


# --- Hostile input -------------------------------------------------------------------------------


def repeated(unit: str) -> str:
    """A list of this, over and over, almost as long as a file may be."""
    return "[" + ",".join([unit] * (ALMOST_16_MB // (len(unit) + 1))) + "]"


def many_keys(*last: str) -> str:
    """An object of more than a million keys, with these behind them."""
    keys = [*(f"{number:x}" for number in range(1_400_000)), *last]
    return "{" + ",".join(f'"{key}":0' for key in keys) + "}"


HOSTILE: dict[str, Callable[[], object]] = {
    "50 MB of zeros": lambda: b"\0" * 50_000_000,
    "50 MB of brackets": lambda: b"[" * 50_000_000,
    "50 MB of JSON": lambda: b"[" + b"0," * 25_000_000 + b"0]",
    "50 MB of spaces around a match": lambda: text(SMALL).center(50_000_000),
    "16 MB of zeros": lambda: b"\0" * ALMOST_16_MB,
    "16 MB of brackets": lambda: b"[" * ALMOST_16_MB,
    "16 MB of braces": lambda: b'{"a":' * (ALMOST_16_MB // 5),
    "16 MB of white space": lambda: b"\n" * ALMOST_16_MB,
    "16 MB of quotes": lambda: b'"' * ALMOST_16_MB,
    "deep lists": lambda: b"[" * DEEP + b"]" * DEEP,
    "deep objects": lambda: b'{"a":' * DEEP + b"0" + b"}" * DEEP,
    "deep lists that are ignored": lambda: put_text(SMALL, ("name",), "[" * DEEP + "]" * DEEP),
    "16 MB of deep lists that are ignored": lambda: put_text(
        SMALL, ("position",), "[" * (ALMOST_16_MB // 2) + "]" * (ALMOST_16_MB // 2)
    ),
    "deep objects in an entry": lambda: put_text(
        SMALL, ("entries", 0, "lines"), '{"a":' * DEEP + "0" + "}" * DEEP
    ),
    "16 MB of entries": lambda: put_text(SMALL, ("entries",), repeated("[]")),
    "16 MB of empty entries": lambda: put_text(SMALL, ("entries",), repeated("{}")),
    "16 MB of seats": lambda: put_text(SMALL, ("setup", "seats"), repeated("{}")),
    "16 MB of a name": lambda: put(SMALL, ("setup", "seats", 0, "name"), "x" * ALMOST_16_MB),
    "16 MB of digits": lambda: put_text(SMALL, ("entries", 0, "count"), "1" * ALMOST_16_MB),
    "16 MB of a title": lambda: text(put(SMALL, ("title",), "x" * ALMOST_16_MB)),
    "a million unknown switches": lambda: put_text(SMALL, ("setup", "switches"), many_keys()),
    "a million casualties": lambda: put_text(
        small({"do": "upkeep"}), ("entries", 0, "casualties"), many_keys()
    ),
    "a key that stands twice behind a million": lambda: put_text(
        SMALL, ("position",), many_keys("zz", "zz")
    ),
    "a million keys that stand twice": lambda: put_text(
        SMALL, ("position",), many_keys()[:-1] + "," + many_keys()[1:]
    )[:ALMOST_16_MB],
    "16 MB of the same key": lambda: put_text(
        SMALL, ("position",), "{" + ",".join(['"a":0'] * 2_600_000) + "}"
    ),
    "20,001 entries": lambda: text(small(*[{"do": "end_month"}] * 20_001)),
}


@pytest.mark.slow
@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_input_is_invalid_soon_and_in_little_memory(hostile: str) -> None:
    assert is_invalid(replay(HOSTILE[hostile]()))


PATIENT: dict[str, Callable[[], object]] = {
    "16 MB of lists": lambda: put_text(SMALL, ("position",), repeated("[]")),
    "16 MB of objects": lambda: put_text(SMALL, ("position",), repeated("{}")),
    "16 MB of lists in lists": lambda: put_text(SMALL, ("position",), repeated("[" * 8 + "]" * 8)),
    "16 MB of numbers": lambda: put_text(SMALL, ("position",), repeated("0")),
    "16 MB of text": lambda: text({**SMALL, "name": "x" * ALMOST_16_MB}),
    "16 MB of digits": lambda: put_text(SMALL, ("name",), "1" * ALMOST_16_MB),
    "a million keys": lambda: put_text(SMALL, ("position",), many_keys()),
}


@pytest.mark.slow
@pytest.mark.parametrize("ignored", PATIENT)
def test_whatever_is_ignored_is_passed_over_soon_and_in_little_memory(ignored: str) -> None:
    status, document = replay(PATIENT[ignored]())

    assert status == 0
    assert document == answered(text(SMALL), with_lines=False)


@pytest.mark.slow
def test_a_match_as_long_as_a_match_can_be_is_played() -> None:
    find = {"do": "find", "seat": 0, "resource": "food", "amount": 1}

    status, document = replay(small(*[find] * 20_000), "--lines")

    assert status == 0
    assert document["position"]["seats"][0]["resources"]["food"] == 15 + 20_000
    assert len(document["entries"]) == 20_000


# --- Whatever is wrong with a match --------------------------------------------------------------


def answered(data: bytes, *, with_lines: bool) -> Any:
    """The document that the command would print, as another program would read it."""
    try:
        title, document = match_file.read(data, TITLES)
        played = match_file.play(title, document)
    except Invalid as error:
        return {"invalid": {"where": error.where, "message": error.message}}
    return json.loads(json.dumps(outcome(played, with_lines=with_lines)))


SEAT_FIELDS = {
    *("name", "role", "side", "points", "resources", "people", "bonuses", "lost_turns"),
    *("attacked", "reserve_spent", "dominated", "out"),
}
POSITION_FIELDS = {"month", "phase", "turn", "first", "headquarters", "seats", "result"}


def check_seat(seat: Any) -> None:
    assert set(seat) == SEAT_FIELDS
    assert seat["role"] in KINDS
    assert seat["side"] in ("north", "south")
    assert list(seat["resources"]) == list(RESOURCES)
    assert all(type(number) is int and number >= 0 for number in seat["resources"].values())
    assert set(seat["people"]) <= set(KINDS)
    assert all(type(number) is int and number > 0 for number in seat["people"].values())
    assert seat["bonuses"] == [bonus for bonus in BONUSES if bonus in seat["bonuses"]]
    assert type(seat["points"]) is int
    assert type(seat["lost_turns"]) is int
    for flag in ("attacked", "reserve_spent", "dominated", "out"):
        assert type(seat[flag]) is bool
    if seat["out"]:
        assert not any(seat["resources"].values())
        assert (seat["people"], seat["bonuses"], seat["lost_turns"]) == ({}, [], 0)


def check_position(position: Any) -> None:
    assert set(position) - {"tiles"} == POSITION_FIELDS
    assert position["phase"] in ("turns", "trades", "battles", "over")
    assert 1 <= position["month"] <= 6
    assert (position["turn"] is None) == (position["phase"] != "turns")
    assert set(position["headquarters"]) == {"north", "south"}
    assert 2 <= len(position["seats"]) <= 9
    for seat in position["seats"]:
        check_seat(seat)
    assert (position["result"] is None) == (position["phase"] != "over")
    if position["result"] is not None:
        assert set(position["result"]) == {"winners", "reason", "marshal", "side"}
        assert position["result"]["winners"]
        assert position["result"]["reason"] in ("fifty_points", "elimination", "most_points")
    for tile in position.get("tiles", ()):
        assert set(tile) - {"tile"} == {"at", "face_up"}
        assert "tile" in tile or not tile["face_up"]


def check_answer(answer: Any) -> None:
    """One of the three outcomes, with all that belongs to it and nothing else."""
    if "invalid" in answer:
        assert is_invalid((2, answer))
        return
    assert set(answer) in ({"position"}, {"position", "entries"}, {"position", "refused"})
    check_position(answer["position"])
    if "refused" in answer:
        refused = answer["refused"]
        assert set(refused) == {"entry", "rule", "message"}
        assert refused["rule"].partition(".")[0] in RULES
        assert refused["message"].strip()
        assert type(refused["entry"]) is int


def places(value: Any, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    if isinstance(value, list):
        inner = list(enumerate(value))
    found = [(*place, step) for step, _ in inner]
    for step, part in inner:
        found += places(part, (*place, step))
    return found


words = st.sampled_from((*RESOURCES, *KINDS, *BONUSES, "edge", "middle", "each", "standard", "17"))
numbers_of_any_size = st.integers(-2, 12) | st.sampled_from((60, 9_999, 10_000, 10**30, -(10**30)))
replacements = st.one_of(
    numbers_of_any_size,
    words,
    st.none(),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.lists(numbers_of_any_size, max_size=3),
    st.dictionaries(words | st.text(max_size=3), numbers_of_any_size, max_size=3),
)


def mutated(document: Any, data: st.DataObject) -> Any:
    """The document with one thing changed: taken out, replaced, put elsewhere or added."""
    how = data.draw(st.sampled_from(("take out", "replace", "copy", "add", "repeat", "move")))
    place = data.draw(st.sampled_from(places(document)))
    if how == "take out":
        return taken_out(document, place)
    if how == "replace":
        return put(document, place, data.draw(replacements))
    if how == "copy":
        other = document
        for step in data.draw(st.sampled_from(places(document))):
            other = other[step]
        return put(document, place, copy.deepcopy(other))
    if how == "add":
        name = data.draw(words | st.text(max_size=5) | st.sampled_from(("seat", "undone", "at")))
        return put(document, (*place[:-1], name), data.draw(replacements))
    entries = document.get("entries")
    if not isinstance(entries, list) or not entries:
        return document
    n = data.draw(st.integers(0, len(entries) - 1))
    to = data.draw(st.integers(0, len(entries)))
    moved = entries if how == "repeat" else entries[:n] + entries[n + 1 :]
    return {**document, "entries": [*moved[:to], entries[n], *moved[to:]]}


@pytest.mark.slow
@given(st.data())
def test_a_match_with_anything_wrong_in_it_gets_one_of_the_three_outcomes(
    data: st.DataObject,
) -> None:
    document = everything()
    for _ in range(data.draw(st.integers(1, 4))):
        try:
            document = mutated(document, data)
        except (TypeError, IndexError):  # a name where a list has numbers: not JSON any more
            continue

    answer = answered(text(document), with_lines=data.draw(st.booleans()))

    event(next((ending for ending in ("invalid", "refused") if ending in answer), "played"))
    check_answer(answer)


@given(st.lists(st.sampled_from(everything()["entries"]), max_size=30), st.booleans())
def test_the_entries_of_a_match_in_any_order_get_an_outcome(
    entries: list[dict[str, Any]], in_order: bool
) -> None:
    document = put(everything(), ("setup", "switches", "keep_order"), in_order)

    answer = answered(text({**document, "entries": entries}), with_lines=True)

    assert "invalid" not in answer
    check_answer(answer)


@pytest.mark.slow
def test_the_command_says_what_the_program_says() -> None:
    for document in (everything(), small({"do": "upkeep"}), {**SMALL, "title": "chess"}):
        assert replay(document)[1] == answered(text(document), with_lines=False)
        assert replay(document, "--lines")[1] == answered(text(document), with_lines=True)
