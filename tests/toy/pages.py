"""The pages of the toy: as little as the shared views need."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from flask import Blueprint, render_template, request
from msgspec import Struct

from tests.toy import title
from tests.toy.card import CARD
from tests.toy.entries import EndTurn, Seat, Setup, Walker
from tracker.engine.history import Amendment
from tracker.engine.message import Message
from tracker.service.serialization import Written
from tracker.service.sheets import Sheet
from tracker.web.api.title_interface import TitleInterface
from tracker.web.board import Board, BoardSeat, Figure
from tracker.web.frame import Player
from tracker.web.frame import frame as shared_frame
from tracker.web.page_types import Beginning, Demo, MatchDraft, Number
from tracker.web.reading import Difference

FOLDER: Final = CARD.folder
NAMES: Final = ("name-0", "name-1")


class RacePosition(Struct, frozen=True):
    """How the race stands, as a match file writes it."""

    day: int
    turn: int
    seats: tuple[dict[str, int | bool], ...]
    pile: int
    result: dict[str, Any] | None


BLUEPRINTS: Sequence[Blueprint] = ()
GLOBALS: Mapping[str, Any] = {}
INTERFACE = TitleInterface(RacePosition)
RETURN_TO: Mapping[str, str] = {}
TOTALS_VIEW = ""
AGAIN = {"same": Message("Race again")}
SEAT_FIELDS = [(name,) for name in NAMES]


def setup_page(write_id: str, begin: Beginning) -> str:
    return render_template(f"{FOLDER}/new.html", slip=write_id, title=title.NAME, names=NAMES)


def read_setup(write_id: str) -> MatchDraft | str:
    seats = tuple(Seat(request.form[name]) for name in NAMES)
    return MatchDraft(Setup(seats), " and ".join(seat.name for seat in seats))


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
    return {**shared_frame(sheet, FOLDER, players, table["turn"]), "table": table}


def is_entry_asked(arguments: Mapping[str, str]) -> bool:
    return False


def match_page(sheet: Sheet, form: Mapping[str, Any]) -> str:
    return render_template(f"{FOLDER}/sheet.html", **frame(sheet), **form)


def end_of_turn(sheet: Sheet, seat: int | None) -> EndTurn:
    turn: int = title.export_position(sheet.position)["turn"]
    return EndTurn(seat=turn if seat is None else seat)


def round_label(number: int) -> Message:
    return Message("Day {day}", {"day": number})


def changes(sheet: Sheet, entry: Written) -> list[tuple[str, list[str]]]:
    lines = [line for line in entry.lines if line.seat >= 0]
    return [(sheet.players[line.seat], [f"{line.by:+} {line.what.value}"]) for line in lines]


def number(sheet: Sheet, column: str, seat: int) -> Number | None:
    return Number((Walker.STEPS,), "Steps") if column == "steps" else None


def amend_pad(position: Any, old: Written, arguments: Mapping[str, str]) -> None:
    """An entry of the toy has no form."""


def differences(sheet: Sheet, amendment: Amendment) -> list[Difference]:
    return []


def result_page(sheet: Sheet) -> str:
    return render_template(f"{FOLDER}/sheet.html", **frame(sheet), slip="", already=None, anew="")


def variant(sheet: Sheet) -> str:
    return ""


def board(sheet: Sheet) -> Board:
    rows = title.export_position(sheet.position)["seats"]
    seats = [
        BoardSeat(name, "", "", "", Figure("Steps", str(row["steps"])), [], [])
        for name, row in zip(sheet.players, rows, strict=True)
    ]
    return Board(seats, [], [])
