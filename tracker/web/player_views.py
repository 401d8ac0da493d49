"""The players of a match: who has and had each seat; a seat handed over, a name corrected."""

from flask import Blueprint, abort, g, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import IntegerField, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from tracker.engine.hand_seat import HandSeat
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import is_over
from tracker.service.match import SEAT_NAME_LETTERS, clean_name
from tracker.service.writing import AlreadyWritten
from tracker.web import answers
from tracker.web.forms import WriteForm
from tracker.web.match_views import not_whole, pages_of
from tracker.web.services import matches, seat_holders

blueprint = Blueprint("players", __name__)

NOT_CHANGED = Message("The name was not changed: {why}")
BLANK = Message("Type the name of the new player.")
MOST_TYPED = 1000


class SeatNameForm(WriteForm):
    """The seat, and the name that was typed for it."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(min=0)])
    name = StringField(validators=[Length(max=MOST_TYPED)])


@blueprint.get("/m/<match_id>/players")
def show_players(match_id: str) -> ResponseReturnValue:
    """Show who has and had each seat; the host can hand a seat over or correct a name."""
    sheet = matches().sheet(match_id)
    pages, holders = pages_of(sheet), seat_holders().of(match_id)
    return render_template(
        "match/players.html",
        **pages.frame(sheet),
        holders=holders,
        is_name_correctable=all(len(of_seat) == 1 for of_seat in holders),
        round_label=pages.round_label,
        is_over=is_over(sheet.title, sheet.position),
        longest=SEAT_NAME_LETTERS,
    )


@blueprint.post("/m/<match_id>/players/hand-over")
def submit_new_player(match_id: str) -> ResponseReturnValue:
    """Hand a seat to somebody else from now on."""
    form, here = SeatNameForm(), url_for("players.show_players", match_id=match_id)
    if not form.validate_on_submit():
        return not_whole(match_id)
    sheet = matches().sheet(match_id)
    seat = int(form.seat.data or 0)
    if seat >= len(sheet.players):
        abort(400)
    try:
        name = clean_name(str(form.name.data or ""), SEAT_NAME_LETTERS)
        if not name:
            return answers.refused(422, BLANK, here)
        receipt = matches().write(match_id, [HandSeat(seat, name)], form.sent[1], g.device)
    except AlreadyWritten as already:
        return answers.refused(409, already.says, here)
    except Refused as refusal:
        return answers.refused(422, refusal.says, here, refusal.rule)
    except Invalid as invalid:
        return answers.refused(422, _why(invalid), here)
    return answers.written(match_id, receipt, here)


@blueprint.post("/m/<match_id>/players/name")
def submit_name(match_id: str) -> ResponseReturnValue:
    """Correct the spelling of a player's name in the whole match."""
    form, here = SeatNameForm(), url_for("players.show_players", match_id=match_id)
    if not form.validate_on_submit():
        return not_whole(match_id)
    seat, name = int(form.seat.data or 0), str(form.name.data or "")
    try:
        receipt = seat_holders().correct_name(match_id, seat, name, form.sent[1], g.device)
    except Invalid as invalid:
        return answers.refused(422, _why(invalid), here)
    return answers.written(match_id, receipt, here)


def _why(invalid: Invalid) -> Message:
    return Message(NOT_CHANGED.text, {"why": invalid.says})
