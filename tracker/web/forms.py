"""The forms of the pages: each carries the id of its write and the version it was made for."""

from flask_wtf import FlaskForm
from wtforms import BooleanField, HiddenField, IntegerField
from wtforms.validators import DataRequired, InputRequired, Length, NumberRange, Regexp


class WriteForm(FlaskForm):
    """Anything that changes a match."""

    class Meta(FlaskForm.Meta):
        """The token was checked before the view: `CSRFProtect` looks at every form."""

        csrf = False

    write_id = HiddenField(validators=[DataRequired(), Regexp(r"[A-Za-z0-9_.-]{1,32}\Z")])
    version = IntegerField(validators=[InputRequired(), NumberRange(min=0)])

    @property
    def sent(self) -> tuple[int, str]:
        """The version and the id, once the form was found valid."""
        return int(self.version.data or 0), str(self.write_id.data)


class EntriesForm(WriteForm):
    """Entries as JSON, as the page's preview showed them."""

    entries = HiddenField(validators=[DataRequired(), Length(max=100_000)])
    then_end_turn = HiddenField(validators=[Length(max=4)])
    """The seat whose turn ends with them."""


class AmendForm(WriteForm):
    """The entry to be written in place of another; or that one is taken out."""

    entry = HiddenField(validators=[Length(max=100_000)])
    take_out = BooleanField()
