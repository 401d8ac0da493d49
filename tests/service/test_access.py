"""Each right × each kind of entry, and the same asked of a match in a real database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, ROLES, entry, setup, start
from tests.games.civil_war.test_claims import CLAIMS
from tests.service.arrange import Gathering
from tracker.engine.title import Whose
from tracker.games.civil_war import title
from tracker.service.access import Forbidden, Right, Standing, Undo

FINDS: Final = entry("find", seat=ANNA, resource="food", amount=3)
BORIS_FINDS: Final = entry("find", seat=BORIS, resource="food", amount=3)
CORRECTS: Final = entry("correct", seat=ANNA, set={"points": 3}, reason="seen")


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


@pytest.fixture
def friday(tmp_path: Path) -> Iterator[Gathering]:
    """Six seats; a host, a scorer, Anna's and Boris's devices, and a phone that looks on."""
    made = Gathering(tmp_path / "matches.sqlite", setup(*ROLES, keep_order=False))
    yield made
    made.database.close()


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(Forbidden) as raised:
        act()
    return str(raised.value)


def test_a_write_asks_for_rights_and_a_refused_one_changes_nothing(friday: Gathering) -> None:
    for device, wanted, says in (
        ("phone", FINDS, "view only"),
        ("anna", BORIS_FINDS, "scores for Anna"),
        ("anna", entry("lay_tiles", tiles=[{"at": [0, 0]}]), "only for Anna"),
        ("scorer", CORRECTS, "Only the host"),
        ("nobody", FINDS, "view only"),
    ):
        before = friday.version

        assert says in refusal(lambda: friday.write(wanted, by=device))  # noqa: B023
        assert friday.version == before

    friday.write(FINDS, by="anna")
    friday.write(BORIS_FINDS, by="scorer")
    friday.write(CORRECTS, by="tablet")

    assert friday.writers() == ["anna", "scorer", "tablet"]


def test_of_several_entries_one_that_is_not_allowed_refuses_all(friday: Gathering) -> None:
    refusal(lambda: friday.write(FINDS, BORIS_FINDS, by="anna"))
    refusal(lambda: friday.write(FINDS, by="anna", then=entry("end_turn", seat=BORIS)))

    assert friday.writers() == []


def test_what_lies_face_down_is_not_turned_up_by_who_may_not_write_it(friday: Gathering) -> None:
    turned = entry("turn_over", seat=ANNA, at=[0, 0])

    for device in ("boris", "phone"):
        refusal(lambda: friday.matches.turn_up(friday.id, turned, "w", device))  # noqa: B023

    assert friday.matches.sheet(friday.id).turned is None


@pytest.mark.parametrize(
    ("policy", "device", "allowed"),
    [
        (Undo.FREE, "scorer", True),
        (Undo.FREE, "boris", True),
        (Undo.FREE, "phone", False),
        (Undo.OWN, "anna", True),
        (Undo.OWN, "scorer", False),
        (Undo.OWN, "boris", False),
        (Undo.OWN, "tablet", True),
        (Undo.ASK, "anna", True),
        (Undo.ASK, "scorer", True),
        (Undo.ASK, "phone", False),
    ],
)
def test_the_table_chooses_who_takes_back_what(
    friday: Gathering, policy: Undo, device: str, allowed: bool
) -> None:
    friday.tables.settle(friday.id, "tablet", policy, asks=False)
    friday.write(FINDS, by="anna")

    if not allowed:
        refusal(lambda: friday.undo(by=device))
        assert len(friday.live()) == 1
        return
    friday.undo(by=device)
    assert friday.live() == []
    friday.redo(by=device)
    assert len(friday.live()) == 1


@pytest.mark.parametrize("policy", list(Undo))
def test_what_only_the_host_writes_only_the_host_takes_back_or_brings_back(
    friday: Gathering, policy: Undo
) -> None:
    friday.tables.settle(friday.id, "tablet", policy, asks=False)
    friday.write(CORRECTS, by="tablet")

    assert "Only the host" in refusal(lambda: friday.undo(by="scorer"))
    friday.undo(by="tablet")
    assert "Only the host" in refusal(lambda: friday.redo(by="scorer"))


def test_going_back_over_others_entries_asks_for_each_of_them(friday: Gathering) -> None:
    friday.tables.settle(friday.id, "tablet", Undo.OWN, asks=False)
    friday.write(BORIS_FINDS, by="boris")
    friday.write(FINDS, by="anna")

    refusal(lambda: friday.undo(by="anna", down_to=0))
    friday.undo(by="anna", down_to=1)

    assert len(friday.live()) == 1


def test_a_device_amends_what_it_wrote_and_the_host_anything(friday: Gathering) -> None:
    friday.write(FINDS, by="anna")
    more = entry("find", seat=ANNA, resource="food", amount=9)

    assert "another device entered" in refusal(lambda: friday.amend(0, more, by="scorer"))
    assert "scores for Boris" in refusal(lambda: friday.amend(0, more, by="boris"))
    assert "for Anna" in refusal(lambda: friday.amend(0, BORIS_FINDS, by="anna"))
    assert "Only the host" in refusal(lambda: friday.amend(0, CORRECTS, by="anna"))
    friday.amend(0, more, by="anna")
    friday.amend(1, FINDS, by="tablet")

    assert friday.live() == [FINDS]


def test_an_amendment_that_crosses_out_what_others_wrote_is_the_hosts(friday: Gathering) -> None:
    gain = entry("gain", seat=ANNA, bonus="dynamite")
    friday.write(gain, by="anna")
    friday.write(entry("hand_over", seat=ANNA, to=2, bonus="dynamite"), by="scorer")

    assert "from other devices" in refusal(lambda: friday.amend(0, None, by="anna"))
    friday.amend(0, None, by="tablet")

    assert friday.live() == []


def test_taking_out_ones_own_entry_is_no_way_round_the_tables_choice(friday: Gathering) -> None:
    friday.tables.settle(friday.id, "tablet", Undo.ASK, asks=False)
    lured = entry("lure", seat=ANNA, from_=[{"seat": BORIS, "people": {"volunteer": 1}}])
    enough = {"people": {"volunteer": 2}}
    friday.write(entry("correct", seat=BORIS, set=enough, reason="seen"), by="tablet")
    friday.write(lured, by="anna")

    assert "have to agree" in refusal(lambda: friday.amend(1, None, by="anna"))


def test_rights_are_those_of_this_match_and_of_now(friday: Gathering) -> None:
    another = friday.matches.make(title.NAME, setup(), "Another", "phone")

    refusal(lambda: friday.matches.write(another, [FINDS], "w", "tablet"))
    friday.tables.change(friday.id, "tablet", "anna", Right.REMOVED, None, "")
    assert "removed this device" in refusal(lambda: friday.write(FINDS, by="anna"))
