"""HTML to PDF: the only module that imports WeasyPrint."""

import ctypes
import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from enum import StrEnum
from functools import cache, lru_cache
from hashlib import sha256
from io import StringIO
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree

from tracker import palette
from tracker.engine.message import Message
from tracker.locations import PRINTOUTS
from tracker.printing import printout_files
from tracker.printing.drawn_once import FORM, ICON, DrawnOnce
from tracker.printing.page import icon_svg
from tracker.printing.pdf_accessibility import finish

MOST_FORMS: Final = 64
"""So many forms stay laid out; the oldest are forgotten first."""
TITLE: Final = re.compile(r"<title>.*?</title>", re.DOTALL)
PACKAGES: Final = "libpangoft2-1.0-0 libharfbuzz-subset0"


class Paper(StrEnum):
    """The sizes that a sheet is printed on."""

    A4 = "a4"
    LETTER = "letter"


class CannotPrint(Exception):
    """The text libraries that WeasyPrint needs are not on this machine."""

    says = Message(
        "Printing needs text libraries that are not installed here. On Debian: "
        "apt-get install {packages}",
        {"packages": PACKAGES},
    )


def pdf(html: str, paper: Paper) -> bytes:
    """The page as a tagged PDF; raises `CannotPrint` where the libraries are missing."""
    with _collecting_later():
        page, images = _with_images(html, paper)
        made: bytes = _source(page, paper).write_pdf(
            stylesheets=list(_loaded(paper).styles),
            font_config=_loaded(paper).fonts,
            cache=images,
            pdf_variant="pdf/ua-1",
            pdf_tags=True,
            # No identifier, which the format leaves open: for its sum every object would be
            # written twice. The same match gives the same file, whenever it is printed.
            pdf_identifier=None,
            finisher=finish,
        )
    return made


@contextmanager
def _collecting_later() -> Iterator[None]:
    """Put garbage collection off: all boxes of a document are in use until it is written."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_on:
            gc.enable()


def _source(html: str, paper: Paper) -> Any:
    weasyprint = _loaded(paper).weasyprint
    base = PRINTOUTS.as_uri() + "/"
    return weasyprint.HTML(string=html, base_url=base, url_fetcher=_fetcher(weasyprint))


def _with_images(html: str, paper: Paper) -> tuple[str, dict[str, DrawnOnce]]:
    """Return a page without its forms, and everything that is drawn once in it, by address."""
    # Without the title, which names the match: the forms of all matches are the same.
    head = TITLE.sub("", html[: html.find(">", html.find("<body")) + 1])
    images = {
        f"form:{name}": _form(f'{head}<section class="{kind}">{form}</section></body>', paper)
        for name, kind, form in FORM.findall(html)
    }
    page = FORM.sub("", html)
    images |= {address: _icon(address) for address in ICON.findall(page)}
    return page, images


@lru_cache(maxsize=MOST_FORMS)
def _form(html: str, paper: Paper) -> DrawnOnce:
    """Return a form, laid out as a page of its own; the same form is laid out once."""
    icons = {address: _icon(address) for address in ICON.findall(html)}
    document = _source(html, paper).render(
        stylesheets=list(_loaded(paper).styles), font_config=_loaded(paper).fonts, cache=icons
    )
    return DrawnOnce(f"form-{sha256(html.encode()).hexdigest()[:16]}", Form(document.pages[0]))


@cache
def _icon(address: str) -> DrawnOnce:
    _, name, colour = address.split(":")
    return DrawnOnce(f"icon-{name}-{colour[1:]}", Icon(icon_svg(name, colour)))


class Form:
    """A laid out form; its size is that of the first thing on its page."""

    def __init__(self, page: Any) -> None:
        self.paint = page.paint
        (body,) = page._page_box.children[0].children
        box = body.children[0]
        self.width, self.height = box.border_width(), box.border_height()


class Icon:
    """An icon, as large as its drawing says."""

    def __init__(self, svg: str) -> None:
        drawing = ElementTree.fromstring(svg)  # noqa: S314 - ours
        self._image = _weasyprint().images.SVGImage(drawing, None, None, None)
        _, _, self.width, self.height = map(float, self._image._svg.get_viewbox())

    def paint(self, stream: Any) -> None:
        self._image.draw(stream, self.width, self.height, None)


@cache
def _weasyprint() -> Any:
    try:
        # Here and not above: it is slow to load, and cannot be without its libraries. It prints
        # what it misses before it says so; we say it ourselves.
        with redirect_stdout(StringIO()):
            import weasyprint
    except OSError as error:
        raise CannotPrint(str(error)) from error
    _keep_loaded(weasyprint.text.ffi.pangoft2)
    return weasyprint


def _keep_loaded(library: Any) -> None:
    """Keep a library in memory until the process ends.

    Pango looks for fonts in a thread of its own, which may still run when Python unloads its
    libraries at the end. Without the code it runs, the process would end by SIGSEGV.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(library))


def _fetcher(weasyprint: Any) -> Any:
    class OwnFiles(weasyprint.urls.URLFetcher):  # type: ignore[misc]
        """Reaches what `resources` allows, whatever a page asks for."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            kind = {"Content-Type": printout_files.kind(url)}
            return weasyprint.urls.URLFetcherResponse(url, printout_files.read(url), kind)

    return OwnFiles()


class Loaded(NamedTuple):
    """WeasyPrint, the fonts and the style, for all sheets of a size."""

    weasyprint: Any
    fonts: Any
    styles: tuple[Any, ...]


@cache
def _loaded(paper: Paper) -> Loaded:
    weasyprint = _weasyprint()
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    size = f"@page {{ size: {paper}; }} @page wide {{ size: {paper} landscape; }}"
    style = palette.printed((PRINTOUTS / "print.css").read_text("utf-8"))
    fetcher = _fetcher(weasyprint)
    # One sheet, because every element is held against each of them.
    text = f"{printout_files.font_faces()}\n{size}\n{style}"
    styles = (weasyprint.CSS(string=text, font_config=fonts, url_fetcher=fetcher),)
    return Loaded(weasyprint, fonts, styles)
