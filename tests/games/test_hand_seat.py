"""QM Players who come and go: handing a seat over, in every title."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from tests.recorded import EVERY
from tests.toy import arrange as toy
from tracker.engine import match_file
from tracker.engine.ledger import Handed
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import AnyTitle, Whose
from tracker.games.titles import RULEBOOKS, TITLES

ALL: Final[dict[str, AnyTitle]] = {**TITLES, toy.TOY.NAME: toy.TOY}
NAMES: Final = ("Anna", "Boris", "Vera", "Dora", "Emil", "Fedor", "Gosia", "Hana", "Igor")
ANNA, BORIS = 0, 1

every_title = pytest.mark.parametrize("name", ALL)


@cache
def recorded(title: str) -> Path:
    """Return a recorded match of the title, the shortest."""
    files = [file for file in EVERY if file.parent.name == title]
    return min(files, key=lambda file: file.stat().st_size)


@cache
def setup_of(title: str) -> Any:
    """Return the set-up of that match, or of the toy's, for Anna, Boris and others."""
    if title == toy.TOY.NAME:
        return msgspec.to_builtins(toy.setup())
    setup = json.loads(recorded(title).read_bytes())["setup"]
    for seat, name in zip(setup["seats"], NAMES, strict=False):
        seat["name"] = name
    return setup


def hand(seat: int, name: str, **fields: Any) -> dict[str, Any]:
    return {"do": "hand_seat", "seat": seat, "name": name, **fields}


def read(title: str, *entries: dict[str, Any]) -> match_file.Document[Any, Any]:
    document = {"format": "quartermaster-match/1", "title": title, "setup": setup_of(title)}
    return match_file.read(json.dumps({**document, "entries": entries}).encode(), ALL)[1]


def played(title: str, *entries: dict[str, Any]) -> match_file.Played:
    return match_file.play(ALL[title], read(title, *entries))


def names(done: match_file.Played) -> list[str]:
    seats = done.title.export_position(done.position)["seats"]
    return [seat["name"] for seat in seats]


@every_title
def test_the_new_player_stands_in_the_position_from_the_first_entry_on(name: str) -> None:
    done = played(name, hand(BORIS, "Olga"))

    assert names(done)[:2] == ["Anna", "Olga"]
    assert done.facts == ((0, (Handed(BORIS, "Boris", "Olga", "QM-1"),)),)


@every_title
def test_nothing_but_the_name_changes(name: str) -> None:
    before, after = played(name), played(name, hand(BORIS, "Olga"))
    rows = [done.title.export_position(done.position) for done in (before, after)]
    for row in rows:
        row["seats"][BORIS].pop("name")

    assert rows[0] == rows[1]


@every_title
def test_a_seat_can_be_handed_over_again_and_given_back(name: str) -> None:
    assert names(played(name, hand(ANNA, "Olga"), hand(ANNA, "Jan")))[ANNA] == "Jan"
    assert names(played(name, hand(ANNA, "Olga"), hand(ANNA, "Anna")))[ANNA] == "Anna"


@every_title
def test_two_players_can_change_seats_with_a_third_name_between(name: str) -> None:
    done = played(name, hand(ANNA, "Olga"), hand(BORIS, "Anna"), hand(ANNA, "Boris"))

    assert names(done)[:2] == ["Boris", "Anna"]


@every_title
@pytest.mark.parametrize("taken", ["Boris", "boris", "BORIS"])
def test_the_name_of_another_seat_is_refused_in_small_and_capital_letters(
    name: str, taken: str
) -> None:
    done = played(name, hand(ANNA, taken))

    assert done.refused is not None
    assert done.refused[1].rule == "QM-1"
    assert str(done.refused[1].message) == "Boris has another seat; choose another name."
    assert names(done)[:2] == ["Anna", "Boris"]


@every_title
def test_the_name_that_the_seat_has_now_is_refused(name: str) -> None:
    assert _rule(played(name, hand(ANNA, "Anna"))) == "QM-1"
    assert _rule(played(name, hand(ANNA, "Olga"), hand(ANNA, "Olga"))) == "QM-1"


@every_title
def test_a_name_that_somebody_had_before_is_free(name: str) -> None:
    done = played(name, hand(ANNA, "Olga"), hand(BORIS, "Anna"))

    assert names(done)[:2] == ["Olga", "Anna"]


def _rule(done: match_file.Played) -> str | None:
    return done.refused[1].rule if done.refused else None


@every_title
def test_what_was_undone_or_amended_hands_nothing_over(name: str) -> None:
    done = played(
        name, hand(ANNA, "Olga", undone=True), hand(ANNA, "Jan", amended_by=2), hand(ANNA, "Jana")
    )

    assert names(done)[:2] == ["Jana", "Boris"]
    assert [n for n, _ in done.facts] == [2]


@every_title
@pytest.mark.parametrize(
    ("entry", "where"),
    [
        ({"do": "hand_seat", "seat": 0}, "entries[0].name"),
        ({"do": "hand_seat", "name": "Olga"}, "entries[0].seat"),
        (hand(0, "Olga", by_whom="me"), "entries[0].by_whom"),
        (hand(0, ""), "entries[0].name"),
        (hand(0, "x" * 41), "entries[0].name"),
        (hand(0, "  "), "entries[0].name"),
        (hand(0, "\u200b"), "entries[0].name"),
        (hand(9, "Olga"), "entries[0].seat"),
        (hand(-1, "Olga"), "entries[0].seat"),
        ({"do": "hand_seat", "seat": 0, "name": 7}, "entries[0].name"),
        ({"do": "hand_seat", "seat": "0", "name": "Olga"}, "entries[0].seat"),
    ],
)
def test_a_wrong_field_makes_the_file_invalid(name: str, entry: Any, where: str) -> None:
    with pytest.raises(Invalid) as found:
        read(name, entry)

    assert found.value.where == where


def test_a_name_may_have_forty_characters() -> None:
    assert names(played(toy.TOY.NAME, hand(ANNA, "x" * 40)))[ANNA] == "x" * 40


def over(title: AnyTitle) -> Any:
    """Return the end of a match: of the toy's, or of the shortest that is recorded."""
    if title is toy.TOY:
        return _after(title, toy.setup(), toy.MATCH)
    document = match_file.read(recorded(title.NAME).read_bytes(), TITLES)[1]
    return match_file.play(title, document).position


def _after(title: AnyTitle, setup: Any, entries: Any) -> Any:
    position = title.start(setup).position
    for entry in entries:
        position = title.decide(position, entry).position
    return position


@every_title
def test_a_match_that_is_over_hands_over_no_seat(name: str) -> None:
    title = ALL[name]
    position = over(title)
    taken = title.seats(title.setup_of(position))[BORIS]
    for new in ("Olga", taken):
        entry = msgspec.convert(hand(ANNA, new), title.ENTRY)
        with pytest.raises(Refused) as refused:
            title.decide(position, entry)
        assert refused.value.rule == "QM-2"


@every_title
def test_only_the_host_hands_a_seat_over(name: str) -> None:
    title = ALL[name]
    position = played(name).position

    claim = title.claim(position, msgspec.convert(hand(ANNA, "Olga"), title.ENTRY))

    assert claim.whose is Whose.HOST


@every_title
def test_the_sentence_names_both_players(name: str) -> None:
    title = ALL[name]
    position = played(name, hand(ANNA, "Olga")).position
    entry = msgspec.convert(hand(ANNA, "Jan"), title.ENTRY)

    assert str(title.entry_text(title.setup_of(position), entry)) == "Jan takes over from Olga"


@every_title
def test_a_position_with_new_players_is_stored_and_read(name: str) -> None:
    done = played(name, hand(ANNA, "Olga"))
    setup = read(name).setup

    again = done.title.unpack(setup, done.title.pack(done.position))

    assert again == done.position
    assert done.title.seats(done.title.setup_of(again))[ANNA] == "Olga"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_rulebook_has_the_rules_of_every_title(name: str) -> None:
    rulebook = RULEBOOKS[name].RULEBOOK

    assert [rulebook.rule(number) is not None for number in ("QM-1", "QM-2")] == [True, True]
    assert all(RULEBOOKS[name].RULEBOOK.chapter_of(number) for number in ("QM", "QM-1", "QM-2"))
