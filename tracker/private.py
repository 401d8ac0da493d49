"""Files that only the owner of this program may read: database, copies, keys, printed paper.

Addresses and codes of matches are keys, and they stand in all of these.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

if sys.platform != "win32":
    import fcntl

OTHERS: Final = 0o077


@contextmanager
def by_default() -> Iterator[None]:
    """Whatever is made meanwhile, by whichever thread or library, is the owner's alone."""
    before = os.umask(OTHERS)
    try:
        yield
    finally:
        os.umask(before)


def make_folder(folder: Path) -> None:
    """One that is there already stays as open as its owner has left it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def replace(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all, in place of the one that may be there."""
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    sync_folder(path.parent)


def make_once(path: Path, is_good: Callable[[bytes], object], make: Callable[[], bytes]) -> bytes:
    """Return what is in a file; made now if that is no good, the same for all who ask at once.

    After a power cut a file may be there with nothing in it, or with zeros: that is no good either.
    """
    if path.exists() and is_good(found := path.read_bytes()):
        return found
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        _lock(file)
        found = file.read()
        if not is_good(found):
            found = make()
            path.chmod(0o600)
            file.seek(0)
            file.truncate()
            file.write(found)
            file.flush()
            os.fsync(file.fileno())
            sync_folder(path.parent)
    return found


def _lock(file: IO[bytes]) -> None:
    """Wait until no other process has this file. Windows has no such lock, and one server."""
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_EX)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last, as syncing a file does; Windows does it by itself."""
    if sys.platform == "win32":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
