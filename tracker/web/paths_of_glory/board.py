"""The big screen of this title: both powers, VP, and the actions of the turn."""

from itertools import zip_longest
from typing import Any

from tracker.engine.message import Message
from tracker.games.paths_of_glory.columns import SIDE_TERMS
from tracker.games.paths_of_glory.names import LEVELS, MANDATES, SIDES, USES, nation_term
from tracker.service.reading import Sheet
from tracker.translations.translator import plain
from tracker.web.board import Board, BoardSeat, BoardTable, Figure
from tracker.web.language import translate
from tracker.web.paths_of_glory.sheet_page import frame

VP = Message("VP")
COMBINED = Message("Combined war status")
CAPITULATION = Message("Russian capitulation")
US_ENTRY = Message("US entry")
WAR_STATUS = Message("War status")
HAND = Message("Cards in hand")
DECK = Message("Draw pile")
ACTIONS = Message("Actions of this turn")


def board(sheet: Sheet) -> Board:
    """Return both powers, the tracks, and the actions of the turn."""
    table = frame(sheet)["table"]
    figures = [
        Figure(translate(VP), plain(table["vp"])),
        Figure(translate(COMBINED), plain(table["combined"])),
        Figure(translate(US_ENTRY), str(table["us_entry"])),
        Figure(translate(CAPITULATION), str(table["russian_capitulation"])),
    ]
    return Board([_seat(seat) for seat in table["seats"]], figures, [_actions(table)])


def _seat(seat: dict[str, Any]) -> BoardSeat:
    points = [
        Figure(translate(nation_term(nation)), str(number))
        for nation, number in seat["rp"].items()
        if number
    ]
    return BoardSeat(
        seat["name"],
        "",
        seat["side"],
        translate(SIDES[seat["side"]]),
        Figure(translate(WAR_STATUS), plain(seat["war_status"])),
        [
            Figure(translate(HAND), plain(seat["hand"]), "play_card"),
            Figure(translate(DECK), plain(seat["deck"]), "tiles"),
            *points,
        ],
        [
            ("", translate(LEVELS[seat["commitment"]])),
            ("battle", translate(MANDATES[seat["mandate"]])),
        ],
    )


def _actions(table: dict[str, Any]) -> BoardTable:
    """PG-8.1: round by round what each side did."""
    both = [[_action(action) for action in seat["actions"]] for seat in table["seats"]]
    rows = [
        [plain(number), *pair] for number, pair in enumerate(zip_longest(*both, fillvalue=""), 1)
    ]
    return BoardTable(translate(ACTIONS), ["", *map(translate, SIDE_TERMS)], rows)


def _action(action: dict[str, Any]) -> str:
    use = translate(USES[action["as"]])
    return f"{use}, {action['card']}" if "card" in action else use
