"""Cleaning names and reasons."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.engine.clean_text import JOINERS, clean


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria\n", "Anna Maria"),
        ("An\x00na\x1b[31m", "An na [31m"),
        ("Anna\u2028Boris", "Anna Boris"),
        ("\u202eannA\u202c", "annA"),
        ("\u2066Anna\u2069", "Anna"),
        ("An\u200bna\ufeff", "Anna"),
        ("An\u00adna", "Anna"),
        ("Zoe\u0308", "Zo\u00eb"),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u200dAnna\u200c", "Anna"),
        ("Anna \u200d Maria", "Anna Maria"),
        ("a\u200d\u200db", "ab"),
        ("\u05d3\u05d5\u05d3", "\u05d3\u05d5\u05d3"),
        ("\u200b\u200d", ""),
        ("\u3164\u2800", ""),
        ("\u0301", ""),
        (" \n ", ""),
        ("", ""),
    ],
)
def test_text_is_kept_as_it_is_seen(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@given(st.text())
def test_clean_text_is_on_one_line_in_nfc_and_stays_as_it_is(text: str) -> None:
    cleaned = clean(text)

    assert clean(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned == " ".join(cleaned.split())
    invisible = [
        letter for letter in cleaned if unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp")
    ]
    assert set(invisible) <= JOINERS
