"""The `quartermaster` command."""

import argparse
import os
import sys
from collections.abc import Sequence

from tracker.command import calculate, database_commands, printing, replay, run, transfer
from tracker.command.titles import TITLE_COMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="quartermaster", description="The score sheet that keeps the rules."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run.add_to(commands)
    replay.add_to(commands)
    calculate.add_to(commands)
    for command in TITLE_COMMANDS:
        command.add_to(commands)
    printing.add_to(commands)
    database_commands.add_to(commands)
    transfer.add_to(commands)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads the output has seen enough; Python must not complain of it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
