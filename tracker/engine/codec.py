"""Reading JSON that nobody has checked yet: strict, bounded, and exact about the place."""

import gc
import json
import re
from collections import Counter
from typing import Any, Final, TypeVar

import msgspec

from tracker.engine.message import to_translate as _
from tracker.engine.refusal import Invalid

MOST_DOCUMENT_BYTES: Final = 16_000_000

WHOLE_DOCUMENT: Final = "file"

# What msgspec says, what we say. The names in the pattern become the sentence's facts.
SENTENCES: Final = tuple(
    (re.compile(pattern, re.DOTALL), text)
    for pattern, text in (
        (r"Object missing required field `(?P<field>.*)`", _("{field} is missing")),
        (r"Object contains unknown field `(?P<field>.*)`", _("unknown field {field}")),
        (r"Expected `int` >= (?P<least>.*)", _("must be {least} or more")),
        (r"Expected `int` <= (?P<most>.*)", _("must be {most} or less")),
        (r"Expected `str` of length >= (?P<least>.*)", _("needs at least {least} character")),
        (r"Expected `str` of length <= (?P<most>.*)", _("has more than {most} characters")),
        (r"Expected `str` matching regex (?P<pattern>.*)", _("must be written as {pattern}")),
        (r"Expected `array` of length >= (?P<least>.*)", _("needs at least {least}")),
        (r"Expected `array` of length <= (?P<most>.*)", _("has more than {most}")),
        (r"Expected `array` of length (?P<just>.*)", _("must have exactly {just}")),
        (r"Number out of range|Integer value out of range", _("is too large")),
        (r"Expected `int`.*", _("must be a whole number")),
        (r"Expected `str \| object`.*", _("must be text, or an object in braces")),
        (r"Expected `str`.*", _("must be text")),
        (r"Expected `bool`.*", _("must be true or false")),
        (r"Expected `object \| null`.*", _("must be an object in braces, or null")),
        (r"Expected `object`.*", _("must be an object in braces")),
        (r"Expected `array`.*", _("must be a list in brackets")),
        (r"Invalid (?:enum )?value (?P<found>.*)", _("{found} is not a valid value")),
    )
)

PLACE: Final = re.compile(r"(?P<what>.*) - at `(?P<key>key` in `)?\$(?P<path>[^`]*)`", re.DOTALL)

T = TypeVar("T")


def decode(data: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """The document as the decoder's type, or `Invalid` with the place and a sentence."""
    document, text = decode_once(data, decoder)
    refuse_repeated_keys(text)
    return document


def decode_once(data: bytes, decoder: msgspec.json.Decoder[T]) -> tuple[T, str]:
    """The same without the look for repeated keys, which is still to be made in the text."""
    text = text_of(data)
    try:
        return decoder.decode(text), text
    except msgspec.ValidationError as error:
        raise explained(str(error)) from None
    except msgspec.DecodeError as error:
        raise misplaced(str(error), text) from None
    except RecursionError:
        raise Invalid(WHOLE_DOCUMENT, "is nested too deeply") from None


def text_of(data: bytes) -> str:
    """The bytes as text, if they are text and few enough."""
    if len(data) > MOST_DOCUMENT_BYTES:
        most = MOST_DOCUMENT_BYTES // 1_000_000
        raise Invalid(WHOLE_DOCUMENT, "is larger than {most} MB", most=most)
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise Invalid(f"byte {error.start}", "this is not UTF-8 text") from None


def explained(error: str) -> Invalid:
    """Return msgspec's complaint in our words, with the place in our way of writing places."""
    what, path = _taken_apart(error)
    # msgspec writes dots for the key of a map: cut the path at the first map.
    where, inside_a_map, _rest = path.partition("[...]")
    for pattern, text in SENTENCES:
        match = pattern.fullmatch(what)
        if match:
            facts = match.groupdict()
            if "field" in facts:
                facts["field"] = named(facts["field"])
                if not inside_a_map:
                    where += f".{facts['field']}"
            return Invalid(where.lstrip(".") or WHOLE_DOCUMENT, text, **facts)
    return Invalid(where.lstrip(".") or WHOLE_DOCUMENT, "is not valid: {error}", error=what)


def _taken_apart(error: str) -> tuple[str, str]:
    """Return what msgspec says and the path; of a wrong key, the object that it stands in."""
    found = PLACE.fullmatch(error)
    if found is None:
        return error, ""
    return found["what"], found["path"] + ("[...]" if found["key"] else "")


def named(field: str) -> str:
    """Return the name of a field as a sentence has it: an empty one is shown as it is written."""
    return field or '""'


def misplaced(error: str, text: str) -> Invalid:
    """Text that is not JSON, with the line and column where it stops being it."""
    byte = re.search(r"\(byte (\d+)\)", error)
    if byte is None:
        return Invalid(place_in(text, len(text)), "the text ends too early")
    # Of what stands behind the end msgspec names the byte after the first.
    index = int(byte[1]) - ("trailing" in error)
    before = text.encode()[:index].decode("utf-8", "ignore")
    return Invalid(place_in(text, len(before)), "this is not JSON")


def place_in(text: str, index: int) -> str:
    line = text.count("\n", 0, index) + 1
    return f"line {line} column {index - text.rfind(chr(10), 0, index)}"


class _Repeated(str):
    """The path, from here down, of a key that stands twice in one object."""


def refuse_repeated_keys(text: str) -> None:
    """Neither reading of a key that stands twice is safe, so it is an error (msgspec takes one)."""
    # Millions of small lists would set the collector off again and again, for nothing.
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        document = json.loads(
            text,
            object_pairs_hook=_repeated_key,
            parse_int=_nothing,
            parse_float=_nothing,
            parse_constant=_nothing,
            strict=False,
        )
        found = _tail(document)
    except json.JSONDecodeError as error:
        raise Invalid(place_in(text, error.pos), "this is not JSON") from None
    except RecursionError:
        raise Invalid(WHOLE_DOCUMENT, "is nested too deeply") from None
    finally:
        if is_collecting:
            gc.enable()
    if found is not None:
        raise Invalid(found.lstrip("."), "appears twice")


def _nothing(_: str) -> None:
    """Numbers are not looked at here, and one of a million digits is not worth reading."""


def _repeated_key(pairs: list[tuple[str, Any]]) -> _Repeated | None:
    if len(dict(pairs)) != len(pairs):
        times = Counter(key for key, _ in pairs)
        return _Repeated("." + next(key for key in times if times[key] > 1))
    for key, value in pairs:
        if value is not None and (tail := _tail(value)) is not None:
            return _Repeated(f".{key}{tail}")
    return None


def _tail(value: object) -> str | None:
    if isinstance(value, _Repeated):
        return value
    if isinstance(value, list):
        for place, item in enumerate(value):
            if item is not None and (tail := _tail(item)) is not None:
                return f"[{place}]{tail}"
    return None
