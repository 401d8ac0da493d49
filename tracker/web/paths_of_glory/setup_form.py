"""Setting a match up: scenario, names, the bid, and the readings that a table may choose."""

from typing import Any

import msgspec
from flask_wtf import FlaskForm
from wtforms import IntegerField, RadioField, StringField
from wtforms.validators import Length, NumberRange, Optional

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.rulebook import HOUSE_RULES
from tracker.games.paths_of_glory.setup import Setup
from tracker.games.titles import TITLES
from tracker.service.match import read_setup
from tracker.web import house_rule_fields, seating
from tracker.web.language import translate

NAMELESS = Message("Both sides need a player's name.")
WRONG_BID = Message("The bid is a number from 0 to 20. Leave it empty if there was none.")
TOO_LONG = Message("A name is too long.")
NOT_CHOSEN = Message("That choice does not exist.")


def either(*values: str) -> RadioField:
    """One of these, the first unless another is chosen."""
    return RadioField(choices=list(values), default=values[0])  # type: ignore[arg-type]


class NewMatchForm(FlaskForm):
    """Everything that is agreed before August 1914."""

    match_name = StringField(validators=[Length(max=80)])
    cp = StringField(validators=[Length(max=40)])
    ap = StringField(validators=[Length(max=40)])
    scenario = either("campaign", "introductory", "limited", "historical")
    guns_of_august = either("true", "false")
    bid_by = either("1", "0")
    bid = IntegerField(validators=[Optional(), NumberRange(min=0, max=20)])


house_rule_fields.add_fields(NewMatchForm, HOUSE_RULES)


def setup_from(form: NewMatchForm) -> Setup:
    """Return the set-up that the form describes; Invalid says what does not go together."""
    document: dict[str, Any] = {
        "scenario": form.scenario.data,
        "seats": [{"name": clean(str(form[side].data or ""))} for side in ("cp", "ap")],
        "guns_of_august": form.guns_of_august.data == "true",
        "switches": house_rule_fields.chosen(form, HOUSE_RULES),
    }
    if form.bid.data is not None:
        document["bid"] = {"seat": int(form.bid_by.data), "points": form.bid.data}
    read: Setup = read_setup(TITLES[title.NAME], msgspec.json.encode(document))
    return read


def typed(field: IntegerField) -> str:
    """Return what stands in a field for a number: the number, or what was typed instead of one."""
    if field.data is not None:
        return str(field.data)
    return str(field.raw_data[0]) if field.raw_data else ""


def problems(form: NewMatchForm) -> list[str]:
    """Return what is wrong with the form, each thing once."""
    found = []
    if not all(clean(str(form[side].data or "")) for side in ("cp", "ap")):
        found.append(NAMELESS)
    elif repeated := seating.repeated_name([str(form[side].data) for side in ("cp", "ap")]):
        found.append(repeated)
    if form.bid.errors:
        found.append(WRONG_BID)
    if any(form[name].errors for name in ("cp", "ap", "match_name")):
        found.append(TOO_LONG)
    if not found and set(form.errors) - {"csrf_token"}:
        found.append(NOT_CHOSEN)
    return [translate(message) for message in found] or _wrong_together(form)


def _wrong_together(form: NewMatchForm) -> list[str]:
    try:
        setup_from(form)
    except Invalid as invalid:
        return [translate(invalid.says)]
    return []


def fill(form: NewMatchForm, setup: Setup, seats: str) -> None:
    """Fill the form in with an earlier match; its seats only where they are taken over."""
    form.scenario.data = setup.scenario
    form.guns_of_august.data = "true" if setup.guns_of_august else "false"
    house_rule_fields.fill(form, setup.switches, HOUSE_RULES)
    if seats:
        names = [seat.name for seat in setup.seats]
        form.cp.data, form.ap.data = names[::-1] if seats == "swapped" else names
