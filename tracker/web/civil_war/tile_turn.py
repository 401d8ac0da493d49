"""Turning a tile over: the choices that it asks for, each in its place, and what it would do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tracker.engine.ledger import Amount
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.civil_war import tiles, title
from tracker.games.civil_war.columns import HANDED, Resource
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
from tracker.games.civil_war.entries import At, Choices
from tracker.games.civil_war.matching import Happening, Met, face_up_around, happenings
from tracker.games.civil_war.position import Position, Table
from tracker.games.titles import TITLES
from tracker.web.civil_war import old_names
from tracker.web.civil_war.choice_fields import PLACES, ask_choices
from tracker.web.civil_war.entry_pad import shown_lines
from tracker.web.civil_war.pad_fields import FilledPad
from tracker.web.pad.open_choices import Answers
from tracker.web.pad.pad import Pad, Shown, attempt, entry_in

RULES: Final = TITLES[title.NAME]


@dataclass(frozen=True)
class TileStep:
    """One thing that the tile makes: where, what, and its lines."""

    place: Message
    what: Message
    shown: list[Shown]


@dataclass(frozen=True, kw_only=True)
class Turning(Pad):
    """A tile being turned over."""

    at: At
    tile: Tile
    steps: list[TileStep]


def turning(
    position: Position, seat: int, at: At, tile: str | None, arguments: Mapping[str, str]
) -> Turning | None:
    """The tile with what it asks for and does; None where there is no such tile.

    `tile` is the one that the player says came up, or None for one that the tablet dealt.
    """
    answers: Answers = {"seat": seat, "at": at, **({} if tile is None else {"tile": tile})}
    entry = entry_in(RULES, position.game.setup, {"do": "turn_over", **answers})
    if entry is None:
        return None
    try:
        came_up = tiles.tile_that_came_up(Table(position), entry)
    except (Refused, StopIteration):
        return None
    arguments = old_names.current("turn_over", seat, arguments)
    filled = FilledPad(Table(position), seat, arguments)
    made = happenings(came_up, face_up_around(position.figure, at, position.game.tiles))
    answers = ask_choices(filled, position, "turn_over", answers)
    tried = attempt(RULES, position.game.setup, position, [{"do": "turn_over", **answers}])
    steps = _steps(position, seat, made, tried.entries[0].choices) if tried.entries else []
    return Turning(
        do="turn_over",
        seat=seat,
        heading=Message("Tile {tile}", {"tile": came_up.id}),
        fields=filled.fields,
        arguments=arguments,
        tried=tried,
        shown=[shown for step in steps for shown in step.shown],
        at=at,
        tile=came_up,
        steps=steps,
    )


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
        shown = shown_lines(before, table.facts)
        steps.append(TileStep(PLACES[happening.place.value], said(happening.what), shown))
        before = table.position()
    return steps


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
