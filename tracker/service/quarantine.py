"""A match in which a check found an error: what can be read of it is shown, nothing is written."""

from typing import Final

import msgspec
from sqlalchemy.orm import Session

from tracker.engine.message import Message
from tracker.games.titles import TITLES
from tracker.service.serialization import position_after, unpack_setup
from tracker.store import match_log
from tracker.store.match_log import MatchState, State

# What reading a damaged row can raise: text that is no JSON, a name that nothing has.
UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError, LookupError, ValueError, TypeError)


class Quarantined(Exception):
    """Its stored position is not the sum of its lines: it can be read, and not written on."""

    says = Message(
        "A check found an error in this match, so it is read-only. You can still view it and save "
        "it as a match file."
    )


def what_can_be_read(session: Session, match: MatchState) -> bytes:
    """The position of such a match: what its lines add up to, whatever was stored."""
    title = TITLES[match.title]
    try:
        live = match_log.records(session, match.id, State.LIVE)
        return title.pack(position_after(title, unpack_setup(match.title, match.setup), live))
    except UNREADABLE:
        raise Quarantined(match.id) from None
