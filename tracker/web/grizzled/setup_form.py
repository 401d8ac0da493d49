"""The set-up form: the mode, how hard it is, who is which soldier, who leads."""

import secrets
from typing import Any, Final, get_args

import msgspec
from flask_wtf import FlaskForm
from msgspec import UNSET
from wtforms import FieldList, FormField, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.form import Form
from wtforms.validators import Length

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.grizzled import title
from tracker.games.grizzled.house_rules import ByHand
from tracker.games.grizzled.rulebook import HOUSE_RULES
from tracker.games.grizzled.setup import Setup, SoldierId
from tracker.web import house_rule_fields, seating
from tracker.web.grizzled.drawing import soldier_name
from tracker.web.language import translate

MOST: Final = 5
DRAW: Final = ""
SOLDIERS: Final[tuple[str, ...]] = get_args(SoldierId)
THIRD: Final = {"chaplain": Message("Chaplain"), "recruit": Message("Recruit")}
MODES: Final = {
    "standard": (Message("3 to 5 players"), Message("Everybody is a soldier (GR-1.2).")),
    "chaplain": (
        Message("2 players and the chaplain"),
        Message("The chaplain only gives support (GR-13.1)."),
    ),
    "recruit": (
        Message("2 players and the recruit"),
        Message("The leader plays the recruit, a third soldier (GR-13.5)."),
    ),
    "solo": (Message("1 player"), Message("Three soldiers and one common hand (GR-14.1).")),
}
DIFFICULTIES: Final = {
    "novice": (
        Message("Novice"),
        Message("Without traps: the best choice for the first games (GR-1.4)."),
    ),
    "normal": (Message("Normal"), Message("With traps (GR-1.4).")),
    "veteran": (
        Message("Veteran"),
        Message(
            "With traps and 30 trials; not with the chaplain, nor 3 to 5 with orders (GR-1.4)."
        ),
    ),
}
ORDERS: Final = {
    "": Message("Without orders"),
    "greenhorn": Message("Greenhorn"),
    "soldier": Message("Soldier"),
    "veteran": Message("Veteran"),
}
PEOPLE: Final = {"standard": (3, 5), "chaplain": (2, 2), "recruit": (2, 2), "solo": (1, 1)}
TOO_FEW = Message("This mode needs 3 to 5 players with a name, not {number}.")
NOT_SO_MANY = Message("Players in this mode: {most}. Players with a name: {number}.")
WRONG = Message("Something on this page is not valid. Please choose again.")


class SoldierForm(Form):
    """A seat: a name, and a soldier or a draw."""

    name = StringField(validators=[Length(max=40)])
    soldier = SelectField(choices=[DRAW, *SOLDIERS])  # type: ignore[list-item]


def _either(*values: str, default: str = "") -> RadioField:
    return RadioField(choices=list(values), default=default or values[0])  # type: ignore[arg-type]


class NewMatchForm(FlaskForm):
    """Everything that is agreed before the first mission."""

    match_name = StringField(validators=[Length(max=80)])
    mode = _either(*MODES)
    difficulty = _either(*DIFFICULTIES)
    orders = RadioField(choices=list(ORDERS), default="")  # type: ignore[arg-type]
    soldiers = FieldList(FormField(SoldierForm), min_entries=MOST, max_entries=MOST)
    leader = _either(*map(str, range(1, MOST + 1)))
    trials = _either("20", "22", "24", "26", "28", "30")
    by_hand = SelectMultipleField(choices=list(get_args(ByHand)))


house_rule_fields.add_fields(NewMatchForm, HOUSE_RULES)


def read(form: NewMatchForm) -> tuple[Setup, tuple[int, ...]] | Message:
    """Return the set-up and the seats whose soldiers were drawn, or what is wrong with it."""
    if not form.validate_on_submit():
        return WRONG
    mode = str(form.mode.data)
    named = [row for row in form.soldiers if clean(str(row["name"].data or ""))]
    least, most = PEOPLE[mode]
    if not least <= len(named) <= most:
        says = TOO_FEW if mode == "standard" else NOT_SO_MANY
        return Message(says.text, {"most": most, "number": len(named)})
    rows = [*named, *(row for row in form.soldiers if row not in named)]
    chosen = [str(row["soldier"].data or DRAW) for row in rows]
    names = [clean(str(row["name"].data)) for row in named]
    if repeated := seating.repeated_name(names):
        return repeated
    seats, drawn = _seats(mode, names, chosen)
    try:
        setup = msgspec.convert(_document(form, mode, seats), Setup)
        title.check_setup(setup)
    except (Invalid, msgspec.ValidationError) as invalid:
        return invalid.says if isinstance(invalid, Invalid) else WRONG
    return setup, drawn


def _document(form: NewMatchForm, mode: str, seats: list[dict[str, str]]) -> dict[str, Any]:
    switches = {
        **house_rule_fields.chosen(form, HOUSE_RULES),
        "by_hand": form.by_hand.data or [],
    }
    document = {
        "mode": mode,
        "seats": seats,
        "difficulty": form.difficulty.data,
        "orders": form.orders.data or None,
        "leader": min(int(form.leader.data), len(seats)) - 1,
        "switches": switches,
    }
    return {**document, "trials": int(form.trials.data)} if mode == "chaplain" else document


def _seats(
    mode: str, names: list[str], chosen: list[str]
) -> tuple[list[dict[str, str]], tuple[int, ...]]:
    """GR-1.3, GR-1.5: return the soldiers; who chose none gets one that is left."""
    number = len(names) if mode == "standard" else 3
    soldiers = _drawn(chosen[:number])
    drawn = tuple(seat for seat in range(number) if chosen[seat] == DRAW)
    if mode == "solo":
        names = [soldier_name(soldier) for soldier in soldiers]
    elif mode in THIRD:
        names = [*names, translate(THIRD[mode])]
    seats = [
        {"name": name, "soldier": soldier} for name, soldier in zip(names, soldiers, strict=True)
    ]
    return seats, drawn


def _drawn(chosen: list[str]) -> list[str]:
    free = [soldier for soldier in SOLDIERS if soldier not in chosen]
    secrets.SystemRandom().shuffle(free)
    return [soldier or free.pop() for soldier in chosen]


def fill(form: NewMatchForm, setup: Setup, seats: str) -> None:
    """Fill the form in with an earlier match; its seats only where they are taken over."""
    form.mode.data, form.difficulty.data = setup.mode, setup.difficulty
    form.orders.data = setup.orders or ""
    form.trials.data = str(setup.trials) if setup.trials is not UNSET else form.trials.data
    house_rule_fields.fill(form, setup.switches, HOUSE_RULES)
    form.by_hand.data = list(setup.switches.by_hand)
    if seats and setup.mode != "solo":
        _fill_seats(form, setup, seats)


def _fill_seats(form: NewMatchForm, setup: Setup, seats: str) -> None:
    """GR-13: the third soldier of two players is nobody's."""
    people = setup.seats if setup.mode == "standard" else setup.seats[:2]
    form.leader.data = str(setup.leader + 1)
    for row, seat in zip(form.soldiers, people, strict=False):
        row["name"].data = seat.name
        row["soldier"].data = seat.soldier if seats == "same" else DRAW
