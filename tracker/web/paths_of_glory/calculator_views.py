"""The calculator on its own page: of a match, where a battle can be recorded, and without one."""

from typing import Any

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from tracker.games.paths_of_glory.position import Table
from tracker.service.reading import Sheet
from tracker.web import write_ids
from tracker.web.pad.fields import flat
from tracker.web.paths_of_glory import calculator_form, sheet_page
from tracker.web.paths_of_glory.entry_pad import GloryPad, pad
from tracker.web.services import matches

blueprint = Blueprint("calculator", __name__)


@blueprint.get("/calculator")
def show_calculator() -> ResponseReturnValue:
    """The calculator without a match."""
    return render_template("paths_of_glory/calculator.html", **_asked())


@blueprint.get("/m/<match_id>/calculator")
def show_calculator_of_match(match_id: str) -> ResponseReturnValue:
    """The calculator of a match: with the space and the nations a battle can be recorded."""
    sheet = matches().sheet(match_id)
    arguments = flat(request.args)
    context = {**sheet_page.frame(sheet), **_asked()}
    if context["kind"] == "battle" and not arguments.get("terrain"):
        battle = _battle(sheet, arguments)
        form_id = write_ids.sent_id(request.args)
        return render_template(
            "paths_of_glory/calculator_of_match.html",
            **{**context, "pad": battle, "form_id": form_id},
        )
    return render_template(
        "paths_of_glory/calculator_of_match.html", **context, pad=None, form_id=""
    )


def _battle(sheet: Sheet, arguments: dict[str, str]) -> GloryPad:
    """Return the battle of the running operation, by its figures."""
    table = Table(sheet.position)
    acting = table.acting if table.acting is not None else 0
    seat = arguments.get("seat") or str(acting)
    asked = {**arguments, "do": "battle", "way": "figures", "seat": seat}
    return pad(sheet.position, asked)


def _asked() -> dict[str, Any]:
    arguments = flat(request.args)
    kind = arguments.get("kind", "battle")
    if kind not in calculator_form.QUESTIONS:
        abort(404)
    return {
        "kind": kind,
        "kinds": calculator_form.KINDS,
        "answer": calculator_form.answer(kind, arguments),
        "may_write": "standing" in g and g.standing.is_scorer,
    }
