"""Requests that nobody would send on purpose: made from the description, and then broken."""

import json
from collections.abc import Mapping
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.web.api.documents import documents

METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW")
KINDS: Final = (
    "application/json",
    "application/json; charset=latin-1",
    "application/problem+json",
    "text/html",
    "multipart/form-data; boundary=x",
    "",
    "\t;;=",
)
TOKENS: Final = ("", "Bearer", "Bearer short", "Basic YTpi", "Bearer " + "x" * 5000)


def deep(levels: int) -> Any:
    document: Any = {}
    for _ in range(levels):
        document = [document]
    return document


ODD: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**400]),
    st.floats(),
    st.text(max_size=30),
    st.sampled_from(["\x00", "\ud800", "٣", "🐎" * 41, "x" * 100_000, "../..", "{name}", "%s"]),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
    st.sampled_from([50, 500]).map(deep),
)
"""The values that may stand where something else should."""


@st.composite
def broken(draw: DrawFn, whole: SearchStrategy[Any]) -> Any:
    """A document in which one thing is not as it should be."""
    return draw(_broken(draw(whole)))


@st.composite
def _broken(draw: DrawFn, document: Any) -> Any:
    if not isinstance(document, dict | list) or not document or draw(st.integers(0, 5)) == 0:
        return draw(ODD)
    places = list(document) if isinstance(document, dict) else list(range(len(document)))
    place = draw(st.sampled_from(places))
    changed = document.copy()
    how = draw(st.sampled_from(["deeper", "deeper", "deeper", "left out", "more", "many"]))
    if how == "deeper":
        changed[place] = draw(_broken(document[place]))
    elif how == "left out":
        del changed[place]
    elif isinstance(changed, list):
        changed += [document[place]] * (1 if how == "more" else 150)
    else:
        changed[draw(st.text(max_size=8))] = draw(ODD)
    return changed


def bodies(reference: str, good: Mapping[str, Any]) -> SearchStrategy[bytes]:
    """A body that is good, or looks it, or is broken, or is no document at all."""
    looks_good = documents(reference)
    several = (st.just(good), looks_good, broken(st.just(good)), broken(looks_good), ODD)
    texts = st.one_of(*several).map(lambda document: json.dumps(document).encode())
    return st.one_of(texts, texts, texts, torn(texts), st.binary(max_size=200))


@st.composite
def torn(draw: DrawFn, texts: SearchStrategy[bytes]) -> bytes:
    """The text of a document with a piece of it replaced by something else."""
    data = draw(texts)
    start = draw(st.integers(0, len(data)))
    end = draw(st.integers(start, min(len(data), start + 20)))
    return data[:start] + draw(st.binary(max_size=6)) + data[end:]
