"""The `quartermaster` command."""

import argparse
import sys
from collections.abc import Sequence

from tracker.command import replay


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="quartermaster", description="The score sheet that keeps the rules."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replay.add_to(commands)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    sys.stdout.flush()
    return status
