"""The schemas of the description, derived from the types that are read and written."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from tracker.engine.match_file import FORMAT, MOST_ENTRIES
from tracker.games.titles import TITLES
from tracker.web.answers import Problem
from tracker.web.api.operation_types import Operation
from tracker.web.api.operations import OPERATIONS
from tracker.web.titles import TITLE_PAGES

Schema = dict[str, Any]

PLACE: Final = "#/components/schemas/{name}"
LEAST: Final = re.compile(r"_typing\.Annotated_int__msgspec\.Meta_ge_(\d)__le_\d+___")
# What a reader of entries passes over, since the server knows it.
PASSED_OVER: Final = ("n", "by", "lines", "notes", "undone", "amended_by")
OBJECT: Final[Schema] = {"type": "object"}
TEXT: Final[Schema] = {"type": "string"}


def reference(name: str) -> Schema:
    return {"$ref": PLACE.format(name=name)}


def name_of(kind: type[Struct] | str) -> str:
    return kind if isinstance(kind, str) else kind.__name__


def operations() -> list[Operation]:
    """Return the shared operations, then those of each title."""
    own = (operation for pages in TITLE_PAGES.values() for operation in pages.INTERFACE.operations)
    return [*OPERATIONS, *own]


def schemas() -> dict[str, Schema]:
    """Return every schema of the description, by its name."""
    kinds = [operation.answer for operation in operations() if not _is_named(operation)]
    bodies = [operation.body for operation in operations()]
    kinds += [body for body in bodies if body is not None and not isinstance(body, str)]
    _, found = msgspec.json.schema_components([Problem, *kinds], ref_template=PLACE)
    titles = {name: _of_title(name) for name in TITLE_PAGES}
    for parts in titles.values():
        found |= parts
    alternatives = {
        part: {"anyOf": [reference(prefix(name) + part) for name in titles]}
        for part in ("Entry", "Setup", "Position")
    }
    uncovered = [
        reference(pages.INTERFACE.uncovered_type.__name__)
        for pages in TITLE_PAGES.values()
        if pages.INTERFACE.uncovered_type
    ]
    alternatives["Uncovered"] = {"anyOf": [*uncovered, {"type": "null"}]}
    return found | alternatives | WRITTEN_OUT


def prefix(name: str) -> str:
    """Return what the names of a title's own schemas begin with: its name in capitals."""
    return "".join(word.capitalize() for word in name.split("-"))


def _is_named(operation: Operation) -> bool:
    return isinstance(operation.answer, str)


def _of_title(name: str) -> dict[str, Schema]:
    """Return the schemas of a title's entries, set-up and position, under names of its own."""
    title, interface = TITLES[name], TITLE_PAGES[name].INTERFACE
    kinds = [title.ENTRY, title.SETUP, interface.position]
    named, found = msgspec.json.schema_components(kinds, ref_template=PLACE)
    for kind in title.ENTRY.__args__:
        found[kind.__name__]["properties"] = _sent(found[kind.__name__]["properties"])
    for part, schema in zip(("Entry", "Setup", "Position"), named, strict=True):
        found.setdefault(part, schema)
    text = msgspec.json.encode(found).decode()
    renamed = {part: prefix(name) + _plain(part) for part in found}
    for part, new in renamed.items():
        text = text.replace(f'"{PLACE.format(name=part)}"', f'"{PLACE.format(name=new)}"')
    text = re.sub(r'"title":"\w+\[[^"]*\]",', "", text)
    parts: dict[str, Schema] = msgspec.json.decode(text)
    own = {renamed[part]: schema for part, schema in parts.items()}
    if interface.uncovered_type:
        _, shown = msgspec.json.schema_components([interface.uncovered_type], ref_template=PLACE)
        own |= shown
    return own


def _plain(part: str) -> str:
    """Return `GoodsFrom1` for at least one of each that is named."""
    return LEAST.sub(r"From\1", part).replace("_int_", "")


def _sent(properties: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return what is sent. `at` is left out where it is only a time, which the server knows too."""
    return {
        name: schema
        for name, schema in properties.items()
        if name not in PASSED_OVER and not (name == "at" and schema == {})
    }


DESCRIPTION: Final[Schema] = {
    **OBJECT,
    "properties": {"openapi": {"const": "3.1.1"}, "info": OBJECT, "paths": OBJECT},
    "required": ["openapi", "info", "paths", "components"],
}
NOTES: Final[Schema] = {
    "type": "array",
    "items": {
        **OBJECT,
        "properties": {"text": TEXT, "at": TEXT, "who": TEXT},
        "required": ["text", "at", "who"],
        "additionalProperties": False,
    },
}
MATCH_FILE: Final[Schema] = {
    **OBJECT,
    "description": "A whole match: it can be kept, sent and played again.",
    "properties": {
        "format": {"const": FORMAT},
        "title": TEXT,
        "id": TEXT,
        "name": TEXT,
        "created": TEXT,
        "notes": NOTES,
        "setup": reference("Setup"),
        "entries": {
            "type": "array",
            "maxItems": MOST_ENTRIES,
            "items": {
                **OBJECT,
                "properties": {
                    "do": TEXT,
                    "n": {"type": "integer", "minimum": 0},
                    "by": TEXT,
                    "lines": {"type": "array", "items": reference("LineWritten")},
                    "notes": NOTES,
                    "undone": {"const": True},
                    "amended_by": {"type": "integer", "minimum": 0},
                },
                "required": ["do", "n", "by", "lines"],
            },
        },
        "position": reference("Position"),
        "result": {"type": ["object", "null"]},
    },
    "required": [
        *("format", "title", "id", "name", "created"),
        *("setup", "entries", "position", "result"),
    ],
    "additionalProperties": False,
}
MATCH_FILE_SENT: Final[Schema] = {
    **OBJECT,
    "description": "A match file, as it was saved or as a program has made it.",
    "properties": {
        "format": {"const": FORMAT},
        "title": TEXT,
        "setup": reference("Setup"),
        "entries": {"type": "array", "maxItems": MOST_ENTRIES, "items": OBJECT},
        **{name: {} for name in ("id", "name", "created", "notes", "pauses", "position", "result")},
    },
    "required": ["format", "title", "setup", "entries"],
    "additionalProperties": False,
}
WRITTEN_OUT: Final = {
    "MatchFileSent": MATCH_FILE_SENT,
    "Description": DESCRIPTION,
    "MatchFile": MATCH_FILE,
    "Stream": {**TEXT, "description": "Server-sent events; the data of each is a number."},
}
