"""Setting a match up: scenario, names, the bid, and the readings that a table may choose."""

from typing import Any, Final

import msgspec
from flask_wtf import FlaskForm
from msgspec import UNSET
from wtforms import IntegerField, RadioField, StringField
from wtforms.validators import Length, NumberRange, Optional

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.setup import Setup
from tracker.games.titles import TITLES
from tracker.service.serialization import read_setup
from tracker.web.language import translate

NAMELESS = Message("Both sides need a player's name.")
WRONG_BID = Message("The bid is a number from 0 to 20. Leave it empty if there was none.")
TOO_LONG = Message("A name is too long.")
NOT_CHOSEN = Message("That choice does not exist.")
USUAL: Final = "usual"
AS_SCENARIO: Final = (USUAL, Message("as in the scenario"))
YES: Final = ("true", Message("yes"))
NO: Final = ("false", Message("no"))
BY_SCENARIO: Final = (AS_SCENARIO, YES, NO)
SWITCHES: Final = (
    (
        "hand_size",
        Message("Hand"),
        "PG-9.1.4",
        (AS_SCENARIO, ("7", "7"), ("8", "8")),
    ),
    (
        "optional_cards",
        Message("Optional cards"),
        "PG-2.3",
        (
            ("none", Message("none")),
            ("all", Message("all shuffled in")),
            ("exchanged", Message("exchanged in secret")),
        ),
    ),
    (
        "entrench_retry",
        Message("−1 on a new try to entrench"),
        "PG-11.2.10",
        BY_SCENARIO,
    ),
    ("event_and_ops", Message("Six events give their OPS too"), "PG-5.7.4", BY_SCENARIO),
    (
        "belgian_targets",
        Message("An attack on BE makes a GE mandate"),
        "PG-7.1.5",
        (YES, NO),
    ),
    (
        "combat_card_use",
        Message("A combat card can be used once in"),
        "PG-9.5.4.4",
        (("round", Message("a round")), ("action", Message("an action"))),
    ),
    (
        "late_italy",
        Message("A late Italy costs AP VP"),
        "PG-9.5.2.5",
        (YES, NO),
    ),
)
"""Every switch: its field, its name, its rule, and what can be chosen, the default first."""


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
    hand_size = either(USUAL, "7", "8")
    optional_cards = either("none", "all", "exchanged")
    entrench_retry = either(USUAL, "true", "false")
    event_and_ops = either(USUAL, "true", "false")
    belgian_targets = either("true", "false")
    combat_card_use = either("round", "action")
    late_italy = either("true", "false")


def setup_from(form: NewMatchForm) -> Setup:
    """Return the set-up that the form describes; Invalid says what does not go together."""
    document: dict[str, Any] = {
        "scenario": form.scenario.data,
        "seats": [{"name": clean(str(form[side].data or ""))} for side in ("cp", "ap")],
        "guns_of_august": form.guns_of_august.data == "true",
        "switches": _switches(form),
    }
    if form.bid.data is not None:
        document["bid"] = {"seat": int(form.bid_by.data), "points": form.bid.data}
    read: Setup = read_setup(TITLES[title.NAME], msgspec.json.encode(document))
    return read


def _switches(form: NewMatchForm) -> dict[str, Any]:
    chosen = {name: str(form[name].data) for name, *_ in SWITCHES}
    return {name: _value(value) for name, value in chosen.items() if value != USUAL}


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


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
    form.guns_of_august.data = _text(setup.guns_of_august)
    for name, *_ in SWITCHES:
        form[name].data = _text(getattr(setup.switches, name))
    if seats:
        names = [seat.name for seat in setup.seats]
        form.cp.data, form.ap.data = names[::-1] if seats == "swapped" else names


def _text(value: Any) -> str:
    """Return a switch as its field has it: what `_value` reads."""
    if value is UNSET:
        return USUAL
    return str(value).lower() if isinstance(value, bool) else str(value)
