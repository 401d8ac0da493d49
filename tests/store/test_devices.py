"""The devices at a match: whose matches are listed, what waits, and guesses counted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from tests.store.test_database import a_match
from tracker.store import devices
from tracker.store.database import Database
from tracker.store.devices import RequestState, Right
from tracker.store.models import DeviceRow, RequestRow


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    database = Database(tmp_path / "matches.sqlite")
    with database.writing() as opened:
        yield opened
    database.close()


def keeps(session: Session, match_id: str, right: Right, changed: str = "0") -> None:
    """A match at which the tablet has this right."""
    match = a_match(match_id)
    match.changed = changed
    session.add(match)
    session.flush()
    seen = {"name": "", "joined": "0", "seen": "0"}
    device = DeviceRow(match_id=match_id, id="tablet", right=right, **seen)
    devices.list_for(device, match)
    devices.put(session, device)
    session.flush()


def listed(session: Session, device: str = "tablet", *, over: bool | None = False) -> list[str]:
    return [match.id for match in devices.newest_matches(session, device, over=over)]


def test_a_device_sees_its_own_matches_newest_first_and_apart_when_over(session: Session) -> None:
    for match_id, right, changed in (
        ("old", Right.LOOKER, "1"),
        ("new", Right.HOST, "3"),
        ("done", Right.SEAT, "2"),
        ("gone", Right.REMOVED, "4"),
    ):
        keeps(session, match_id, right, changed)
    done = devices.match_of(session, "done")
    assert done is not None
    done.is_over = True
    devices.relist(session, "done", devices.listing_of(done))

    assert listed(session) == ["new", "old"]
    assert listed(session, over=True) == ["done"]
    assert listed(session, "phone") == []


def test_what_was_put_away_is_found_by_its_host_alone(session: Session) -> None:
    for match_id, right in (("hosted", Right.HOST), ("scored", Right.SCORER)):
        keeps(session, match_id, right)
        match = devices.match_of(session, match_id)
        assert match is not None
        match.put_away = "yesterday"
        devices.relist(session, match_id, devices.listing_of(match))

    assert listed(session) == []
    assert listed(session, over=None) == ["hosted"]


def test_a_list_of_matches_has_an_end(session: Session) -> None:
    for number in range(4):
        keeps(session, str(number), Right.HOST)

    assert len(devices.newest_matches(session, "tablet", over=False, most=3)) == 3


def test_requests_are_shown_until_their_answer_was_read(session: Session) -> None:
    keeps(session, "one", Right.HOST)
    for state in RequestState:
        new = RequestRow(match_id="one", id=state.value, by="tablet", kind="write", at="0")
        new.entries, new.asked, new.state = b"[]", "[]", state
        devices.ask(session, new)
    session.flush()

    shown = {request.id for request in devices.requests(session, "one")}

    assert shown == {"waiting", "refused", "void"}
