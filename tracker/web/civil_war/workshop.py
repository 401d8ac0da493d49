"""The deck workshop's tiles: as they are shown, as a form fills them in, as it sends them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import current_app

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.civil_war import deck as format_of
from tracker.games.civil_war.columns import KINDS, RESOURCES
from tracker.games.civil_war.deck import Amounts, DeckProblem, Tile
from tracker.service.civil_war.decks import Decks, RawTile, Shelved
from tracker.web.language import translate

NOTHING: Final = ""
EVENTS: Final = {
    NOTHING: Message("Nothing"),
    "find": Message("Found"),
    "find_doubled": Message("Found, a wagon doubles it"),
    "lose": Message("Lost"),
    "wagon": Message("Wagon"),
    "dynamite": Message("Dynamite"),
    "fire": Message("Fire"),
    "sickness": Message("Sickness"),
    "sabotage": Message("Sabotage"),
}
WITH_RESOURCE: Final = frozenset({"find", "find_doubled", "lose"})
WITH_AMOUNT: Final = WITH_RESOURCE | {"fire", "sickness"}
PLACES: Final = {
    "top": Message("Top side"),
    "left": Message("Left side"),
    "right": Message("Right side"),
    "bottom": Message("Bottom side"),
}


@dataclass(frozen=True)
class ShownTile:
    """A tile of the deck: drawn, or told what is wrong with it."""

    place: int
    number: str
    tile: Tile | None
    problem: DeckProblem | None


@dataclass(frozen=True)
class TileForm:
    """The form of one tile as it stands."""

    values: Mapping[str, str]
    tile: Tile | None
    """The tile as it would be; None while something is missing."""


def shown_tiles(deck: Shelved) -> list[ShownTile]:
    wrong = {problem.place: problem for problem in deck.problems}
    return [
        ShownTile(place, str(raw.get("id", "?")), _whole(raw, deck.amounts), wrong.get(place))
        for place, raw in enumerate(deck.tiles)
    ]


def _whole(raw: RawTile, amounts: Amounts) -> Tile | None:
    try:
        return format_of.tile_of(raw, amounts)
    except Invalid:
        return None


def tile_form(deck: Shelved, place: int, sent: Mapping[str, str]) -> TileForm:
    """The form filled in as it was sent, else as the tile is, else for the next number."""
    if "id" in sent:
        values = {name: str(value) for name, value in sent.items()}
    elif place < len(deck.tiles):
        values = _values(deck.tiles[place], deck.amounts)
    else:
        values = {"id": _next_number(deck)}
    return TileForm(values, _whole(tile_from(values, deck.amounts), deck.amounts))


def _next_number(deck: Shelved) -> str:
    taken = {str(raw.get("id")) for raw in deck.tiles}
    return next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)


def _values(raw: RawTile, amounts: Amounts) -> dict[str, str]:
    """A tile as its form names it, as far as it can be read."""
    numbered, left, middle = _part(raw, amounts), _part(raw, "left"), _part(raw, "middle")
    values = {
        "id": raw.get("id", ""),
        "top": _part(raw, "top").get("resource", ""),
        "amount": numbered.get("amount", ""),
        "crossed": "1" if numbered.get("crossed") else "",
        "left": left.get("kind", ""),
        "left_count": left.get("count", ""),
        "right": _part(raw, "right").get("kind", ""),
        "bottom": _part(raw, "bottom").get("resource", ""),
        "middle": _event(middle),
        "middle_resource": middle.get("resource", ""),
        "middle_amount": middle.get("amount", ""),
    }
    return {name: str(value) for name, value in values.items()}


def _part(raw: RawTile, name: str) -> dict[str, Any]:
    part = raw.get(name)
    return part if isinstance(part, dict) else {}


def _event(middle: Mapping[str, Any]) -> str:
    do = str(middle.get("do", NOTHING))
    if do == "gain":
        return str(middle.get("bonus", ""))
    return "find_doubled" if do == "find" and middle.get("doubled") else do


def tile_from(values: Mapping[str, str], amounts: Amounts) -> RawTile:
    """The tile that the form describes; what was not filled in is left out of it."""
    tile: RawTile = {
        "id": values.get("id", "").strip(),
        "top": _half(values, "top", amounts),
        "left": _filled(kind=_one_of(values, "left", KINDS), count=_number(values, "left_count")),
        "right": _filled(kind=_one_of(values, "right", KINDS)),
        "bottom": _half(values, "bottom", amounts),
    }
    middle = _middle(values)
    return {**tile, "middle": middle} if middle else tile


def _half(values: Mapping[str, str], side: str, amounts: Amounts) -> dict[str, Any]:
    """CW-4.3: half a resource; amount and cross belong to the side that the deck names."""
    resource = _one_of(values, side, RESOURCES)
    if side != amounts:
        return _filled(resource=resource)
    crossed = bool(values.get("crossed"))
    return _filled(resource=resource, amount=_number(values, "amount"), crossed=crossed)


def _middle(values: Mapping[str, str]) -> dict[str, Any] | None:
    event = values.get("middle", NOTHING)
    if event not in EVENTS or event == NOTHING:
        return None
    if event in ("wagon", "dynamite"):
        return {"do": "gain", "bonus": event}
    middle: dict[str, Any] = {"do": event.removesuffix("_doubled")}
    if event in WITH_RESOURCE:
        middle["resource"] = _one_of(values, "middle_resource", RESOURCES)
    if event in WITH_AMOUNT:
        middle["amount"] = _number(values, "middle_amount")
    if event.startswith("find"):
        middle["doubled"] = event == "find_doubled"
    return _filled(**middle)


def _filled(**parts: Any) -> dict[str, Any]:
    return {name: part for name, part in parts.items() if part is not None}


def _one_of(values: Mapping[str, str], name: str, columns: tuple[Any, ...]) -> str | None:
    value = values.get(name)
    return value if value in {column.value for column in columns} else None


def _number(values: Mapping[str, str], name: str) -> int | None:
    text = values.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else None


def amounts_of(sent: Mapping[str, str]) -> Amounts:
    """CW-4.3: where the deck prints its amounts, as the form of a new deck says."""
    return "bottom" if sent.get("amounts") == "bottom" else "top"


def deck_name(deck: Shelved) -> str:
    """A shipped deck has a name in the reader's language, another one its own."""
    return translate(SHIPPED_NAMES[deck.id]) if deck.is_shipped else deck.name


SHIPPED_NAMES: Final = {
    format_of.SAMPLE: Message("Our sample deck"),
    format_of.FIRST: Message("Our first sample deck"),
}
AMOUNTS: Final[Mapping[Amounts, Message]] = {
    "top": Message("on the lower tile's top side"),
    "bottom": Message("on the upper tile's bottom side"),
}
GLOBALS: Final[dict[str, Any]] = {
    "deck_name": deck_name,
    "AMOUNTS_OF_TILES": AMOUNTS,
    "EVENTS_OF_TILES": EVENTS,
    "PLACES_OF_TILES": PLACES,
}


def decks() -> Decks:
    found: Decks = current_app.extensions["decks"]
    return found
