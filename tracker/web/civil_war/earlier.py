"""A set-up page that begins with an earlier match: its seats, house rules and deck."""

from collections.abc import Mapping
from typing import Any

from flask import abort, g
from msgspec import UNSET

from tracker.games.civil_war.columns import KINDS, RESOURCES, Resource
from tracker.games.civil_war.deck import Deck
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.rulebook import HOUSE_RULES
from tracker.games.civil_war.setup import Setup
from tracker.web import house_rule_fields
from tracker.web.civil_war.role_draw import DRAW
from tracker.web.civil_war.setup_form import OF_MATCH, NewMatchForm, printed_bonus
from tracker.web.civil_war.workshop import decks
from tracker.web.page_types import Beginning
from tracker.web.services import matches, people


def typed(begin: Beginning) -> dict[str, Any]:
    """Return what a form is made with: what was typed, where something was."""
    return {} if begin.typed is None else {"formdata": begin.typed}


def fill(form: NewMatchForm, begin: Beginning, decks: Mapping[str, Deck | str]) -> None:
    """Fill the form in with an earlier match; its seats only where they are taken over."""
    setup: Setup = begin.setup
    form.months.data = str(setup.months)
    form.tiles_per_player.data = str(setup.tiles_per_player)
    _fill_switches(form, setup.switches)
    _fill_deck(form, begin, decks)
    if begin.seats:
        for row, seat in zip(form.players, setup.seats, strict=False):
            row["name"].data = seat.name
            row["role"].data = seat.role.value if begin.seats == "same" else DRAW


def _fill_switches(form: NewMatchForm, switches: Switches) -> None:
    house_rule_fields.fill(form, switches, HOUSE_RULES)
    cost = dict(switches.fire_brigade_cost)
    form.brigade_water.data = cost.get(Resource.WATER, 0)
    form.brigade_food.data = cost.get(Resource.FOOD, 0)
    for kind, row in zip(KINDS, form.bonus, strict=True):
        changed = getattr(switches.starting_bonus, kind.value)
        numbers = {resource.value: number for resource, number in changed or ()}
        own = printed_bonus(kind.value) if changed is UNSET else numbers
        for resource in RESOURCES:
            row[resource.value].data = own.get(resource.value, 0)


def _fill_deck(form: NewMatchForm, begin: Beginning, decks: Mapping[str, Deck | str]) -> None:
    found = next((name for name, deck in decks.items() if deck == begin.setup.deck), None)
    if found is None:
        found = f"{OF_MATCH}{begin.match_id}"
        form.offer_deck_of_match(found)
    form.deck.data = found


def deck_of(choice: str) -> Deck | str:
    """Return the deck that was chosen: one of the list, or an earlier match's."""
    if not choice.startswith(OF_MATCH):
        return decks().whole(choice)
    match_id = choice.removeprefix(OF_MATCH)
    if not people().may_see(g.device, match_id):
        abort(404)
    setup = matches().sheet(match_id).setup
    if not isinstance(setup, Setup):
        abort(404)
    return setup.deck
