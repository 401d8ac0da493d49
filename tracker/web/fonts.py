"""The fonts of the pages: subsets of the ones that paper is printed with, so all widths are known.

They are cut from the files of two packages when they are first needed, and saved among the data.
"""

import hashlib
import io
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from tracker import private

KIND: Final = "font/woff2"
BEGINS: Final = b"wOF2"


class Face(NamedTuple):
    """A font file, and the weights in a style sheet that are drawn with it."""

    family: str
    weights: str
    package: str
    file: str


FACES: Final = {
    "sans": Face("Ledger Sans", "400 500", "font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-bold": Face("Ledger Sans", "600 700", "font_source_sans_pro", "SourceSansPro-Bold.ttf"),
    "serif": Face("Ledger Serif", "400", "font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    "serif-bold": Face("Ledger Serif", "700", "font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
}
POLISH: Final = "ĄĆĘŁŃÓŚŹŻąćęłńóśźż"
SIGNS: Final = "\xa0«°·»×–—‘’“”„†•…−→←≤≥"
SUBSETS: Final = {
    "latin": "".join(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100)))) + POLISH + SIGNS,
    "cyrillic": "".join(map(chr, range(0x400, 0x460))) + "Ґґ№",
}
LAYOUT: Final = ["GDEF", "GPOS", "GSUB"]
"""Left out: kerning and the like are a quarter of a font and most of the time to cut it."""
NOTICES: Final = [0, 13, 14]
"""The copyright and the licence, which every copy has to carry."""
RECIPE: Final = "1"
"""To be raised when the same letters are cut in another way."""

NAMES: Final = {
    f"fonts/{face}-{subset}.woff2": (face, subset) for face in FACES for subset in SUBSETS
}
EVERYWHERE: Final = ("sans", "serif-bold")
"""The faces that every page shows, whichever it is: they are asked for before the style is read."""


class FontCache:
    """The fonts in a folder. Whatever is wrong with that, they are cut anew."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def contents(self, name: str) -> bytes:
        path = self._folder / f"{Path(name).stem}-{mark(name)}.woff2"
        with suppress(OSError):
            found = path.read_bytes()
            if found.startswith(BEGINS):
                return found
        data = cut(name)
        with suppress(OSError):
            private.make_folder(self._folder)
            private.replace(path, data)
        return data

    def prepare(self) -> None:
        """Cut all that are missing, beside whatever else goes on."""
        threading.Thread(target=self._prepare, name="fonts", daemon=True).start()

    def _prepare(self) -> None:
        for name in NAMES:
            self.contents(name)


_cutting = threading.Lock()


def cut(name: str) -> bytes:
    """Return a subset of a font as WOFF2; whoever asks meanwhile waits for the same one."""
    with _cutting:
        return _cut(name)


@cache
def _cut(name: str) -> bytes:
    # Slow to import, and needed once in the life of an installation.
    from fontTools import subset

    options = subset.Options(flavor="woff2", hinting=False, name_IDs=NOTICES)
    options.drop_tables += LAYOUT
    with subset.load_font(str(_file(name)), options) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(text=_letters(name))
        subsetter.subset(font)
        written = io.BytesIO()
        subset.save_font(font, written, options)
    return written.getvalue()


@cache
def mark(name: str) -> str:
    """Return a few letters that change when the font does; it need not be cut for them."""
    recipe = f"{RECIPE} {_letters(name)}".encode()
    return hashlib.sha256(recipe + _file(name).read_bytes()).hexdigest()[:10]


def preloaded(language: str) -> list[str]:
    """Return the fonts that every page in this language begins with."""
    subsets = ["latin", "cyrillic"] if language == "ru" else ["latin"]
    return [f"fonts/{face}-{subset}.woff2" for face in EVERYWHERE for subset in subsets]


def style() -> bytes:
    """Return the fonts as a style sheet beside them names them."""
    return "".join(_rule(name, f"{name}?v={mark(name)}") for name in NAMES).encode()


def _rule(name: str, url: str) -> str:
    face = FACES[NAMES[name][0]]
    return (
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weights}; '
        f'font-display: block; src: url("{url}") format("woff2"); '
        f"unicode-range: {_ranges(map(ord, _letters(name)))}; }}\n"
    )


def _ranges(codes: Iterable[int]) -> str:
    """Return code points as a style sheet writes them, those in a row by the first and last."""
    rows: list[list[int]] = []
    for code in sorted(set(codes)):
        if rows and code == rows[-1][1] + 1:
            rows[-1][1] = code
        else:
            rows.append([code, code])
    return ", ".join(f"U+{first:X}-{last:X}" for first, last in rows)


def _letters(name: str) -> str:
    return SUBSETS[NAMES[name][1]]


def _file(name: str) -> Path:
    face = FACES[NAMES[name][0]]
    return Path(str(files(face.package) / "files" / face.file))
