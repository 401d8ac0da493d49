"""The limit: the same server with a bare Flask view, `python -m tests.bench.empty PORT`."""

import sys
from typing import Final

from flask import Flask

from tracker.live.hub import Hub
from tracker.serving.adapter import Adapter
from tracker.serving.server import Server, listening

HOST: Final = "127.0.0.1"
LARGEST_BODY: Final = 1_000_000
PAGE: Final = """<!DOCTYPE html><html lang="en"><title>Floor</title>
<meta name="viewport" content="width=device-width">
<style>button { padding: 40px; touch-action: manipulation; } .pressed { background: gold; }</style>
<button id="key">Ask</button><p id="answers">0</p>
<script>
const key = document.getElementById("key");
const answers = document.getElementById("answers");
key.addEventListener("pointerdown", () => key.classList.add("pressed"));
key.addEventListener("pointerup", () => key.classList.remove("pressed"));
key.addEventListener("click", async () => {
  await (await fetch("/", { method: "POST" })).text();
  answers.textContent = Number(answers.textContent) + 1;
});
</script></html>"""
"""The floor of what a finger can feel: one button, which asks for an empty answer."""


def bare_app() -> Flask:
    """An app with one view that answers nothing, and a page whose one button asks it."""
    app = Flask(__name__)
    app.add_url_rule("/", "show_nothing", lambda: "", methods=["GET", "POST"])
    app.add_url_rule("/page", "show_page", lambda: PAGE)
    return app


def main(port: int) -> None:
    # As the front door does.
    sys.setswitchinterval(0.0005)
    with listening(HOST, port, "PORT") as sockets:
        Server(Adapter(bare_app(), Hub(), LARGEST_BODY), HOST, port).run(sockets)


if __name__ == "__main__":
    main(int(sys.argv[1]))
