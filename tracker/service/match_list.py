"""The list of a device's matches: searched, sorted, and read a page at a time."""

from datetime import date, datetime, timedelta
from typing import Final

from msgspec import Struct

from tracker.engine.clean_text import clean
from tracker.games.titles import TITLES
from tracker.store import list_rows, result_rows
from tracker.store.database import Database
from tracker.store.list_rows import SortOrder, Wanted
from tracker.store.result_rows import key_of

__all__ = ["MatchLists", "Search", "SortOrder"]

PAGE: Final = 50
MOST_SEARCH_WORDS: Final = 8
MOST_SEARCH_LETTERS: Final = 120


class Search(Struct, frozen=True):
    """A search in the list; all of it must hold."""

    words: str = ""
    """Parts of names, of people or of the match."""
    title: str = ""
    since: date | None = None
    until: date | None = None
    """The last day."""
    over: bool | None = None
    order: SortOrder = SortOrder.NEWEST

    @property
    def has_filters(self) -> bool:
        """Return whether it asks for more than words."""
        return self != Search(self.words)


class MatchSummary(Struct, frozen=True):
    """A match as the list shows it."""

    id: str
    title: str
    name: str
    created: str
    changed: str
    is_over: bool
    players: tuple[str, ...]
    winners: tuple[str, ...] = ()
    won: str = ""
    """The kind of winner: seats, a side, everybody, nobody; empty while it runs."""
    began: str = ""
    ended: str = ""
    seconds: int = 0


class Times(Struct, frozen=True):
    """The day and the length of a match that is over."""

    began: str
    ended: str
    seconds: int


class Page(Struct, frozen=True):
    """A page of the list, and whether there is another."""

    matches: tuple[MatchSummary, ...]
    number: int
    has_next: bool


class MatchLists:
    """The lists of matches in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def times(self, match_id: str) -> Times | None:
        """Return when a match was played; None while it runs."""
        with self._database.reading() as session:
            found = result_rows.result_of(session, match_id)
            if found is None:
                return None
            return Times(found.began, found.ended, found.seconds)

    def page(self, device: str, search: Search, number: int = 1, most: int = PAGE) -> Page:
        """Return the matches of a page, counted from 1."""
        with self._database.reading() as session:
            start = (number - 1) * most
            ids = list_rows.chosen_ids(session, device, _wanted(search), start, most + 1)
            shown = ids[:most]
            rows, seats = list_rows.rows(session, shown), list_rows.seats(session, shown)
        found = tuple(
            _listed(match_id, rows[match_id], seats.get(match_id, []))
            for match_id in shown
            if _is_readable(*rows[match_id])
        )
        return Page(found, number, len(ids) > most)


def _wanted(search: Search) -> Wanted:
    return Wanted(
        words=key_of(clean(search.words[:MOST_SEARCH_LETTERS])).split()[:MOST_SEARCH_WORDS],
        title=search.title,
        since=search.since.isoformat() if search.since else "",
        until=_day_after(search.until),
        over=search.over,
        order=search.order,
    )


def _day_after(day: date | None) -> str:
    if day is None or day == date.max:
        return ""
    return (day + timedelta(days=1)).isoformat()


def _is_readable(title: str, _name: str, created: str, changed: str, *_: object) -> bool:
    """Return whether the row can be shown; a check finds the match in which it cannot."""
    try:
        return title in TITLES and all(map(datetime.fromisoformat, (created, changed)))
    except ValueError:
        return False


def _listed(match_id: str, row: tuple[object, ...], seats: list[tuple[str, bool]]) -> MatchSummary:
    title, name, created, changed, is_over, began, ended, seconds, won = row
    return MatchSummary(
        id=match_id,
        title=str(title),
        name=str(name),
        created=str(created),
        changed=str(changed),
        is_over=bool(is_over),
        players=tuple(player for player, _ in seats),
        winners=tuple(player for player, has_won in seats if has_won),
        won=str(won or ""),
        began=str(began or ""),
        ended=str(ended or ""),
        seconds=int(str(seconds or 0)),
    )
