"""An answer that is made in several threads, and the requests that these threads answer next."""

import io
import threading
import time
import zipfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from werkzeug.wsgi import ClosingIterator

from tests.processes import MANY_DEVICES, PATIENCE_SECONDS, served
from tests.serving.conftest import Running, Serve
from tests.visitor import Answer, Visitor
from tests.web.arrange import Form, forms_in
from tracker.serving import adapter
from tracker.serving.adapter import THREADS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

MATCHES: Final = 24
"""The archive of this many demo matches needs several pieces."""
DOWNLOADS: Final = 20
FORMS: Final = 60
ARCHIVE: Final = "/matches.zip"
GET: Final = b"GET / HTTP/1.1\r\nHost: table\r\nConnection: close\r\n\r\n"

asked_by: ContextVar[int] = ContextVar("asked_by")


class NotingAnswer:
    """Sets a context variable at its first piece, and resets it when it is closed."""

    def __init__(self) -> None:
        self.is_reset = False

    def __call__(self, environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return self._pieces()

    def _pieces(self) -> Iterator[bytes]:
        assert asked_by.get(None) is None, "another request has left its variable here"
        token = asked_by.set(1)
        for _ in range(THREADS):
            yield b"." * adapter.PIECE
        asked_by.reset(token)
        self.is_reset = True


def test_all_pieces_of_an_answer_see_its_context_and_no_other_request_does(serve: Serve) -> None:
    answers: list[NotingAnswer] = []

    def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        answers.append(NotingAnswer())
        return answers[-1](environ, start_response)

    running: Running = serve(app)
    with ThreadPoolExecutor(THREADS) as clients:
        sent = list(clients.map(running.exchange, [GET] * 3 * THREADS))

    assert all(data.endswith(b"0\r\n\r\n") for data in sent)
    assert len(answers) == 3 * THREADS
    assert all(answer.is_reset for answer in answers)


@pytest.mark.slow
def test_an_answer_that_a_stopping_server_breaks_off_is_closed_after_the_piece_under_way(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    is_waiting, steps = threading.Event(), list[str]()

    def pieces() -> Iterator[bytes]:
        yield b"." * adapter.PIECE
        is_waiting.set()
        while "Cancel 1 running task(s)" not in caplog.text:
            time.sleep(0.01)
        steps.append("piece")
        yield b"." * adapter.PIECE

    def app(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return ClosingIterator(pieces(), lambda: steps.append("closed"))

    running: Running = serve(app)
    with running.connect() as connection:
        connection.sendall(GET)
        assert is_waiting.wait(PATIENCE_SECONDS)
        running.stop()

    assert steps == ["piece", "closed"]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def visitors(tmp_path: Path, log: Path) -> Iterator[tuple[Visitor, Visitor]]:
    """Two visitors, in English and in Polish, of a server as `./dev run` starts it."""
    with (
        served({"QUARTERMASTER_DATA": str(tmp_path), **MANY_DEVICES}, log) as server,
        closing(Visitor(server.port)) as english,
        closing(Visitor(server.port, "pl")) as polish,
    ):
        yield english, polish


@pytest.mark.slow
def test_archives_arrive_whole_and_forms_after_them_are_answered_in_their_language(
    visitors: tuple[Visitor, Visitor], log: Path
) -> None:
    club, visitor = visitors
    demo = form_to("/demo", club.get("/"))
    for number in range(MATCHES):
        assert club.post("/demo", {**demo.fields, "form_id": f"{number:022}"}).status == 200
    language = form_to("/language", visitor.get("/"))

    with ThreadPoolExecutor(THREADS) as clients:
        archives = list(clients.map(club.get, [ARCHIVE] * DOWNLOADS))
        pages = list(clients.map(lambda _: send(visitor, language), range(FORMS)))

    for archive in archives:
        assert archive.status == 200
        assert len(archive.data) > adapter.PIECE
        assert zipfile.ZipFile(io.BytesIO(archive.data)).testzip() is None
    assert {page.status for page in pages} == {200}
    assert all('<html lang="pl"' in page.text for page in pages)
    assert "Traceback" not in log.read_text("utf-8")


def form_to(action: str, page: Answer) -> Form:
    """Return the first form of a page that sends to this address."""
    return next(form for form in forms_in(page.text) if form.action == action)


def send(visitor: Visitor, form: Form) -> Answer:
    """Send a form with its defaults; return the page to which it leads."""
    return visitor.post(form.action, form.fields)
