"""Whole matches as they were played: a folder for each title, a file for each match.

A file that is put here becomes a test.
"""

from pathlib import Path
from typing import Final

EVERY: Final = sorted(Path(__file__).parent.glob("*/*.json"))
"""The files of all titles, in a folder for each."""
FILES: Final = [file for file in EVERY if file.parent.name == "civil-war"]
"""Those of the Civil War."""
GRIZZLED_FILES: Final = [file for file in EVERY if file.parent.name == "grizzled"]
PATHS_OF_GLORY_FILES: Final = [file for file in EVERY if file.parent.name == "paths-of-glory"]
