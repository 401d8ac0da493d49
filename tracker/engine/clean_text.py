"""Cleaning text that people type: names and reasons, before they are stored."""

import unicodedata
from typing import Final

JOINERS: Final = frozenset("\u200c\u200d")
"""Zero-width joiner and non-joiner: some scripts and emoji need them inside a word."""
BLANK_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by name, but nothing is to be seen of them."""
CONTROLS: Final = frozenset({"Cc", "Zl", "Zp"})
INVISIBLE: Final = frozenset({"Cf", "Cs", "Co"})
VISIBLE: Final = frozenset("LNPS")
"""The first letters of the categories of characters that can be seen."""


def clean(text: str) -> str:
    """Return the text on one line, as it is seen: in NFC, without control characters, characters
    that change the direction of writing, and zero-width ones but for joiners inside a word.

    Text of which nothing can be seen becomes empty.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    plain = "".join(map(_shown, unicodedata.normalize("NFC", text)))
    plain = "".join(
        letter
        for place, letter in enumerate(plain)
        if letter not in JOINERS or _is_inside_a_word(plain, place)
    )
    if not any(unicodedata.category(letter)[0] in VISIBLE for letter in plain):
        return ""
    return " ".join(plain.split())


def _shown(letter: str) -> str:
    """Return the character, a space in place of a control character, or nothing."""
    category = unicodedata.category(letter)
    if category in CONTROLS or letter in BLANK_LETTERS:
        return " "
    return "" if category in INVISIBLE and letter not in JOINERS else letter


def _is_inside_a_word(text: str, place: int) -> bool:
    around = text[max(0, place - 1) : place] + text[place + 1 : place + 2]
    return len(around) == 2 and not any(letter.isspace() or letter in JOINERS for letter in around)
