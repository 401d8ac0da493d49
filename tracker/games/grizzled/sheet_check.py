"""Questions about what looks forgotten in a mission; a rule forbids none of it."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message, to_translate
from tracker.engine.sheet_check import Noted, Question, repeated
from tracker.games.grizzled import support
from tracker.games.grizzled.columns import CHRISTMAS, IN_FRONT, Count, Course, Phase
from tracker.games.grizzled.entries import AnyEntry, Play, Speech, Support, Withdraw
from tracker.games.grizzled.entry_text import entry_text
from tracker.games.grizzled.position import Position, Table

OPEN: Final = (Phase.PREPARATION, Phase.MISSION)


def is_closing(position: Position) -> bool:
    """GR-8, GR-9: whether the mission has ended and its support or morale is being settled."""
    return Table(position).phase not in OPEN


def questions(position: Position, entries: Sequence[Noted]) -> tuple[Question, ...]:
    """Return what looks forgotten among the entries of this mission."""
    table = Table(position)
    return (
        *_silent_speeches(table, entries),
        *_idle_christmas(table, entries),
        *_unused_help(table, entries),
        *repeated(entries, lambda entry: entry_text(position.game.setup, entry)),
    )


def _silent_speeches(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """GR-4.4: speeches after which nobody discarded, though somebody could hear them."""
    listeners = set(table.game.players)
    for noted in entries:
        entry: AnyEntry = noted.entry
        if isinstance(entry, Withdraw):
            listeners.discard(entry.seat)
        if isinstance(entry, Speech) and not entry.discards and listeners - {entry.seat}:
            text = to_translate("Nobody discarded a card after {name}'s speech.")
            yield Question(Message(text, {"name": table.name(entry.seat)}), noted.n)


def _idle_christmas(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """GR-4.7: Christmas that took no hard knock away, though there is one."""
    burdened = [table.name(seat) for seat in table.seats if any(table.rows[seat][IN_FRONT])]
    for noted in entries if burdened else ():
        entry: AnyEntry = noted.entry
        if not isinstance(entry, Play | Withdraw) or entry.relieves is not UNSET:
            continue
        if CHRISTMAS in (entry.drawn, getattr(entry, "card", UNSET)):
            text = to_translate(
                "Christmas removed no hard knock. Players with hard knocks: {names}."
            )
            yield Question(Message(text, {"names": tuple(burdened)}), noted.n)


def _unused_help(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """GR-8.5, GR-8.7: help that was left unused by a soldier who could have used it."""
    seat = table[TABLE, Course.HELPED] - 1
    if seat < 0 or not _could_use_help(table, seat):
        return
    for noted in entries:
        entry: AnyEntry = noted.entry
        if isinstance(entry, Support) and not _is_used(entry):
            text = to_translate("{name} was helped, but the help was not used.")
            yield Question(Message(text, {"name": table.name(seat)}), noted.n)


def _could_use_help(table: Table, seat: int) -> bool:
    can_turn_charm = not table[seat, Count.CHARM] and support.may_turn_charm(table)
    return can_turn_charm or any(table.rows[seat][IN_FRONT])


def _is_used(entry: Support) -> bool:
    return entry.help is not UNSET and bool(entry.help.remove or entry.help.charm)
