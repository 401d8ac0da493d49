"""The words and figures that every template can ask for, whatever the title."""

from datetime import datetime
from typing import Any, Final

from babel.dates import format_datetime

from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.translations.translator import plain, signed
from tracker.web.language import change, counted, language, translate


def column_word(column: Column, number: int) -> str:
    """Return what is counted, as said after a number."""
    return counted(column.singular, column.plural, abs(number))


def day(at: str) -> str:
    """A day and an hour in the reader's way of writing them, as the server's clock has them."""
    moment = datetime.fromisoformat(at).astimezone()
    return format_datetime(moment, "d MMMM, HH:mm", locale=language())


def full_day(at: str) -> str:
    """A day with its year, and the hour."""
    moment = datetime.fromisoformat(at).astimezone()
    return format_datetime(moment, "d MMMM y, HH:mm", locale=language())


def duration(seconds: int) -> str:
    """Hours and minutes, as they are said."""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return translate(Message("{hours} h {minutes} min", {"hours": hours, "minutes": minutes}))
    return translate(Message("{minutes} min", {"minutes": minutes}))


def clock(seconds: int) -> str:
    """Return hours, minutes and seconds: 1:02:03."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def hour(at: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M")


def is_column(value: object) -> bool:
    return isinstance(value, Column)


GLOBALS: Final[dict[str, Any]] = {
    "change": change,
    "clock": clock,
    "column_word": column_word,
    "day": day,
    "duration": duration,
    "full_day": full_day,
    "hour": hour,
    "is_column": is_column,
    "signed": signed,
    "plain": plain,
}
