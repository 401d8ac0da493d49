"""Whole matches as they were played, one file each. A file that is put here becomes a test.

Those of the Civil War are right here; every other title has a folder.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
FILES: Final = sorted(FOLDER.glob("*.json"))
PATHS_OF_GLORY_FILES: Final = sorted((FOLDER / "paths-of-glory").glob("*.json"))
ALL_FILES: Final = sorted(FOLDER.rglob("*.json"))
