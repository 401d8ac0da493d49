"""`quartermaster health`: asks the server on this machine how it is, for a timer or a container."""

import argparse
import sys
from typing import Any, Final

from tracker.command.run import PLAIN_PORT, SECURE_PORT, port_number
from tracker.serving.browser import ask

WELL, ILL, WRONG = 0, 1, 2
READINESS: Final = "readyz"


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "health", help="ask whether the server on this machine takes entries"
    )
    parser.add_argument(
        "--port", type=port_number, help=f"{PLAIN_PORT}, or {SECURE_PORT} with --https"
    )
    parser.add_argument("--https", action="store_true", help="it serves https")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what the server says of itself; 0 if it takes entries, 1 if it does not."""
    from tracker.settings import WrongSetting, from_environment

    try:
        path = from_environment().path
    except WrongSetting as wrong:
        print(wrong, file=sys.stderr)
        return WRONG
    kind = "https" if options.https else "http"
    port = options.port or (SECURE_PORT if options.https else PLAIN_PORT)
    is_well, words = ask(f"{kind}://localhost:{port}{path}/{READINESS}")
    print(words, file=sys.stdout if is_well else sys.stderr)
    return WELL if is_well else ILL
