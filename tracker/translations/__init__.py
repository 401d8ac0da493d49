"""The languages: English in the code, the others in a catalogue each."""

import gettext
import io
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER: Final = Path(__file__).parent
LANGUAGES: Final = {"en": "English", "ru": "Русский", "pl": "Polski"}
"""Each language by its own name, in the order in which they are offered."""


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """A language's translations, read from its .po file: there is nothing to compile or ship."""
    path = FOLDER / f"{language}.po"
    if not path.exists():
        return gettext.NullTranslations()
    with path.open("rb") as file:
        messages = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
