"""Write what players read of every recorded match into the file beside it, and of six their paper.

./dev recorded             print what has changed
./dev recorded --accept    and save it, for a reader of the diff to judge
"""

import argparse
import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.printing.arrange import Pdf
from tests.recorded import EVERY
from tests.recorded.reading_aloud import read_aloud, text_file
from tests.recorded.reading_paper import PRINTED, paper_file, read_paper
from tracker.printing import sheet_files


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev recorded", description=__doc__)
    parser.add_argument("--accept", action="store_true", help="save what has changed")
    is_accepted = parser.parse_args().accept
    has_changed = False
    for path, text in _texts():
        before = path.read_text("utf-8") if path.exists() else ""
        if text == before:
            continue
        has_changed = True
        lines = before.splitlines(keepends=True), text.splitlines(keepends=True)
        sys.stdout.writelines(difflib.unified_diff(*lines, path.name, path.name, n=1))
        if is_accepted:
            path.write_text(text, "utf-8")
    return int(has_changed and not is_accepted)


def _texts() -> Iterator[tuple[Path, str]]:
    for file in EVERY:
        yield text_file(file), read_aloud(file)
    for file in PRINTED:
        yield paper_file(file), read_paper(file, lambda order: Pdf(sheet_files.printed(order)))


if __name__ == "__main__":
    sys.exit(main())
