"""Turning a tile over: the choices that it asks for, each in its place, and what it would do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import UNSET

from tracker.engine.ledger import Amount, lines_of
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import why_not
from tracker.games.civil_war import tiles, title
from tracker.games.civil_war.columns import HANDED, KINDS, Resource
from tracker.games.civil_war.deck import (
    FindEvent,
    FireEvent,
    GainEvent,
    Half,
    LoseEvent,
    Middle,
    Printed,
    SabotageEvent,
    SicknessEvent,
    Tile,
)
from tracker.games.civil_war.entries import At, Choices, TurnOver
from tracker.games.civil_war.matching import Happening, Met, face_up_around, happenings
from tracker.games.civil_war.position import Position, Table
from tracker.games.titles import TITLES
from tracker.service.serialization import read_entry
from tracker.web.civil_war.choice_fields import PLACES, ask_choices
from tracker.web.civil_war.pad import Shown, shown_lines
from tracker.web.civil_war.pad_fields import FilledPad
from tracker.web.fields import Field

RULES: Final = TITLES[title.NAME]


@dataclass(frozen=True)
class TileStep:
    """One thing that the tile makes: where, what, and its lines."""

    place: Message
    what: Message
    shown: list[Shown]


@dataclass(frozen=True)
class Turning:
    """A tile being turned over. It has what a pad has, so that the same page can show it."""

    seat: int
    at: At
    tile: Tile
    fields: list[Field]
    steps: list[TileStep]
    entry: str
    refused: Refused | None
    problem: Message | None = None
    arguments: Mapping[str, str] = field(default_factory=dict)
    do: str = "turn_over"
    more: None = None
    verdict: None = None

    @property
    def heading(self) -> Message:
        return Message("Tile {tile}", {"tile": self.tile.id})

    @property
    def shown(self) -> list[Shown]:
        return [shown for step in self.steps for shown in step.shown]

    @property
    def can_be_written(self) -> bool:
        return self.refused is None and self.problem is None


def turning(
    position: Position, seat: int, at: At, tile: str | None, arguments: Mapping[str, str]
) -> Turning | None:
    """The tile with what it asks for and does; None where there is no such tile.

    `tile` is the one that the player says came up, or None for one that the tablet dealt.
    """
    document: dict[str, Any] = {"seat": seat, "at": at, **({} if tile is None else {"tile": tile})}
    try:
        came_up = tiles.tile_that_came_up(Table(position), _entry(position, document))
    except (Refused, Invalid, StopIteration):
        return None
    filled = FilledPad(Table(position), seat, arguments)
    made = happenings(came_up, face_up_around(position.figure, at, position.game.tiles))
    document = ask_choices(filled, position, "turn_over", document)
    try:
        entry = _entry(position, document)
    except Invalid as invalid:
        return Turning(seat, at, came_up, filled.fields, [], "", None, invalid.says, arguments)
    steps = _steps(position, seat, made, entry.choices)
    text = msgspec.json.encode({"do": "turn_over", **document}).decode()
    refused = why_not(RULES, position, entry)
    return Turning(seat, at, came_up, filled.fields, steps, text, refused, None, arguments)


def _entry(position: Position, document: Mapping[str, Any]) -> TurnOver:
    data = msgspec.json.encode({"do": "turn_over", **document})
    entry: TurnOver = read_entry(title, position.game.setup, data)
    return entry


def _steps(
    position: Position, seat: int, made: Iterable[Happening], choices: Choices
) -> list[TileStep]:
    """Return what the tile does, in the order of its reading, as far as it is allowed."""
    steps = []
    before = position
    for happening in made:
        table = Table(before)
        try:
            tiles.resolve(table, seat, happening, choices)
        except Refused:
            break
        shown = shown_lines(before, lines_of(table.facts))
        steps.append(TileStep(PLACES[happening.place.value], said(happening.what), shown))
        before = table.position()
    return steps


def as_arguments(entry: TurnOver) -> dict[str, str]:
    """An entry that was written, as the fields name its choices."""
    found: dict[str, str] = {} if entry.tile is UNSET else {"tile": entry.tile}
    for place, choice in msgspec.to_builtins(entry.choices).items():
        for gift in choice.get("help", ()):
            found[f"{place}_help_{gift['seat']}"] = str(gift["weapons"])
        for kind in KINDS if "casualties" in choice else ():
            found[f"{place}_fall_{kind.value}"] = str(choice["casualties"].get(kind.value, 0))
        if "taken" in choice:
            found[f"{place}_taken"] = choice["taken"]
        if choice.get("sabotage"):
            found["middle_sabotage"] = "true"
    return found


def said(what: object) -> Message:
    """A side or a middle in words."""
    match what:
        case Printed(resource, amount, True):
            return Message("{amount}, crossed out", {"amount": Amount(amount, resource)})
        case Printed(resource, amount):
            return Message("{amount}", {"amount": Amount(amount, resource)})
        case Half(resource):
            return Message("{resource}", {"resource": resource})
        case Met(kind, count):
            return Message("{amount}", {"amount": Amount(count, kind)})
    return _event(what)


def _event(what: object) -> Message:
    """Return the event in the middle of a tile in words."""
    match what:
        case FindEvent(resource, amount, True):
            return Message("{amount}, a wagon doubles it", {"amount": Amount(amount, resource)})
        case FindEvent(resource, amount):
            return Message("{amount}", {"amount": Amount(amount, resource)})
        case LoseEvent(resource, amount):
            return Message("{amount} lost", {"amount": Amount(amount, resource)})
        case GainEvent(bonus):
            return Message("{bonus}", {"bonus": HANDED[bonus]})
        case FireEvent(amount):
            return Message("fire: {wood}", {"wood": Amount(amount, Resource.WOOD)})
        case SicknessEvent(amount):
            return Message("sickness: {medicine}", {"medicine": Amount(amount, Resource.MEDICINE)})
    return Message("sabotage")


def described(tile: Tile) -> Message:
    """The whole tile in words, in the order of its reading."""
    facts: dict[str, object] = {
        "id": tile.id,
        "top": said(tile.top.printed or tile.top),
        "left": Amount(tile.left.count, tile.left.kind),
        "right": tile.right.kind,
        "bottom": said(tile.bottom.printed or tile.bottom),
    }
    if tile.middle is None:
        return Message("Tile {id}: top {top}, left {left}, right {right}, bottom {bottom}", facts)
    return Message(
        "Tile {id}: top {top}, left {left}, middle {middle}, right {right}, bottom {bottom}",
        {**facts, "middle": said(tile.middle)},
    )


@dataclass(frozen=True)
class DrawnEvent:
    """The middle of a tile as it is drawn: a picture, and perhaps a number."""

    icon: str
    text: str = ""
    is_loss: bool = False


def drawn_event(event: Middle) -> DrawnEvent:
    match event:
        case FindEvent(resource, amount, doubled):
            return DrawnEvent(resource.value, f"+{amount}{'×2' if doubled else ''}")
        case LoseEvent(resource, amount):
            return DrawnEvent(resource.value, f"−{amount}", is_loss=True)
        case GainEvent(bonus):
            return DrawnEvent(bonus)
        case FireEvent(amount):
            return DrawnEvent("fire", f"−{amount}", is_loss=True)
        case SicknessEvent(amount):
            return DrawnEvent("sickness", f"−{amount}", is_loss=True)
        case SabotageEvent():
            return DrawnEvent("headquarters_destroyed")
