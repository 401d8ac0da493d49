"""The paper of the toy: one sheet, which no test prints."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tracker.engine.message import Message
from tracker.printing.order import Edition, Order, SheetKind
from tracker.printing.printed_match import Match

SHEETS: Final = (SheetKind("running", Message("Running sheet")),)


def options(asked: Mapping[str, str], match: Match | None) -> dict[str, int]:
    return {}


def editions(sheet: str, position: Any) -> Sequence[Edition]:
    return (Edition(),)


def data(order: Order) -> dict[str, Any]:
    return {}


def parts_of_name(order: Order) -> list[str]:
    return []
