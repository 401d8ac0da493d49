"""`quartermaster print`: a sheet of a match file as PDF, without a server."""

import argparse
import sys
from pathlib import Path
from typing import Any

from tracker.command.replay import INVALID, PLAYED, REFUSED, contents
from tracker.engine import match_file
from tracker.engine.refusal import Invalid, Refused
from tracker.games.titles import TITLES
from tracker.printing.civil_war.match import Match, played, said
from tracker.printing.pdf import CannotPrint, Paper
from tracker.printing.sheets import Order, Sheet
from tracker.translations import LANGUAGES


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "print", help="print a sheet of a match file as PDF"
    )
    parser.add_argument("file", metavar="FILE", help="a match file; - reads standard input")
    parser.add_argument("--sheet", choices=[one.value for one in Sheet], default="report")
    parser.add_argument("-o", "--output", metavar="PDF", required=True, help="where to write it")
    parser.add_argument("--paper", choices=[one.value for one in Paper], default="a4")
    parser.add_argument("--language", choices=list(LANGUAGES), default="en")
    parser.add_argument("--month", type=int, default=0, help="of the month's summary")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        match = _match(contents(options.file))
        order = Order(
            Sheet(options.sheet),
            options.language,
            Paper(options.paper),
            match,
            min(max(0, options.month), match.month),
            len(match.setup.seats),
            match.setup.months,
        )
        Path(options.output).write_bytes(order())
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
    _, document = match_file.read(data, TITLES)
    entries = tuple(played(document.setup, document.entries))
    date = max([said(document.created, str) or "", *(noted.at for noted in entries)])
    name = said(document.name, str) or _names(document.setup)
    return Match(name, date, "", document.setup, entries)


def _names(setup: Any) -> str:
    return " · ".join(seat.name for seat in setup.seats)[:80]


def _complain(sentence: str, status: int) -> int:
    print(f"quartermaster: {sentence}", file=sys.stderr)
    return status
