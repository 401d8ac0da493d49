"""Each right × each kind of entry, and the same asked of a match in a real database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.service.arrange import Gathering
from tests.toy.arrange import ANNA, BORIS, NAMES, TOY, entry, setup, start
from tracker.engine.title import Whose
from tracker.service.rights import Forbidden, Right, Standing, Undo

pytestmark = pytest.mark.usefixtures("toy")

WALK: Final = entry("walk", seat=ANNA, steps=1)
BORIS_WALKS: Final = entry("walk", seat=BORIS, steps=1)
NEXT_DAY: Final = entry("next_day")


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("walk", {"seat": ANNA, "steps": 1}),
        ("carry", {"seat": ANNA, "other": BORIS, "steps": 1}),
        ("deal", {"cards": ["a"]}),
        ("next_day", {}),
    ],
)
def test_each_right_may_write_what_is_its_own(do: str, fields: dict[str, Any]) -> None:
    claim = TOY.claim(start(), entry(do, **fields))

    def may(right: Right, seat: int | None = None) -> bool:
        return Standing("one", right, seat).why_not(claim, NAMES) is None

    assert may(Right.HOST)
    assert may(Right.SCORER) == (claim.whose is not Whose.HOST)
    assert may(Right.SEAT, ANNA) == (claim.whose is Whose.SEAT)
    assert not may(Right.SEAT, BORIS)
    assert not may(Right.LOOKER)
    assert not may(Right.REMOVED)


@pytest.fixture
def friday(tmp_path: Path) -> Iterator[Gathering]:
    """A host, a scorer, Anna's and Boris's devices, and a phone that looks on."""
    made = Gathering(tmp_path / "matches.sqlite", setup(keep_order=False))
    yield made
    made.database.close()


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(Forbidden) as raised:
        act()
    return str(raised.value)


def test_a_write_asks_for_rights_and_a_refused_one_changes_nothing(friday: Gathering) -> None:
    for device, wanted, says in (
        ("phone", WALK, "view only"),
        ("anna", BORIS_WALKS, "scores for Anna"),
        ("anna", entry("deal", cards=["a"]), "only for Anna"),
        ("scorer", NEXT_DAY, "Only the host"),
        ("nobody", WALK, "view only"),
    ):
        before = friday.version

        assert says in refusal(lambda: friday.write(wanted, by=device))  # noqa: B023
        assert friday.version == before

    friday.write(WALK, by="anna")
    friday.write(BORIS_WALKS, by="scorer")
    friday.write(NEXT_DAY, by="tablet")

    assert friday.writers() == ["anna", "scorer", "tablet"]


def test_of_several_entries_one_that_is_not_allowed_refuses_all(friday: Gathering) -> None:
    refusal(lambda: friday.write(WALK, BORIS_WALKS, by="anna"))
    refusal(lambda: friday.write(WALK, by="anna", then=entry("end_turn", seat=BORIS)))

    assert friday.writers() == []


def test_what_lies_face_down_is_not_turned_up_by_who_may_not_write_it(friday: Gathering) -> None:
    turned = entry("draw", seat=ANNA)

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
    friday.write(WALK, by="anna")

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
    friday.write(NEXT_DAY, by="tablet")

    assert "Only the host" in refusal(lambda: friday.undo(by="scorer"))
    friday.undo(by="tablet")
    assert "Only the host" in refusal(lambda: friday.redo(by="scorer"))


def test_going_back_over_others_entries_asks_for_each_of_them(friday: Gathering) -> None:
    friday.tables.settle(friday.id, "tablet", Undo.OWN, asks=False)
    friday.write(BORIS_WALKS, by="boris")
    friday.write(WALK, by="anna")

    refusal(lambda: friday.undo(by="anna", down_to=0))
    friday.undo(by="anna", down_to=1)

    assert len(friday.live()) == 1


def test_a_device_amends_what_it_wrote_and_the_host_anything(friday: Gathering) -> None:
    friday.write(WALK, by="anna")
    more = entry("walk", seat=ANNA, steps=2)

    assert "another device entered" in refusal(lambda: friday.amend(0, more, by="scorer"))
    assert "scores for Boris" in refusal(lambda: friday.amend(0, more, by="boris"))
    assert "for Anna" in refusal(lambda: friday.amend(0, BORIS_WALKS, by="anna"))
    assert "Only the host" in refusal(lambda: friday.amend(0, NEXT_DAY, by="anna"))
    friday.amend(0, more, by="anna")
    friday.amend(1, WALK, by="tablet")

    assert friday.live() == [WALK]


def test_an_amendment_that_crosses_out_what_others_wrote_is_the_hosts(friday: Gathering) -> None:
    friday.write(entry("deal", cards=["a"]), by="scorer")
    friday.write(entry("draw", seat=ANNA), by="anna")

    assert "from other devices" in refusal(lambda: friday.amend(0, None, by="scorer"))
    friday.amend(0, None, by="tablet")

    assert friday.live() == []


def test_taking_out_ones_own_entry_is_no_way_round_the_tables_choice(friday: Gathering) -> None:
    friday.tables.settle(friday.id, "tablet", Undo.ASK, asks=False)
    friday.write(entry("carry", seat=ANNA, other=BORIS, steps=1), by="anna")

    assert "must agree" in refusal(lambda: friday.amend(0, None, by="anna"))


def test_rights_are_those_of_this_match_and_of_now(friday: Gathering) -> None:
    another = friday.matches.make(TOY.NAME, setup(), "Another", "phone")

    refusal(lambda: friday.matches.write(another, [WALK], "w", "tablet"))
    friday.tables.change(friday.id, "tablet", "anna", Right.REMOVED, None, "")
    assert "removed this device" in refusal(lambda: friday.write(WALK, by="anna"))
