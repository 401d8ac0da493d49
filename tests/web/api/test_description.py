"""The description: a whole OpenAPI document, which describes all that there is and nothing else."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from tests.toy.arrange import walk
from tests.web.api.program import Program
from tracker.games.titles import TITLES
from tracker.service.rights import Undo, name_of
from tracker.service.tables import Tables
from tracker.web.api.openapi import description
from tracker.web.api.schemas import prefix

METHODS: Final = ["get", "post"]
DESCRIPTION: Final = description()
SCHEMAS: Final[dict[str, Any]] = DESCRIPTION["components"]["schemas"]
OPERATIONS: Final = [
    (method, path, operation)
    for path, operations in DESCRIPTION["paths"].items()
    for method, operation in operations.items()
]
COMPONENT: Final = re.compile(r"[A-Za-z0-9._-]+")

# What OpenAPI 3.1 asks of a document, as far as this one uses it.
SHAPE: Final = {
    "type": "object",
    "required": ["openapi", "info", "paths", "components", "security"],
    "additionalProperties": False,
    "properties": {
        "openapi": {"type": "string", "pattern": r"^3\.1\.\d+$"},
        "info": {
            "type": "object",
            "required": ["title", "version"],
            "properties": {key: {"type": "string"} for key in ("title", "version", "summary")},
            "additionalProperties": False,
        },
        "security": {"type": "array"},
        "paths": {
            "type": "object",
            "patternProperties": {
                "^/": {
                    "type": "object",
                    "propertyNames": {"enum": METHODS},
                    "additionalProperties": {"$ref": "#/$defs/operation"},
                }
            },
            "additionalProperties": False,
        },
        "components": {
            "type": "object",
            "properties": {
                "schemas": {"type": "object", "propertyNames": {"pattern": "^[A-Za-z0-9._-]+$"}},
                "securitySchemes": {"const": {"token": {"type": "http", "scheme": "bearer"}}},
            },
            "additionalProperties": False,
        },
    },
    "$defs": {
        "operation": {
            "type": "object",
            "required": ["operationId", "summary", "parameters", "responses"],
            "additionalProperties": False,
            "properties": {
                "operationId": {"type": "string"},
                "summary": {"type": "string"},
                "security": {"const": []},
                "parameters": {"type": "array", "items": {"$ref": "#/$defs/parameter"}},
                "requestBody": {
                    "type": "object",
                    "required": ["content"],
                    "properties": {
                        "required": {"type": "boolean"},
                        "content": {"$ref": "#/$defs/content"},
                    },
                    "additionalProperties": False,
                },
                "responses": {
                    "type": "object",
                    "minProperties": 1,
                    "propertyNames": {"pattern": "^[1-5][0-9][0-9]$"},
                    "additionalProperties": {
                        "type": "object",
                        "required": ["description"],
                        "properties": {
                            "description": {"type": "string"},
                            "content": {"$ref": "#/$defs/content"},
                            "links": {
                                "type": "object",
                                "additionalProperties": {"$ref": "#/$defs/link"},
                            },
                        },
                        "additionalProperties": False,
                    },
                },
            },
        },
        "link": {
            "type": "object",
            "required": ["operationId", "parameters"],
            "properties": {
                "operationId": {"type": "string"},
                "parameters": {
                    "type": "object",
                    "additionalProperties": {"pattern": r"^\$(request\.path\.|response\.body#/)"},
                },
            },
            "additionalProperties": False,
        },
        "parameter": {
            "type": "object",
            "required": ["name", "in", "schema"],
            "properties": {
                "name": {"type": "string"},
                "in": {"enum": ["path", "query", "header"]},
                "description": {"type": "string"},
                "required": {"type": "boolean"},
                "schema": {"type": "object"},
            },
            "additionalProperties": False,
            "if": {"properties": {"in": {"const": "path"}}},
            "then": {"required": ["required"], "properties": {"required": {"const": True}}},
        },
        "content": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z]+/[a-z.+-]+$"},
            "additionalProperties": {
                "type": "object",
                "required": ["schema"],
                "properties": {"schema": {"type": "object"}},
                "additionalProperties": False,
            },
        },
    },
}


def references(document: Any) -> Iterator[str]:
    """Every place that something in the document refers to."""
    if isinstance(document, dict):
        for key, value in document.items():
            if key == "$ref":
                yield value
            elif key == "mapping":
                yield from value.values()
            else:
                yield from references(value)
    elif isinstance(document, list):
        for part in document:
            yield from references(part)


def routes(app: Flask) -> set[tuple[str, str, str]]:
    """Every method and address of the interface, and its view."""
    return {
        (method.lower(), re.sub(r"<(?:[^:>]+:)?(\w+)>", r"{\1}", rule.rule), rule.endpoint)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    }


def test_every_address_is_described_and_nothing_else_is(app: Flask) -> None:
    described = {
        (method, path, f"api.{operation['operationId']}") for method, path, operation in OPERATIONS
    }

    assert routes(app) == described


def test_the_app_serves_it_to_anybody(program: Program) -> None:
    response = program.get("/openapi.json", headers={"Authorization": ""})

    assert response.get_json() == msgspec.json.decode(msgspec.json.encode(description()))


def test_it_has_the_shape_of_an_openapi_document() -> None:
    Draft202012Validator.check_schema(SHAPE)

    Draft202012Validator(SHAPE).validate(msgspec.json.decode(msgspec.json.encode(DESCRIPTION)))


def test_every_operation_has_a_name_of_its_own() -> None:
    names = Counter(operation["operationId"] for _, _, operation in OPERATIONS)

    assert max(names.values()) == 1


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS)
def test_the_parameters_in_the_path_are_those_that_are_described(
    method: str, path: str, operation: dict[str, Any]
) -> None:
    described = [
        parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"
    ]

    assert described == re.findall(r"{(\w+)}", path)
    assert ("requestBody" in operation) == (method == "post" and not path.endswith("/devices"))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name: str) -> None:
    assert COMPONENT.fullmatch(name)
    Draft202012Validator.check_schema(SCHEMAS[name])


def test_every_reference_leads_somewhere_and_every_schema_is_referred_to() -> None:
    assert set(references(DESCRIPTION)) == {f"#/components/schemas/{name}" for name in SCHEMAS}


@pytest.mark.parametrize("title", list(TITLES))
def test_every_entry_of_the_match_file_is_described(title: str) -> None:
    kinds = TITLES[title].ENTRY.__args__
    written = {kind.__struct_config__.tag: prefix(title) + kind.__name__ for kind in kinds}
    mapping = SCHEMAS[f"{prefix(title)}Entry"]["discriminator"]["mapping"]

    assert mapping == {do: f"#/components/schemas/{name}" for do, name in written.items()}
    for do, name in written.items():
        assert SCHEMAS[name]["properties"]["do"] == {"enum": [do]}
        assert SCHEMAS[name]["additionalProperties"] is False


def links() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Every link: the operation that it starts from, the one it leads to, and with what."""
    for _, _, operation in OPERATIONS:
        for response in operation["responses"].values():
            for link in response.get("links", {}).values():
                yield operation["operationId"], link["operationId"], link["parameters"]


def test_every_operation_with_something_in_its_path_is_led_to() -> None:
    wanted = {
        operation["operationId"]: set(re.findall(r"{(\w+)}", path))
        for _, path, operation in OPERATIONS
        if "{" in path
    }

    assert {target for _, target, _ in links()} == set(wanted)
    for _, target, parameters in links():
        assert set(parameters) == wanted[target]


def value_at(expression: str, answer: Any) -> Any:
    for part in expression.removeprefix("$response.body#/").split("/"):
        answer = answer[int(part) if part.isdigit() else part]
    return answer


def test_links_lead_from_what_is_answered_to_what_is_there(app: Flask, program: Program) -> None:
    match = program.make()
    program.write(match, walk(0))
    anna = Program(app)
    program.join(anna, match, 0)
    tables: Tables = app.extensions["tables"]
    host = name_of(program.token)
    tables.settle(match.removeprefix("/matches/"), host, Undo.FREE, asks=True)
    carry = {"do": "carry", "seat": 0, "other": 1, "steps": 1}
    assert anna.write(match, carry).get_json()["waits"]
    program.post(f"{match}/notes", {"write_id": "note", "text": "A note"})
    answers = {
        "make_match": {"id": match.removeprefix("/matches/")},
        "import_match": {"id": match.removeprefix("/matches/")},
        "show_notes": program.read(f"{match}/notes"),
        "show_matches": program.read("/matches"),
        "show_history": program.read(f"{match}/history"),
        "show_sheet": program.read(match),
    }
    expected = {
        "match_id": match.removeprefix("/matches/"),
        "n": 0,
        "request_id": answers["show_sheet"]["waiting"][0]["id"],
        "note_id": "note",
    }

    for source, _, parameters in links():
        for name, expression in parameters.items():
            if expression.startswith("$response"):
                assert value_at(expression, answers[source]) == expected[name]
