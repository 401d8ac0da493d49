"""Tiles face down: nobody learns anything before a dealt tile is turned over (CW-3.2, CW-3.3)."""

from typing import Any

import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, entry, play, start
from tracker.engine.refusal import Refused
from tracker.engine.title import Reader
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry, LayTiles
from tracker.games.civil_war.position import Position
from tracker.service import writing

TILES = [{"at": [n, 0], "tile": str(n + 1)} for n in range(8)]
LAY = entry("lay_tiles", tiles=TILES)


@pytest.fixture
def dealt() -> Position:
    """Anna has turned over the first of eight; it is Boris's turn."""
    turned = entry("turn_over", seat=ANNA, at=[0, 0])
    return play(start(), LAY, turned, entry("end_turn", seat=ANNA))


def seen(position: Position, *, counts: bool = True) -> list[str | None]:
    shown = title.see(position, LAY, Reader.TABLE, counts=counts).entry
    assert isinstance(shown, LayTiles)
    return [laid.tile if isinstance(laid.tile, str) else None for laid in shown.tiles]


def uncovers(position: Position, written: AnyEntry) -> str:
    return title.see(position, written, Reader.TABLE).uncovers


def why_not_yet(
    position: Position, entries: list[AnyEntry], turned: AnyEntry | None
) -> Refused | None:
    return writing.why_not_yet(title, position, entries, turned)


def over(**fields: Any) -> Any:
    return entry("turn_over", seat=BORIS, **{"at": [1, 0], **fields})


def test_only_the_tile_that_is_up_is_seen_of_the_deal(dealt: Position) -> None:
    assert seen(dealt) == ["1", *[None] * 7]


def test_a_deal_that_was_taken_back_shows_nothing(dealt: Position) -> None:
    assert seen(dealt, counts=False) == [None] * 8
    assert seen(start(), counts=False) == [None] * 8


def test_other_entries_are_seen_as_they_are(dealt: Position) -> None:
    found = entry("find", seat=BORIS, resource="food", amount=2)

    assert title.see(dealt, found, Reader.TABLE, counts=False).entry is found


def test_turning_a_dealt_tile_over_uncovers_it_once(dealt: Position) -> None:
    assert uncovers(dealt, over())
    assert not uncovers(dealt, over(at=[0, 0]))
    assert not uncovers(dealt, entry("end_turn", seat=BORIS))


def test_a_plain_turn_may_be_judged(dealt: Position) -> None:
    assert why_not_yet(dealt, [over()], None) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"tile": "2"},
        {"tile": "9"},
        {"choices": {"left": {"taken": "gold"}}},
        {"choices": {"middle": {"sabotage": True}}},
    ],
)
def test_a_question_about_a_face_down_tile_is_refused_whatever_lies_there(
    dealt: Position, fields: dict[str, Any]
) -> None:
    refused = why_not_yet(dealt, [over(**fields)], None)

    assert refused is not None
    assert refused.message == "This tile is face down. Turn it over first."


def test_what_follows_in_the_same_write_would_tell_of_the_tile(dealt: Position) -> None:
    assert why_not_yet(dealt, [over(), entry("raise_brigade", seat=BORIS)], None)


def test_the_tile_that_is_up_may_have_choices_and_no_other_may_be_turned(dealt: Position) -> None:
    chosen = over(choices={"left": {"taken": "gold"}})

    assert why_not_yet(dealt, [chosen], over()) is None
    refused = why_not_yet(dealt, [over(at=[2, 0])], over())
    assert refused is not None
    assert refused.rule == "CW-3.3"


def test_own_tiles_hide_nothing() -> None:
    laid = play(start(), entry("lay_tiles", tiles=[{"at": [n, 0]} for n in range(8)]))
    named = entry("turn_over", seat=ANNA, at=[1, 0], tile="9")

    assert why_not_yet(laid, [named], None) is None
    assert not uncovers(laid, named)
