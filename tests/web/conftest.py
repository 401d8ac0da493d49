"""An app over a folder of its own, and devices at its table."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import Markup

from tests.toy.web import in_web_registries, toy_app
from tests.web.arrange import Device, matches
from tracker.games import CARDS
from tracker.printing.order import Order
from tracker.printing.print_queue import Press
from tracker.settings import Settings
from tracker.web import create_app
from tracker.web.fragments import Fragments, Key


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the matches."""
    return tmp_path_factory.mktemp("data")


class ComparedFragments(Fragments):
    """Parts of pages that are drawn again wherever they are found, and must come out the same."""

    def part(self, key: Key, draw: Callable[[], Markup]) -> Markup:
        found = super().part(key, draw)
        assert found == draw(), f"{key[0]} shows something that its cache does not name"
        return found


@pytest.fixture(scope="module")
def app(request: pytest.FixtureRequest, folder: Path) -> Iterator[Flask]:
    """One app for a module's tests: each has matches of its own.

    The toy is in it, except where the pages of a title are tested.
    """
    is_of_title = request.path.parent.name in {card.folder for card in CARDS.values()}
    with nullcontext() if is_of_title else in_web_registries():
        made = create_app(folder) if is_of_title else toy_app(folder)
        if not request.config.getoption("--quick"):
            made.extensions["fragments"] = ComparedFragments()
        yield made
        matches(made)._database.close()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def app_on_either(request: pytest.FixtureRequest, folder: Path) -> Iterator[Flask]:
    """The app over either database: every test that asks for it is run with both."""
    url = ""
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres").new_database()
    with in_web_registries():
        made = toy_app(Settings(data=folder, database_url=url))
        yield made
        matches(made)._database.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser that has not been here before."""
    return app.test_client()


@pytest.fixture
def device(app: Flask) -> Device:
    return Device(app)


@pytest.fixture
def match(device: Device) -> str:
    """The address of a new race of Anna and Boris."""
    return device.make()


class Tray:
    """A press that prints nothing: it notes what was asked for."""

    def __init__(self) -> None:
        self.made: dict[object, bytes] = {}
        self.orders: list[Order] = []

    def printed(self, key: object, job: "partial[bytes]", client: str = "") -> bytes:
        self.orders.append(job.args[0])
        return self.made.setdefault(key, f"PDF {len(self.made)}".encode())


@pytest.fixture
def tray(app: Flask) -> Iterator[Tray]:
    press = app.extensions["press"]
    app.extensions["press"] = made = Tray()
    yield made
    app.extensions["press"] = press


@pytest.fixture
def press(app: Flask) -> Iterator[Press]:
    """A printing queue of the test's own: one that was closed stays closed."""
    usual = app.extensions["press"]
    app.extensions["press"] = made = Press()
    yield made
    made.close()
    app.extensions["press"] = usual
