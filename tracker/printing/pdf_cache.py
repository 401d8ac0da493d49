"""The PDF cache: what was printed is kept in a folder, also over a restart."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

MOST_FILES: Final = 200
BEGINS, ENDS = b"%PDF-", b"%%EOF"


class PdfCache:
    """PDFs by name. Where the folder fails, a sheet is printed again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, name: str) -> bytes | None:
        """The PDF of this name, if it was kept and is whole."""
        file = self._file(name)
        try:
            data = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        return data if data.startswith(BEGINS) and data.rstrip().endswith(ENDS) else None

    def keep(self, name: str, data: bytes) -> None:
        """Keep a PDF: whole or not at all, and not for ever."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
                file.write(data)
            Path(file.name).replace(self._file(name))
            self._throw_out()

    def _throw_out(self) -> None:
        """Remove the least recently used files; a power cut may have left one half written."""
        newest_first = sorted(
            self._folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True
        )
        for file in newest_first[MOST_FILES:]:
            file.unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.pdf"
