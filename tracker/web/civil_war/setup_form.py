"""Setting a match up: the form, and the set-up that it makes."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from flask_wtf import FlaskForm
from msgspec import structs
from wtforms import (
    FieldList,
    FormField,
    IntegerField,
    RadioField,
    SelectField,
    StringField,
)
from wtforms.form import Form
from wtforms.validators import InputRequired, Length, NumberRange, ValidationError

from tracker.engine.clean_text import clean
from tracker.engine.message import Message, Term, to_translate
from tracker.games.civil_war import title
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import KINDS, RESOURCES, Kind, Resource
from tracker.games.civil_war.deck import SAMPLE, Deck
from tracker.games.civil_war.rulebook import HOUSE_RULES
from tracker.games.civil_war.setup import Setup
from tracker.games.civil_war.words import ROLE, ROLE_NAMES
from tracker.service.civil_war.decks import Shelved
from tracker.service.reading import Sheet
from tracker.web import house_rule_fields, seating
from tracker.web.civil_war.role_draw import DRAW, draw_roles
from tracker.web.civil_war.workshop import deck_name
from tracker.web.language import translate

TITLE: Final = title.NAME
MOST_PLAYERS: Final = 9
EACH_ONCE: Final = 6
BALANCED: Final = "balanced"
FULLY_RANDOM: Final = "random"
NUMBERS: Final = ("bonus", "brigade_water", "brigade_food")

OF_MATCH: Final = "match."
DECK_OF_MATCH = Message("the deck of the earlier match")
TOO_FEW = Message("A match needs 2 to 9 players with names.")
GAP = Message("A role is chosen here, but the name is missing.")
WRONG_NUMBER = Message("A number is missing or is not from 0 to 9,999, or a name is too long.")
NO_DECK = Message("That deck no longer exists or is not ready to play.")
TAKEN: Final = to_translate(
    "With up to six players a role is used once (CW-1.3); taken twice: {role} ({names})."
)
NO_NUMBER: Final = to_translate("{where}, {what}: a number from 0 to 9,999 is needed.")
BONUS_TABLE = Message("Starting bonus")
BRIGADE = Message("What a fire brigade costs")


def either(*values: str, default: str = "") -> RadioField:
    """One of these, the first unless another is the default."""
    return RadioField(choices=list(values), default=default or values[0])  # type: ignore[arg-type]


class PlayerForm(Form):
    """A seat: a name, and a role or a draw."""

    name = StringField(validators=[Length(max=40)])
    role = SelectField(choices=[DRAW, *(kind.value for kind in KINDS)])  # type: ignore[list-item]


class BonusRowForm(Form):
    """A role's row of the starting bonus table (CW-2.4)."""


for _resource in RESOURCES:
    setattr(
        BonusRowForm,
        _resource.value,
        IntegerField(validators=[InputRequired(), NumberRange(min=0, max=9_999)]),
    )


class NewMatchForm(FlaskForm):
    """Everything that is agreed before the first tile."""

    match_name = StringField(validators=[Length(max=80)])
    players = FieldList(FormField(PlayerForm), min_entries=MOST_PLAYERS, max_entries=MOST_PLAYERS)
    draw = either(BALANCED, FULLY_RANDOM)
    months = either("5", "6", default="6")
    tiles_per_player = either("3", "4", default="4")
    deck = SelectField(choices=[], default=SAMPLE)
    brigade_water = IntegerField(
        validators=[InputRequired(), NumberRange(min=0, max=9_999)], default=1
    )
    brigade_food = IntegerField(
        validators=[InputRequired(), NumberRange(min=0, max=9_999)], default=1
    )
    bonus = FieldList(FormField(BonusRowForm), min_entries=len(KINDS), max_entries=len(KINDS))

    def __init__(self, decks: Iterable[Shelved], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.deck.choices = [(deck.id, deck_name(deck)) for deck in decks if not deck.problems]
        if str(self.deck.data).startswith(OF_MATCH):
            self.offer_deck_of_match(str(self.deck.data))
        if not self.is_submitted():
            for kind, row in zip(KINDS, self.bonus, strict=True):
                for resource in RESOURCES:
                    row[resource.value].data = printed_bonus(kind.value)[resource.value]

    def offer_deck_of_match(self, choice: str) -> None:
        """Offer the deck of an earlier match, which is no longer in the list of decks."""
        self.deck.choices = [*self.deck.choices, (choice, translate(DECK_OF_MATCH))]  # type: ignore[misc]

    def validate_players(self, field: "FieldList[Any]") -> None:
        """CW-1.3: 2 to 9 players; up to six, a role is used once."""
        named = [player for player in field if name_of(player)]
        if len(named) < 2:
            raise ValidationError(translate(TOO_FEW))
        if repeated := seating.repeated_name([name_of(player) for player in named]):
            raise ValidationError(translate(repeated))
        for player in field:
            if player["role"].data and not name_of(player):
                raise ValidationError(translate(GAP))
        if len(named) <= EACH_ONCE:
            for kind in KINDS:
                _must_be_used_once(kind, named)


house_rule_fields.add_fields(NewMatchForm, HOUSE_RULES)


def _must_be_used_once(kind: Kind, named: Sequence[Any]) -> None:
    takers = [player for player in named if player["role"].data == kind.value]
    if len(takers) < 2:
        return
    facts = {"role": role_term(kind), "names": tuple(map(name_of, takers))}
    says = translate(Message(TAKEN, facts))
    for player in takers:
        player["role"].errors = [says]
    raise ValidationError(says)


def role_term(kind: Kind) -> Term:
    return Term(ROLE_NAMES[kind], ROLE)


def name_of(player: Any) -> str:
    return clean(str(player["name"].data or ""))


def printed_bonus(role: str) -> dict[str, int]:
    """The row of CW-2.4 for a role, with its zeros."""
    kind = next(kind for kind in KINDS if kind.value == role)
    row = {resource.value: number for resource, number in BOX.roles[kind].bonus}
    return {resource.value: row.get(resource.value, 0) for resource in RESOURCES}


def setup_from(form: NewMatchForm, deck: Deck | str) -> tuple[Setup, list[int]]:
    """The set-up that the form describes, and the seats whose roles were drawn."""
    players = [player for player in form.players if name_of(player)]
    chosen = [player["role"].data for player in players]
    drawn = [seat for seat, role in enumerate(chosen) if role == DRAW]
    balanced = form.draw.data == BALANCED
    roles = draw_roles(chosen, secrets.SystemRandom(), balanced=balanced)
    seats = [
        {"name": name_of(player), "role": role} for player, role in zip(players, roles, strict=True)
    ]
    document = {
        "months": int(form.months.data),
        "tiles_per_player": int(form.tiles_per_player.data),
        "seats": seats,
        "switches": _switches(form),
    }
    # The whole deck goes into the set-up: whatever becomes of it, this match keeps it.
    return structs.replace(msgspec.convert(document, Setup), deck=deck), drawn


def _switches(form: NewMatchForm) -> dict[str, Any]:
    changed = {}
    for kind, row in zip(KINDS, form.bonus, strict=True):
        numbers = {resource.value: row[resource.value].data for resource in RESOURCES}
        if numbers != printed_bonus(kind.value):
            changed[kind.value] = {name: number for name, number in numbers.items() if number}
    return {
        **house_rule_fields.chosen(form, HOUSE_RULES),
        "starting_bonus": changed,
        "fire_brigade_cost": {"water": form.brigade_water.data, "food": form.brigade_food.data},
    }


def drawn_names(sheet: Sheet) -> list[str]:
    """Return the players whose roles were drawn when the match was set up."""
    return [sheet.setup.seats[seat].name for seat in sheet.drawn]


def typed(field: IntegerField) -> str:
    """Return what stands in a field for a number: the number, or what was typed instead of one."""
    if field.data is not None:
        return str(field.data)
    return str(field.raw_data[0]) if field.raw_data else ""


def problems(form: NewMatchForm) -> list[str]:
    """Return what is wrong with the form, each thing once."""
    found = [str(error) for error in form.players.errors if isinstance(error, str)]
    if form.deck.errors:
        found.append(translate(NO_DECK))
    found += map(translate, _wrong_numbers(form))
    if set(form.errors) - {"players", "deck", *NUMBERS} or not found:
        found.append(translate(WRONG_NUMBER))
    return found


def _wrong_numbers(form: NewMatchForm) -> Iterator[Message]:
    """The first number that is wrong in the bonus table, and the first of a brigade's price."""
    cells = (
        (row[resource.value], (role_term(kind), resource))
        for kind, row in zip(KINDS, form.bonus, strict=True)
        for resource in RESOURCES
    )
    prices = ((form.brigade_water, Resource.WATER), (form.brigade_food, Resource.FOOD))
    for where, numbers in ((BONUS_TABLE, cells), (BRIGADE, prices)):
        wrong = next((what for number, what in numbers if number.errors), None)
        if wrong:
            yield Message(NO_NUMBER, {"where": where, "what": wrong})
