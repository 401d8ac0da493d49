"""The commands that titles bring."""

from typing import Final

from tracker.command.civil_war import deck_command

TITLE_COMMANDS: Final = (deck_command,)
