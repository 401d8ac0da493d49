"""Hidden things: an entry is not judged while its judgement would tell of them."""

from collections.abc import Sequence
from typing import Any

from tracker.engine.refusal import Refused
from tracker.engine.title import AnyTitle, Reader
from tracker.service.loading import position_of, turned_entry
from tracker.store.match_log import MatchState


def must_not_tell(title: AnyTitle, match: MatchState, entries: Sequence[Any]) -> None:
    """Raise `Refused` where judging these would tell of what is hidden, even by a refusal."""
    refused = why_not_yet(title, position_of(match), entries, turned_entry(title, match))
    if refused is not None:
        raise refused


def why_not_yet(
    title: AnyTitle,
    position: Any,
    entries: Sequence[Any],
    turned: Any,
    *,
    only_tried: bool = False,
) -> Refused | None:
    """Return why these may not be judged yet: even a refusal would tell of what is hidden.

    `turned` is the entry that has shown something already, while its choices are made. What is
    only tried would be seen by one reader and stay hidden from the others.
    """
    for entry in entries:
        sight = title.see(position, entry, Reader.TABLE)
        if sight.forbidden is not None:
            return sight.forbidden
        if not sight.uncovers:
            continue
        if turned is None:
            if only_tried or sight.is_guess or len(entries) > 1:
                return Refused(sight.rule, "This tile is face down. Turn it over first.")
        elif title.see(position, turned, Reader.TABLE).uncovers != sight.uncovers:
            return Refused(sight.rule, "Another tile has been turned over; finish that one first.")
    return None
