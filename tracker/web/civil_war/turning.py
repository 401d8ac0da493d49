"""Turning a tile over: the choices that it asks for, each in its place, and what it would do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import UNSET

from tracker.engine.ledger import Amount, Line
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.games.civil_war import enemies, tiles, title
from tracker.games.civil_war.box import SIDE_OF
from tracker.games.civil_war.columns import HANDED, KINDS, Kind, Resource
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
from tracker.games.civil_war.matching import Happening, Met, Place, face_up_around, happenings
from tracker.games.civil_war.position import Position, Table
from tracker.service.keeping import read_entry
from tracker.web.civil_war.asking import DEATHS
from tracker.web.civil_war.fields import Field, Filled, NumberInput, Option
from tracker.web.civil_war.pad import Shown, shown_lines

PLACES: Final = {
    Place.TOP: Message("Top"),
    Place.LEFT: Message("Left"),
    Place.MIDDLE: Message("Middle"),
    Place.RIGHT: Message("Right"),
    Place.BOTTOM: Message("Bottom"),
}


@dataclass(frozen=True)
class Step:
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
    steps: list[Step]
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
        return [one for step in self.steps for one in step.shown]

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
    filled = Filled(Table(position), seat, arguments)
    made = happenings(came_up, face_up_around(position.figure, at, position.game.tiles))
    choices = {}
    table = Table(position)
    for happening in made:
        place = happening.place.value
        choice = _choice(filled, table, seat, happening)
        if choice:
            choices[place] = choice
        try:
            tiles.resolve(table, seat, happening, msgspec.convert(choices, Choices))
        except Refused:
            break
    document |= {"choices": choices} if choices else {}
    try:
        entry = _entry(position, document)
    except Invalid as invalid:
        return Turning(seat, at, came_up, filled.fields, [], "", None, invalid.says, arguments)
    steps = _steps(position, seat, made, entry.choices)
    text = msgspec.json.encode({"do": "turn_over", **document}).decode()
    refused = title.why_not(position, entry)
    return Turning(seat, at, came_up, filled.fields, steps, text, refused, None, arguments)


def _entry(position: Position, document: Mapping[str, Any]) -> TurnOver:
    data = msgspec.json.encode({"do": "turn_over", **document})
    entry: TurnOver = read_entry(title, position.game.setup, data)
    return entry


def _steps(
    position: Position, seat: int, made: Iterable[Happening], choices: Choices
) -> list[Step]:
    """What the tile does, in the order of its reading, as far as it is allowed."""
    steps = []
    before = position
    for happening in made:
        table = Table(before)
        try:
            tiles.resolve(table, seat, happening, choices)
        except Refused:
            break
        shown = shown_lines(before, tuple(table.lines))
        steps.append(Step(PLACES[happening.place], said(happening.what), shown))
        before = table.position(position.figure)
    return steps


def _choice(filled: Filled, table: Table, seat: int, happening: Happening) -> dict[str, Any]:
    """What the player decides about one thing that the tile makes; nothing where nothing is."""
    match happening.what:
        case Met(kind) if SIDE_OF[kind] is not table.side(seat):
            return _fight(filled, table, seat, happening)
        case SicknessEvent():
            return _casualties(filled, table, seat, happening, {})
        case SabotageEvent():
            return _sabotage(filled, table, seat, happening)
    return {}


def _fight(filled: Filled, table: Table, seat: int, happening: Happening) -> dict[str, Any]:
    choice = _help(filled, table, seat, happening.place)
    choice = _taken(filled, table, seat, happening, choice)
    return _casualties(filled, table, seat, happening, choice)


def _help(filled: Filled, table: Table, seat: int, place: Place) -> dict[str, Any]:
    """CW-6.3: allies who have weapons may give some."""
    prefix = f"{place.value}_help_"
    weapons = Resource.WEAPONS
    allies = [
        NumberInput(f"{prefix}{ally}", table.name(ally), "weapons", 0, table[ally, weapons])
        for ally in table.seats_in_game()
        if ally != seat and table.side(ally) is table.side(seat) and table[ally, weapons]
    ]
    label = Message("{place}: weapons that allies give", {"place": PLACES[place]})
    given = filled.numbers(label, allies)
    gifts = [
        {"seat": int(name.removeprefix(prefix)), "weapons": number}
        for name, number in given.items()
    ]
    return {"help": gifts} if gifts else {}


def _taken(
    filled: Filled, table: Table, seat: int, happening: Happening, choice: dict[str, Any]
) -> dict[str, Any]:
    """CW-6.5: in a tie the player chooses what the robbers take."""
    lines = [line for line in _tried(table, seat, happening, choice) if line.rule == "CW-6.5"]
    taking = [line for line in lines if line.seat == seat and isinstance(line.what, Resource)]
    if not taking:
        return choice
    spent = _copy(table)
    for line in taking[:-1]:
        spent.add(line.seat, line.what, line.by, line.rule, alone=False)
    most = enemies.most_of(spent, seat)
    if len(most) < 2:
        return choice
    options = [Option(one.value, one, one.value) for one in most]
    place = PLACES[happening.place]
    label = Message("{place}: what do they take?", {"place": place})
    taken = filled.choose(f"{happening.place.value}_taken", label, options, default=most[0].value)
    return {**choice, "taken": taken} if taken else choice


def _casualties(
    filled: Filled, table: Table, seat: int, happening: Happening, choice: dict[str, Any]
) -> dict[str, Any]:
    """CW-6.6: who dies is the player's choice, where there is one."""
    fallen = {
        line.what: -line.by
        for line in _tried(table, seat, happening, choice)
        if line.seat == seat and isinstance(line.what, Kind) and line.rule in DEATHS
    }
    there = [kind for kind in KINDS if table[seat, kind]]
    if not fallen or len(there) < 2 or sum(fallen.values()) == table.people(seat):
        return choice
    prefix = f"{happening.place.value}_fall_"
    inputs = [
        NumberInput(f"{prefix}{kind.value}", kind, kind.value, fallen.get(kind, 0), most)
        for kind in there
        if (most := table[seat, kind])
    ]
    place = PLACES[happening.place]
    chosen = filled.numbers(Message("{place}: who falls?", {"place": place}), inputs)
    if not any(one.name in filled.arguments for one in inputs):
        return choice
    people = {name.removeprefix(prefix): number for name, number in chosen.items()}
    return {**choice, "casualties": people}


def _sabotage(filled: Filled, table: Table, seat: int, happening: Happening) -> dict[str, Any]:
    """CW-11.4: asked only where there is dynamite, and a headquarters to blow up."""
    if not _tried(table, seat, happening, {"sabotage": True}):
        return {}
    name = "middle_sabotage"
    options = [
        Option("1", Message("Blow it up"), "headquarters_destroyed"),
        Option("0", Message("Leave it standing"), "headquarters"),
    ]
    asked = filled.choose(name, Message("The enemy headquarters"), options, default="0")
    return {"sabotage": True} if asked == "1" else {}


def _tried(
    table: Table, seat: int, happening: Happening, choice: Mapping[str, Any]
) -> tuple[Line, ...]:
    """The lines that it would write with this choice; none where it is refused."""
    copy = _copy(table)
    try:
        choices = msgspec.convert({happening.place.value: choice}, Choices)
        tiles.resolve(copy, seat, happening, choices)
    except (Refused, msgspec.ValidationError):
        return ()
    return tuple(copy.lines)


def _copy(table: Table) -> Table:
    return Table(table.position(table.figure))


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
            found["middle_sabotage"] = "1"
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
