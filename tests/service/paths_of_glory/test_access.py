"""The rights of a seat's device: its own entries, and those that either seat writes."""

import pytest

from tests.games.paths_of_glory.arrange import AP, CP, battle, entry, one_op, start
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.entries import AnyEntry
from tracker.service.rights import Right, Standing

PLAYERS = ("Anna", "Boris")


def is_refused(written: AnyEntry, seat: int) -> bool:
    """Return whether the device of this seat may not write the entry."""
    claim = title.claim(start(), written)
    return Standing("a phone", Right.SEAT, seat).why_not(claim, PLAYERS) is not None


@pytest.mark.parametrize(
    "written",
    [
        entry("take", seat=CP, spaces=["Calais"]),
        entry("besiege", seat=CP, space="Verdun"),
        entry("lift", space="Verdun"),
        entry("near_east", seat=CP, what="cp_sr"),
    ],
    ids=str,
)
def test_either_device_writes_what_the_map_shows(written: AnyEntry) -> None:
    assert not is_refused(written, CP)
    assert not is_refused(written, AP)


@pytest.mark.parametrize("written", [one_op(CP), battle(CP, "Sedan", "GE", "FR")], ids=str)
def test_only_the_acting_seat_writes_its_action(written: AnyEntry) -> None:
    assert not is_refused(written, CP)
    assert is_refused(written, AP)
