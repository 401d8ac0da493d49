"""PG-0.2: a correction by the host: only what differs from the sheet is set, with a reason."""

from collections.abc import Iterator
from typing import get_args

from tracker.engine.message import Message
from tracker.games.paths_of_glory import entries, names
from tracker.games.paths_of_glory.box import FORTS, SPACES, VP_SPACES
from tracker.games.paths_of_glory.columns import POINTS, SIDE_TERMS, SIDES, SideColumn
from tracker.games.paths_of_glory.position import Table
from tracker.web.language import translate
from tracker.web.pad.fields import NumberInput, Option
from tracker.web.pad.open_choices import Answers
from tracker.web.paths_of_glory.pad_fields import FilledForm

MANDATES = (
    ("none", "made", "AH", "AH_IT", "TU", "GE"),
    ("none", "made", "FR", "BR", "IT", "RU", "mutiny"),
)


def correct(filled: FilledForm, table: Table, seat: int) -> Answers | None:
    """Return the correction, once something differs and a reason is given."""
    groups = (_tracks, _points, _mandates, _control, _forts)
    set_to = {path: value for group in groups for path, value in group(filled, table).items()}
    reason = filled.text("reason", Message("Why?"), 400)
    if set_to and not reason:
        filled.missing = Message("Enter a reason for the correction.")
    return {**set_to, "reason": reason} if set_to and reason else None


def _tracks(filled: FilledForm, table: Table) -> Answers:
    now = {"set.vp": table.vp}
    labels = {"set.vp": Message("VP")}
    for seat, side in enumerate(SIDES):
        facts = {"side": SIDE_TERMS[seat]}
        now[f"set.war_status.{side}"] = table.war_status(seat)
        labels[f"set.war_status.{side}"] = Message("War status of {side}", facts)
        now[f"set.hand.{side}"] = table[seat, SideColumn.HAND]
        labels[f"set.hand.{side}"] = Message("Hand of {side}", facts)
    inputs = [
        NumberInput(name, labels[name], "", value, 99, -99 if name == "set.vp" else 0)
        for name, value in now.items()
    ]
    given = filled.numbers(Message("Tracks"), inputs)
    return {path: number for path, number in given.items() if number != now[path]}


def _points(filled: FilledForm, table: Table) -> Answers:
    held = [(seat, column) for seat in (0, 1) for column in POINTS[seat]]
    now = {f"set.rp.{column.name}": table[seat, column] // 2 for seat, column in held}
    inputs = [
        NumberInput(path, translate(names.nation_term(column.name)), "", number, 99)
        for (_, column), (path, number) in zip(held, now.items(), strict=True)
    ]
    given = filled.numbers(Message("Replacement points"), inputs)
    return {path: number for path, number in given.items() if number != now[path]}


def _mandates(filled: FilledForm, table: Table) -> Answers:
    changed = {}
    for seat, side in enumerate(SIDES):
        now, path = table.mandate(seat), f"set.mandate.{side}"
        options = [Option(mark, names.MANDATES[mark]) for mark in MANDATES[seat]]
        label = Message("Mandate of {side}", {"side": SIDE_TERMS[seat]})
        mark = filled.choose(path, label, options, now)
        if mark != now:
            changed[path] = mark
    return changed


def _control(filled: FilledForm, table: Table) -> Answers:
    """Return the spaces that the other side holds; an amended entry names them with their side."""
    spaces = filled.checks(
        "set.control",
        Message("Spaces that the other side holds"),
        _held(table),
        filled.below("set.control"),
    )
    return {
        f"set.control.{space}": SIDES[1 - table.holder(space)]
        for space in spaces
        if space in table.game.vp_spaces
    }


def _forts(filled: FilledForm, table: Table) -> Answers:
    path = "set.forts"
    options = [Option(space, space) for space in FORTS]
    forts = filled.checks(path, Message("Forts"), options, filled.below(path))
    states = [Option(state, names.STATES[state]) for state in get_args(entries.FortState)]
    chosen = {}
    for fort in forts:
        label = Message("Fort of {space}", {"space": fort})
        chosen[f"{path}.{fort}"] = filled.choose(f"{path}.{fort}", label, states)
    return {where: state for where, state in chosen.items() if state}


def _held(table: Table) -> Iterator[Option]:
    for space in VP_SPACES[table.game.historical]:
        nation = translate(names.NATIONS[SPACES[space].nation])
        yield Option(space, f"{space} ({translate(SIDE_TERMS[table.holder(space)])})", group=nation)
