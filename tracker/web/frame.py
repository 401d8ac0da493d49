"""The frame of a match's shared pages; `templates/match/` is drawn from it."""

from dataclasses import dataclass
from typing import Any

from flask import g

from tracker.engine.title import is_over
from tracker.service.sheets import Sheet
from tracker.web.services import match_list, sheet_checks


@dataclass(frozen=True)
class Player:
    """A seat, as every page of a match names it."""

    name: str
    icon: str
    is_out: bool = False


def frame(sheet: Sheet, folder: str, players: list[Player], turn: int | None) -> dict[str, Any]:
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
