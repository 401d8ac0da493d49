"""The pages of the toy: as little as the shared views need."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from flask import Blueprint, render_template, request
from msgspec import Struct

from tests.toy import title
from tests.toy.card import CARD
from tests.toy.entries import EndTurn, Rest, Seat, Setup, Walker
from tracker.engine.clean_text import clean
from tracker.engine.history import Amendment
from tracker.engine.match_file import bare
from tracker.engine.message import Message
from tracker.games.titles import TITLES
from tracker.service.match import SheetEntry
from tracker.service.reading import Sheet
from tracker.web.api.operation_types import TitleInterface
from tracker.web.board import Board, BoardSeat, Figure
from tracker.web.frame import Player, shared_frame
from tracker.web.pad.fields import Filled, NumberInput, Option, Switch, flat
from tracker.web.pad.pad import Pad, attempt
from tracker.web.pad.paths import arguments_of
from tracker.web.page_types import Beginning, Demo, MatchDraft, Number
from tracker.web.rounds import Difference
from tracker.web.seating import match_name

FOLDER: Final = CARD.folder
NAMES: Final = [f"name-{seat}" for seat in range(CARD.most)]


class RacePosition(Struct, frozen=True):
    """The position of the race, as a match file writes it."""

    day: int
    turn: int
    seats: tuple[dict[str, str | int | bool], ...]
    pile: int
    result: dict[str, Any] | None


BLUEPRINTS: Sequence[Blueprint] = ()
GLOBALS: Mapping[str, Any] = {}
INTERFACE = TitleInterface(RacePosition)
RETURN_TO: Mapping[str, str] = {}
TOTALS_VIEW = ""
AGAIN = {"same": Message("Race again"), "drawn": Message("Race again, anybody first")}
SEAT_FIELDS = [(name,) for name in NAMES]


def race_pad(position: Any, arguments: Mapping[str, Any]) -> Pad:
    """Return the form of an entry: an address has every field of it."""
    if arguments["do"] == "rest":
        return rest_pad(position, arguments)
    numbers = {name: int(arguments[name]) for name in ("seat", "steps") if name in arguments}
    document = {"do": arguments["do"], **numbers}
    tried = attempt(TITLES[title.NAME], position.setup, position, [document])
    return Pad(
        do=document["do"],
        seat=numbers.get("seat", 0),
        heading=title.entry_text(position.setup, tried.entries[0]),
        arguments=arguments,
        tried=tried,
    )


def rest_pad(position: Any, arguments: Mapping[str, str]) -> Pad:
    """Return the form of a night's rest, with a field of every kind."""
    filled = Filled(arguments)
    places = [Option("tent", "Tent"), Option("inn", "Inn")]
    where = filled.choose("where", Message("Where?"), places)
    nights = filled.keypad("nights", Message("How many nights?"))
    food = [NumberInput(f"food.{name}", name, "", 0, 9) for name in ("bread", "soup")]
    lent = [NumberInput(f"lent.{seat}", name, "", 0, 9) for seat, name in enumerate(("A", "B"))]
    answers: dict[str, object] = {
        **filled.numbers(Message("Food"), food),
        **filled.numbers(Message("Candles"), lent),
        **filled.switches(Message("Camp"), [Switch("fire", "Fire", "fire", is_on=False)]),
    }
    things = [Option(name, name) for name in ("rope", "lamp", "map")]
    answers["brings"] = filled.checks("brings", Message("What is there?"), things)
    answers["note"] = filled.text("note", Message("Note"), 40)
    seat = arguments.get("seat", "0")
    rest = {"do": "rest", "seat": seat, "where": where, "nights": nights, **answers}
    asked = [rest] if where and nights else []
    tried = attempt(TITLES[title.NAME], position.setup, position, asked)
    return Pad(
        do="rest",
        seat=int(seat),
        heading=Message("A rest"),
        fields=filled.fields,
        arguments=arguments,
        tried=tried,
    )


def setup_page(write_id: str, begin: Beginning) -> str:
    return _setup_page(write_id, begin, begin.typed or {})


def _setup_page(write_id: str, begin: Beginning, typed: Mapping[str, Any]) -> str:
    if begin.seats:
        typed = {**dict(zip(NAMES, begin.setup.names, strict=False)), **typed}
    context = {"names": NAMES, "typed": typed, "begin": begin, "form_id": write_id}
    return render_template(f"{FOLDER}/new.html", title=title.NAME, **context)


def read_setup(write_id: str) -> MatchDraft | str:
    seats = tuple(Seat(name) for field in NAMES if (name := clean(request.form.get(field, ""))))
    if len(seats) < CARD.least or any(len(seat.name) > 40 for seat in seats):
        return _setup_page(write_id, Beginning(title.NAME), request.form)
    given = request.form.get("match_name", "")
    goal = int(request.form.get("goal", "10"))
    return MatchDraft(Setup(seats, goal), match_name(given, [seat.name for seat in seats]))


def demo() -> Demo:
    document = {
        "format": "quartermaster-match/1",
        "title": title.NAME,
        "setup": {"seats": [{"name": "Ada"}, {"name": "Ben"}]},
        "entries": [{"do": "walk", "seat": 0, "steps": 2}],
    }
    return Demo(msgspec.json.encode(document), "A race")


def frame(sheet: Sheet) -> dict[str, Any]:
    table = title.export_position(sheet.position)
    players = [Player(name, "") for name in sheet.players]
    turn = None if table["result"] else table["turn"]
    own: dict[str, Any] = {"table": table, "won": title.outcome(sheet.position)}
    own["end_turn"] = f'[{{"do": "end_turn", "seat": {turn}}}]'
    return {**shared_frame(sheet, FOLDER, players, turn), **own}


def is_entry_asked(arguments: Mapping[str, str]) -> bool:
    return "do" in arguments


def match_page(sheet: Sheet, form: Mapping[str, Any]) -> str:
    pad = race_pad(sheet.position, flat(request.args)) if "do" in request.args else None
    return render_template(f"{FOLDER}/sheet.html", **frame(sheet), **form, pad=pad, is_result=False)


def end_of_turn(sheet: Sheet, seat: int | None) -> EndTurn:
    turn: int = title.export_position(sheet.position)["turn"]
    return EndTurn(seat=turn if seat is None else seat)


def round_label(number: int) -> Message:
    return Message("Day {day}", {"day": number})


def changes(sheet: Sheet, entry: SheetEntry) -> list[tuple[str, list[str]]]:
    lines = [line for line in entry.lines if line.seat >= 0]
    return [(sheet.players[line.seat], [f"{line.by:+} {line.what.value}"]) for line in lines]


def number(sheet: Sheet, column: str, seat: int) -> Number | None:
    return Number((Walker.STEPS,), "Steps") if column == "steps" else None


def amend_pad(position: Any, old: SheetEntry, arguments: Mapping[str, str]) -> Pad | None:
    """An entry is amended by its address: `?steps=5`."""
    if isinstance(old.entry, Rest):
        opened = {"do": "rest", **arguments_of(old.entry)}
        return rest_pad(position, {**(arguments if "do" in arguments else opened)})
    written = msgspec.to_builtins(bare(old.entry))
    return race_pad(position, {**written, **arguments}) if "steps" in written else None


def differences(sheet: Sheet, amendment: Amendment) -> list[Difference]:
    both = zip(sheet.position.rows, amendment.position.rows, sheet.players, strict=False)
    return [
        Difference(name, "Steps", old[0], new[0]) for old, new, name in both if old[0] != new[0]
    ]


def result_page(sheet: Sheet) -> str:
    context = {**frame(sheet), "form_id": "", "pad": None, "already": []}
    return render_template(f"{FOLDER}/sheet.html", **context, is_result=True)


def variant(sheet: Sheet) -> str:
    return ""


def board(sheet: Sheet) -> Board:
    rows = title.export_position(sheet.position)["seats"]
    seats = [
        BoardSeat(row["name"], "", "", "", Figure("Steps", str(row["steps"])), [], [])
        for row in rows
    ]
    return Board(seats, [], [])
