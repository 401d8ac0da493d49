"""`quartermaster verify`, `recheck`, `backup` and `restore`: looking after the database."""

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tracker import private

if TYPE_CHECKING:
    from tracker.store.database import Database

RIGHT, WRONG, IMPOSSIBLE = 0, 1, 2
ASIDE: Final = "before-restore"
NO_DATABASE: Final = (
    "There is no database in {folder}. QUARTERMASTER_DATA names the folder of a server's matches."
)
NOT_EMPTY: Final = "The database is not empty; --force puts the backup in its place."


def add_to(commands: Any) -> None:
    checked = _add(commands, "verify", verify, "check the database and every match for errors")
    checked.add_argument(
        "--repair", action="store_true", help="make rows anew that follow from a match"
    )
    _add(commands, "recheck", recheck, "tell where today's rules would decide otherwise")
    backup_to = _add(commands, "backup", backup, "copy the database, also while the server runs")
    backup_to.add_argument("file", metavar="FILE", type=Path)
    restore_from = _add(commands, "restore", restore, "restore a backup")
    restore_from.add_argument("file", metavar="FILE", type=Path)
    restore_from.add_argument(
        "--force", action="store_true", help="also replace the matches that are there"
    )


def _add(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], says: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=says)
    parser.set_defaults(run=run)
    return parser


def verify(options: argparse.Namespace) -> int:
    """A line for each thing that is wrong; matches that are wrong are put into quarantine."""
    from tracker.service import match_checks

    def check(database: "Database") -> int:
        found = 0
        for trouble in match_checks.check_all(database, repair=options.repair):
            print(trouble)
            found += 1
        return WRONG if found else RIGHT

    return with_database(check)


def recheck(options: argparse.Namespace) -> int:
    """A line for each entry that would not be decided today as it was; nothing is changed."""
    from tracker.service import match_checks

    def check(database: "Database") -> int:
        found = 0
        for trouble in match_checks.decided_otherwise(database):
            print(trouble)
            found += 1
        return WRONG if found else RIGHT

    return with_database(check)


def backup(options: argparse.Namespace) -> int:
    from tracker.store import copying

    def copy(database: "Database") -> int:
        copying.back_up(database, options.file)
        return RIGHT

    return with_database(copy)


def restore(options: argparse.Namespace) -> int:
    """Put a backup in place; what was there before is kept in a file beside the database."""
    from tracker.settings import from_environment
    from tracker.store import copying
    from tracker.store.database_errors import DAMAGED, Unreachable

    aside = _free_name(from_environment().data / ASIDE)

    def bring_back(database: "Database") -> int:
        try:
            is_kept = copying.restore(database, options.file, aside if options.force else None)
        except copying.NotEmpty:
            return _refuse(NOT_EMPTY)
        except (copying.Damaged, Unreachable) as failure:
            if isinstance(failure, Unreachable) and failure.says is not DAMAGED:
                raise
            if not options.force:
                return _refuse(NOT_EMPTY)
            copying.move_aside(database, aside)
            is_kept = True
            copying.restore(database, options.file)
        if is_kept:
            print(f"The old database is kept as {aside}.")
        return RIGHT

    return with_database(bring_back, may_be_new=True)


def _free_name(start: Path) -> Path:
    names = (start.with_name(f"{start.name}-{number}.sqlite") for number in range(1, 10_000))
    return next(name for name in names if not name.exists())


def with_database(work: Callable[["Database"], int], may_be_new: bool = False) -> int:
    """Do the work with the database that the settings name; what stops it is told."""
    from tracker.settings import from_environment
    from tracker.starting import HINDRANCES, explanation

    try:
        place = from_environment().database
        if isinstance(place, Path) and not may_be_new and not place.exists():
            return _refuse(NO_DATABASE.format(folder=place.parent))
        with private.by_default(), _opened(place) as database:
            return work(database)
    except HINDRANCES as hindrance:
        return _refuse(explanation(hindrance))


@contextlib.contextmanager
def _opened(where: Path | str) -> Iterator["Database"]:
    # Slow to import, and `replay` needs none of it.
    from tracker.service import results
    from tracker.store.database import Database

    database = Database(where, results.fill)
    try:
        yield database
    finally:
        database.close()


def _refuse(why_not: str) -> int:
    print(why_not, file=sys.stderr)
    return IMPOSSIBLE
