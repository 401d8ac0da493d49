"""The frame of a match's shared pages; `templates/match/` is drawn from it."""

from dataclasses import dataclass
from typing import Any

from flask import g, session

from tracker.engine.title import is_over
from tracker.service.match import SheetEntry, read_entries
from tracker.service.reading import Sheet
from tracker.web import page_cache
from tracker.web.services import match_list, matches, sheet_checks


@dataclass(frozen=True)
class Player:
    """A seat, as every page of a match names it."""

    name: str
    icon: str
    is_out: bool = False


def shared_frame(
    sheet: Sheet, folder: str, players: list[Player], turn: int | None
) -> dict[str, Any]:
    """Return what every page of a match shows.

    `folder` holds the title's own templates and styles: `bar.html` in it says what the top bar
    shows of this title, `sheet.css` how its pages look. Whoever writes is asked what looks
    forgotten.
    """
    questions = sheet_checks().questions(sheet) if g.standing.is_scorer else ()
    return {
        "sheet": sheet,
        "folder": folder,
        "players": players,
        "turn": turn,
        "back": "",
        "questions": questions,
        "times": match_list().times(sheet.id) if is_over(sheet.title, sheet.position) else None,
    }


def just_written(sheet: Sheet) -> list[SheetEntry]:
    """Return the entries that this device wrote a moment ago; their changes are shown."""
    if page_cache.is_shared():
        return []
    match_id, version, entries = session.pop("written", ("", 0, 0))
    if (match_id, version) != (sheet.id, sheet.version):
        return []
    return matches().newest(sheet.id, entries)


def asked_players(sheet: Sheet, entries: str) -> list[str]:
    """Return the players whom this device asks by sending these entries, as a form holds them."""
    if not sheet.asks:
        return []
    return sheet.asked_to_write(
        g.standing, read_entries(sheet.title, sheet.setup, entries.encode())
    )
