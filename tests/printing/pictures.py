"""`python -m tests.printing.pictures`: one page of each sheet as a small picture, for the docs.

Needs `pdftoppm` (Debian: poppler-utils), which nothing else does.
"""

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tests.printing.arrange import SIX, Sheet, match, order
from tracker.printing.pdf import Paper
from tracker.printing.sheet_files import printed as made_pdf

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = {
    Sheet.BLANK: (None, 1),
    Sheet.RUNNING: (150, 1),
    Sheet.SUMMARY: (150, 1),
    Sheet.REPORT: (None, 2),
    Sheet.RULES: (None, 1),
}
"""The number of entries that are played, None for all, and the page that is shown."""


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    for sheet, (upto, page) in PAGES.items():
        made = made_pdf(order(sheet, "en", Paper.A4, match(SIX, upto), players=1))
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            file.write(made)
            file.flush()
            draw(Path(file.name), page, DOCS / f"paper-{sheet}")


def draw(file: Path, page: int, to: Path) -> None:
    only = ["-f", str(page), "-l", str(page), "-singlefile"]
    subprocess.run(["pdftoppm", "-png", "-gray", "-r", "64", *only, file, to], check=True)


if __name__ == "__main__":
    main()
