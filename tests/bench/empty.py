"""The limit: the same server with a bare Flask view, `python -m tests.bench.empty PORT`."""

import sys
from typing import Final

from flask import Flask

from tracker.live.hub import Hub
from tracker.serving.adapter import Adapter
from tracker.serving.server import Server, listening

HOST: Final = "127.0.0.1"
LARGEST_BODY: Final = 1_000_000


def bare_app() -> Flask:
    """An app with one view, which answers nothing."""
    app = Flask(__name__)
    app.add_url_rule("/", "show_nothing", lambda: "")
    return app


def main(port: int) -> None:
    # As the front door does.
    sys.setswitchinterval(0.0005)
    with listening(HOST, port, "PORT") as sockets:
        Server(Adapter(bare_app(), Hub(), LARGEST_BODY), HOST, port).run(sockets)


if __name__ == "__main__":
    main(int(sys.argv[1]))
