"""The services that the app was built with."""

from flask import current_app, request

from tracker.live.hub import Hub
from tracker.service.allowance import Allowance
from tracker.service.csv_export import CsvExport
from tracker.service.finished import FinishedMatches
from tracker.service.identity import Identity
from tracker.service.imports import Imports
from tracker.service.match_list import MatchLists
from tracker.service.matches import Matches
from tracker.service.notes import Notes
from tracker.service.people import KnownPeople
from tracker.service.request_answers import RequestAnswers
from tracker.service.sheet_checks import SheetChecks
from tracker.service.statistics import StatisticsService
from tracker.service.tables import Tables
from tracker.web.fonts import FontCache


def allowance() -> Allowance:
    """Return what may still be stored for the address of this request."""
    limits = current_app.extensions["hourly_limits"]
    return Allowance(request.remote_addr or "", limits, str(current_app.secret_key))


def matches() -> Matches:
    found: Matches = current_app.extensions["matches"]
    return found


def identity() -> Identity:
    found: Identity = current_app.extensions["identity"]
    return found


def must_take_writes() -> None:
    """Raise `Unreachable` where the database cannot be reached or written on."""
    current_app.extensions["database"].must_take_writes()


def share_reading() -> None:
    """All that is read for an answer is of one moment, and is one transaction."""
    current_app.extensions["database"].share_reading()


def end_reading() -> None:
    """Everything that the answer needs was read: nobody holds a connection while it waits."""
    current_app.extensions["database"].end_reading()


def finished_matches() -> FinishedMatches:
    found: FinishedMatches = current_app.extensions["finished_matches"]
    return found


def statistics() -> StatisticsService:
    found: StatisticsService = current_app.extensions["statistics"]
    return found


def sheet_checks() -> SheetChecks:
    found: SheetChecks = current_app.extensions["sheet_checks"]
    return found


def csv_export() -> CsvExport:
    found: CsvExport = current_app.extensions["csv_export"]
    return found


def imports() -> Imports:
    found: Imports = current_app.extensions["imports"]
    return found


def match_list() -> MatchLists:
    found: MatchLists = current_app.extensions["match_list"]
    return found


def notes() -> Notes:
    found: Notes = current_app.extensions["notes"]
    return found


def people() -> KnownPeople:
    found: KnownPeople = current_app.extensions["people"]
    return found


def tables() -> Tables:
    found: Tables = current_app.extensions["tables"]
    return found


def request_answers() -> RequestAnswers:
    found: RequestAnswers = current_app.extensions["request_answers"]
    return found


def hub() -> Hub:
    found: Hub = current_app.extensions["hub"]
    return found


def fonts() -> FontCache:
    found: FontCache = current_app.extensions["fonts"]
    return found
