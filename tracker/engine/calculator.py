"""The calculator of a title that has one: questions answered from figures alone, without a match.

A title offers it as its attribute `calculator`; most titles have none.
"""

from collections.abc import Mapping
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from tracker.engine.codec import decode_once, refuse_repeated_keys
from tracker.engine.refusal import Invalid
from tracker.engine.title import AnyTitle


class Calculator(Protocol):
    """A title's `calculator.py` is one, as a module."""

    QUESTION: Any
    """The union of the questions, as msgspec reads them."""

    def check(self, question: Any, where: str) -> None:
        """Raise `Invalid` for fields that are right each for itself and wrong together."""

    def calculate(self, question: Any) -> Any:
        """Return the answer; raise `Refused` where a rule forbids what is asked."""


class QuestionHead(Struct):
    """Enough of a document to know how to read the rest."""

    title: str


_head: Final = msgspec.json.Decoder(QuestionHead)


def calculator_of(title: AnyTitle) -> Calculator | None:
    calculator: Calculator | None = getattr(title, "calculator", None)
    return calculator


def read_question(data: bytes, titles: Mapping[str, AnyTitle]) -> tuple[Calculator, Any]:
    """Return the question in a document, and the calculator that answers it."""
    head, text = decode_once(data, _head)
    refuse_repeated_keys(text)
    calculator = calculator_of(titles[head.title]) if head.title in titles else None
    if calculator is None:
        raise Invalid("title", "{title} has no calculator", title=head.title)
    document, _ = decode_once(data, _decoder(calculator))
    calculator.check(document.calculate, "calculate")
    return calculator, document.calculate


def _decoder(calculator: Calculator) -> msgspec.json.Decoder[Any]:
    document = msgspec.defstruct(
        "Document",
        [("title", str), ("calculate", calculator.QUESTION)],
        frozen=True,
        forbid_unknown_fields=True,
    )
    return msgspec.json.Decoder(document)
