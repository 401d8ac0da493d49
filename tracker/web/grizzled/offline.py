"""The keys that work where no server can be reached: the rules are asked when it is back."""

from typing import Final

import msgspec

WITHDRAWS: Final = msgspec.json.encode({"do": "withdraw"}).decode()


def without_seat(entries: str) -> str:
    """Return a played card as an entry of nobody yet: whose turn it is, is asked; else nothing."""
    if not entries:
        return ""
    entry = msgspec.json.decode(entries)[0]
    if entry["do"] != "play":
        return ""
    return msgspec.json.encode({name: entry[name] for name in entry if name != "seat"}).decode()
