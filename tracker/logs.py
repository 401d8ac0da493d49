"""The log: lines for people, or JSON for machines. It holds no secret and no whole address."""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec

from tracker.settings import LogFormat, LogLevel

OURS: Final = "tracker"
ABOUT: Final = "about"
"""The name under which a line's facts come, for machines: `extra={"about": {...}}`."""


def configure(form: LogFormat, level: LogLevel, stream: TextIO | None = None) -> None:
    """Send what is logged to standard error, in this form; of libraries only what is amiss."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_TextFormatter() if form is LogFormat.TEXT else _Json())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OURS).setLevel(level.upper())


class _TextFormatter(logging.Formatter):
    """`2026-11-16 19:30:05 WARNING The disk is full.`"""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")


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
        if record.exc_info and record.exc_info[0] is not None:
            said["error"] = "".join(traceback.format_exception(*record.exc_info))
        return msgspec.json.encode(said).decode()
