"""The list of a device's matches: searched, sorted, a page at a time; and all of it as a file."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from flask import Blueprint, Response, g, render_template, request, stream_with_context
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.service import archives
from tracker.service.match_list import Search, SortOrder
from tracker.web.language import translate
from tracker.web.services import csv_export, imports, match_list
from tracker.web.titles import TITLE_PAGES, shown_cards

blueprint = Blueprint("lists", __name__)

STATES: Final[Mapping[str, bool]] = {"running": False, "over": True}
NO_DAY = Message("{day} is not a date. Write it like this: 2026-12-31.")
ORDERS: Final[Mapping[SortOrder, Message]] = {
    SortOrder.NEWEST: Message("Newest first"),
    SortOrder.OLDEST: Message("Oldest first"),
    SortOrder.NAME: Message("Match name"),
}


@blueprint.get("/matches")
def show_list() -> ResponseReturnValue:
    """The matches that are asked for, 50 on a page."""
    search, problems = asked_for(request.args)
    page = match_list().page(g.device, search, page_number(request.args.get("page", "")))
    asked = {name: value for name, value in request.args.items() if value and name != "page"}
    return render_template(
        "matches.html",
        page=page,
        search=search,
        problems=problems.values(),
        asked=asked,
        cards={card.name: card for card in shown_cards()},
        orders=ORDERS,
    )


@blueprint.get("/matches-csv.zip")
def show_all_tables() -> ResponseReturnValue:
    """Plays, players and entries of every match of the device, as CSV."""
    return archive(
        archives.packed_files(csv_export().of_device(g.device, translate)), "matches-csv.zip"
    )


@blueprint.get("/m/<match_id>/csv.zip")
def show_tables(match_id: str) -> ResponseReturnValue:
    """Play, players and entries of one match, as CSV."""
    return archive(
        archives.packed_files(csv_export().of_match(match_id, translate)), "match-csv.zip"
    )


@blueprint.get("/matches.zip")
def show_all_files() -> ResponseReturnValue:
    """Every match of the device as a match file, in one zip file."""
    return archive(archives.packed(imports().exported(g.device)), "matches.zip")


def archive(pieces: Iterator[bytes], name: str) -> Response:
    """Return a zip file that is sent as it is made."""
    response = Response(stream_with_context(pieces), mimetype="application/zip")
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


def asked_for(asked: Mapping[str, str]) -> tuple[Search, dict[str, Message]]:
    """Return what an address asks for, and what in it is no day, by its name."""
    problems: dict[str, Message] = {}
    title = asked.get("title", "")
    order = asked.get("order", "")
    search = Search(
        words=asked.get("q", ""),
        title=title if title in TITLE_PAGES else "",
        since=_day(asked, "since", problems),
        until=_day(asked, "until", problems),
        over=STATES.get(asked.get("state", "")),
        order=SortOrder(order) if order in set(SortOrder) else SortOrder.NEWEST,
    )
    return search, problems


def _day(asked: Mapping[str, str], name: str, problems: dict[str, Message]) -> date | None:
    text = asked.get(name, "").strip()
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        problems[name] = Message(NO_DAY.text, {"day": text[:40]})
        return None


def page_number(text: str) -> int:
    """Return the page that an address asks for, the first where it asks for none."""
    is_number = text.isascii() and text.isdigit() and len(text) < 7
    return max(1, int(text)) if is_number else 1
