"""Each right × each kind of entry."""

import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, entry, start
from tests.games.civil_war.test_claims import CLAIMS
from tracker.engine.title import Whose
from tracker.games.civil_war import title
from tracker.service.rights import Right, Standing


@pytest.mark.parametrize("do", CLAIMS)
def test_each_right_may_write_what_is_its_own(do: str) -> None:
    claim = title.claim(start(), entry(do, **CLAIMS[do][0]))

    def may(right: Right, seat: int | None = None) -> bool:
        return Standing("one", right, seat).why_not(claim, ("Anna", "Boris")) is None

    is_seats = claim.whose is Whose.SEAT
    assert may(Right.HOST)
    assert may(Right.SCORER) == (claim.whose is not Whose.HOST)
    assert may(Right.SEAT, ANNA) == is_seats
    assert may(Right.SEAT, BORIS) == (do == "buy_off")
    assert not may(Right.LOOKER)
    assert not may(Right.REMOVED)
