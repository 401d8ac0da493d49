"""The `quartermaster` command."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Final

from tracker.games import packages_of_titles

MODULES: Final[Mapping[str, tuple[str, ...]]] = {
    "tracker.command.run": ("run",),
    "tracker.command.readiness": ("health",),
    "tracker.command.replay": ("replay",),
    "tracker.command.calculate": ("calculate",),
    **{
        module: verbs
        for package in packages_of_titles("tracker.command")
        for module, verbs in package.COMMANDS.items()
    },
    "tracker.command.printing": ("print",),
    "tracker.command.database_commands": ("backup", "restore", "verify", "recheck"),
    "tracker.command.transfer": ("import", "export"),
}
"""Every module with its commands. Only the one that is asked for is loaded: to load them all takes
longer than to replay a match."""

OF_THE_WHOLE: Final = ("-h", "--help", "--version")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    given = with_command(sys.argv[1:] if arguments is None else arguments)
    options = parser_of(given).parse_args(given)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads the output has seen enough; Python must not complain of it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def with_command(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments with `run` before them where they name no command.

    Whoever starts the program by a double-click sees the sheet in the browser.
    """
    if arguments and (not arguments[0].startswith("-") or arguments[0] in OF_THE_WHOLE):
        return arguments
    return ["run", "--browser", *arguments]


def parser_of(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of the command that is named; of all commands where none is."""
    parser = argparse.ArgumentParser(
        prog="quartermaster", description="The score sheet that keeps the rules."
    )
    parser.add_argument(
        "--version", action="version", version=f"quartermaster {version('quartermaster')}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    named = [module for module, verbs in MODULES.items() if set(verbs) & set(arguments[:1])]
    for module in named or MODULES:
        import_module(module).add_to(commands)
    return parser
