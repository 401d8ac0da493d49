"""`quartermaster import` and `export`: matches as files, one by one or a whole club's at once."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.command.database_commands import IMPOSSIBLE, with_database
from tracker.command.replay import INVALID, PLAYED, REFUSED, contents, print_document
from tracker.engine.codec import WHOLE_DOCUMENT
from tracker.engine.refusal import Invalid

if TYPE_CHECKING:
    from tracker.service.imports import Imports
    from tracker.store.database import Database

HOST_LINK = "/recover/{token}"


def add_to(commands: Any) -> None:
    bring_in: argparse.ArgumentParser = commands.add_parser(
        "import", help="import match files, or zip files of them"
    )
    bring_in.add_argument("files", metavar="FILE", nargs="+", help="- reads standard input")
    bring_in.set_defaults(run=run_import)
    take_out: argparse.ArgumentParser = commands.add_parser(
        "export", help="save a match as a match file, or all of them as one zip file"
    )
    take_out.add_argument("match", metavar="MATCH", nargs="?", help="the match, as in its address")
    take_out.add_argument("--all", action="store_true", help="every match, as a zip file")
    take_out.add_argument("-o", "--output", metavar="FILE", default="-", help="- writes here")
    take_out.set_defaults(run=run_export)


def run_import(options: argparse.Namespace) -> int:
    """Bring in what today's rules do not refuse; print what became of each file."""
    from tracker.service.imports import Imports

    def bring_in(database: "Database") -> int:
        imports = Imports(database)
        told = [outcome for name in options.files for outcome in _from_file(imports, name)]
        print_document({"matches": told})
        if any("invalid" in outcome for outcome in told):
            return INVALID
        return REFUSED if any("refused" in outcome for outcome in told) else PLAYED

    return with_database(bring_in, may_be_new=True)


def _from_file(imports: "Imports", name: str) -> Iterator[dict[str, Any]]:
    try:
        for member, data in _files(name):
            yield {"file": member, **_brought_in(imports, data)}
    except Invalid as invalid:
        yield {"file": name, **_invalid(invalid)}


def _files(name: str) -> Iterator[tuple[str, bytes | Invalid]]:
    """Yield the file, or those in it where it is a zip file."""
    from tracker.service import archives

    data = contents(name)
    if not archives.is_archive(data):
        yield name, data
        return
    if name == "-":
        raise Invalid(WHOLE_DOCUMENT, "is a zip file; name it instead")
    with Path(name).open("rb") as file:
        for member in archives.members(file):
            yield f"{name}: {member.name}", member.problem or member.data


def _brought_in(imports: "Imports", data: bytes | Invalid) -> dict[str, Any]:
    from tracker.service import incoming

    try:
        if isinstance(data, Invalid):
            raise data
        found = incoming.read(data)
    except Invalid as invalid:
        return _invalid(invalid)
    if found.refused is not None:
        why = found.refused.refusal
        return {"refused": {"entry": found.refused.n, "rule": why.rule, "message": why.message}}
    made = imports.bring_in(found)
    told = {"name": found.name, "match": made.match_id, "entries": len(found.rows)}
    if not made.is_new:
        return {**told, "already": True}
    return {**told, "host_link": HOST_LINK.format(token=made.recovery)}


def _invalid(invalid: Invalid) -> dict[str, Any]:
    return {"invalid": {"where": invalid.where, "message": invalid.message}}


def run_export(options: argparse.Namespace) -> int:
    """Save one match, or all; what is printed goes where it is asked for."""
    if options.all == (options.match is not None):
        print("Name a match, or use --all.", file=sys.stderr)
        return IMPOSSIBLE

    def take_out(database: "Database") -> int:
        return _export_all(database, options) if options.all else _export_one(database, options)

    return with_database(take_out)


def _export_all(database: "Database", options: argparse.Namespace) -> int:
    from tracker.service import archives
    from tracker.service.imports import Imports

    return _write_to(options.output, archives.packed(Imports(database).exported(None)))


def _export_one(database: "Database", options: argparse.Namespace) -> int:
    import msgspec

    from tracker.service.match import NoSuchMatch
    from tracker.service.reading import MatchReader

    try:
        document = MatchReader(database).export_any(options.match)
    except NoSuchMatch:
        print(f"There is no match {options.match}.", file=sys.stderr)
        return IMPOSSIBLE
    text = msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
    return _write_to(options.output, iter([text]))


def _write_to(where: str, pieces: Iterator[bytes]) -> int:
    try:
        if where == "-":
            for piece in pieces:
                sys.stdout.buffer.write(piece)
        else:
            with Path(where).open("wb") as file:
                file.writelines(pieces)
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"{where} cannot be written: {error.strerror}.", file=sys.stderr)
        return IMPOSSIBLE
    return PLAYED
