"""Opening the services: everything that pages and programs ask, over one database."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from tracker.games import packages_of_titles
from tracker.service import results
from tracker.service.csv_export import CsvExport
from tracker.service.damage import DamageChecks
from tracker.service.finished import FinishedMatches
from tracker.service.imports import Imports
from tracker.service.match_list import MatchLists
from tracker.service.matches import Matches
from tracker.service.notes import Notes
from tracker.service.people import KnownPeople
from tracker.service.reading import SheetChecks
from tracker.service.request_answers import RequestAnswers
from tracker.service.rights import Identity
from tracker.service.seat_holders import SeatHolders
from tracker.service.statistics import StatisticsService
from tracker.service.tables import Tables
from tracker.service.writing import Publish
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable


class BackgroundService(Protocol):
    """A service that works by itself while a server runs."""

    def start(self) -> None: ...

    def close(self) -> None:
        """Leave off what is not finished."""


def background_services(services: Mapping[str, Any]) -> list[BackgroundService]:
    """Return the services of the titles that a server starts and closes."""
    packages = packages_of_titles("tracker.service")
    return [services[name] for package in packages for name in package.BACKGROUND]


def open_services(location: Path | str, publish: Publish, key: str) -> dict[str, Any]:
    """Return the services by name, those of the titles included; `key` signs secrets."""
    database = Database(location, results.fill)
    # One that cannot be reached now may be when somebody asks.
    with suppress(Unreachable):
        database.prepare()
    return {
        "database": database,
        "identity": Identity(database, key),
        "matches": Matches(database, publish),
        "tables": Tables(database, publish),
        "request_answers": RequestAnswers(database, publish),
        "sheet_checks": SheetChecks(database),
        "imports": Imports(database),
        "csv_export": CsvExport(database),
        "damage_checks": DamageChecks(database),
        "notes": Notes(database, publish),
        "people": KnownPeople(database),
        "seat_holders": SeatHolders(database, publish),
        "match_list": MatchLists(database),
        "finished_matches": FinishedMatches(database),
        "statistics": StatisticsService(database),
        **{
            name: make(database)
            for package in packages_of_titles("tracker.service")
            for name, make in package.SERVICES.items()
        },
    }
