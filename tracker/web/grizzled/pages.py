"""The pages of The Grizzled, as the shared views use them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, g, render_template, request

from tracker.engine.message import Message
from tracker.games.grizzled import season, title
from tracker.games.grizzled.box import DATA
from tracker.games.grizzled.card import CARD
from tracker.games.grizzled.rulebook import HOUSE_RULES
from tracker.service.reading import Sheet
from tracker.web.graph import LARGE, Graph, graph
from tracker.web.grizzled import drawing, setup_form, sheet_page
from tracker.web.grizzled.amending import amend_pad, changes, differences, number
from tracker.web.grizzled.board import board
from tracker.web.grizzled.entry_pad import looks_of
from tracker.web.grizzled.interface import INTERFACE
from tracker.web.grizzled.setup_form import NewMatchForm
from tracker.web.grizzled.sheet_page import frame, is_entry_asked
from tracker.web.language import translate
from tracker.web.page_types import STANDARD, Beginning, Demo, MatchDraft
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

BLUEPRINTS: Final[Sequence[Blueprint]] = ()
GLOBALS: Final[Mapping[str, Any]] = {**drawing.GLOBALS, "looks_of": looks_of}
RETURN_TO: Final[Mapping[str, str]] = {}
TOTALS_VIEW: Final[str] = ""
AGAIN: Final[Mapping[str, Message]] = {
    "same": Message("Play again, same soldiers"),
    "drawn": Message("Play again, soldiers drawn"),
}
SEAT_FIELDS: Final[Sequence[Sequence[str]]] = [
    (f"soldiers-{n}-name", f"soldiers-{n}-soldier") for n in range(setup_form.MOST)
]
PILES = Message("Trials and morale after each mission")
TRIALS = Message("Trials")
MORALE = Message("Morale")


def setup_page(write_id: str, begin: Beginning) -> str:
    form = NewMatchForm() if begin.typed is None else NewMatchForm(formdata=begin.typed)
    if begin.setup is not None:
        setup_form.fill(form, begin.setup, begin.seats)
    return _setup_page(form, write_id, None, begin)


def read_setup(write_id: str) -> MatchDraft | str:
    form = NewMatchForm()
    found = setup_form.read(form)
    if isinstance(found, Message):
        return _setup_page(form, write_id, found, STANDARD)
    setup, drawn = found
    players = [seat.name for seat in setup.seats]
    return MatchDraft(setup, match_name(str(form.match_name.data or ""), players), drawn)


def _setup_page(
    form: NewMatchForm, write_id: str, problem: Message | None, begin: Beginning
) -> str:
    return render_template(
        "grizzled/new.html",
        form=form,
        begin=begin,
        form_id=write_id,
        problem=problem,
        MODES=setup_form.MODES,
        DIFFICULTIES=setup_form.DIFFICULTIES,
        ORDERS=setup_form.ORDERS,
        HOUSE_RULES=HOUSE_RULES,
    )


def demo() -> Demo:
    return Demo((DATA / "demo.json").read_bytes(), "Verdun, a Saturday in November")


def match_page(shown: Sheet, form: Mapping[str, Any]) -> str:
    context = {**sheet_page.context(shown, g.standing, request.args), **form}
    if context["pad"] is None:
        return render_template("grizzled/sheet.html", **context)
    if context["is_wide"]:
        typed = sheet_page.typed_cards(matches().entries(shown.id))
        return render_template("grizzled/wide.html", **context, typed=typed)
    if request.headers.get("HX-Request"):
        page = "match/already.html" if context["already"] else "grizzled/step.html"
        return render_template(page, **context)
    return render_template("grizzled/sheet.html", **context)


def end_of_turn(shown: Sheet, seat: int | None) -> None:
    """GR-4.1: an action ends a turn by itself; there is no entry for it."""


def round_label(number: int) -> Message:
    return Message("Mission {mission}", {"mission": number})


def variant(shown: Sheet) -> str:
    return next(translate(mode.label) for mode in CARD.modes if mode.name == shown.setup.mode)


def result_page(shown: Sheet) -> str:
    written = matches().entries(shown.id)
    played = season.season(
        shown.setup, ((entry.entry, entry.lines) for entry in written if entry.state == "live")
    )
    return render_template(
        "grizzled/season.html",
        **frame(shown),
        season=played,
        outcome=title.outcome(shown.position),
        graph=_graph(shown, played) if played.missions else None,
    )


def _graph(shown: Sheet, played: season.Season) -> Graph:
    start, ends = season.piles(shown.setup, played)
    lines = [(translate(TRIALS), "trials"), (translate(MORALE), "morale")]
    return graph(PILES, lines, ends, max(2, ends[-1][0]), LARGE, start)
