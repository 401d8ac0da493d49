"""A play for BG Stats: the link by which that app takes it over."""

import hashlib
import json
from collections import Counter
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from tracker.engine.message import Term
from tracker.engine.title import Won
from tracker.games import CARDS
from tracker.games.titles import TITLES
from tracker.service.finished import Finished
from tracker.web.language import translate, translated_as

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Quartermaster"


def link(match: Finished, variant: str) -> str:
    """Return the address that makes the app ask whether to take this play over."""
    text = json.dumps(play(match, variant), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(text, safe="")


def play(match: Finished, variant: str) -> dict[str, Any]:
    """Return the play as the app reads it.

    The app on Android fails where `winner`, `startPlayer`, `highestWins` or `noPoints` is missing,
    and everywhere where `bggId` is a text.
    """
    card = CARDS[match.title]
    game: dict[str, Any] = {
        "name": str(card.label),
        "sourceGameId": match.title,
        "highestWins": True,
        "noPoints": not match.has_points,
    }
    if card.bgg_id is not None:
        game["bggId"] = card.bgg_id
    moment = datetime.fromisoformat(match.ended).astimezone(UTC)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": mark_of(match.id),
        "playDate": moment.strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round(match.seconds / 60)),
        "board": variant,
        "comments": f"{match.name}. {translate(match.says)}",
        "game": game,
        "players": _players(match),
    }


def mark_of(match_id: str) -> str:
    """Return a name for the match that is always the same and is not its address.

    Whoever knows the address may watch, and the link passes through a web site of others.
    """
    return hashlib.sha256(match_id.encode()).hexdigest()[:32]


def _players(match: Finished) -> list[dict[str, Any]]:
    sides = Counter(seat.side for seat in match.seats)
    is_together = match.won in (Won.EVERYBODY, Won.NOBODY) and not match.has_points
    players = []
    for number, seat in enumerate(match.seats):
        player: dict[str, Any] = {
            "name": seat.name,
            "sourcePlayerId": seat.key,
            "winner": seat.won,
            "startPlayer": number == match.first,
        }
        if seat.points is not None:
            player["score"] = seat.points
        if not is_together:
            player["rank"] = seat.rank
        if seat.role:
            player["role"] = word(match.title, seat.role)
        if seat.side and len(sides) < len(match.seats):
            player["team"] = word(match.title, seat.side)
        players.append(player)
    return players


def word(title: str, name: str) -> str:
    """Return a role, a side or a reason of the title's results in the reader's language."""
    term: Term | None = TITLES[title].result_words().get(name)
    return translated_as(term.context, term.text) if term else name
