"""The two ways of saying no: a rule forbids it, or it was never written properly."""

from functools import partial
from typing import Any

from tracker.engine.message import Message


class Refused(Exception):
    """A rule forbids the entry: the rule's number and one sentence with the figures in it."""

    def __init__(self, rule: str, text: str, **facts: object) -> None:
        super().__init__(rule, text, facts)
        self.rule = rule
        self.says = Message(text, facts)

    @property
    def message(self) -> str:
        return str(self.says)

    def __str__(self) -> str:
        return f"{self.says} ({self.rule})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it travel between processes."""
        return partial(Refused, self.rule, self.says.text, **self.says.facts), ()


class Invalid(Exception):
    """Something that is no entry, set-up or match: the place, and what is wrong there."""

    def __init__(self, where: str, text: str, **facts: object) -> None:
        super().__init__(where, text, facts)
        self.where = where
        self.says = Message(text, facts)

    @property
    def message(self) -> str:
        return str(self.says)

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Invalid, self.where, self.says.text, **self.says.facts), ()


class SetupRefused(Invalid):
    """A rule forbids the set-up: the rule's number, the place, and what is wrong there."""

    def __init__(self, rule: str, where: str, text: str, **facts: object) -> None:
        super().__init__(where, text, **facts)
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        facts = self.says.facts
        return partial(SetupRefused, self.rule, self.where, self.says.text, **facts), ()
