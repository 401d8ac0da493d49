"""Requests: where the table wants it, an entry that takes from another seat waits for its yes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.service.arrange import Gathering
from tests.toy.arrange import ANNA, BORIS, TOY, entry, setup
from tracker.engine.refusal import Refused
from tracker.service.rights import Forbidden, Right, Undo
from tracker.service.writing import AlreadyAnswered, AlreadyAsked, NoSuchRequest, UsedAlready
from tracker.store.devices import RequestState
from tracker.store.models import RequestRow

pytestmark = pytest.mark.usefixtures("toy")

WALK: Final = entry("walk", seat=ANNA, steps=1)
BORIS_WALKS: Final = entry("walk", seat=BORIS, steps=1)
CARRY: Final = entry("carry", seat=ANNA, other=BORIS, steps=2)
END_TURN: Final = entry("end_turn", seat=ANNA)


@pytest.fixture
def friday(tmp_path: Path) -> Iterator[Gathering]:
    """A table that wants to be asked."""
    made = Gathering(tmp_path / "matches.sqlite", setup(keep_order=False))
    made.tables.settle(made.id, "tablet", Undo.ASK, asks=True)
    yield made
    made.database.close()


def carried(friday: Gathering, by: str = "anna") -> str:
    friday.write(entry("next_day"), by="tablet")
    return friday.write(CARRY, by=by)


def state(friday: Gathering, request: str) -> str:
    with friday.database.reading() as session:
        found = session.get(RequestRow, (friday.id, request))
        assert found is not None
        return found.state


def steps(friday: Gathering) -> int:
    """Return the steps of Boris."""
    position = friday.matches.sheet(friday.id).position
    gone: int = TOY.export_position(position)["seats"][BORIS]["steps"]
    return gone


@pytest.mark.parametrize("answerer", ["boris", "tablet"])
def test_what_both_do_is_written_when_the_partner_or_the_host_says_yes(
    friday: Gathering, answerer: str
) -> None:
    before = steps(friday)
    asked = carried(friday)
    assert steps(friday) == before
    (shown,) = friday.matches.sheet(friday.id).waiting
    assert (shown.by, shown.asked, shown.state) == ("anna", (BORIS,), RequestState.WAITING)
    assert "Anna" in str(shown.says[0])

    friday.yes(asked, answerer)

    assert steps(friday) == before + 2
    assert friday.writers() == ["tablet", "anna"]
    assert friday.matches.sheet(friday.id).waiting == ()
    assert state(friday, asked) == RequestState.AGREED


def test_what_waits_is_asked_once_and_nothing_else_is_taken_for_it(friday: Gathering) -> None:
    asked = carried(friday)
    version = friday.matches.sheet(friday.id).version

    assert friday.matches.write(friday.id, [CARRY], asked, "anna").version == version
    with pytest.raises(AlreadyAsked):
        friday.matches.write(friday.id, [WALK], asked, "anna")

    assert len(friday.matches.sheet(friday.id).waiting) == 1


def test_nobody_else_says_yes_or_no(friday: Gathering) -> None:
    asked = carried(friday)

    for device in ("anna", "scorer", "phone", "nobody"):
        with pytest.raises(Forbidden):
            friday.yes(asked, device)
    for device in ("scorer", "phone"):
        with pytest.raises(Forbidden):
            friday.no(asked, device)

    assert state(friday, asked) == RequestState.WAITING


def test_a_no_is_seen_by_who_asked_until_it_was_read(friday: Gathering) -> None:
    before = steps(friday)
    asked = carried(friday)

    friday.no(asked, "boris")

    assert [request.state for request in friday.matches.sheet(friday.id).waiting] == [
        RequestState.REFUSED
    ]
    with pytest.raises(AlreadyAnswered):
        friday.yes(asked, "boris")
    friday.no(asked, "anna")
    assert friday.matches.sheet(friday.id).waiting == ()
    assert steps(friday) == before
    assert state(friday, asked) == RequestState.CLOSED


def test_a_request_that_nobody_made_is_not_found(friday: Gathering) -> None:
    for answer in (friday.yes, friday.no):
        with pytest.raises(NoSuchRequest):
            answer("never-asked", "boris")


def test_who_asked_takes_the_question_back(friday: Gathering) -> None:
    asked = carried(friday)

    friday.no(asked, "anna")

    with pytest.raises(AlreadyAnswered):
        friday.yes(asked, "boris")


def test_the_host_does_not_wait_and_a_scorer_of_the_table_does(friday: Gathering) -> None:
    before = steps(friday)
    asked = carried(friday, by="scorer")
    assert steps(friday) == before

    friday.write(CARRY, by="tablet")
    assert steps(friday) == before + 2
    friday.yes(asked, "boris")

    assert steps(friday) == before + 4


def test_nobody_is_asked_for_what_takes_from_nobody(friday: Gathering) -> None:
    friday.write(WALK, by="anna")

    assert friday.matches.sheet(friday.id).waiting == ()
    assert friday.live() == [WALK]


def test_what_follows_the_entry_waits_with_it(friday: Gathering) -> None:
    asked = friday.write(CARRY, by="anna", then=END_TURN)
    assert friday.live() == []

    friday.yes(asked, "boris")

    assert friday.live() == [CARRY, END_TURN]


def test_what_the_rules_refuse_is_refused_before_anybody_is_asked(friday: Gathering) -> None:
    friday.write(*[entry("walk", seat=BORIS, steps=5)] * 2, by="boris")

    with pytest.raises(Refused):
        friday.write(CARRY, by="anna")

    assert friday.matches.sheet(friday.id).waiting == ()


def test_what_the_rules_no_longer_allow_when_the_yes_comes_is_void(friday: Gathering) -> None:
    asked = carried(friday)
    friday.write(*[entry("walk", seat=BORIS, steps=5)] * 2, by="boris")

    friday.yes(asked, "boris")

    assert steps(friday) == 10
    assert [request.state for request in friday.matches.sheet(friday.id).waiting] == [
        RequestState.VOID
    ]


def test_who_was_removed_meanwhile_gets_no_yes(friday: Gathering) -> None:
    asked = carried(friday)
    before = steps(friday)
    friday.tables.change(friday.id, "tablet", "anna", Right.REMOVED, None, "")

    friday.yes(asked, "boris")

    assert steps(friday) == before
    assert state(friday, asked) == RequestState.VOID


def test_the_same_write_or_yes_sent_twice_is_one(friday: Gathering) -> None:
    before = steps(friday)
    asked = carried(friday)
    version = friday.version
    assert friday.matches.write(friday.id, [CARRY], asked, "anna").version == version

    friday.request_answers.approve(friday.id, asked, "yes", "boris")
    friday.request_answers.approve(friday.id, asked, "yes", "boris")

    assert steps(friday) == before + 2
    assert friday.matches.write(friday.id, [CARRY], asked, "anna").waits


@pytest.mark.parametrize("agree", [True, False])
def test_an_id_that_answered_one_request_answers_no_other(friday: Gathering, agree: bool) -> None:
    first, second = carried(friday), friday.write(CARRY, by="anna")
    answers = friday.request_answers
    send = answers.approve if agree else answers.decline
    send(friday.id, first, "answer", "boris")

    with pytest.raises(UsedAlready):
        send(friday.id, second, "answer", "boris")
    with pytest.raises(NoSuchRequest):
        send(friday.id, "never-asked", "answer", "boris")

    send(friday.id, first, "answer", "boris")
    assert state(friday, second) == RequestState.WAITING


def test_an_id_that_closed_one_answer_closes_no_other(friday: Gathering) -> None:
    first, second = carried(friday), friday.write(CARRY, by="anna")
    for asked in (first, second):
        friday.no(asked, "boris")
    friday.request_answers.decline(friday.id, first, "read", "anna")

    with pytest.raises(UsedAlready):
        friday.request_answers.decline(friday.id, second, "read", "anna")

    friday.request_answers.decline(friday.id, first, "read", "anna")
    assert [state(friday, asked) for asked in (first, second)] == [
        RequestState.CLOSED,
        RequestState.REFUSED,
    ]


# Undo


def test_undo_of_what_touches_another_seat_waits_for_it(friday: Gathering) -> None:
    friday.write(BORIS_WALKS, by="boris")
    asked = friday.undo(by="anna")
    assert friday.live() == [BORIS_WALKS]

    friday.yes(asked, "boris")
    assert friday.live() == []
    asked = friday.redo(by="anna")
    assert friday.live() == []
    friday.yes(asked, "tablet")

    assert friday.live() == [BORIS_WALKS]


def test_undoing_what_one_tap_did_is_one_question(friday: Gathering) -> None:
    friday.write(WALK, by="anna", then=END_TURN)

    friday.yes(friday.undo(by="boris"), "anna")
    assert friday.live() == []
    friday.yes(friday.redo(by="boris"), "anna")

    assert friday.live() == [WALK, END_TURN]


def test_undo_of_ones_own_waits_for_nobody(friday: Gathering) -> None:
    friday.write(WALK, by="scorer")

    friday.undo(by="anna")

    assert friday.live() == []


def test_an_undo_is_void_when_the_table_has_moved_on(friday: Gathering) -> None:
    friday.write(BORIS_WALKS, by="boris")
    asked = friday.undo(by="anna")
    friday.write(BORIS_WALKS, by="boris")
    (shown,) = friday.matches.sheet(friday.id).waiting
    assert shown.state is RequestState.VOID

    friday.yes(asked, "boris")

    assert len(friday.live()) == 2
    assert state(friday, asked) == RequestState.VOID


def test_an_undo_is_void_when_another_entry_stands_between(friday: Gathering) -> None:
    friday.write(WALK, BORIS_WALKS, WALK, by="scorer")
    asked = friday.undo(by="anna", down_to=0)
    friday.amend(1, entry("walk", seat=BORIS, steps=2), by="tablet")
    before = friday.live()

    friday.yes(asked, "boris")

    assert friday.live() == before
    assert state(friday, asked) == RequestState.VOID


def test_an_undo_is_void_when_the_table_chose_otherwise_since(friday: Gathering) -> None:
    friday.write(BORIS_WALKS, by="boris")
    asked = friday.undo(by="anna")
    friday.tables.settle(friday.id, "tablet", Undo.OWN, asks=True)

    friday.yes(asked, "boris")

    assert friday.live() == [BORIS_WALKS]
    assert state(friday, asked) == RequestState.VOID


def test_going_back_over_several_is_one_question(friday: Gathering) -> None:
    friday.write(WALK, BORIS_WALKS, by="scorer")
    asked = friday.undo(by="anna", down_to=0)

    friday.yes(asked, "boris")

    assert friday.live() == []
