"""Write what players read of every recorded match into the file beside it.

./dev recorded             print what has changed
./dev recorded --accept    and save it, for a reader of the diff to judge
"""

import argparse
import difflib
import sys

from tests.recorded import EVERY
from tests.recorded.reading_aloud import read_aloud, text_file


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev recorded", description=__doc__)
    parser.add_argument("--accept", action="store_true", help="save what has changed")
    is_accepted = parser.parse_args().accept
    has_changed = False
    for file in EVERY:
        path, text = text_file(file), read_aloud(file)
        before = path.read_text("utf-8") if path.exists() else ""
        if text == before:
            continue
        has_changed = True
        lines = before.splitlines(keepends=True), text.splitlines(keepends=True)
        sys.stdout.writelines(difflib.unified_diff(*lines, path.name, path.name, n=1))
        if is_accepted:
            path.write_text(text, "utf-8")
    return int(has_changed and not is_accepted)


if __name__ == "__main__":
    sys.exit(main())
