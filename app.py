"""The front door: builds the app and serves it to the table."""

import argparse
import socket
import sys
from collections.abc import Sequence

import waitress

from tracker import logs
from tracker.service.caretaker import Caretaker
from tracker.settings import WrongSetting, from_environment
from tracker.web import create_app


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="./dev run", description="Serve the score sheet.")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args(arguments)
    try:
        settings = from_environment()
    except WrongSetting as wrong:
        print(wrong, file=sys.stderr)
        sys.exit(2)
    logs.configure(settings.log, settings.log_level)
    # A statement of the database lets go of Python's lock, and a thread that computes would keep
    # it for ten times as long: whoever writes would wait after every statement.
    sys.setswitchinterval(0.0005)
    app = create_app(settings)
    Caretaker(app.extensions["database"], settings).start()
    print("Quartermaster is at the table:", flush=True)
    for address in addresses(options.host):
        print(f"  http://{address}:{options.port}/", flush=True)
    kept = "PostgreSQL" if settings.database_url else settings.data
    print(f"The matches are kept in {kept}. Stop with Ctrl-C.", flush=True)
    # Threads, not processes: SQLite has one writer, and the lock for it is in the process.
    waitress.serve(app, host=options.host, port=options.port, threads=8, ident=None)


def addresses(host: str) -> list[str]:
    """Where a browser finds the sheet: on this machine, and from a tablet on the same network."""
    if host != "0.0.0.0":  # noqa: S104
        return [host]
    return ["localhost", *own_addresses()]


def own_addresses() -> list[str]:
    """The address that this machine has on its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


if __name__ == "__main__":
    main()
