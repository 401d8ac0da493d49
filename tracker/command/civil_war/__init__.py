"""The commands of the Civil War."""

from collections.abc import Mapping
from typing import Final

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "tracker.command.civil_war.deck_command": ("deck",)
}
"""The modules, each with its commands."""
