"""PG-0.2: a correction by the host: only what differs from the sheet is set, with a reason."""

from collections.abc import Iterator
from typing import Any, get_args

from tracker.engine.message import Message
from tracker.games.paths_of_glory import entries, names
from tracker.games.paths_of_glory.box import FORTS, SPACES, VP_SPACES
from tracker.games.paths_of_glory.columns import POINTS, SIDE_TERMS, SIDES, SideColumn
from tracker.games.paths_of_glory.position import Table
from tracker.web.language import translate
from tracker.web.pad.fields import NumberInput, Option
from tracker.web.paths_of_glory.pad_fields import FilledForm

Document = dict[str, Any]
MANDATES = (
    ("none", "made", "AH", "AH_IT", "TU", "GE"),
    ("none", "made", "FR", "BR", "IT", "RU", "mutiny"),
)


def correct(filled: FilledForm, table: Table, seat: int) -> Document | None:
    """Return the correction, once something differs and a reason is given."""
    set_to: Document = _tracks(filled, table)
    set_to |= _points(filled, table)
    set_to |= _mandates(filled, table)
    set_to |= _map(filled, table)
    reason = filled.text("reason", Message("Why?"), 400)
    if set_to and not reason:
        filled.missing = Message("Enter a reason for the correction.")
    return {"set": set_to, "reason": reason} if set_to and reason else None


def _tracks(filled: FilledForm, table: Table) -> Document:
    now = {"set_vp": table.vp}
    labels = {"set_vp": Message("VP")}
    for seat, side in enumerate(SIDES):
        facts = {"side": SIDE_TERMS[seat]}
        now[f"set_war_status_{side}"] = table.war_status(seat)
        labels[f"set_war_status_{side}"] = Message("War status of {side}", facts)
        now[f"set_hand_{side}"] = table[seat, SideColumn.HAND]
        labels[f"set_hand_{side}"] = Message("Hand of {side}", facts)
    inputs = [
        NumberInput(name, labels[name], "", value, 99, -99 if name == "set_vp" else 0)
        for name, value in now.items()
    ]
    given = filled.numbers(Message("Tracks"), inputs)
    changed = {name: value for name, value in given.items() if value != now[name]}
    return _nested(changed)


def _nested(changed: dict[str, int]) -> Document:
    set_to: Document = {}
    for name, value in changed.items():
        written, _, side = name.removeprefix("set_").rpartition("_")
        if not written:
            set_to["vp"] = value
        else:
            set_to.setdefault(written, {})[side] = value
    return set_to


def _points(filled: FilledForm, table: Table) -> Document:
    halves = {column: table[seat, column] for seat in (0, 1) for column in POINTS[seat]}
    inputs = [
        NumberInput(
            f"set_rp_{column.name}", translate(names.nation_term(column.name)), "", has // 2, 99
        )
        for column, has in halves.items()
    ]
    given = filled.numbers(Message("Replacement points"), inputs)
    changed = {
        column.name: given[f"set_rp_{column.name}"]
        for column, has in halves.items()
        if given[f"set_rp_{column.name}"] != has // 2
    }
    return {"rp": changed} if changed else {}


def _mandates(filled: FilledForm, table: Table) -> Document:
    changed = {}
    for seat, side in enumerate(SIDES):
        now = table.mandate(seat)
        options = [Option(mark, names.MANDATES[mark]) for mark in MANDATES[seat]]
        label = Message("Mandate of {side}", {"side": SIDE_TERMS[seat]})
        mark = filled.choose(f"set_mandate_{side}", label, options, now)
        if mark != now:
            changed[side] = mark
    return {"mandate": changed} if changed else {}


def _map(filled: FilledForm, table: Table) -> Document:
    spaces = filled.checks("set_control", Message("Spaces that the other side holds"), _held(table))
    set_to: Document = {}
    if spaces:
        set_to["control"] = {
            space: SIDES[1 - table.holder(space)]
            for space in spaces
            if space in table.game.vp_spaces
        }
    fort = filled.choose(
        "set_fort",
        Message("A fort"),
        [Option("", Message("none")), *(Option(space, space) for space in FORTS)],
    )
    if fort:
        states = [Option(state, names.STATES[state]) for state in get_args(entries.FortState)]
        state = filled.choose("set_fort_state", Message("Its state"), states)
        set_to |= {"forts": {fort: state}} if state else {}
    return set_to


def _held(table: Table) -> Iterator[Option]:
    for space in VP_SPACES[table.game.historical]:
        nation = translate(names.NATIONS[SPACES[space].nation])
        yield Option(space, f"{space} ({translate(SIDE_TERMS[table.holder(space)])})", group=nation)
