"""The time, as it stands beside what was written."""

import time
from datetime import UTC, datetime


def moment() -> str:
    return moment_of(time.time())


def moment_of(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
