"""A page as it is drawn: every text with its place, every stroke, read from the PDF itself."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import pikepdf

Matrix = tuple[float, float, float, float, float, float]
UNIT: Final[Matrix] = (1, 0, 0, 1, 0, 0)
PAINTS: Final = frozenset(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do"])
SHOWS: Final = frozenset(("Tj", "TJ"))
PAIR: Final = re.compile(rb"<([0-9a-f]+)>\s*<([0-9a-f]+)>")


@dataclass(frozen=True)
class Text:
    x: float
    y: float
    """From the foot of the page."""
    size: float
    text: str
    glyphs: tuple[int, ...]
    owner: int | None


@dataclass(frozen=True)
class Stroke:
    """A straight piece of a path."""

    start: tuple[float, float]
    end: tuple[float, float]
    owner: int | None


@dataclass
class Page:
    texts: list[Text] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    unmarked: list[str] = field(default_factory=list)
    """All that is painted without a tag and not as an artifact."""
    marks: list[int] = field(default_factory=list)


def drawn(page: pikepdf.Page) -> Page:
    """Read one page."""
    return _Reader(page).read()


class _Reader:
    def __init__(self, page: pikepdf.Page) -> None:
        self.page, self.made = page, Page()
        self.resources = page.Resources
        self.matrix, self.text_matrix = UNIT, UNIT
        self.saved: list[Matrix] = []
        self.tags: list[int | None] = []
        self.at = (0.0, 0.0)
        self.path: list[Stroke] = []
        self.size = 0.0
        self.letters: dict[int, str] = {}

    def read(self) -> Page:
        self._follow(self.page)
        return self.made

    def _follow(self, stream: Any) -> None:
        for instruction in pikepdf.parse_content_stream(stream):
            name = str(instruction.operator)
            if name in PAINTS | SHOWS and not self.tags:
                self.made.unmarked.append(name)
            if name in PAINTS:
                self.made.strokes += self.path
            if name in PAINTS | {"n"}:
                self.path = []
            if name in STEPS:
                STEPS[name](self, *instruction.operands)

    def _draw_object(self, name: Any) -> None:
        """Follow what is drawn once in the file and shown here."""
        shown = self.resources.XObject[str(name)]
        if shown.Subtype == "/Form":
            before, self.resources = (self.resources, self.matrix), shown.Resources
            self._follow(shown)
            self.resources, self.matrix = before

    @property
    def owner(self) -> int | None:
        return self.tags[-1] if self.tags else None

    def _save(self) -> None:
        self.saved.append(self.matrix)

    def _restore(self) -> None:
        self.matrix = self.saved.pop()

    def _transform(self, *numbers: Any) -> None:
        self.matrix = _times(_matrix(numbers), self.matrix)

    def _begin_artifact(self, tag: Any) -> None:
        self.tags.append(None)

    def _begin_marked(self, tag: Any, properties: Any) -> None:
        mark = int(properties.MCID)
        self.made.marks.append(mark)
        self.tags.append(mark)

    def _end_marked(self) -> None:
        self.tags.pop()

    def _place_text(self, *numbers: Any) -> None:
        self.text_matrix = _matrix(numbers)

    def _choose_font(self, font: Any, size: Any) -> None:
        self.size = float(size)
        self.letters = _letters(self.resources.Font[str(font)])

    def _show_text(self, parts: Any) -> None:
        data = b"".join(bytes(part) for part in parts if isinstance(part, pikepdf.String))
        glyphs = [int.from_bytes(data[n : n + 2]) for n in range(0, len(data), 2)]
        whole = _times(self.text_matrix, self.matrix)
        text = "".join(self.letters.get(glyph, "\ufffd") for glyph in glyphs)
        size = self.size * abs(whole[3])
        self.made.texts.append(Text(whole[4], whole[5], size, text, tuple(glyphs), self.owner))

    def _move(self, x: Any, y: Any) -> None:
        self.at = self._point(x, y)

    def _line(self, x: Any, y: Any) -> None:
        end = self._point(x, y)
        self.path.append(Stroke(self.at, end, self.owner))
        self.at = end

    def _rectangle(self, x: Any, y: Any, width: Any, height: Any) -> None:
        self._move(x, y)
        self._line(float(x) + float(width), float(y) + float(height))

    def _point(self, x: Any, y: Any) -> tuple[float, float]:
        a, b, c, d, e, f = self.matrix
        return a * float(x) + c * float(y) + e, b * float(x) + d * float(y) + f


STEPS: Final[dict[str, Callable[..., None]]] = {
    "Do": _Reader._draw_object,
    "q": _Reader._save,
    "Q": _Reader._restore,
    "cm": _Reader._transform,
    "BMC": _Reader._begin_artifact,
    "BDC": _Reader._begin_marked,
    "EMC": _Reader._end_marked,
    "Tm": _Reader._place_text,
    "Tf": _Reader._choose_font,
    "TJ": _Reader._show_text,
    "m": _Reader._move,
    "l": _Reader._line,
    "re": _Reader._rectangle,
}


def _matrix(numbers: Any) -> Matrix:
    a, b, c, d, e, f = (float(number) for number in numbers)
    return a, b, c, d, e, f


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _letters(font: Any) -> dict[int, str]:
    """Return the letters that each glyph of a font stands for."""
    pairs = PAIR.findall(font.ToUnicode.read_bytes())
    return {
        int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for glyph, text in pairs
    }
