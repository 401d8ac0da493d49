"""Temporary files: they lie beside the matches.

A service may have no other place where it can write, and the system's own place may be memory.
"""

import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Final

from tracker import private

FOLDER: Final = "temporary"
CHOSEN_BY: Final = "TMPDIR"
"""The variable by which Python, SQLite and every process that we start find their place."""
OLD_SECONDS: Final = 24 * 60 * 60


def put_into(data: Path) -> None:
    """Put temporary files into the data folder, unless the variable names a folder already.

    Where nothing can be written there they stay with the system's; the start says why.
    """
    if os.environ.get(CHOSEN_BY):
        return
    folder = data.absolute() / FOLDER
    try:
        private.make_folder(folder)
        remove_old(folder)
    except OSError:
        return
    os.environ[CHOSEN_BY] = str(folder)
    tempfile.tempdir = None  # Python asks the variable again


def remove_old(folder: Path) -> None:
    """Remove what processes that were killed have left here; the others use what is younger."""
    for path in folder.iterdir():
        if path.stat().st_mtime > time.time() - OLD_SECONDS:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
