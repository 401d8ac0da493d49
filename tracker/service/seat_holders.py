"""The players who have and had each seat; correcting the spelling of a name."""

from typing import Final

import msgspec
from msgspec import Struct, structs

from tracker.engine.hand_seat import HandSeat, is_same_name, with_names
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service import rights
from tracker.service.match import (
    SEAT_NAME_LETTERS,
    LoadedMatch,
    clean_name,
    must_find,
    unpack_entry,
)
from tracker.service.writing import MatchWriter, Receipt
from tracker.store import handed_seats, match_log, result_rows
from tracker.store.match_log import ChangeKind, State

HANDED_OVER: Final = Message(
    "In this match a seat was handed over. Amend that entry in the history,"
    " or hand the seat to the name as it should be."
)


class Holder(Struct, frozen=True):
    """A player who has or had a seat."""

    name: str
    since: int | None = None
    """The entry with which the seat was handed to them; None for the player who began."""
    round: int | None = None
    """The round in which that entry was written."""
    entries: int = 0
    """The number of entries of the seat that were written while they had it."""
    share: int = 100
    """The same in percent of all entries of the seat."""


class SeatHolders(MatchWriter):
    """The players at the seats of the matches in one database."""

    def of(self, match_id: str) -> list[list[Holder]]:
        """Return everybody who had each seat, the first one first."""
        with self._database.reading() as session:
            match = must_find(session, match_id)
            holders = [[Holder(name)] for name in match.title.seats(match.setup)]
            if match.title.setup_of(match.position) is match.setup:
                return holders
            return _counted(match, holders)

    def correct_name(self, match_id: str, seat: int, name: str, write_id: str, by: str) -> Receipt:
        """Correct the spelling of a player's name in the whole match; the host does it.

        A name that came with an entry is corrected by amending the entry. Raise `Invalid`.
        """
        name = clean_name(name, SEAT_NAME_LETTERS)
        if not name:
            raise Invalid("name", "must not be blank")
        with self.writing(match_id, write_id, by) as write:
            if write.is_repeated(ChangeKind.TABLE):
                return write.receipt
            rights.must_be_host(write.standing)
            if handed_seats.was_ever_handed(write.session, match_id):
                raise Invalid("name", HANDED_OVER.text)
            match = write.match
            names = _corrected(match.title.seats(match.setup), seat, name)
            match.row.setup = msgspec.json.encode(with_names(match.setup, names))
            handed_seats.save_setup(write.session, match.row)
            result_rows.rename(write.session, match_id, names)
            write.add_change(ChangeKind.TABLE, match.row.written)
        return write.receipt


def _counted(match: LoadedMatch, holders: list[list[Holder]]) -> list[list[Holder]]:
    """Return who had each seat, with the entries of the seat that each of them wrote."""
    counts = [[0] for _ in holders]
    for row in match_log.records(match.session, match.id, State.LIVE):
        entry = unpack_entry(match.title, row.entry)
        if isinstance(entry, HandSeat):
            holders[entry.seat].append(Holder(entry.name, row.n, row.round))
            counts[entry.seat].append(0)
        elif (seat := getattr(entry, "seat", None)) is not None:
            counts[seat][-1] += 1
    return [
        [
            structs.replace(holder, entries=own, share=round(100 * own / (sum(of_seat) or 1)))
            for holder, own in zip(had_it, of_seat, strict=True)
        ]
        for had_it, of_seat in zip(holders, counts, strict=True)
    ]


def _corrected(names: tuple[str, ...], seat: int, name: str) -> list[str]:
    """Return the names with the corrected one; raise `Invalid`."""
    if not 0 <= seat < len(names):
        raise Invalid("seat", "there is no such seat")
    for other, taken in enumerate(names):
        if other != seat and is_same_name(taken, name):
            raise Invalid("name", "{name} has another seat; choose another name.", name=taken)
    return [*names[:seat], name, *names[seat + 1 :]]
