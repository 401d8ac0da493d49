"""The changes of an entry, as a player reads them: a number, a space, a fort, a mandate."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tracker.engine.ledger import TABLE, Column, Fact, Line, Move, lines_of, moves_of
from tracker.engine.message import Message
from tracker.games.paths_of_glory import names, pieces, title
from tracker.games.paths_of_glory.box import FORTS
from tracker.games.paths_of_glory.columns import (
    LEVELS,
    SIDE_TERMS,
    Course,
    Replacement,
    SideColumn,
)
from tracker.games.paths_of_glory.mandates import MISSED_VP
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.reminders import mandated_battle
from tracker.games.paths_of_glory.replacements import points
from tracker.printing.paths_of_glory.causes import EVENTS, MISSED, SPACES, cause_of
from tracker.translations.translator import plain
from tracker.web.language import translate
from tracker.web.pad.pad import Shown

VP: Final = (Course.VP_EVENTS, Course.VP_SPACES)
MANDATE: Final = {f"{side.text} mandate": side for side in SIDE_TERMS}
HOLDER: Final = {side.text.lower(): side for side in SIDE_TERMS}
FORT: Final = {f"{space} fort": space for space in FORTS}


def changes(before: Position, facts: Sequence[Fact], after: Position) -> list[Shown]:
    """Return what the facts change, in their order; then what follows from that."""
    table = Table(before)
    found = list(_numbers(table, facts))
    found += [change for move in moves_of(facts) if (change := _moved(table, move))]
    return [*found, *_followed(before, after)]


def _numbers(table: Table, facts: Sequence[Fact]) -> Iterator[Shown]:
    vp = table.vp
    totals: dict[tuple[int, Column], int] = {}
    for line in lines_of(facts):
        if line.seat == TABLE and line.what in VP:
            yield Shown(_vp_label(line), plain(vp), plain(vp + line.by), line.rule)
            vp += line.by
        elif label := label_of(line):
            key = (line.seat, line.what)
            total = totals.get(key, table[key])
            totals[key] = total + line.by
            yield Shown(label, _said(line, total), _said(line, total + line.by), line.rule)


def _vp_label(line: Line) -> str:
    """Return what a change of VP is called, with its cause where no space and no card says it."""
    cause = cause_of(line)
    if cause in (SPACES, EVENTS):
        return translate(Message("VP"))
    if cause is MISSED:
        side = SIDE_TERMS[MISSED_VP.index(line.by)]
        return translate(Message("VP: mandate of {side} missed", {"side": side}))
    return translate(Message("VP: {cause}", {"cause": cause}))


def label_of(line: Line) -> str:
    """Return what a line of a side's row is called; nothing where it is not for players."""
    if line.seat == TABLE:
        return translate(Message("Turn")) if line.what is Course.TURN else ""
    return column_label(line.seat, line.what)


def column_label(seat: int, column: Column) -> str:
    """Return the name of a number of a side."""
    facts = {"side": SIDE_TERMS[seat]}
    if isinstance(column, Replacement):
        return translate(Message("RP of {nation}", {"nation": names.nation_term(column.name)}))
    match column:
        case SideColumn.WAR_STATUS:
            return translate(Message("War status of {side}", facts))
        case SideColumn.COMMITMENT:
            return translate(Message("Commitment of {side}", facts))
        case SideColumn.HAND:
            return translate(Message("Hand of {side}", facts))
        case SideColumn.DECK:
            return translate(Message("Draw pile of {side}", facts))
    return ""


def _said(line: Line, number: int) -> str:
    if isinstance(line.what, Replacement):
        return f"{points(number):g}"
    if line.what is SideColumn.COMMITMENT:
        return translate(names.LEVELS[LEVELS[number].word])
    return plain(number)


def _moved(table: Table, move: Move) -> Shown | None:
    if move.piece in pieces.SPACE:
        return Shown(
            move.piece, translate(HOLDER[move.origin]), translate(HOLDER[move.to]), move.rule
        )
    if move.piece in FORT:
        label = translate(Message("Fort of {space}", {"space": FORT[move.piece]}))
        return Shown(label, _state(move.origin), _state(move.to), move.rule)
    if move.piece in MANDATE:
        label = translate(Message("Mandate of {side}", {"side": MANDATE[move.piece]}))
        mark = translate(mandated_battle(table, move.to))
        return Shown(label, translate(names.MANDATES[move.origin]), mark, move.rule)
    if move.to in (pieces.KEPT, pieces.REMOVED):
        return Shown(move.piece, _state(move.origin), _state(move.to), move.rule)
    return None


def _state(state: str) -> str:
    return translate(names.STATES[state])


def _followed(before: Position, after: Position) -> Iterator[Shown]:
    """Return what no line says: the boxes, the nations at war, entrenching."""
    old, new = title.export_position(before), title.export_position(after)
    for name, label, rule in FOLLOWS:
        if old[name] != new[name]:
            yield Shown(translate(label), _shown(old[name]), _shown(new[name]), rule)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(translate(names.nation_term(code)) for code in value)
    if isinstance(value, bool):
        return translate(Message("yes") if value else Message("no"))
    return plain(value)


FOLLOWS: Final = (
    ("combined", Message("Combined war status"), "PG-9.5.1.3"),
    ("us_entry", Message("US entry"), "PG-16.3.2"),
    ("russian_capitulation", Message("Russian capitulation"), "PG-16.4.3"),
    ("at_war", Message("At war"), "PG-11.1.11"),
    ("entrenching", Message("Entrenching"), "PG-11.2.1"),
)
