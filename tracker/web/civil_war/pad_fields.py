"""The fields of the entry pad that belong to this title: resources, people, seats by side."""

from collections.abc import Callable, Iterable, Mapping

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.civil_war.columns import RESOURCES
from tracker.games.civil_war.position import Table
from tracker.web.pad import fields
from tracker.web.pad.fields import NumberInput, Option

HOW_MANY = Message("How many, as printed on the tile. You can type a sum, such as 5+2+2.")


class FilledPad(fields.Filled):
    """The fields of one entry as far as they are filled in, for one table."""

    def __init__(self, table: Table, seat: int, arguments: Mapping[str, str]) -> None:
        super().__init__(arguments)
        self.table = table
        self.seat = seat

    def keypad(self, name: str = "amount", label: Message = HOW_MANY) -> int | None:
        return super().keypad(name, label)

    def goods(self, prefix: str, label: Message, seat: int) -> dict[str, int]:
        """Some of a seat's resources, each by its path."""
        inputs = [
            NumberInput(
                f"{prefix}.{resource.value}",
                resource,
                resource.value,
                0,
                self.table[seat, resource],
            )
            for resource in RESOURCES
        ]
        return self.numbers(label, inputs)

    def another_seat(
        self,
        name: str,
        label: Message,
        seats: Iterable[int],
        why_not: Callable[[int], Refused | None] = lambda _: None,
    ) -> int | None:
        options = [
            Option(
                str(seat),
                self.table.name(seat),
                self.table.side(seat).word,
                refused=why_not(seat),
            )
            for seat in seats
        ]
        chosen = self.choose(name, label, options)
        return None if chosen is None else int(chosen)


def resource_options() -> list[Option]:
    return [Option(resource.value, resource, resource.value) for resource in RESOURCES]
