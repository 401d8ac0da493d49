"""Names and reasons as they are stored: cleaned in one place, for pages and the interface alike."""

from typing import Any, Final

from msgspec import structs

from tracker.engine.clean_text import clean
from tracker.engine.refusal import Invalid

MATCH_NAME_LETTERS: Final = 80
DEVICE_NAME_LETTERS: Final = 40


def clean_name(name: str, most: int, *, where: str = "name") -> str:
    """Return the name cleaned, which may leave nothing; raises `Invalid` where it is too long."""
    cleaned = clean(name)
    if len(cleaned) > most:
        raise Invalid(where, "has more than {most} characters", most=most)
    return cleaned


def clean_setup(setup: Any) -> Any:
    """Return the set-up with its players' names cleaned; raises `Invalid` for a blank one."""
    seats = tuple(
        structs.replace(seat, name=_must_show(seat.name, f"setup.seats[{place}].name"))
        for place, seat in enumerate(setup.seats)
    )
    return setup if seats == setup.seats else structs.replace(setup, seats=seats)


def clean_entry(entry: Any) -> Any:
    """Return the entry with its reason cleaned, if it has one; raises `Invalid` for a blank one."""
    reason = getattr(entry, "reason", None)
    if not isinstance(reason, str):
        return entry
    cleaned = _must_show(reason, "reason")
    return entry if cleaned == reason else structs.replace(entry, reason=cleaned)


def _must_show(text: str, where: str) -> str:
    cleaned = clean(text)
    if not cleaned:
        raise Invalid(where, "must not be blank")
    return cleaned
