"""The part of the interface for programs that a title adds."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from tracker.service.sheets import Sheet
from tracker.web.api.operation_types import Operation


def nothing_uncovered(sheet: Sheet) -> None:
    """The answer of a title that hides nothing."""


class TitleInterface(Struct, frozen=True):
    """The types of a title's position, and its own operations."""

    position: Any
    """The type of the position as a match file writes it; the description is derived from it."""
    operations: Sequence[Operation] = ()
    uncovered: Callable[[Sheet], Struct | None] = nothing_uncovered
    """Return what lies open while its choices are made."""
    uncovered_type: Any = None
