"""The matches that are walked over, and the devices at them: host, scorer, looker, stranger."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tests.recorded import EVERY
from tests.visitor import Answer, Visitor
from tests.walk.pages import WalkedPage
from tracker.games import CARDS

CODE: Final = re.compile(r'<dd class="join-code">\s*(\d{3}) (\d{3})')
SEAT: Final = "1"


@dataclass(frozen=True)
class Source:
    """The origin of a match: a recorded file, or the demo of a title."""

    title: str
    name: str
    document: dict[str, Any] | None = None

    @property
    def data(self) -> bytes:
        return json.dumps(self.document).encode()


def sources() -> Iterator[Source]:
    """Yield for every title its demo, half of a match, another one that ended, and the longest."""
    for title in CARDS:
        files = [file for file in EVERY if file.parent.name == title]
        documents = {file.stem: json.loads(file.read_bytes()) for file in files}
        longest = max(documents, key=lambda name: len(documents[name]["entries"]))
        finished = next(name for name in documents if name != longest)
        # Only a table that names its own tiles turns them up by a form.
        running = next((name for name in documents if name.endswith("own-tiles")), longest)
        yield Source(title, "demo")
        yield Source(title, "running", _half(documents[running]))
        yield Source(title, "finished", documents[finished])
        yield Source(title, "longest", documents[longest])


def _half(document: dict[str, Any]) -> dict[str, Any]:
    """Return a match up to its middle, as it would be saved there."""
    kept = {name: document[name] for name in ("format", "title", "setup")}
    entries = document["entries"][: len(document["entries"]) // 2]
    return {**kept, "name": "½", "entries": entries}


@dataclass
class Table:
    """A match on the server, and the devices at it, each in another language."""

    source: Source
    host: Visitor
    scorer: Visitor
    looker: Visitor
    match: str = field(init=False)

    def __post_init__(self) -> None:
        self.match = self._made().partition("?")[0]
        found = CODE.search(self.host.get(f"{self.match}/table").text)
        assert found, "the host is not shown the table code"
        joining = next(
            form
            for form in self._page(self.scorer, f"{self.match}/table").forms()
            if form.action.endswith("/join")
        )
        fields = {**dict(joining.fields), "code": found[1] + found[2], "seat": SEAT}
        joined = self.scorer.post(joining.action, fields)
        assert joined.status == 200, joined.text

    def _made(self) -> str:
        """Make the match on the server, as the page for it does; return its address."""
        if self.source.document is None:
            start = self._page(self.host, "/")
            demo = next(
                form
                for form in start.forms()
                if form.action == "/demo" and ("title", self.source.title) in form.fields
            )
            return self._led_to(self.host.submit(demo.action, demo.body, demo.content_type))
        page = self._page(self.host, "/import")
        sending = next(form for form in page.forms() if form.action == "/import")
        file = self.source.data.decode()
        body = sending.body.decode().replace(
            'filename=""\r\n\r\n', f'filename="match.json"\r\n\r\n{file}'
        )
        return self._led_to(self.host.submit("/import", body.encode(), sending.content_type))

    def _led_to(self, answer: Answer) -> str:
        assert answer.status == 200, answer.text
        assert answer.address.startswith("/m/"), answer.text
        return answer.address

    def _page(self, visitor: Visitor, address: str) -> WalkedPage:
        return WalkedPage(visitor.get(address), visitor.port)
