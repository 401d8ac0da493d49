"""The OpenAPI description of the interface, which the app serves and the tests hold it to."""

import re
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Final

from flask import Response

from tracker.web.answers import INTERFACE, MEDIA_TYPE
from tracker.web.api.auth import answer, blueprint
from tracker.web.api.operation_types import JSON, OTHERWISE, Operation, Query
from tracker.web.api.schemas import name_of, operations, reference, schemas
from tracker.web.below_path import own_path

IN_PATH: Final = re.compile(r"{(\w+)}")
PATH_TYPES: Final[dict[str, dict[str, Any]]] = {
    "match_id": {"type": "string", "minLength": 1, "maxLength": 22},
    "n": {"type": "integer", "minimum": 0},
    "note_id": {"type": "string", "minLength": 1, "maxLength": 32},
    "request_id": {"type": "string", "minLength": 1, "maxLength": 32},
}
ABOUT: Final = (
    "What the pages can do with a match, for programs. The guide is docs/interface.md. "
    "Whatever goes wrong is answered as problem details (RFC 9457) and changes nothing."
)


@blueprint.get("/openapi.json")
def show_description() -> Response:
    below = {"servers": [{"url": own_path()}]} if own_path() else {}
    return answer(description() | below)


@cache
def description() -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations():
        path = paths.setdefault(f"{INTERFACE}{operation.path}", {})
        path[operation.method] = _operation(operation)
    return {
        "openapi": "3.1.1",
        "info": {"title": "Quartermaster", "version": version("quartermaster"), "summary": ABOUT},
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(operation: Operation) -> dict[str, Any]:
    problems = sorted({*operation.problems, *OTHERWISE, *((401,) if operation.needs_token else ())})
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.says,
        "parameters": [*_path_parameters(operation.path), *map(_query, operation.query), LANGUAGE],
        "responses": {
            str(operation.status): {
                "description": HTTPStatus(operation.status).phrase,
                "content": {operation.media_type: {"schema": reference(name_of(operation.answer))}},
                **_links(operation),
            },
            **{str(status): _problem(status) for status in problems},
        },
    }
    if operation.body is not None:
        content = {JSON: {"schema": reference(name_of(operation.body))}}
        described["requestBody"] = {"required": True, "content": content}
    if not operation.needs_token:
        described["security"] = []
    return described


def _links(source: Operation) -> dict[str, Any]:
    """The operations that can be called with what this one answers, and how."""
    own = {name: f"$request.path.{name}" for name in IN_PATH.findall(source.path)}
    known = {**own, **source.gives}
    links = {
        target.name: {
            "operationId": target.name,
            "parameters": {name: known[name] for name in IN_PATH.findall(target.path)},
        }
        for target in operations()
        if _is_reached(set(IN_PATH.findall(target.path)), set(known), set(source.gives))
    }
    return {"links": links} if links else {}


def _is_reached(asked: set[str], known: set[str], given: set[str]) -> bool:
    """Return whether all that a path asks for is known, and something of it only by this answer."""
    return asked <= known and bool(asked & given)


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": PATH_TYPES[name]}
        for name in IN_PATH.findall(path)
    ]


def _query(asked: Query) -> dict[str, Any]:
    return {
        "name": asked.name,
        "in": "query",
        "description": asked.says,
        "schema": {"type": "string", "maxLength": asked.most}
        if asked.is_text
        else {"type": "integer", "minimum": 0, "maximum": asked.most},
    }


def _problem(status: int) -> dict[str, Any]:
    content = {MEDIA_TYPE: {"schema": reference("Problem")}}
    return {"description": HTTPStatus(status).phrase, "content": content}


LANGUAGE: Final = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The language of sentences: en, ru or pl.",
    "schema": {"type": "string"},
}
