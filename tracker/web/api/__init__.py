"""The interface for programs: the same services and the same rights as the pages, as JSON."""

from tracker.web.api import describing, joining, reading, writing
from tracker.web.api.door import blueprint

__all__ = ["blueprint", "describing", "joining", "reading", "writing"]
