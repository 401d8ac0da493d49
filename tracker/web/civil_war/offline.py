"""The keys that work where no server can be reached: the rules are asked when it is back."""

from collections.abc import Mapping
from typing import Final

import msgspec

NUMBERS: Final = {
    "find": "amount",
    "lose": "amount",
    "meet": "count",
    "fire": "amount",
    "sickness": "amount",
    "gain": "",
    "end_turn": "",
}
"""The entries that need nothing but a seat and a number, and the field that the number is in."""
SETTLED_BY_KEY: Final = ("resource", "kind", "bonus")


def entry(do: str, arguments: Mapping[str, str]) -> str:
    """Return what a key settles of an entry, as JSON; nothing where it needs the server."""
    if do not in NUMBERS:
        return ""
    settled = {name: arguments[name] for name in SETTLED_BY_KEY if arguments.get(name)}
    return msgspec.json.encode({"do": do, **settled}).decode()
