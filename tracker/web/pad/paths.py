"""An entry as the fields of its form, and back: a field is named by its path in the entry.

`{"seat": 0, "set": {"resources": {"gold": 5}}}` is `seat=0` and `set.resources.gold=5`. What a
list says of seats is named by the seat: `help.2=3` is `[{"seat": 2, "weapons": 3}]`. A seat and
one value that are chosen together are one value: `relieves=2.mute`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct, inspect, to_builtins

SEAT: Final = "seat"
WHOLE: Final = re.compile(r"-?\d{1,9}")
TRUTHS: Final = {"true": True, "false": False, "1": True, "0": False}

Renames = tuple[tuple[str, str], ...]
"""Names that fields once had, as patterns, each with what is written today."""


def renamed(arguments: Mapping[str, str], renames: Renames) -> dict[str, str]:
    """Return the fields of an address by the names that they have today."""

    def today(name: str) -> str:
        for pattern, path in renames:
            if match := re.fullmatch(pattern, name):
                return match.expand(path)
        return name

    return {
        today(name): today(value) if name in ("more", "less") else value
        for name, value in arguments.items()
    }


def arguments_of(entry: Struct) -> dict[str, str]:
    """Return the fields of an entry's form, filled in as the entry was."""
    written = to_builtins(entry)
    written.pop("do", None)
    return dict(_leaves("", written))


def _leaves(path: str, value: Any) -> Iterator[tuple[str, str]]:
    match value:
        case dict() if not path or (value and not _is_of_seat(value)):
            for name, part in value.items():
                yield from _leaves(f"{path}.{name}" if path else name, part)
        case dict():
            yield path, ".".join(map(str, value.values()))
        case list() | tuple() if value and all(isinstance(part, dict) for part in value):
            for place, part in enumerate(value):
                yield from _leaves(*_named(path, place, part))
        case list() | tuple():
            yield path, ",".join(map(str, value))
        case bool():
            yield path, str(value).lower()
        case _:
            yield path, str(value)


def _is_of_seat(value: Mapping[str, Any]) -> bool:
    """Return whether this is a seat and one plain value."""
    plain = [part for part in value.values() if not isinstance(part, dict | list | tuple)]
    return SEAT in value and len(value) == 2 and len(plain) == 2


def _named(path: str, place: int, part: dict[str, Any]) -> tuple[str, Any]:
    """Return the path and the value of one of a list: by its seat where it is of a seat."""
    rest = [value for name, value in part.items() if name != SEAT]
    if SEAT in part and len(rest) == 1:
        return f"{path}.{part[SEAT]}", rest[0]
    return f"{path}.{place}", part


def document_of(answers: Mapping[str, Any], kind: Any) -> dict[str, Any]:
    """Return the document of an entry of this kind from what was filled in, by path.

    What is no text is taken as it is. What is no value of its type stays text, so that the reading
    of the entry says what is wrong.
    """
    found: dict[str, Any] = _inside(answers, _type_info(kind))
    return found


@cache
def _type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _inside(answers: Mapping[str, Any], kind: inspect.Type | None) -> Any:
    """Return what is made of the answers below a path, each by the rest of its path."""
    if isinstance(kind, inspect.UnionType):
        kind = next((struct for struct in kind.types if _is_tagged(struct, answers)), None)
    if isinstance(kind, inspect.DictType) and not _has_parts(kind.value_type):
        return {key: _value(answer, kind.value_type) for key, answer in answers.items()}
    below: dict[str, dict[str, Any]] = {}
    for path, answer in answers.items():
        name, _, rest = path.partition(".")
        below.setdefault(name, {})[rest] = answer
    if isinstance(kind, inspect.VarTupleType):
        return [_of_list(name, part, kind.item_type) for name, part in below.items()]
    return {name: _part(part, _type_of(name, kind)) for name, part in below.items()}


def _part(answers: Mapping[str, Any], kind: inspect.Type | None) -> Any:
    """Return what is made of a value and of what is below it, which counts before the value."""
    deeper = {path: answer for path, answer in answers.items() if path}
    return _inside(deeper, kind) if deeper else _value(answers[""], kind)


def _of_list(name: str, answers: Mapping[str, Any], kind: inspect.Type) -> Any:
    """Return one of a list: the other field of a struct with a seat is named by the seat."""
    fields = kind.fields if isinstance(kind, inspect.StructType) else ()
    if len(fields) != 2 or fields[0].encode_name != SEAT:
        return _part(answers, kind)
    seat, other = fields
    return {SEAT: _value(name, seat.type), other.encode_name: _part(answers, other.type)}


def _is_tagged(kind: inspect.Type, answers: Mapping[str, Any]) -> bool:
    """Return whether this is the struct that the answers name by its tag."""
    return isinstance(kind, inspect.StructType) and answers.get(str(kind.tag_field)) == kind.tag


def _has_parts(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.StructType | inspect.DictType | inspect.VarTupleType)


def _type_of(name: str, kind: inspect.Type | None) -> inspect.Type | None:
    """Return the type of a field or a value; None where there is no such field."""
    match kind:
        case inspect.StructType(fields=fields):
            return next((field.type for field in fields if field.encode_name == name), None)
        case inspect.DictType(value_type=value_type):
            return value_type
    return None


def _value(answer: Any, kind: inspect.Type | None) -> Any:
    """Return a value of this type from its text."""
    match kind:
        case inspect.VarTupleType(item_type=item):
            texts = answer.split(",") if isinstance(answer, str) else answer
            return [_value(text, item) for text in texts if text != ""]
        case _ if not isinstance(answer, str):
            return answer
        case inspect.TupleType(item_types=items):
            return [_value(*pair) for pair in zip(answer.split(","), items, strict=False)]
        case inspect.StructType(fields=fields):
            texts = answer.split(".", 1) if answer else []
            pairs = zip(fields, texts, strict=False)
            return {field.encode_name: _value(text, field.type) for field, text in pairs}
        case inspect.DictType():
            return {}
    return _plain(answer, kind)


def _plain(text: str, kind: inspect.Type | None) -> str | int | bool:
    if isinstance(kind, inspect.IntType) and WHOLE.fullmatch(text):
        return int(text)
    return TRUTHS.get(text, text) if isinstance(kind, inspect.BoolType) else text
