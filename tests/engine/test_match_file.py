"""The match file: what of it is played, what of it is ignored, and how it is refused."""

import json
from typing import Any, Final

import msgspec
import pytest
from msgspec import UNSET, Raw

from tests.toy.arrange import ANNA, BORIS, TOY, document, entry
from tracker.engine import match_file
from tracker.engine.match_file import MOST_ENTRIES, Played
from tracker.engine.refusal import Invalid

WALK: Final[dict[str, Any]] = {"do": "walk", "seat": ANNA, "steps": 3}
END_TURN: Final[dict[str, Any]] = {"do": "end_turn", "seat": ANNA}
TITLES: Final = {TOY.NAME: TOY}


def played(*entries: dict[str, Any], **more: Any) -> Played:
    data = json.dumps({**document(*entries), **more}).encode()
    return match_file.play(*match_file.read(data, TITLES))


def steps(of: Played) -> list[int]:
    return [seat["steps"] for seat in TOY.export_position(of.position)["seats"]]


def wrong_place(data: bytes) -> str:
    with pytest.raises(Invalid) as caught:
        match_file.read(data, TITLES)
    return caught.value.where


def test_a_match_is_played_entry_by_entry() -> None:
    done = played(WALK, END_TURN)

    assert done.refused is None
    assert steps(done) == [3, 0]
    assert [n for n, _ in done.facts] == [0, 1]


@pytest.mark.parametrize("crossed_out", [{"undone": True}, {"amended_by": 1}])
def test_an_entry_that_was_undone_or_amended_is_not_played(crossed_out: dict[str, Any]) -> None:
    assert steps(played({**WALK, **crossed_out}, WALK)) == [3, 0]


def test_a_refused_entry_has_its_number_and_the_position_is_the_one_before_it() -> None:
    done = played({**WALK, "undone": True}, END_TURN, WALK)

    assert done.refused is not None
    assert (done.refused[0], done.refused[1].rule) == (2, "TR-1")
    assert steps(done) == [0, 0]


def test_what_an_export_adds_is_ignored() -> None:
    exported = {**WALK, "n": 7, "at": "yesterday", "by": 3, "lines": [{}], "notes": None}

    assert steps(played(exported, id=1, name=[], created={}, position=0, result="?")) == [3, 0]
    pauses = [{"from": "2026-11-19T20:00:00Z", "to": "2026-11-19T20:10:00Z"}]
    assert steps(played(exported, pauses=pauses)) == steps(played(exported, pauses="?")) == [3, 0]


def test_a_bare_entry_is_as_it_was_written_before_the_export() -> None:
    exported = {**WALK, "n": 7, "at": "yesterday", "by": 3, "lines": [{}], "notes": None}
    read = msgspec.json.decode(json.dumps({**exported, "amended_by": 8}), type=TOY.ENTRY)

    assert read != entry(**WALK)
    assert match_file.bare(read) == entry(**WALK)


@pytest.mark.parametrize(
    ("said", "number", "text"),
    [
        (Raw(b"7"), 7, None),
        (Raw(b'"seven"'), None, "seven"),
        (Raw(b"true"), None, None),
        (Raw(b"[7]"), None, None),
        (UNSET, None, None),
    ],
)
def test_what_a_file_says_of_itself_is_known_only_where_it_is_of_the_kind_asked_for(
    said: Any, number: int | None, text: str | None
) -> None:
    assert match_file.known(said, int) == number
    assert match_file.known(said, str) == text


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": "quartermaster-match/2"}, "format"),
        ({"title": "chess"}, "title"),
        ({"setup": {"seats": []}}, "setup.seats"),
        ({"entries": [{"do": "jump"}]}, "entries[0].do"),
        ({"entries": [{**WALK, "steps": 10}]}, "entries[0].steps"),
        ({"entries": [{**WALK, "seat": 2}]}, "entries[0].seat"),
        ({"entries": [{"do": "walk", "seat": BORIS}]}, "entries[0].steps"),
        ({"entries": [{**END_TURN, "extra": 1}]}, "entries[0].extra"),
        ({"entries": [END_TURN] * (MOST_ENTRIES + 1)}, "entries"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_wrong_value_is_named_by_its_place(change: dict[str, Any], where: str) -> None:
    assert wrong_place(json.dumps({**document(), **change}).encode()) == where


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"", "line 1 column 1"),
        (b"[]", "file"),
        (b'{"id": 1', "line 1 column 9"),
        (b"\xff", "byte 0"),
        (b'{"title": "a", "title": "b", "format": "quartermaster-match/1"}', "title"),
        (b"[" * 100_000, "file"),
        (b" " * 16_000_001, "file"),
    ],
)
def test_what_is_no_match_file_is_refused_with_its_place(data: bytes, where: str) -> None:
    assert wrong_place(data) == where


def test_a_byte_order_mark_in_front_does_no_harm() -> None:
    data = b"\xef\xbb\xbf" + json.dumps(document(WALK)).encode()

    assert steps(match_file.play(*match_file.read(data, TITLES))) == [3, 0]
