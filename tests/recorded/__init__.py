"""Whole matches as they were played, one file each. A file that is put here becomes a test."""

from pathlib import Path
from typing import Final

FILES: Final = sorted(Path(__file__).parent.glob("*.json"))
