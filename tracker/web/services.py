"""The services that the app was built with."""

from collections.abc import Callable
from typing import TypeVar

from flask import current_app, request

from tracker.live.hub import Hub
from tracker.service.allowance import Allowance
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
from tracker.web.fonts import FontCache

T = TypeVar("T")


def provided(name: str, _: type[T]) -> Callable[[], T]:
    """Return the function that hands a view the app's service of this name."""

    def service() -> T:
        found: T = current_app.extensions[name]
        return found

    return service


damage_checks = provided("damage_checks", DamageChecks)
matches = provided("matches", Matches)
identity = provided("identity", Identity)
finished_matches = provided("finished_matches", FinishedMatches)
statistics = provided("statistics", StatisticsService)
sheet_checks = provided("sheet_checks", SheetChecks)
csv_export = provided("csv_export", CsvExport)
imports = provided("imports", Imports)
match_list = provided("match_list", MatchLists)
notes = provided("notes", Notes)
people = provided("people", KnownPeople)
seat_holders = provided("seat_holders", SeatHolders)
tables = provided("tables", Tables)
request_answers = provided("request_answers", RequestAnswers)
hub = provided("hub", Hub)
fonts = provided("fonts", FontCache)


def allowance() -> Allowance:
    """Return what may still be stored for the address of this request."""
    limits = current_app.extensions["hourly_limits"]
    return Allowance(request.remote_addr or "", limits, str(current_app.secret_key))


def must_take_writes() -> None:
    """Raise `Unreachable` where the database cannot be reached or written on."""
    current_app.extensions["database"].must_take_writes()


def share_reading() -> None:
    """All that is read for an answer is of one moment, and is one transaction."""
    current_app.extensions["database"].share_reading()


def end_reading() -> None:
    """Everything that the answer needs was read: nobody holds a connection while it waits."""
    current_app.extensions["database"].end_reading()
