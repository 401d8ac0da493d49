"""HTML to PDF: the only module that imports WeasyPrint."""

from contextlib import redirect_stdout
from enum import StrEnum
from functools import cache
from io import StringIO
from typing import Any, Final

from tracker.engine.message import Message
from tracker.locations import PRINTOUTS
from tracker.printing import printout_files
from tracker.printing.pdf_accessibility import finish

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
    weasyprint, fonts, styles = _loaded(paper)
    document = weasyprint.HTML(
        string=html, base_url=PRINTOUTS.as_uri() + "/", url_fetcher=_fetcher(weasyprint)
    )
    made: bytes = document.write_pdf(
        stylesheets=list(styles),
        font_config=fonts,
        pdf_variant="pdf/ua-1",
        pdf_tags=True,
        # The same match gives the same file, whenever it is printed.
        pdf_identifier=b"quartermaster",
        finisher=finish,
    )
    return made


def _weasyprint() -> Any:
    try:
        # Here and not above: it is slow to load, and cannot be without its libraries. It prints
        # what it misses before it says so; we say it ourselves.
        with redirect_stdout(StringIO()):
            import weasyprint
    except OSError as error:
        raise CannotPrint(str(error)) from error
    return weasyprint


def _fetcher(weasyprint: Any) -> Any:
    class OwnFiles(weasyprint.urls.URLFetcher):  # type: ignore[misc]
        """Reaches what `resources` allows, whatever a page asks for."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            kind = {"Content-Type": printout_files.kind(url)}
            return weasyprint.urls.URLFetcherResponse(url, printout_files.read(url), kind)

    return OwnFiles()


@cache
def _loaded(paper: Paper) -> tuple[Any, Any, tuple[Any, ...]]:
    """WeasyPrint, the fonts and the style, read once for all sheets of a size."""
    weasyprint = _weasyprint()
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    size = f"@page {{ size: {paper}; }} @page wide {{ size: {paper} landscape; }}"
    style = (PRINTOUTS / "print.css").read_text("utf-8")
    fetcher = _fetcher(weasyprint)
    styles = tuple(
        weasyprint.CSS(string=text, font_config=fonts, url_fetcher=fetcher)
        for text in (printout_files.font_faces(), size, style)
    )
    return weasyprint, fonts, styles
