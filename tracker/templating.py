"""The reading of templates: line breaks as in JSX, texts to be translated on several lines."""

import re
from typing import Final

from jinja2 import Environment, StrictUndefined
from jinja2.ext import Extension

JINJA: Final = r"\{\{.*?\}\}|\{%.*?%\}"
VALUE: Final = rf'"(?:{JINJA}|[^"])*"' + "|" + rf"'(?:{JINJA}|[^'])*'"
UNTOUCHED: Final = r"\{%-?\s*trans\b.*?\{%-?\s*endtrans\s*-?%\}|\{\#.*?\#\}|" + JINJA
PIECE: Final = re.compile(
    rf"(?P<untouched>{UNTOUCHED})|(?P<tag><[a-zA-Z/!](?:{VALUE}|{JINJA}|[^>])*>)|(?P<text>[^<{{]+|.)",
    re.DOTALL,
)
BREAK: Final = re.compile(r"[ \t]*\n\s*")


class LineBreaks(Extension):
    """A line break beside a tag or a Jinja brace is no space; between two words it is one.

    So an element may stand on a line of its own without coming apart from its neighbour.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return "".join(_piece(found) for found in PIECE.finditer(source))


def prepare(environment: Environment) -> None:
    """Let an environment read templates as they are written here; missing values are errors."""
    environment.undefined = StrictUndefined
    environment.add_extension("jinja2.ext.i18n")
    environment.add_extension(LineBreaks)
    environment.policies["ext.i18n.trimmed"] = True
    environment.trim_blocks = environment.lstrip_blocks = True


def _piece(found: re.Match[str]) -> str:
    piece = found[0]
    if found["tag"]:
        return BREAK.sub(_space, piece)
    return BREAK.sub(_space_or_nothing, piece) if found["text"] else piece


def _space(found: re.Match[str]) -> str:
    return " " + _lines(found)


def _space_or_nothing(found: re.Match[str]) -> str:
    is_at_an_edge = found.start() == 0 or found.end() == len(found.string)
    return _lines(found) if is_at_an_edge else _space(found)


def _lines(found: re.Match[str]) -> str:
    """Nothing to see; the lines still count, so that an error names the line of the file."""
    return "{#" + "\n" * found[0].count("\n") + "#}"
