"""How hypothesis runs: without a clock, and in CI the same examples every time."""

import os

from hypothesis import settings

settings.register_profile("table", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("table"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "table")
