"""The front door: builds the app and serves it to the table."""

import argparse
import logging
import socket
from collections.abc import Sequence

from flask import Flask

from tracker.serving.server import Server
from tracker.web import create_app
from tracker.web.settings import data_folder


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="./dev run", description="Serve the score sheet.")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    app = create_app(data_folder())
    print("Quartermaster is at the table:", flush=True)
    for address in addresses(options.host):
        print(f"  http://{address}:{options.port}/", flush=True)
    print(f"The matches are kept in {data_folder()}. Stop with Ctrl-C.", flush=True)
    serving(app, options.host, options.port).run()


def serving(app: Flask, host: str, port: int) -> Server:
    """The server for this app. One process: SQLite has one writer, and its lock is in it."""
    return Server(app, app.extensions["hub"], app.config["MAX_CONTENT_LENGTH"], host, port)


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
