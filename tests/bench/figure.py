"""One measured number, beside what it should be."""

from typing import NamedTuple


class Aim(NamedTuple):
    """The limit of a figure: so much or better."""

    limit: float
    more_is_better: bool = False

    def is_met_by(self, measured: float) -> bool:
        return measured >= self.limit if self.more_is_better else measured <= self.limit

    def __str__(self) -> str:
        return f"{self.limit:,.2f} or {'more' if self.more_is_better else 'less'}"


class Range(NamedTuple):
    """The limits of a figure, both included."""

    low: float
    high: float

    def is_met_by(self, measured: float) -> bool:
        return self.low <= measured <= self.high

    def __str__(self) -> str:
        return f"{self.low:,.2f} to {self.high:,.2f}"


class Figure(NamedTuple):
    what: str
    measured: float
    aim: Aim | Range | None = None
    unit: str = ""

    @property
    def number(self) -> str:
        return f"{self.measured:,.0f} {self.unit}" if self.unit else f"{self.measured:,.2f}"

    @property
    def verdict(self) -> str:
        if self.aim is None:
            return ""
        return f"aim {self.aim}: {'met' if self.aim.is_met_by(self.measured) else 'missed'}"
