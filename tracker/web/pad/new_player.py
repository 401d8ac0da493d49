"""The form of an entry that handed a seat over, when it is amended; the same in every title."""

from collections.abc import Mapping
from typing import Any

from tracker.engine.clean_text import clean
from tracker.engine.hand_seat import HandSeat
from tracker.engine.message import Message
from tracker.engine.title import AnyTitle
from tracker.service.match import SEAT_NAME_LETTERS
from tracker.web.pad.fields import TextField
from tracker.web.pad.pad import Pad, attempt

NEW_PLAYER = Message("New player")


def new_player_pad(
    title: AnyTitle, position: Any, old: HandSeat, arguments: Mapping[str, str]
) -> Pad:
    """Return the form with the name that the entry has, or that the address asks for."""
    name = clean(arguments.get("name", old.name))
    document = {"do": "hand_seat", "seat": old.seat, "name": name}
    setup = title.setup_of(position)
    tried = attempt(title, setup, position, [document])
    entry = tried.entries[0] if tried.entries else old
    return Pad(
        do="hand_seat",
        seat=old.seat,
        heading=title.entry_text(setup, entry),
        fields=(TextField("name", NEW_PLAYER, name, SEAT_NAME_LETTERS),),
        arguments={"name": name},
        tried=tried,
    )
