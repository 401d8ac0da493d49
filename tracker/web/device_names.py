"""Names of devices: at first what it seems to be; at joining whose it is, unless typed."""

from dataclasses import dataclass
from typing import Final

from flask import request

from tracker.engine.message import Message
from tracker.service.match import DEVICE_NAME_LETTERS
from tracker.web.language import translate


@dataclass(frozen=True)
class DeviceKind:
    """A kind of device, as people call it: on its own, and as somebody's."""

    alone: Message
    owned: Message


PHONE: Final = DeviceKind(Message("Phone"), Message("{name}'s phone"))
TABLET: Final = DeviceKind(Message("Tablet"), Message("{name}'s tablet"))
COMPUTER: Final = DeviceKind(Message("Computer"), Message("{name}'s computer"))
# What a browser says of the device that it runs on, the first that is found. An iPad says Mobile
# too; of the devices with Android only phones do.
MARKS: Final = (
    ("iPad", TABLET),
    ("Mobile", PHONE),
    ("Android", TABLET),
    ("CrOS", COMPUTER),
    ("Windows", COMPUTER),
    ("Macintosh", COMPUTER),
    ("Linux", COMPUTER),
)


def kind() -> DeviceKind | None:
    """Return what the device seems to be; None for what is no browser."""
    said = request.user_agent.string
    return next((found for mark, found in MARKS if mark in said), None)


def first_name() -> str:
    """Return what the device is called until somebody names it."""
    found = kind()
    return "" if found is None else translate(found.alone)


def owned_name(owner: str, found: DeviceKind | None) -> str:
    """Return what the device of a player is called, as far as there is room for it."""
    says = PHONE.owned if found is None else found.owned
    return translate(Message(says.text, {"name": owner}))[:DEVICE_NAME_LETTERS].rstrip()
