"""The forms of the pages: each carries the id of its write and the version it was made for."""

import re
from dataclasses import dataclass
from typing import Final

from flask import request
from flask_wtf import FlaskForm
from wtforms import BooleanField, HiddenField, IntegerField
from wtforms.validators import DataRequired, InputRequired, Length, NumberRange, Regexp

WRITE_ID: Final = re.compile(r"[A-Za-z0-9_.-]{1,32}\Z")
LONGEST: Final = 100_000
LONGEST_SEAT: Final = 4


class WriteForm(FlaskForm):
    """Anything that changes a match."""

    class Meta(FlaskForm.Meta):
        """The token was checked before the view: `CSRFProtect` looks at every form."""

        csrf = False

    write_id = HiddenField(validators=[DataRequired(), Regexp(WRITE_ID)])
    version = IntegerField(validators=[InputRequired(), NumberRange(min=0)])

    @property
    def sent(self) -> tuple[int, str]:
        """The version and the id, once the form was found valid."""
        return int(self.version.data or 0), str(self.write_id.data)


class AmendForm(WriteForm):
    """The entry to be written in place of another; or that one is taken out."""

    entry = HiddenField(validators=[Length(max=LONGEST)])
    take_out = BooleanField()


@dataclass(frozen=True, slots=True)
class SentEntries:
    """Entries as JSON, as the page's preview showed them."""

    write_id: str
    version: int
    entries: str
    then_end_turn: str
    """The seat whose turn ends with them; empty where none does."""


def sent_entries() -> SentEntries | None:
    """Return the entries that a form sends; None where it did not arrive whole.

    No form is sent more often, and a `WriteForm` would take a tenth of the time of the write.
    """
    sent = request.form
    try:
        version = int(sent.get("version", ""))
    except ValueError:
        return None
    found = SentEntries(
        sent.get("write_id", ""), version, sent.get("entries", ""), sent.get("then_end_turn", "")
    )
    return found if _is_whole(found) else None


def _is_whole(found: SentEntries) -> bool:
    return bool(
        WRITE_ID.match(found.write_id)
        and found.version >= 0
        and found.entries.strip()
        and len(found.entries) <= LONGEST
        and len(found.then_end_turn) <= LONGEST_SEAT
    )
