"""Words for tests of paper: matches to print, and PDFs read back."""

import io
import json
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import pikepdf
from pypdf import PdfReader

from tests.printing.drawn import Page, drawn
from tests.recorded import FILES
from tracker.engine import match_file
from tracker.games.civil_war import title
from tracker.games.titles import TITLES
from tracker.printing import sheet_files
from tracker.printing.civil_war.sheets import options
from tracker.printing.order import Order
from tracker.printing.pdf import Paper
from tracker.printing.pdf_cache import PdfCache
from tracker.printing.printed_match import Match, played
from tracker.printing.sheet_files import key

FOLDER: Final = FILES[0].parent
SIX: Final = "six-seats-most-points"
TWO: Final = "two-seats-turncoat-marshal"
NINE: Final = "nine-seats-five-months"
NINE_BRIEFLY: Final = "nine-seats-full-table"
BATTLES: Final = "house-rules-of-battle"
ADDRESS: Final = "http://192.0.2.7:8000/m/an-address"
shared: list[PdfCache] = []
read_back: "dict[str, Pdf]" = {}
"""The cache of what the tests of this run print."""
EDITIONS: Final = [
    ("en", Paper.A4),
    ("ru", Paper.A4),
    ("ru", Paper.LETTER),
    ("pl", Paper.LETTER),
]
"""Every language and every paper, and the language with the longest words on both."""
SIZES: Final = {Paper.A4: (595, 842), Paper.LETTER: (612, 792)}


class Sheet(StrEnum):
    """The sheets of the Civil War."""

    BLANK = "blank"
    RUNNING = "running"
    SUMMARY = "summary"
    REPORT = "report"
    RULES = "rules"


def order(
    sheet: Sheet, language: str, paper: Paper, of: Match | None = None, **choices: int
) -> Order:
    """An order for a sheet, with choices such as `players=9` or `month=2`."""
    asked = {name: str(int(number)) for name, number in choices.items()}
    return Order(title.NAME, sheet.value, language, paper, of, options(asked, of))


@cache
def match(
    file: str = SIX,
    upto: int | None = None,
    names: tuple[str, ...] = (),
    name: str = "Friday at the club",
) -> Match:
    """A recorded match, as far as an entry, with other names if there are any."""
    document = json.loads((FOLDER / f"{file}.json").read_bytes())
    for seat, new in zip(document["setup"]["seats"], names, strict=False):
        seat["name"] = new
    _, read = match_file.read(json.dumps(document).encode(), TITLES)
    entries = tuple(played(TITLES[title.NAME], read.setup, read.entries[:upto]))
    return Match(title.NAME, name, "2026-11-16T20:15:00+00:00", ADDRESS, read.setup, entries)


def without_pango(folder: Path) -> Path:
    """A folder of libraries in which the loader finds a file that is no library, and gives up."""
    (folder / "libraries").mkdir()
    (folder / "libraries" / "libpango-1.0.so.0").touch()
    return folder / "libraries"


@cache
def long_match(entries: int) -> Match:
    """A match of so many entries: the same find and turn, again and again."""
    document: dict[str, Any] = {
        "format": "quartermaster-match/1",
        "title": "civil-war",
        "setup": {
            "months": 6,
            "tiles_per_player": 4,
            "seats": [
                {"name": "Anna", "role": "southern_officer"},
                {"name": "Boris", "role": "northern_soldier"},
            ],
        },
        "entries": [
            written
            for number in range(entries // 2)
            for written in (
                {"do": "find", "seat": number % 2, "resource": "water", "amount": 1},
                {"do": "end_turn", "seat": number % 2},
            )
        ],
    }
    _, read = match_file.read(json.dumps(document).encode(), TITLES)
    noted = tuple(played(TITLES[title.NAME], read.setup, read.entries))
    return Match(title.NAME, "A long evening", "2026-11-16T20:15:00+00:00", "", read.setup, noted)


def printed(
    sheet: Sheet, of: Match | None, language: str = "en", paper: Paper = Paper.A4, **choices: Any
) -> "Pdf":
    """A sheet of the Civil War."""
    return made(order(sheet, language, paper, of, **choices))


def made(wanted: Order) -> "Pdf":
    """Each sheet is made once for all the tests that read it, whichever worker runs them."""
    if key(wanted) not in read_back:
        pdfs = shared[-1]
        data = pdfs.find(key(wanted))
        if data is None:
            data = sheet_files.printed(wanted)
            pdfs.keep(key(wanted), data)
        read_back[key(wanted)] = Pdf(data)
    return read_back[key(wanted)]


def standing(of: Match) -> list[dict[str, Any]]:
    """The seats, as the match file writes them."""
    seats: list[dict[str, Any]] = title.export_position(of.position)["seats"]
    return seats


class Pdf:
    """A PDF, read back."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.reader = PdfReader(io.BytesIO(data))

    @property
    def pages(self) -> int:
        return len(self.reader.pages)

    @cached_property
    def texts(self) -> list[str]:
        return [page.extract_text() for page in self.reader.pages]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def squeezed(self) -> str:
        """All of the text without any space: where lines break does not matter."""
        return "".join(self.text.split())

    def says(self, sentence: str) -> bool:
        return "".join(sentence.split()) in self.squeezed

    @property
    def size(self) -> tuple[int, int]:
        box = self.reader.pages[0].mediabox
        return round(float(box.width)), round(float(box.height))

    @property
    def title(self) -> str:
        found = self.reader.metadata
        return str(found.title) if found else ""

    @property
    def bookmarks(self) -> list[str]:
        def flat(items: list[Any]) -> list[str]:
            return [
                name
                for item in items
                for name in (flat(item) if isinstance(item, list) else [str(item.title)])
            ]

        return flat(self.reader.outline)

    @cached_property
    def opened(self) -> pikepdf.Pdf:
        return pikepdf.open(io.BytesIO(self.data))

    @cached_property
    def drawn(self) -> list[Page]:
        """Every page as it is drawn; read once for all tests, because it takes a while."""
        return [drawn(page) for page in self.opened.pages]

    @property
    def language(self) -> str:
        return str(self.opened.Root.Lang)

    @property
    def is_tagged(self) -> bool:
        return bool(self.opened.Root.MarkInfo.Marked) and "/StructTreeRoot" in self.opened.Root

    @property
    def claims_to_be_accessible(self) -> bool:
        """Return whether the file says that it keeps to PDF/UA."""
        return b"pdfuaid" in self.opened.Root.Metadata.read_bytes()

    @property
    def alternatives(self) -> list[str]:
        """The words that stand for pictures."""
        return [
            str(thing.Alt)
            for thing in self.opened.objects
            if isinstance(thing, pikepdf.Dictionary) and "/Alt" in thing
        ]

    @property
    def fonts(self) -> dict[str, bool]:
        """Every font, and whether it is inside the file."""
        found = {}
        for thing in self.opened.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
                is_inside = any(key in thing for key in ("/FontFile", "/FontFile2", "/FontFile3"))
                found[str(thing.FontName)] = is_inside
        return found

    @property
    def links(self) -> list[str]:
        """Return the links in it that lead outside."""
        return [
            str(thing.URI)
            for thing in self.opened.objects
            if isinstance(thing, pikepdf.Dictionary) and "/URI" in thing
        ]
