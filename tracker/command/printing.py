"""`quartermaster print`: a sheet of a match file as PDF, without a server."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tracker.command.replay import INVALID, PLAYED, REFUSED, contents
from tracker.engine import match_file
from tracker.engine.match_file import known
from tracker.engine.refusal import Invalid, Refused
from tracker.games.titles import TITLES
from tracker.printing.order import Order
from tracker.printing.pdf import CannotPrint, Paper
from tracker.printing.printed_match import Match, notes_of, played
from tracker.printing.sheet_files import printed, sheets_of
from tracker.printing.titles import TITLE_SHEETS
from tracker.translations import LANGUAGES


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "print", help="print a sheet of a match file as PDF"
    )
    parser.add_argument(
        "file", metavar="FILE", help="a match file, or a deck for tiles; - reads standard input"
    )
    parser.add_argument("--sheet", metavar="SHEET", default="report", help=", ".join(_names()))
    parser.add_argument("-o", "--output", metavar="PDF", required=True, help="where to write it")
    parser.add_argument("--paper", choices=[paper.value for paper in Paper], default="a4")
    parser.add_argument("--language", choices=list(LANGUAGES), default="en")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="OPTION",
        help="of tiles: tall, backs, grey; may be given several times",
    )
    parser.add_argument("--month", type=int, default=0, help="of the month's summary")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        of_document = _sheet_of_document(options.sheet)
        if of_document is not None:
            Path(options.output).write_bytes(printed(_order_of_document(options, *of_document)))
            return PLAYED
        match = _match(contents(options.file))
        if options.sheet not in sheets_of(match.title):
            return _complain(_no_sheet(match.title, options.sheet), INVALID)
        asked = {"month": str(max(0, options.month))}
        chosen = TITLE_SHEETS[match.title].options(asked, match)
        order = Order(
            match.title, options.sheet, options.language, Paper(options.paper), match, chosen
        )
        Path(options.output).write_bytes(printed(order))
    except Invalid as error:
        return _complain(f"{error.where}: {error.message}", INVALID)
    except Refused as refused:
        return _complain(f"{refused.message} ({refused.rule})", REFUSED)
    except CannotPrint as error:
        return _complain(str(error.says), INVALID)
    except OSError as error:
        return _complain(f"{options.output}: {error.strerror}", INVALID)
    return PLAYED


def _match(data: bytes) -> Match:
    title, document = match_file.read(data, TITLES)
    entries = tuple(played(title, document.setup, document.entries))
    date = max([known(document.created, str) or "", *(entry.at for entry in entries)])
    name = known(document.name, str) or " · ".join(title.seats(document.setup))[:80]
    notes = notes_of(document.notes)
    return Match(title.NAME, name, date, "", document.setup, entries, notes=notes)


def _sheet_of_document(name: str) -> tuple[str, Callable[[bytes], str]] | None:
    """Return the title whose sheet is printed of a document, such as a deck, and what reads it."""
    for title in TITLE_SHEETS:
        kind = sheets_of(title).get(name)
        if kind is not None and kind.reads is not None:
            return title, kind.reads
    return None


def _order_of_document(
    options: argparse.Namespace, title: str, read: Callable[[bytes], str]
) -> Order:
    chosen = TITLE_SHEETS[title].options(dict.fromkeys(options.option, "1"), None)
    document = read(contents(options.file))
    paper = Paper(options.paper)
    return Order(title, options.sheet, options.language, paper, None, chosen, document)


def _names() -> list[str]:
    """The names of all sheets, those of the first title first."""
    return list(dict.fromkeys(name for title in TITLE_SHEETS for name in sheets_of(title)))


def _no_sheet(title: str, name: str) -> str:
    return f"there is no sheet {name} of {title}; there are {', '.join(sheets_of(title))}"


def _complain(sentence: str, status: int) -> int:
    print(f"quartermaster: {sentence}", file=sys.stderr)
    return status
