"""The commands that titles bring."""

from collections.abc import Mapping
from typing import Final

TITLE_COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "tracker.command.civil_war.deck_command": ("deck",),
}
"""The modules, each with its commands."""
