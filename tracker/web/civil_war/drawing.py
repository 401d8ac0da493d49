"""The words of this title that its templates ask for: roles, sides, columns, tiles."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.games.civil_war import columns, title
from tracker.games.civil_war.battle_table import ROWS
from tracker.games.civil_war.box import Toll
from tracker.games.civil_war.pictures import PICTURES
from tracker.games.civil_war.words import ROLE_NAMES
from tracker.service.reading import Sheet
from tracker.web.civil_war.tile_turn import described, drawn_event
from tracker.web.graph import Graph, GraphFrame, graph
from tracker.web.language import counted, translate, translated_as, word
from tracker.web.wording import column_word

ROLES: Final = {kind.value: name for kind, name in ROLE_NAMES.items()}
HEADQUARTERS: Final = {"north": Message("North HQ"), "south": Message("South HQ")}
POINTS_BY_MONTH = Message("Points by month")
SIDES: Final = {
    "top": Message("top"),
    "left": Message("left"),
    "right": Message("right"),
    "bottom": Message("bottom"),
}


def graph_of(
    sheet: Sheet, by_month: Sequence[tuple[int, tuple[int, ...]]], frame: GraphFrame
) -> Graph:
    """Return the graph of a match's points."""
    table = title.export_position(sheet.position)
    seats = [(seat["name"], seat["side"]) for seat in table["seats"]]
    return graph(POINTS_BY_MONTH, seats, by_month, sheet.setup.months, frame)


def role_name(role: str) -> str:
    return translated_as("role", ROLES[role])


def side_name(side: str) -> str:
    return translated_as("side", side.capitalize())


def headquarters_name(side: str) -> str:
    return translate(HEADQUARTERS[side])


def column_name(name: str) -> str:
    """A column's word, by its written name; `people` are all kinds together."""
    if name == "people":
        return translated_as("label", "People")
    return word(columns.COLUMNS[name])


def one_word(column: Column) -> str:
    """One of them, as a key says it: Volunteer."""
    says = counted(column.singular, column.plural, 1)
    return says[:1].upper() + says[1:]


def column_word_for(name: str, number: int) -> str:
    return column_word(columns.COLUMNS[name], number)


def toll_words(toll: Toll) -> str:
    """Return what a battle costs: 2 people + 4 weapons."""
    people = counted("person", "people", toll.people)
    weapons = column_word(columns.Resource.WEAPONS, toll.weapons)
    both = ((toll.people, people), (toll.weapons, weapons))
    return " + ".join(f"{number} {what}" for number, what in both if number) or "0"


def sides_named(sides: Iterable[str]) -> str:
    """Return the sides of a tile by their words: left, top."""
    return ", ".join(translate(SIDES[side]) for side in sorted(sides))


GLOBALS: Final[dict[str, Any]] = {
    "role_name": role_name,
    "side_name": side_name,
    "headquarters_name": headquarters_name,
    "column_name": column_name,
    "one_word": one_word,
    "column_word_for": column_word_for,
    "sides_named": sides_named,
    "toll_words": toll_words,
    "BATTLE_ROWS": ROWS,
    "TILE_PICTURES": PICTURES,
    "drawn_event": drawn_event,
    "described": lambda tile: translate(described(tile)),
    "RESOURCES": [resource.value for resource in columns.RESOURCES],
    "KINDS": [kind.value for kind in columns.KINDS],
    "BONUSES": [bonus.value for bonus in columns.BONUSES],
}
