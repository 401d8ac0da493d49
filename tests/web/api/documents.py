"""Documents that a schema of the description allows: what a program might well send."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tracker.web.api.openapi import description

MOST_ITEMS: Final = 4
NEAR: Final = 2
"""Numbers are mostly near the least one, so that seats and versions that there are come up."""


def schema_of(reference: str) -> dict[str, Any]:
    schemas: dict[str, dict[str, Any]] = description()["components"]["schemas"]
    return schemas[reference.rpartition("/")[2]]


@cache
def documents(reference: str) -> SearchStrategy[Any]:
    return st.deferred(lambda: allowed_by(schema_of(reference)))


def allowed_by(schema: dict[str, Any]) -> SearchStrategy[Any]:
    match schema:
        case {"$ref": reference}:
            return documents(reference)
        case {"enum": several}:
            return st.sampled_from(several)
        case {"const": value}:
            return st.just(value)
        case {"anyOf": several}:
            return st.one_of([allowed_by(schema) for schema in several])
        case {"type": str(kind)}:
            return OF_KIND[kind](schema)
    assert schema == {}, f"the description has a schema of another kind: {schema}"
    return st.one_of(st.none(), st.integers(), st.text(max_size=NEAR))


def _integers(schema: dict[str, Any]) -> SearchStrategy[int]:
    least = schema.get("minimum", 0)
    near = st.integers(least, min(schema.get("maximum", least + NEAR), least + NEAR))
    if "maximum" not in schema:
        return near
    return st.one_of(near, st.integers(least, schema["maximum"]))


def _texts(schema: dict[str, Any]) -> SearchStrategy[str]:
    least, most = schema.get("minLength", 0), schema.get("maxLength", 50)
    if "pattern" in schema:
        whole = st.from_regex(schema["pattern"])
        return whole.filter(lambda text: least <= len(text) <= most)
    return st.text(min_size=least, max_size=most)


def _lists(schema: dict[str, Any]) -> SearchStrategy[list[Any]]:
    if "prefixItems" in schema:
        return st.tuples(*map(allowed_by, schema["prefixItems"])).map(list)
    least = schema.get("minItems", 0)
    most = min(schema.get("maxItems", MOST_ITEMS), max(least, MOST_ITEMS))
    return st.lists(allowed_by(schema["items"]), min_size=least, max_size=most)


def _objects(schema: dict[str, Any]) -> SearchStrategy[dict[str, Any]]:
    if "properties" not in schema and "additionalProperties" not in schema:
        # Any object at all.
        return st.dictionaries(st.text(max_size=NEAR), st.integers(), max_size=NEAR)
    if isinstance(others := schema["additionalProperties"], dict):
        return st.dictionaries(st.sampled_from("0123"), allowed_by(others), max_size=NEAR)
    made = {name: allowed_by(described) for name, described in schema["properties"].items()}
    must = {name: value for name, value in made.items() if name in schema["required"]}
    may = {name: value for name, value in made.items() if name not in must}
    return st.fixed_dictionaries(must, optional=may)


OF_KIND: Final[Mapping[str, Callable[[dict[str, Any]], SearchStrategy[Any]]]] = {
    "null": lambda schema: st.none(),
    "boolean": lambda schema: st.booleans(),
    "integer": _integers,
    "string": _texts,
    "array": _lists,
    "object": _objects,
}
