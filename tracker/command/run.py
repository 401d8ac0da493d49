"""`quartermaster run`: serve the score sheet. `./dev run` does the same in a checkout."""

import argparse
from collections.abc import Sequence
from typing import Any, Final

from tracker.serving.addresses import EVERYWHERE

PLAIN_PORT: Final = 8000
SECURE_PORT: Final = 8443
MOST_PORTS: Final = 65_535


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve as these arguments say, and return the exit status."""
    parser = argparse.ArgumentParser(prog="./dev run", description="Serve the score sheet.")
    add_options(parser)
    return run(parser.parse_args(arguments))


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("run", help="serve the score sheet")
    add_options(parser)
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=EVERYWHERE, help="address to listen on")
    parser.add_argument(
        "--port", type=port_number, help=f"{PLAIN_PORT}, or {SECURE_PORT} with --https"
    )
    parser.add_argument(
        "--https", action="store_true", help="serve https, with a certificate of this machine's own"
    )
    parser.add_argument(
        "--plain-port",
        type=port_number,
        default=PLAIN_PORT,
        help="with --https: where a device learns to trust it",
    )
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="open the sheet in this machine's browser",
    )
    parser.add_argument(
        "--no-name",
        dest="has_name",
        action="store_false",
        help="do not be found as quartermaster.local",
    )


def port_number(text: str) -> int:
    if not 1 <= int(text) <= MOST_PORTS:
        raise ValueError
    return int(text)


def run(options: argparse.Namespace) -> int:
    # A second to import, which no other command needs.
    from tracker.program import serve

    options.port = options.port or (SECURE_PORT if options.https else PLAIN_PORT)
    serve(options)
    return 0
