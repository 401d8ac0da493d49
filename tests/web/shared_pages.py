"""The pages that every title shows in the same way, of a race."""

from collections.abc import Iterator

from tests.toy.arrange import end_turn, setup, walk
from tests.web.arrange import Device, Page

OF_A_MATCH = (
    *("", "?do=walk&seat=0&steps=2", "/history", "/entries/0", "/entries/0?take_out=1", "/points"),
    *("/seats/0/steps", "/table", "/players", "/notes", "/check", "/board", "/paper", "/rules"),
    *("/share", "/time"),
)
WITHOUT_ONE = ("/", "/new", "/new?title=toy-race", "/matches", "/import", "/statistics", "/paper")
RULES = ("/rules/toy-race", "/rules/TR-1")
OTHERS = ("/trust", "/nothing", "/m/nowhere")


def race(device: Device, *names: str) -> str:
    """The address of a race with a bit of everything that can become of an entry."""
    match = device.make(setup(*names))
    device.write(match, walk(0, 2), walk(0, 1), end_turn(0))
    device.amend(match, 1, walk(0, 3))
    device.undo(match)
    return match


def of_match(match: str) -> Iterator[str]:
    yield from (f"{match}{path}" for path in OF_A_MATCH)


def every_page(device: Device) -> Iterator[Page]:
    """Each kind of page once, also of a race that is over and of one that is refused something."""
    match, over = race(device), race(device)
    device.write(over, walk(0, 9))
    addresses = (*WITHOUT_ONE, *RULES, *OTHERS, *of_match(match), *of_match(over))
    yield from map(device.open, addresses)
    yield device.write(match, walk(1))
    yield Device(device.app, **device.headers).join(match).undo(match)
