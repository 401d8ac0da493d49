"""The pages of Paths of Glory, as the shared views use them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, g, render_template, request

from tracker.engine.message import Message
from tracker.games.paths_of_glory.box import DATA, TABLES
from tracker.games.paths_of_glory.columns import SIDE_TERMS
from tracker.games.paths_of_glory.names import REASONS, SCENARIOS
from tracker.games.paths_of_glory.position import VP_AT_START, Table
from tracker.games.paths_of_glory.progress import turn_label
from tracker.games.paths_of_glory.rulebook import HOUSE_RULES
from tracker.service.reading import Sheet
from tracker.web.graph import LARGE, Graph, GraphFrame, graph
from tracker.web.language import translate
from tracker.web.page_types import STANDARD, Beginning, Demo, MatchDraft
from tracker.web.paths_of_glory import (
    calculator_views,
    match_history,
    setup_form,
    sheet_page,
    template_names,
)
from tracker.web.paths_of_glory.board import board
from tracker.web.paths_of_glory.interface import INTERFACE
from tracker.web.paths_of_glory.match_history import amend_pad, changes, differences, number
from tracker.web.paths_of_glory.setup_form import NewMatchForm
from tracker.web.paths_of_glory.sheet_page import frame, is_entry_asked
from tracker.web.seating import match_name
from tracker.web.services import matches

__all__ = [
    "AGAIN",
    "BLUEPRINTS",
    "GLOBALS",
    "INTERFACE",
    "RETURN_TO",
    "SEAT_FIELDS",
    "TOTALS_VIEW",
    "amend_pad",
    "board",
    "changes",
    "demo",
    "differences",
    "end_of_turn",
    "frame",
    "is_entry_asked",
    "match_page",
    "number",
    "read_setup",
    "result_page",
    "round_label",
    "setup_page",
    "variant",
]

BLUEPRINTS: Final[Sequence[Blueprint]] = (calculator_views.blueprint,)
GLOBALS: Final[Mapping[str, Any]] = template_names.GLOBALS
RETURN_TO: Final[Mapping[str, str]] = {"calculator": "calculator.show_calculator_of_match"}
TOTALS_VIEW: Final[str] = ""
AGAIN: Final[Mapping[str, Message]] = {
    "same": Message("Play again, same sides"),
    "swapped": Message("Play again, sides swapped"),
}
SEAT_FIELDS: Final[Sequence[Sequence[str]]] = (("cp",), ("ap",))


def setup_page(write_id: str, begin: Beginning) -> str:
    form = NewMatchForm() if begin.typed is None else NewMatchForm(formdata=begin.typed)
    if begin.setup is not None:
        setup_form.fill(form, begin.setup, begin.seats)
    return _setup_page(form, write_id, [], begin)


def read_setup(write_id: str) -> MatchDraft | str:
    form = NewMatchForm()
    problems = [] if form.validate_on_submit() else setup_form.problems(form)
    problems = problems or setup_form.problems(form)
    if problems:
        return _setup_page(form, write_id, problems, STANDARD)
    setup = setup_form.setup_from(form)
    players = [seat.name for seat in setup.seats]
    return MatchDraft(setup, match_name(str(form.match_name.data or ""), players))


def _setup_page(form: NewMatchForm, write_id: str, problems: list[str], begin: Beginning) -> str:
    return render_template(
        "paths_of_glory/new.html",
        form=form,
        begin=begin,
        form_id=write_id,
        problems=problems,
        typed=setup_form.typed,
        HOUSE_RULES=HOUSE_RULES,
        SCENARIOS=SCENARIOS,
        TABLES=TABLES,
    )


def demo() -> Demo:
    return Demo((DATA / "demo.json").read_bytes(), "Western Front, autumn 1914")


def match_page(sheet: Sheet, form: Mapping[str, Any]) -> str:
    asked = sheet_page.asked_pad(sheet, g.standing, request.args)
    if asked is not None and (asked.do not in sheet_page.PHASES or form["already"]):
        context = sheet_page.entry_context(sheet, asked)
        return render_template("paths_of_glory/form.html", **context, **form)
    context = sheet_page.context(sheet, g.standing)
    context |= {"pad": asked, "form_id": form["form_id"]} if asked else {"form_id": ""}
    return render_template("paths_of_glory/sheet.html", **context)


def end_of_turn(sheet: Sheet, seat: int | None) -> None:
    """A turn ends by its phases, not by an entry of a seat."""


def round_label(number: int) -> Message:
    return turn_label(number)


def variant(sheet: Sheet) -> str:
    return translate(SCENARIOS[sheet.setup.scenario])


def result_page(sheet: Sheet) -> str:
    by_round = matches().scores_by_round(sheet.id)
    entries = matches().entries(sheet.id)
    table = Table(sheet.position)
    context = sheet_page.context(sheet, g.standing)
    return render_template(
        "paths_of_glory/result.html",
        **context,
        vp_graph=_vp_graph(sheet, by_round),
        war_graph=_war_graph(sheet, by_round),
        by_round=by_round,
        events=match_history.events_by_turn(table),
        uses=match_history.uses(entries),
        REASONS=REASONS,
    )


Rounds = list[tuple[int, tuple[int, ...]]]


def _vp_graph(sheet: Sheet, by_round: Rounds) -> Graph:
    rows = [(turn, row[:1]) for turn, row in by_round]
    label = Message("VP by turn")
    return _graph(label, [(translate(Message("VP")), "")], rows, sheet, (VP_AT_START,))


def _war_graph(sheet: Sheet, by_round: Rounds) -> Graph:
    rows = [(turn, row[1:]) for turn, row in by_round]
    curves = [
        *((translate(side), side.text.lower()) for side in SIDE_TERMS),
        (translate(Message("Combined")), ""),
    ]
    return _graph(Message("War status by turn"), curves, rows, sheet, (0, 0, 0))


def _graph(
    label: Message,
    curves: list[tuple[str, str]],
    rows: Rounds,
    sheet: Sheet,
    start: tuple[int, ...],
    frame: GraphFrame = LARGE,
) -> Graph:
    last = Table(sheet.position).game.last_turn
    return graph(label, curves, rows, last, frame, start)
