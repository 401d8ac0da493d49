"""The schemas of the description, derived from the types that are read and written."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from tracker.engine.match_file import FORMAT, MOST_ENTRIES
from tracker.games.civil_war.entries import AnyEntry
from tracker.web.api.operations import OPERATIONS
from tracker.web.problems import Problem

Schema = dict[str, Any]

PLACE: Final = "#/components/schemas/{name}"
LEAST: Final = re.compile(r"_typing\.Annotated_int__msgspec\.Meta_ge_(\d)__le_\d+___")
# What a reader of entries passes over, since the server knows it.
PASSED_OVER: Final = ("n", "by", "lines", "undone", "amended_by")
OBJECT: Final[Schema] = {"type": "object"}
TEXT: Final[Schema] = {"type": "string"}


def reference(name: str) -> Schema:
    return {"$ref": PLACE.format(name=name)}


def name_of(kind: type[Struct] | str) -> str:
    return kind if isinstance(kind, str) else kind.__name__


def schemas() -> dict[str, Schema]:
    kinds = [one.answer for one in OPERATIONS if not isinstance(one.answer, str)]
    kinds += [one.body for one in OPERATIONS if one.body is not None]
    (entry, *_), found = msgspec.json.schema_components(
        [AnyEntry, Problem, *kinds], ref_template=PLACE
    )
    plain: dict[str, Schema] = msgspec.json.decode(_plainly_named(entry, found))
    for kind in AnyEntry.__args__:
        plain[kind.__name__]["properties"] = _sent(plain[kind.__name__]["properties"])
    return plain | {"Entry": entry} | WRITTEN_OUT


def _plainly_named(entry: Schema, found: Schema) -> str:
    """`Entry` for any of them, `GoodsFrom1` for at least one of each that is named."""
    data = msgspec.json.encode(found)
    data = data.replace(msgspec.json.encode(entry), msgspec.json.encode(reference("Entry")))
    text = LEAST.sub(r"From\1", data.decode()).replace("_int_", "")
    return re.sub(r'"title":"\w+\[[^"]*\]",', "", text)


def _sent(properties: Mapping[str, Schema]) -> dict[str, Schema]:
    """Where `at` can be anything it is a time, which the server knows too."""
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
MATCH_FILE: Final[Schema] = {
    **OBJECT,
    "description": "A whole match: it can be kept, sent and played again.",
    "properties": {
        "format": {"const": FORMAT},
        "title": TEXT,
        "id": TEXT,
        "name": TEXT,
        "created": TEXT,
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
                    "undone": {"const": True},
                    "amended_by": {"type": "integer", "minimum": 0},
                },
                "required": ["do", "n", "by", "lines"],
            },
        },
        "position": reference("Position"),
        "result": {"anyOf": [reference("Result"), {"type": "null"}]},
    },
    "required": [
        *("format", "title", "id", "name", "created"),
        *("setup", "entries", "position", "result"),
    ],
    "additionalProperties": False,
}
WRITTEN_OUT: Final = {
    "Description": DESCRIPTION,
    "MatchFile": MATCH_FILE,
    "Stream": {**TEXT, "description": "Server-sent events; the data of each is a number."},
}
