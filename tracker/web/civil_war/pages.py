"""The pages of the Civil War, as the shared views use them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, g, render_template, request

from tracker.engine import house_rule
from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.games.civil_war import result_text, results
from tracker.games.civil_war.box import DATA
from tracker.games.civil_war.columns import COLUMNS, KINDS
from tracker.games.civil_war.entries import EndTurn
from tracker.games.civil_war.position import Table
from tracker.games.civil_war.rulebook import HOUSE_RULES
from tracker.service.reading import Sheet
from tracker.web.civil_war import (
    amending,
    chances_views,
    deck_views,
    drawing,
    earlier,
    laboratory_views,
    pencil_views,
    setup_form,
    sheet_page,
    tile_views,
    workshop,
)
from tracker.web.civil_war.amending import amend_pad, changes, differences
from tracker.web.civil_war.board import board
from tracker.web.civil_war.chances_views import closeness
from tracker.web.civil_war.drawing import column_name
from tracker.web.civil_war.interface import INTERFACE
from tracker.web.civil_war.setup_form import NewMatchForm
from tracker.web.civil_war.sheet_page import frame, is_entry_asked
from tracker.web.civil_war.workshop import decks
from tracker.web.frame import just_written
from tracker.web.graph import LARGE, SMALL
from tracker.web.language import translate
from tracker.web.page_types import STANDARD, Beginning, Demo, MatchDraft, Number
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

BLUEPRINTS: Final[Sequence[Blueprint]] = (
    tile_views.blueprint,
    deck_views.blueprint,
    laboratory_views.blueprint,
    chances_views.blueprint,
    pencil_views.blueprint,
)
GLOBALS: Final[Mapping[str, Any]] = {**drawing.GLOBALS, **workshop.GLOBALS}
RETURN_TO: Final[Mapping[str, str]] = {"tiles": "tiles.show_tiles"}
TOTALS_VIEW: Final[str] = "pencil.show_pencilled"
AGAIN: Final[Mapping[str, Message]] = {
    "same": Message("Play again, same roles"),
    "drawn": Message("Play again, roles drawn"),
}
SEAT_FIELDS: Final[Sequence[Sequence[str]]] = [
    (f"players-{n}-name", f"players-{n}-role") for n in range(setup_form.MOST_PLAYERS)
]


def setup_page(write_id: str, begin: Beginning) -> str:
    form = NewMatchForm(decks().all(), **earlier.typed(begin))
    if begin.setup is not None:
        playable = [deck.id for deck in decks().all() if not deck.problems]
        earlier.fill(form, begin, {name: decks().whole(name) for name in playable})
    return _setup_page(form, write_id, begin)


def read_setup(write_id: str) -> MatchDraft | str:
    form = NewMatchForm(decks().all())
    if not form.validate_on_submit():
        return _setup_page(form, write_id, STANDARD)
    setup, drawn = setup_form.setup_from(form, earlier.deck_of(str(form.deck.data)))
    players = [seat.name for seat in setup.seats]
    name = match_name(str(form.match_name.data or ""), players)
    return MatchDraft(setup, name, tuple(drawn))


def _setup_page(form: NewMatchForm, write_id: str, begin: Beginning) -> str:
    return render_template(
        "civil_war/new.html",
        form=form,
        begin=begin,
        form_id=write_id,
        problems=setup_form.problems,
        typed=setup_form.typed,
        HOUSE_RULES=HOUSE_RULES,
    )


def demo() -> Demo:
    return Demo((DATA / "demo.json").read_bytes(), "Gettysburg, Friday evening")


def match_page(shown: Sheet, form: Mapping[str, Any]) -> str:
    context = {**sheet_page.context(shown, g.standing, request.args), **form}
    if context["is_wide"]:
        return render_template("pad/wide.html", **context)
    if context["pad"] and request.headers.get("HX-Request"):
        return render_template(_step_template(context), **context)
    if context["month_end"]:
        return render_template("civil_war/month_end.html", **context)
    if context["won"]:
        # The page that every device shows at the end: nobody has to wait on the next one.
        closeness(shown)
    changed = sheet_page.changed_numbers(just_written(shown))
    return render_template(
        "civil_war/sheet.html",
        **context,
        changed=changed,
        changed_at=sheet_page.columns_changed(changed, len(context["players"])),
        says=sheet_page.said(context["players"], changed),
        graph=drawing.graph_of(shown, matches().scores_by_round(shown.id), SMALL),
    )


def _step_template(context: Mapping[str, Any]) -> str:
    if context["already"]:
        return "match/already.html"
    return "civil_war/by_hand.html" if context["by_hand"] else "pad/step.html"


def end_of_turn(shown: Sheet, seat: int | None) -> EndTurn | None:
    table = Table(shown.position)
    if seat is not None and seat in table.seats:
        return EndTurn(seat)
    return None if table.turn is None else EndTurn(table.turn)


def round_label(number: int) -> Message:
    return Message("Month {month}", {"month": number})


def number(shown: Sheet, column: str, seat: int) -> Number | None:
    if seat == TABLE or column not in amending.SHOWN:
        return None
    columns = KINDS if column == amending.PEOPLE else (COLUMNS[column],)
    correction = sheet_page.correction(shown.position, g.standing, seat, column)
    return Number(columns, column_name(column), correction=correction)


def variant(shown: Sheet) -> str:
    return translate(Message("Months: {months}", {"months": shown.setup.months}))


def result_page(shown: Sheet) -> str:
    by_month = matches().scores_by_round(shown.id)
    return render_template(
        "civil_war/points.html",
        **frame(shown),
        won=result_text.victory(shown.position),
        ranking=results.ranking(shown.position),
        places=results.places(shown.position),
        superlatives=amending.superlatives(shown, matches().entries(shown.id)),
        house_rules=house_rule.played(shown.setup.switches),
        drawn_names=setup_form.drawn_names,
        graph=drawing.graph_of(shown, by_month, LARGE),
        by_month=by_month,
        **closeness(shown),
    )
