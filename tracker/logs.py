"""The log: lines for people, or JSON for machines. It holds no secret and no whole address."""

import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec

from tracker.settings import LogFormat, LogLevel

OURS: Final = "tracker"
ABOUT: Final = "about"
"""The name under which a line's facts come, for machines: `extra={"about": {...}}`."""

CONTROL: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
"""Characters that begin a line, steer a terminal, or change the direction of writing."""


def configure(form: LogFormat, level: LogLevel, stream: TextIO | None = None) -> None:
    """Send what is logged to standard error, in this form; of libraries only what is amiss."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_TextFormatter() if form is LogFormat.TEXT else _Json())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OURS).setLevel(level.upper())


class _TextFormatter(logging.Formatter):
    """`2026-11-16 19:30:05 WARNING The disk is full.`"""

    def format(self, record: logging.LogRecord) -> str:
        """Indent the lines of an error, so that no text in it looks like a line of the log."""
        at = self.formatTime(record, "%Y-%m-%d %H:%M:%S")
        first = f"{at} {record.levelname} {record.getMessage()}"
        lines = [f"    {line}" for line in _error(record).split("\n") if line]
        return "\n".join(map(_escaped, [first, *lines]))


class _Json(logging.Formatter):
    """One object a line, what went wrong included."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, Any] = {
            "at": at,
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
            **getattr(record, ABOUT, {}),
        }
        if error := _error(record):
            said["error"] = error
        # The encoder itself escapes only what JSON forbids.
        return CONTROL.sub(_as_in_json, msgspec.json.encode(said).decode())


def _error(record: logging.LogRecord) -> str:
    """Return the traceback of the error that is logged, or nothing."""
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    return "".join(traceback.format_exception(*record.exc_info))


def _escaped(text: str) -> str:
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def _as_in_json(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
