"""An app with the toy in it: as if its folders stood beside those of the other titles."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from tests.toy import pages, sheets
from tests.toy.arrange import in_registries, register_for_good, registered
from tracker.printing.titles import TITLE_SHEETS
from tracker.service import import_process
from tracker.service.import_process import FileMark
from tracker.settings import Settings
from tracker.web import create_app, static
from tracker.web.api.openapi import description
from tracker.web.titles import TITLE_PAGES

TEMPLATES: Final = Path(__file__).parent / "templates"


@contextmanager
def in_web_registries() -> Iterator[None]:
    """The toy has its pages, its sheets of paper, and its part of the interface."""
    offered: list[tuple[Any, object]] = [(TITLE_PAGES, pages), (TITLE_SHEETS, sheets)]
    with in_registries(), registered(offered):
        description.cache_clear()
        yield
    description.cache_clear()


def toy_app(settings: Settings | Path) -> Flask:
    """The app, which finds the toy's templates; its style sheet is the one that it has not."""
    app = create_app(settings)
    loader = cast("FileSystemLoader", app.jinja_env.loader)
    app.jinja_env.loader = ChoiceLoader([loader, FileSystemLoader(TEMPLATES)])
    app.jinja_env.globals["static_url"] = static_url
    app.extensions["imports"].process.open_file = open_file
    return app


def open_file(data: bytes) -> FileMark:
    """Open a match file in the process for imports, where the toy is not registered yet."""
    register_for_good()
    return import_process.open_file(data)


def static_url(name: str) -> str:
    return f"/static/{name}" if name.startswith(pages.FOLDER) else static.url(name)
