"""Reading: the matches, a sheet, its history, its file."""

from flask import Response, g, request
from flask.blueprints import BlueprintSetupState
from werkzeug.routing import BaseConverter

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.live.hub import TooMany
from tracker.web import live
from tracker.web.answers import problem
from tracker.web.api import serializers
from tracker.web.api.answer_types import MatchList, StatisticsFound, Version
from tracker.web.api.auth import answer, blueprint
from tracker.web.api.operations import OPERATIONS
from tracker.web.list_views import asked_for
from tracker.web.services import match_list, matches, sheet_checks, statistics, tables
from tracker.web.statistics_views import chosen_from_address

TOO_MANY = Message("Too many streams are open. Poll the version instead.")
MOST_PAGES = 10**6
MOST_ENTRIES = 100
"""Of one answer; a long history is read in parts."""


@blueprint.get("/matches")
def show_matches() -> Response:
    """The device's own matches that are asked for, 50 at a time."""
    texts_must_fit("show_matches")
    search, problems = asked_for(request.args)
    for name, says in problems.items():
        raise Invalid(name, says.text, **says.facts)
    number = number_asked_for("page", MOST_PAGES) or 1
    page = match_list().page(g.device, search, number)
    matches = tuple(map(serializers.listed, page.matches))
    return answer(MatchList(matches, number + 1 if page.has_next else None))


@blueprint.get("/statistics")
def show_statistics() -> Response:
    """Plays, wins and points of the device's matches that are over."""
    found = statistics().read(g.device, chosen_from_address())
    return answer(StatisticsFound(*(getattr(found, name) for name in found.__struct_fields__)))


class MatchIdConverter(BaseConverter):
    """The id of a match in an address. "import" is none: files are sent there."""

    regex = r"(?!import\Z)[^/]+"
    part_isolating = True


@blueprint.record
def _register_converter(state: BlueprintSetupState) -> None:
    state.app.url_map.converters["match_id"] = MatchIdConverter


@blueprint.get("/matches/<match_id:match_id>")
def show_sheet(match_id: str) -> Response:
    """The sheet, and what a seat may write now."""
    sheet = matches().sheet(match_id)
    seat = number_asked_for("seat", len(sheet.players) - 1)
    return answer(serializers.sheet(sheet, g.standing, seat))


@blueprint.get("/matches/<match_id>/history")
def show_history(match_id: str) -> Response:
    """Everything that was written, in the order of play, in parts."""
    start = number_asked_for("start", 10**9) or 0
    most = number_asked_for("most", MOST_ENTRIES)
    found = matches().part(match_id, start, MOST_ENTRIES if most is None else most)
    return answer(serializers.part(found))


@blueprint.get("/matches/<match_id>/check")
def show_check(match_id: str) -> Response:
    """Show what looks forgotten in the round, as questions."""
    sheet = matches().sheet(match_id)
    return answer(serializers.sheet_check(sheet, sheet_checks().questions(sheet)))


@blueprint.get("/matches/<match_id>/match.json")
def show_match_file(match_id: str) -> Response:
    """The match file."""
    return answer(matches().export(match_id))


@blueprint.get("/matches/<match_id>/table")
def show_table(match_id: str) -> Response:
    """The way to join the match, and what the table has settled."""
    return answer(serializers.table(tables().table(match_id, g.device)))


@blueprint.get("/matches/<match_id>/version")
def show_version(match_id: str) -> Response:
    """The version, for a program that asks now and then; it was read when the device came."""
    return answer(Version(g.mark.version))


@blueprint.get("/matches/<match_id>/stream")
def show_stream(match_id: str) -> Response:
    """The match's versions as they come, as server-sent events."""
    try:
        return live.followed(match_id)
    except TooMany:
        response = problem(503, TOO_MANY)
        response.headers["Retry-After"] = live.ASK_AGAIN
        return response


def texts_must_fit(operation: str) -> None:
    """Raise `Invalid` where the address has a longer text than the description allows."""
    [described] = [described for described in OPERATIONS if described.name == operation]
    for query in described.query:
        if query.is_text and len(request.args.get(query.name, "")) > query.most:
            raise Invalid(query.name, "has more than {most} characters", most=query.most)


def number_asked_for(name: str, most: int) -> int | None:
    """A number from the address; raises `Invalid` where it is none or too large."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()):
        raise Invalid(name, "must be a whole number")
    if len(text) > 10 or int(text) > most:
        raise Invalid(name, "must be {most} or less", most=most)
    return int(text)
