"""The owner of each entry: its seat, either seat, the table or the host; docs and code agree."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    battle,
    correct,
    entry,
    event,
    one_op,
    ops,
    start,
)
from tests.games.paths_of_glory.test_title import ENTRIES
from tracker.engine.title import Whose
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.claims import KINDS, claim_of_kind
from tracker.games.paths_of_glory.entries import AnyEntry

SAFETY: Final = Path(__file__).parents[3] / "docs" / "safety.md"
NAMED: Final = re.compile(r"`(\w+)`")


@pytest.mark.parametrize(
    ("written", "whose", "seats", "asks"),
    [
        (one_op(CP), Whose.SEAT, (CP,), ()),
        (event(CP, 9), Whose.SEAT, (CP,), ()),
        (event(CP, 32, africa="vp"), Whose.SEAT, (CP,), (AP,)),
        (ops(CP, 32), Whose.SEAT, (CP,), ()),
        (entry("peace", seat=AP, accepted=True), Whose.SEAT, (AP,), (CP,)),
        (entry("peace", seat=AP, accepted=False, die=1), Whose.SEAT, (AP,), ()),
        (battle(AP, "Metz", "FR", "GE"), Whose.SEAT, (AP,), ()),
        (entry("take", seat=AP, spaces=["Essen"]), Whose.SEAT, (AP, CP), ()),
        (entry("besiege", seat=CP, space="Verdun"), Whose.SEAT, (CP, AP), ()),
        (entry("near_east", seat=AP, what="ru_move"), Whose.SEAT, (AP, CP), ()),
        (entry("lift", space="Metz"), Whose.SEAT, (CP, AP), ()),
        (entry("war_status"), Whose.TABLE, (), ()),
        (entry("draw"), Whose.TABLE, (), ()),
        (correct(vp=3), Whose.HOST, (), ()),
    ],
)
def test_whose_an_entry_is(
    written: AnyEntry, whose: Whose, seats: tuple[int, ...], asks: tuple[int, ...]
) -> None:
    claim = title.claim(start(), written)

    assert (claim.whose, claim.seats, claim.asks) == (whose, seats, asks)


def test_a_kind_belongs_to_whom_its_entries_belong_to() -> None:
    kinds = {str(written.__struct_config__.tag): written for written in ENTRIES}
    assert kinds.keys() == KINDS.keys()

    for do, written in kinds.items():
        claim, before = (
            title.claim(start(), written),
            claim_of_kind(do, getattr(written, "seat", AP)),
        )
        assert (before.whose, set(before.seats)) == (claim.whose, set(claim.seats)), do


def test_the_docs_name_the_entries_that_either_seat_writes() -> None:
    either = {do for do in KINDS if set(claim_of_kind(do, CP).seats) == {CP, AP}}
    (paragraph,) = (
        line for line in SAFETY.read_text("utf-8").splitlines() if "either seat" in line
    )

    assert set(NAMED.findall(paragraph)) == either
