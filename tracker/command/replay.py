"""`quartermaster replay`: play a match file through today's rules and print the outcome."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import msgspec

from tracker.engine import match_file
from tracker.engine.codec import MOST_DOCUMENT_BYTES, WHOLE_DOCUMENT
from tracker.engine.ledger import written_lines
from tracker.engine.match_file import Played
from tracker.engine.refusal import Invalid
from tracker.games.titles import TITLES

PLAYED, REFUSED, INVALID, NOT_PRINTED = 0, 1, 2, 3


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "replay", help="play a match file through today's rules"
    )
    parser.add_argument("file", metavar="FILE", help="a match file; - reads standard input")
    parser.add_argument("--lines", action="store_true", help="print every entry's lines as well")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        title, document = match_file.read(contents(options.file), TITLES)
        played = match_file.play(title, document)
    except Invalid as error:
        print_document({"invalid": {"where": error.where, "message": error.message}})
        return INVALID
    print_document(outcome(played, with_lines=options.lines))
    return REFUSED if played.refused else PLAYED


def outcome(played: Played, *, with_lines: bool) -> dict[str, Any]:
    """The document that is printed for a match file that could be read."""
    position = played.title.export_position(played.position)
    if played.refused:
        n, refusal = played.refused
        refused = {"entry": n, "rule": refusal.rule, "message": refusal.message}
        return {"refused": refused, "position": position}
    if not with_lines:
        return {"position": position}
    entries = [{"n": n, "lines": written_lines(facts)} for n, facts in played.facts]
    return {"position": position, "entries": entries}


def contents(name: str) -> bytes:
    """As much of the file as could be a match file, and one byte more."""
    try:
        if name == "-":
            return _standard_input().read(MOST_DOCUMENT_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_DOCUMENT_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Invalid(WHOLE_DOCUMENT, "cannot be read: {reason}", reason=reason) from None


def _standard_input() -> BinaryIO:
    """Standard input, which is not there when whoever started the command closed it."""
    if not sys.stdin:
        raise ValueError("standard input is closed")
    return sys.stdin.buffer


def print_document(document: dict[str, Any]) -> None:
    """Print one JSON document; where that is impossible, say why and end with a status for it."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
    if not sys.stdout:
        _give_up("standard output is closed")
    try:
        sys.stdout.buffer.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # Python would try once more at its end, and complain of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _give_up(error.strerror or str(error))


def _give_up(reason: str) -> NoReturn:
    print(f"quartermaster: the answer cannot be printed: {reason}", file=sys.stderr)
    raise SystemExit(NOT_PRINTED)
