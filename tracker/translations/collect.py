"""Collect every text of the program into the catalogues: run after texts were changed.

`./dev messages` keeps the translations, adds new texts without one, and drops texts that are gone.
A test fails while a translation is missing. `./dev messages --language de` begins a catalogue.
"""

import sys
import tomllib
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from tracker.games.titles import VOCABULARIES
from tracker.translations import FOLDER, LANGUAGES

ROOT: Final = FOLDER.parent.parent
KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "to_translate": None,
    "Message": (1,),
    "Term": (1, (2, "c")),
    "Refused": (2,),
    "Invalid": (2,),
    "SetupRefused": (3,),
}
SOURCES: Final = {
    "tracker": [("**.py", "python")],
    "templates": [("**.html", "jinja2")],
    "printouts": [("**.html", "jinja2")],
}
OPTIONS: Final = {"**.html": {"trimmed": "true", "extensions": "tracker.web.fragments.CachedParts"}}
"""A text may go over several lines, as the templates are read (`tracker/templating.py`)."""


def texts() -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Every text, singular and plural together, with its context if it has one."""
    for folder, methods in SOURCES.items():
        for found in extract_from_dir(ROOT / folder, methods, OPTIONS, keywords=KEYWORDS):
            _, _, message, _, context = found
            yield message, context
    for vocabulary in VOCABULARIES.values():
        yield from vocabulary.texts()
    for text in rule_texts():
        yield text, None


def rule_texts() -> Iterator[str]:
    """Yield the chapters and the summaries of the rules, of every title."""
    for folder in sorted((ROOT / "tracker" / "games").glob("*/data")):
        rules = tomllib.loads((folder / "rules.toml").read_text("utf-8"))
        yield from rules["chapters"].values()
        document = tomllib.loads((folder / "summaries.toml").read_text("utf-8"))
        yield from document["summaries"].values()


def template() -> Catalog:
    """All texts, translated into nothing."""
    catalog = Catalog()
    for message, context in texts():
        catalog.add(message, context=context)
    return catalog


def renew(language: str, folder: Path = FOLDER) -> None:
    """Bring a language's catalogue up to date with the texts; begin it if there is none."""
    path = folder / f"{language}.po"
    catalog = Catalog(language, project="Quartermaster", fuzzy=False)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    catalog.update(template(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    with path.open("wb") as file:
        write_po(file, catalog, omit_header=False, sort_output=True, no_location=True)


def main(arguments: Sequence[str]) -> None:
    """Renew the catalogues of all languages, or that of the language that is named."""
    parser = ArgumentParser(prog="./dev messages")
    parser.add_argument("--language", type=_known, help="a new language by its code, such as de")
    language = parser.parse_args(arguments).language
    for code in [language] if language else LANGUAGES:
        if code != "en":
            renew(code)


def _known(code: str) -> str:
    """Return the code if Babel knows the language and its plurals."""
    try:
        return str(Locale.parse(code))
    except (ValueError, UnknownLocaleError):
        raise ArgumentTypeError(f"there is no language {code!r}") from None


if __name__ == "__main__":
    main(sys.argv[1:])
