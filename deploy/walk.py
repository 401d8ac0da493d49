"""A walk over a running server with Python alone: pages, paper, imports, live news of every game.

    python deploy/walk.py ADDRESS [--most 60] [--unverified]

`deploy` tries every bundle and every set-up of the docs with it, in places that have no test tools.
"""

import argparse
import html
import io
import json
import re
import ssl
import sys
import time
import zipfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from http.cookiejar import CookieJar
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

LINK: Final = re.compile(r'(href|src|action|formaction|content|data-[a-z-]+)="(/[^"#]*)')
FOLLOWED: Final = ("href", "src")
DEMO: Final = re.compile(r'<form method="post" action="[^"]*/demo">(.*?)</form>', re.DOTALL)
FIELD: Final = re.compile(r'name="([^"]+)" value="([^"]*)"')
PDF: Final = b"%PDF"
NOT_FOLLOWED: Final = ("/language", "/trust/in/", "/stream", "/static/")
LARGE_BYTES: Final = 460_000
PATIENCE_SECONDS: Final = 120.0
NEWS_SECONDS: Final = 10.0
BOUNDARY: Final = "quartermaster-walk"


class Fault(Exception):
    """Something on the way is not as it should be."""


class Walker:
    """A device that opens one page after another, below the address that it was given."""

    def __init__(self, address: str, unverified: bool = False) -> None:
        self.base = address.rstrip("/")
        self.path = urlsplit(self.base).path
        context = ssl.create_default_context()
        if unverified:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()), HTTPSHandler(context=context))
        self.faults: list[str] = []
        self.pages = self.printed = 0

    def ask(self, address: str, data: bytes | None = None, kind: str = "") -> tuple[bytes, str]:
        """Return an answer and the address that it came from; raises `Fault` for an error."""
        headers = {"Accept-Language": "en", "Referer": f"{self.base}/"}
        headers |= {"Content-Type": kind} if kind else {}
        where = urljoin(f"{self.base}/", address)
        request = Request(where, data=data, headers=headers)  # noqa: S310 - our own server
        try:
            with self._opener.open(request, timeout=PATIENCE_SECONDS) as answer:
                body, came_from = answer.read(), answer.geturl()
        except HTTPError as error:
            raise Fault(f"{address}: status {error.code}: {sentence(error.read())}") from None
        except OSError as error:
            raise Fault(f"{address}: {error}") from None
        if not came_from.startswith(f"{self.base}/"):
            raise Fault(f"{address} leads to {came_from}")
        return body, came_from

    def walk(self, most: int) -> None:
        """Open the demo of every game, follow its links, and print, import and listen there."""
        first, _ = self.ask("")
        demos = [dict(FIELD.findall(form)) for form in DEMO.findall(first.decode())]
        if not demos:
            raise Fault("The first page has no demo.")
        self.follow(f"{self.path}/", most)
        for demo in demos:
            fields = {name: html.unescape(value) for name, value in demo.items()}
            _, match = self.ask("demo", urlencode(fields).encode())
            self.note_faults(self.hear, match)
            self.follow(urlsplit(match).path, most)
            self.note_faults(self.bring_in, match)

    def follow(self, start: str, most: int) -> None:
        """Open what this page leads to, one address of each kind."""
        known, queue = {kind_of(start)}, deque([start])
        while queue and most:
            most -= 1
            address = queue.popleft()
            for link in self.links_of(address):
                if kind_of(link) not in known and not any(part in link for part in NOT_FOLLOWED):
                    known.add(kind_of(link))
                    queue.append(link)

    def links_of(self, address: str) -> Iterator[str]:
        """Yield the links of a page; a link that leaves our path is a fault."""
        try:
            body, _ = self.page_or_paper(address)
        except Fault as fault:
            self.faults.append(str(fault))
            return
        self.pages += 1
        if not body.lower().startswith(b"<!doctype html"):
            return
        for attribute, quoted in LINK.findall(body.decode()):
            link = html.unescape(quoted)
            if link.startswith(f"{self.path}/"):
                yield from [link] if attribute in FOLLOWED else []
            elif f"{address} -> {link}" not in self.faults:
                self.faults.append(f"{address} -> {link}")

    def page_or_paper(self, address: str) -> tuple[bytes, str]:
        """Return an answer; where a PDF is being made, wait for it."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            body, came_from = self.ask(address)
            if ".pdf" not in address:
                return body, came_from
            if body.startswith(PDF):
                self.printed += 1
                return body, came_from
            if time.monotonic() > until:
                raise Fault(f"{address}: nothing was printed: {sentence(body)}")
            time.sleep(0.5)

    def hear(self, match: str) -> None:
        """Raise `Fault` unless a stream tells its first news at once."""
        request = Request(f"{match}/stream")  # noqa: S310 - our own server
        try:
            with self._opener.open(request, timeout=NEWS_SECONDS) as stream:
                news = stream.readline()
        except OSError as error:
            raise Fault(f"{match}/stream: {error}") from None
        if not news:
            raise Fault(f"{match}/stream: nothing was told")

    def bring_in(self, match: str) -> None:
        """Import this match twice: as it is, and in a zip file so large that it lies on disk."""
        document = json.loads(self.ask(f"{match}/match.json")[0])
        document.pop("id", None)
        data = json.dumps(document).encode()
        large = io.BytesIO()
        with zipfile.ZipFile(large, "w") as archive:
            archive.writestr("match.json", data + b" " * max(0, LARGE_BYTES - len(data)))
        for name, content in (("match.json", data), ("large.zip", large.getvalue())):
            token = re.findall(r'name="csrf_token" value="([^"]+)"', self.ask("import")[0].decode())
            body = form_of({"csrf_token": html.unescape(token[0])}, name, content)
            self.ask("import", body, f"multipart/form-data; boundary={BOUNDARY}")

    def note_faults(self, step: Callable[[str], None], match: str) -> None:
        try:
            step(match)
        except Fault as fault:
            self.faults.append(str(fault))


def form_of(fields: dict[str, str], name: str, content: bytes) -> bytes:
    """Return a form with one file, as a browser sends it."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'
        for field, value in fields.items()
    ]
    head = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
    )
    return "".join([*parts, head]).encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()


def kind_of(address: str) -> str:
    """Return an address without what differs between alike ones."""
    return re.sub(r"\d+", "0", re.sub(r"form_id=[^&]*", "", address))


def sentence(body: bytes) -> str:
    """Return the beginning of what a page says."""
    words = re.sub(r"<(script|style|head).*?</\1>|<[^>]+>", " ", body.decode("utf-8", "replace"))
    return " ".join(words.split())[:200]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Walk over a running server.")
    parser.add_argument("address")
    parser.add_argument("--most", type=int, default=60, help="addresses of each game")
    parser.add_argument("--unverified", action="store_true", help="accept any certificate")
    options = parser.parse_args(arguments)
    walker = Walker(options.address, options.unverified)
    try:
        walker.walk(options.most)
    except Fault as fault:
        walker.faults.append(str(fault))
    print(*walker.faults, sep="\n", end="\n" if walker.faults else "")
    print(f"{walker.pages} addresses, {walker.printed} PDFs, {len(walker.faults)} faults")
    return 1 if walker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
