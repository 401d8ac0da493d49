"""Questions about what looks forgotten in a turn; a rule forbids none of it."""

from collections.abc import Iterator, Sequence
from typing import Final

from tracker.engine.message import Message, to_translate
from tracker.engine.sheet_check import Noted, Question, repeated
from tracker.games.paths_of_glory import replacements
from tracker.games.paths_of_glory.columns import AP, CP, POINTS, SIDE_NAMES, Phase
from tracker.games.paths_of_glory.entries import (
    Battle,
    Besiege,
    EndReplacements,
    OneOp,
    Play,
    Replace,
    Take,
)
from tracker.games.paths_of_glory.entry_text import entry_text
from tracker.games.paths_of_glory.mandates import NOT_DUE
from tracker.games.paths_of_glory.position import Position, Table

QUIET: Final = 3
"""So many operations of one side without a battle or a space taken are asked about."""
BEFORE_WAR_STATUS: Final = (Phase.ACTIONS, Phase.SIEGES, Phase.WAR_STATUS)
OFTEN_TWICE: Final = (EndReplacements,)
"""AP ends its replacements, and CP does the same after it."""
SPENDS: Final = {Phase.AP_REPLACEMENTS: AP, Phase.CP_REPLACEMENTS: CP}


def is_closing(position: Position) -> bool:
    """PG-6.0: whether the action rounds are over."""
    table = Table(position)
    if table.phase is Phase.ACTIONS:
        return table.to_act is None
    return table.phase is not Phase.MANDATES


def questions(position: Position, entries: Sequence[Noted]) -> tuple[Question, ...]:
    """Return what looks forgotten among the entries of this turn."""
    table = Table(position)
    return (
        *_open_mandates(table),
        *_quiet_operations(table, entries),
        *_unspent_points(table, entries),
        *repeated(entries, lambda entry: entry_text(position.game.setup, entry), OFTEN_TWICE),
    )


def _open_mandates(table: Table) -> Iterator[Question]:
    """PG-7.1.3: mandates that are about to be missed. A battle that makes one may be missing."""
    if table.phase not in BEFORE_WAR_STATUS:
        return
    for seat in (CP, AP):
        if table.mandate(seat) not in NOT_DUE:
            text = to_translate(
                "{side}: the mandated offensive ({nation}) was not made. Was its battle entered?"
            )
            nation = table.mandate(seat).replace("AH_IT", "AH(IT)")
            yield Question(Message(text, {"side": SIDE_NAMES[seat], "nation": nation}))


def _quiet_operations(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """PG-8: operations of a side in which nothing was fought for or taken."""
    for seat in (CP, AP):
        operations = [noted.n for noted in entries if _is_operation(noted, seat)]
        fought = [noted for noted in entries if _is_advance(noted, seat)]
        if len(operations) >= QUIET and not fought:
            text = to_translate(
                "{side}: no battle and no space taken has been entered. Operations this turn: "
                "{number}."
            )
            facts = {"side": SIDE_NAMES[seat], "number": len(operations)}
            yield Question(Message(text, facts), operations[-1])


def _is_operation(noted: Noted, seat: int) -> bool:
    entry = noted.entry
    if isinstance(entry, Play):
        return entry.seat == seat and entry.use == "ops"
    return isinstance(entry, OneOp) and entry.seat == seat


def _is_advance(noted: Noted, seat: int) -> bool:
    return isinstance(noted.entry, Battle | Take | Besiege) and noted.entry.seat == seat


def _unspent_points(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """PG-17: replacement points that are about to be lost, with nothing replaced."""
    seat = SPENDS.get(table.phase)
    if seat is None:
        return
    if any(isinstance(noted.entry, Replace) and noted.entry.seat == seat for noted in entries):
        return
    left = [(column, table[seat, column]) for column in POINTS[seat]]
    points = tuple(f"{what.name} {replacements.points(halves)}" for what, halves in left if halves)
    if points:
        text = to_translate("{side} has replacement points and nothing was replaced: {points}.")
        facts = {"side": SIDE_NAMES[seat], "points": points}
        yield Question(Message(text, facts), None, "replace", seat)
