"""What takes from another seat waits for its yes, where the table wants it so."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, CLARA, ROLES, entry, number, setup
from tests.service.arrange import Gathering, joined
from tracker.engine.history import NotThere
from tracker.engine.refusal import Refused
from tracker.service.access import Forbidden, Right, Undo
from tracker.service.write_errors import AlreadyAsked
from tracker.store.devices import Answer
from tracker.store.models import Request

FINDS: Final = entry("find", seat=ANNA, resource="food", amount=3)
BORIS_FINDS: Final = entry("find", seat=BORIS, resource="food", amount=3)
TRADE: Final = entry("trade", seat=ANNA, with_=BORIS, give={"gold": 1}, get={"medicine": 2})
HELPED: Final = entry(
    "meet",
    seat=ANNA,
    kind="northern_soldier",
    count=4,
    help=[{"seat": CLARA, "weapons": 5}],
)
LURE: Final = entry("lure", seat=ANNA, from_=[{"seat": BORIS, "people": {"volunteer": 1}}])
PEOPLE: Final = entry("correct", seat=BORIS, set={"people": {"volunteer": 3}}, reason="seen")
CAMP: Final = entry("correct", seat=ANNA, set={"people": {"cherokee": 9}}, reason="seen")


@pytest.fixture
def friday(tmp_path: Path) -> Iterator[Gathering]:
    """Six seats at a table that wants to be asked."""
    made = Gathering(tmp_path / "matches.sqlite", setup(*ROLES, keep_order=False))
    made.tables.settle(made.id, "tablet", Undo.ASK, asks=True)
    yield made
    made.database.close()


def traded(friday: Gathering, by: str = "anna") -> str:
    friday.write(entry("end_month"), by="tablet")
    return friday.write(TRADE, by=by)


def state(friday: Gathering, request: str) -> str:
    with friday.database.reading() as session:
        found = session.get(Request, (friday.id, request))
        assert found is not None
        return found.state


def medicine(friday: Gathering) -> int:
    return number(friday.matches.sheet(friday.id).position, BORIS, "medicine")


@pytest.mark.parametrize("answerer", ["boris", "tablet"])
def test_a_trade_is_written_when_the_partner_or_the_host_says_yes(
    friday: Gathering, answerer: str
) -> None:
    before = medicine(friday)
    asked = traded(friday)
    assert medicine(friday) == before
    (shown,) = friday.matches.sheet(friday.id).waiting
    assert (shown.by, shown.asked, shown.state) == ("anna", (BORIS,), Answer.WAITING)
    assert "Anna" in str(shown.says[0])

    friday.yes(asked, answerer)

    assert medicine(friday) == before - 2
    assert friday.writers() == ["tablet", "anna"]
    assert friday.matches.sheet(friday.id).waiting == ()
    assert state(friday, asked) == Answer.AGREED


def test_what_waits_is_asked_once_and_nothing_else_is_taken_for_it(friday: Gathering) -> None:
    asked = traded(friday)
    version = friday.matches.sheet(friday.id).version

    assert friday.matches.write(friday.id, [TRADE], asked, "anna").version == version
    with pytest.raises(AlreadyAsked):
        friday.matches.write(friday.id, [FINDS], asked, "anna")

    assert len(friday.matches.sheet(friday.id).waiting) == 1


def test_nobody_else_says_yes_or_no(friday: Gathering) -> None:
    asked = traded(friday)

    for device in ("anna", "scorer", "phone", "nobody"):
        with pytest.raises(Forbidden):
            friday.yes(asked, device)
    for device in ("scorer", "phone"):
        with pytest.raises(Forbidden):
            friday.no(asked, device)

    assert state(friday, asked) == Answer.WAITING


def test_a_no_is_seen_by_who_asked_until_it_was_read(friday: Gathering) -> None:
    before = medicine(friday)
    asked = traded(friday)

    friday.no(asked, "boris")

    assert [one.state for one in friday.matches.sheet(friday.id).waiting] == [Answer.REFUSED]
    with pytest.raises(NotThere):
        friday.yes(asked, "boris")
    friday.no(asked, "anna")
    assert friday.matches.sheet(friday.id).waiting == ()
    assert medicine(friday) == before
    assert state(friday, asked) == Answer.CLOSED


def test_who_asked_takes_the_question_back(friday: Gathering) -> None:
    asked = traded(friday)

    friday.no(asked, "anna")

    with pytest.raises(NotThere):
        friday.yes(asked, "boris")


def test_the_host_does_not_wait_and_a_scorer_of_the_table_does(friday: Gathering) -> None:
    before = medicine(friday)
    asked = traded(friday, by="scorer")
    assert medicine(friday) == before

    friday.write(TRADE, by="tablet")
    assert medicine(friday) == before - 2
    friday.yes(asked, "boris")

    assert medicine(friday) == before - 4


def test_nobody_is_asked_for_what_takes_from_nobody_or_by_the_rules(friday: Gathering) -> None:
    friday.write(PEOPLE, by="tablet")

    friday.write(LURE, by="anna")
    friday.write(FINDS, by="anna")

    assert friday.matches.sheet(friday.id).waiting == ()
    assert len(friday.live()) == 3


def test_an_allys_weapons_are_given_by_the_ally(friday: Gathering) -> None:
    joined(friday.database, friday.id, "clara", CLARA)
    friday.write(CAMP, by="tablet")
    asked = friday.write(HELPED, by="anna", then=entry("end_turn", seat=ANNA))

    friday.yes(asked, "clara")

    assert friday.live() == [CAMP, HELPED, entry("end_turn", seat=ANNA)]


def test_what_the_rules_refuse_is_refused_before_anybody_is_asked(friday: Gathering) -> None:
    with pytest.raises(Refused):
        friday.write(TRADE, by="anna")

    assert friday.matches.sheet(friday.id).waiting == ()


def test_what_the_rules_no_longer_allow_when_the_yes_comes_is_void(friday: Gathering) -> None:
    asked = traded(friday)
    none = entry("correct", seat=BORIS, set={"resources": {"medicine": 1}}, reason="seen")
    friday.write(none, by="tablet")

    friday.yes(asked, "boris")

    assert medicine(friday) == 1
    assert [one.state for one in friday.matches.sheet(friday.id).waiting] == [Answer.VOID]


def test_who_was_removed_meanwhile_gets_no_yes(friday: Gathering) -> None:
    asked = traded(friday)
    before = medicine(friday)
    friday.tables.change(friday.id, "tablet", "anna", Right.REMOVED, None, "")

    friday.yes(asked, "boris")

    assert medicine(friday) == before
    assert state(friday, asked) == Answer.VOID


def test_the_same_write_or_yes_sent_twice_is_one(friday: Gathering) -> None:
    before = medicine(friday)
    asked = traded(friday)
    version = friday.version
    assert friday.matches.write(friday.id, [TRADE], asked, "anna").version == version

    friday.consents.say_yes(friday.id, asked, "yes", "boris")
    friday.consents.say_yes(friday.id, asked, "yes", "boris")

    assert medicine(friday) == before - 2
    assert friday.matches.write(friday.id, [TRADE], asked, "anna").waits


# Undo


def test_undo_of_what_touches_the_other_side_waits_for_it(friday: Gathering) -> None:
    friday.write(BORIS_FINDS, by="boris")
    asked = friday.undo(by="anna")
    assert friday.live() == [BORIS_FINDS]

    friday.yes(asked, "boris")
    assert friday.live() == []
    asked = friday.redo(by="anna")
    assert friday.live() == []
    friday.yes(asked, "tablet")

    assert friday.live() == [BORIS_FINDS]


def test_undo_of_ones_own_side_waits_for_nobody(friday: Gathering) -> None:
    friday.write(entry("find", seat=CLARA, resource="food", amount=1), by="scorer")

    friday.undo(by="anna")

    assert friday.live() == []


def test_an_undo_is_void_when_the_table_has_moved_on(friday: Gathering) -> None:
    friday.write(BORIS_FINDS, by="boris")
    asked = friday.undo(by="anna")
    friday.write(BORIS_FINDS, by="boris")
    (shown,) = friday.matches.sheet(friday.id).waiting
    assert shown.state is Answer.VOID

    friday.yes(asked, "boris")

    assert len(friday.live()) == 2
    assert state(friday, asked) == Answer.VOID


def test_an_undo_is_void_when_another_entry_stands_between(friday: Gathering) -> None:
    friday.write(FINDS, BORIS_FINDS, FINDS, by="scorer")
    asked = friday.undo(by="anna", down_to=0)
    friday.amend(1, entry("find", seat=BORIS, resource="wood", amount=9), by="tablet")
    before = friday.live()

    friday.yes(asked, "boris")

    assert friday.live() == before
    assert state(friday, asked) == Answer.VOID


def test_an_undo_is_void_when_the_table_chose_otherwise_since(friday: Gathering) -> None:
    friday.write(BORIS_FINDS, by="boris")
    asked = friday.undo(by="anna")
    friday.tables.settle(friday.id, "tablet", Undo.OWN, asks=True)

    friday.yes(asked, "boris")

    assert friday.live() == [BORIS_FINDS]
    assert state(friday, asked) == Answer.VOID


def test_going_back_over_several_is_one_question(friday: Gathering) -> None:
    friday.write(FINDS, BORIS_FINDS, by="scorer")
    asked = friday.undo(by="anna", down_to=0)

    friday.yes(asked, "boris")

    assert friday.live() == []
