"""Backups that are made by themselves: a number of them is kept, and none that says the same."""

import filecmp
import re
from pathlib import Path
from typing import Final

from tracker.store import copying
from tracker.store.database import Database

NAME: Final = re.compile(r"backup-(\d{6})\.sqlite")


class Backups:
    """The numbered backups in one folder. A clock that is wrong does not change their order."""

    def __init__(self, database: Database, folder: Path, keep: int) -> None:
        self._database = database
        self._folder = folder
        self._keep = keep

    def all(self) -> list[Path]:
        """Those there are, the oldest first."""
        found = self._folder.glob("backup-*.sqlite")
        return sorted(file for file in found if NAME.fullmatch(file.name))

    def newest_with_matches(self) -> Path | None:
        """Return the newest backup that there is anything in."""
        return next((file for file in reversed(self.all()) if copying.has_matches(file)), None)

    def make(self) -> Path | None:
        """A new one, if anything has changed since the last; then the oldest ones go."""
        there = self.all()
        number = int(there[-1].name[7:13]) + 1 if there else 1
        new = self._folder / f"backup-{number:06}.sqlite"
        copying.back_up(self._database, new)
        if there and filecmp.cmp(there[-1], new, shallow=False):
            new.unlink()
            return None
        for old in self.all()[: -self._keep]:
            old.unlink()
        return new
