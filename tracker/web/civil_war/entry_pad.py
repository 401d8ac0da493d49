"""The entry pad of this title: from what was tapped so far to an entry, or what is still asked."""

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.engine.ledger import TABLE, Fact, Line
from tracker.engine.message import Message
from tracker.engine.title import why_none
from tracker.games.civil_war import title
from tracker.games.civil_war.columns import Count
from tracker.games.civil_war.offers import CANDIDATES
from tracker.games.civil_war.position import Position, Table
from tracker.games.titles import TITLES
from tracker.web.civil_war import ending, offline, old_names
from tracker.web.civil_war.entry_forms import BUILDERS
from tracker.web.civil_war.entry_headings import heading
from tracker.web.civil_war.pad_fields import FilledPad
from tracker.web.pad import pad as shared
from tracker.web.pad.fields import Field, NumberFields
from tracker.web.pad.pad import More, Pad, Shown, TriedEntries, attempt

RULES: Final = TITLES[title.NAME]

HELP: Final = Message("Help from allies")
HELP_AND_MORE: Final = Message("Help from allies, and who dies")

SETTLED: Final = frozenset({"resource", "kind", "bonus"})
ENDS_NO_TURN: Final = frozenset({"end_turn", "hand_turn", "hand_over", "end_month"})
HIDDEN: Final = frozenset({Count.PLACE, Count.ATTACKED, Count.RESERVE_SPENT, Count.SIDE})


def pad(position: Position, seat: int, arguments: Mapping[str, str]) -> Pad:
    """The pad for what the address asks for."""
    do = arguments["do"]
    arguments = old_names.current(do, seat, arguments)
    filled = FilledPad(Table(position), seat, arguments)
    document = BUILDERS[do](filled, position)
    tried = attempt(
        RULES, position.game.setup, position, [] if document is None else [{"do": do, **document}]
    )
    fields = filled.fields
    if not tried.entries and (
        never := why_none(RULES, position, CANDIDATES[do](Table(position), seat))
    ):
        # Nothing to fill in where it is not allowed at all: say why at once.
        tried, fields = TriedEntries(tried.documents, refused=never, problem=tried.problem), []
    after = tried.position
    notes = () if after is None else ending.notes(do, position, after)
    return Pad(
        do=do,
        seat=seat,
        heading=(
            title.entry_text(position.game.setup, tried.entries[0])
            if tried.entries
            else heading(do, filled)
        ),
        fields=fields,
        arguments=arguments,
        tried=tried,
        shown=shown_lines(position, tried.facts),
        verdicts=tried.verdicts,
        notes=notes,
        missing=filled.missing,
        more=_more(do, fields, tried),
        settled=SETTLED - {"bonus"} if do == "hand_over" else SETTLED,
        offline=offline.entry(do, arguments),
        number=offline.NUMBERS.get(do, ""),
        may_end_turn=do not in ENDS_NO_TURN and not notes,
    )


def _more(do: str, fields: Sequence[Field], tried: TriedEntries) -> More | None:
    """Return what can be chosen besides: help from allies, who dies, where on the tile."""
    extra = [field for field in fields if field.is_extra]
    if not extra:
        return None
    may_get_help = any(
        isinstance(field, NumberFields) and field.inputs[0].name.startswith("help.")
        for field in fields
    )
    if not may_get_help:
        return More(extra[0].label, "tiles" if do == "find" else "people")
    goes_badly = any(not verdict.is_good for verdict in tried.verdicts[:1])
    return More(HELP if len(extra) == 1 else HELP_AND_MORE, "people", goes_badly)


def shown_lines(position: Position, facts: Sequence[Fact]) -> list[Shown]:
    """The lines of the seats, each with its number before and after."""
    table = Table(position)

    def whose(line: Line) -> str:
        is_shown = line.seat != TABLE and line.what not in HIDDEN
        return table.name(line.seat) if is_shown else ""

    return shared.shown_lines(position.rows, facts, whose)
