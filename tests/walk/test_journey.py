"""The journey itself, through a server whose pages and files are broken on purpose."""

import gzip
import io
import zipfile
from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from tests.serving.conftest import running
from tests.visitor import Visitor
from tests.walk.journey import Journey, kind_of
from tests.walk.pages import Form

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

HTML: Final = "text/html; charset=utf-8"
START: Final = """<!DOCTYPE html><html lang="en"><body>
<a href="/fails">a</a> <a href="/lost">b</a> <a href="/polish">c</a> <a href="/cut">d</a>
<a href="/whole?n=1">e</a> <a href="/whole?n=2">f</a> <a href="#nowhere">g</a>
<a href="/broken.pdf">h</a> <a href="/broken.zip">i</a> <a href="/short">j</a>
<form method="post" action="/forbidden"><input name="word" required>
<button name="sure" value="1">Yes</button><button disabled>No</button></form>
</body></html>"""
WHOLE: Final = '<!DOCTYPE html><html lang="en"><body>whole</body></html>'
FAULTS: Final = {
    "/": "a link leads to #nowhere, which is not there",
    "/fails": "500",
    "/lost": "404",
    "/polish": "the page is in pl, not in en",
    "/cut": "the page has no end",
    "/broken.pdf": "application/pdf cannot be read",
    "/broken.zip": "application/zip cannot be read",
    "/short": "IncompleteRead",
    "/forbidden": "403",
}


def broken_archive() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("one.csv", "a,b\r\n1,2,3\r\n")
    return made.getvalue().replace(b"1,2,3", b"1,2,4")


PAGES: Final[dict[str, tuple[str, str, bytes]]] = {
    "/": ("200 OK", HTML, START.encode()),
    "/fails": ("500 Error", HTML, WHOLE.encode()),
    "/lost": ("404 Not Found", HTML, WHOLE.encode()),
    "/polish": ("200 OK", HTML, WHOLE.replace('"en"', '"pl"').encode()),
    "/cut": ("200 OK", HTML, WHOLE[:-7].encode()),
    "/whole": ("200 OK", HTML, WHOLE.encode()),
    "/broken.pdf": ("200 OK", "application/pdf", b"%PDF-1.7\n"),
    "/broken.zip": ("200 OK", "application/zip", broken_archive()),
    "/forbidden": ("403 Forbidden", HTML, WHOLE.encode()),
}


def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
    path = environ["PATH_INFO"]
    if path == "/short":
        start_response("200 OK", [("Content-Type", HTML), ("Content-Length", "1000")])
        return [b"less than that"]
    status, kind, data = PAGES[path]
    start_response(status, [("Content-Type", kind), ("Content-Encoding", "gzip")])
    return [gzip.compress(data)]


def test_a_journey_notices_every_kind_of_fault_and_nothing_else() -> None:
    with running(app) as server, closing(Visitor(server.port)) as visitor:
        journey = Journey("somebody", visitor, lambda _address: True)
        journey.follow(["/"])
        journey.send_forms()

    noticed = [fault.split(": ", 2)[1:] for fault in journey.faults]
    by_address = {address.partition(" ")[0]: fault for address, fault in noticed}
    assert by_address.keys() == FAULTS.keys()
    assert [fault for address, fault in FAULTS.items() if fault not in by_address[address]] == []
    assert len(noticed) == len(FAULTS)
    assert list(journey.sent.values()) == [403]


def test_addresses_that_differ_by_numbers_names_or_ids_are_of_one_kind() -> None:
    assert kind_of("/m/a1/entries/3?n=1&do=find") == kind_of("/m/a1/entries/12?do=find&n=")
    assert kind_of("/m/a1?do=take&spaces=Riga") == kind_of("/m/a1?do=take&spaces=Port+Said")
    assert kind_of("/m/a1?do=find&form_id=x") == kind_of("/m/a1?do=find#pad")
    assert kind_of("/m/a1/entries/3") != kind_of("/m/a2/entries/3")
    assert kind_of("/m/a1?do=find") != kind_of("/m/a1?do=lose")


def test_a_form_with_files_is_sent_in_parts_as_a_browser_sends_it() -> None:
    form = Form("/import", "/import", "post", (("csrf_token", "x"),), ("files",))

    assert form.content_type.startswith("multipart/form-data; boundary=")
    assert b'name="csrf_token"\r\n\r\nx\r\n' in form.body
    assert b'name="files"; filename=""\r\n\r\n\r\n' in form.body
