"""The table around a match: joining it, its devices, what they ask each other, its settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.networks import network_of
from tracker.service import codes
from tracker.service.guesses import TooManyGuesses
from tracker.service.match import NoSuchMatch
from tracker.service.rights import Right, Undo
from tracker.service.tables import WrongCode
from tracker.web import answers
from tracker.web.device_names import TABLET, first_name, kind, owned_name
from tracker.web.forms import WriteForm
from tracker.web.language import translate
from tracker.web.origins import is_from_another_site, must_not_be_from_another_site
from tracker.web.reach import invited, is_for_phones, qr, reachable
from tracker.web.services import finished_matches, hub, matches, request_answers, tables
from tracker.web.titles import TITLE_PAGES

blueprint = Blueprint("table", __name__)

NOT_SENT_WHOLE = Message("The form arrived incomplete; nothing was changed.")
NO_SHORT = Message("There is no match at this short address. Ask the host for the current one.")
NO_LINK = Message("This link has already been used, or a newer one was made.")


@blueprint.get("/m/<match_id>/table")
def show_table(match_id: str) -> ResponseReturnValue:
    """Show how to join: a device that looks can type the code, the host sees everything else."""
    return _table(match_id)


@dataclass(frozen=True)
class JoinForm:
    """The form in which a device types the table's code: as it was typed, and what is wrong."""

    seat: int | None
    name: str
    code: str = ""
    wrong: str = ""


def _first_joining(players: Sequence[str]) -> JoinForm:
    """Return the form before anything was typed.

    A name that somebody gave the device stays; else the device is called after its player.
    """
    seat = g.standing.seat if g.standing.right is Right.SEAT else None
    if seat is None or g.standing.name not in ("", first_name()):
        return JoinForm(seat, g.standing.name or first_name())
    return JoinForm(seat, owned_name(players[seat], kind()))


def _table(match_id: str, link: str = "", joining: JoinForm | None = None) -> str:
    sheet = matches().sheet(match_id)
    found = tables().table(match_id, g.device)
    short = codes.shown_short(found.short)
    address = invited(url_for("table.show_short", short=short))
    return render_template(
        "match/table.html",
        **TITLE_PAGES[sheet.title.NAME].frame(sheet),
        around=found,
        address=address,
        code_drawn=qr(address),
        is_for_phones=is_for_phones(address),
        link=link,
        joining=joining or _first_joining(sheet.players),
        name_alone=g.standing.name or first_name(),
        device_names=[_names(player) for player in sheet.players],
        to_remove=request.args.get("remove", ""),
    )


def _names(player: str) -> dict[str, str]:
    """Return what a player's device is called; also if a script finds out that it is a tablet."""
    return {"own": owned_name(player, kind()), "tablet": owned_name(player, TABLET)}


@blueprint.get("/j")
def show_typed_address() -> ResponseReturnValue:
    """A short address that was typed on the first page."""
    typed = codes.read_short(request.args.get("address", ""))
    if not typed:
        return redirect(url_for("pages.show_start"), 303)
    return redirect(url_for("table.show_short", short=codes.shown_short(typed[:20])), 303)


@blueprint.get("/j/<short>")
def show_short(short: str) -> ResponseReturnValue:
    """The short address: it leads scorers to the match, others to the form for the code.

    A match that is over has no use for a code: its short address leads to the result.
    """
    if is_from_another_site():
        return render_template("led_here.html", short=short, is_play=False), 403
    try:
        match_id = tables().find(short)
    except NoSuchMatch:
        return render_template("error.html", says=NO_SHORT, status=404), 404
    standing = tables().visit(match_id, g.device, first_name, is_known=g.is_known).standing
    if finished_matches().read(match_id):
        view = "history.show_points"
    else:
        view = "matches.show_sheet" if standing.is_scorer else "table.show_table"
    return redirect(url_for(view, match_id=match_id), 303)


@blueprint.post("/m/<match_id>/table/join")
def submit_code(match_id: str) -> ResponseReturnValue:
    """The table code: this device writes from now on, for a seat or for the whole table."""
    must_not_be_from_another_site()
    seat, name = _seat(request.form.get("seat", "")), request.form.get("name", "")
    code = request.form.get("code", "")
    try:
        given = name or _name_of_players_device(match_id, seat)
        tables().join(match_id, g.device, code, seat, given, _network())
    except (WrongCode, TooManyGuesses) as wrong:
        return _table(match_id, joining=JoinForm(seat, name, code, translate(wrong.says))), 422
    except Invalid as invalid:
        return _invalid(match_id, invalid)
    return redirect(url_for("matches.show_sheet", match_id=match_id), 303)


def _name_of_players_device(match_id: str, seat: int | None) -> str:
    """Return the name for a device that was left without one; empty where it is nobody's own."""
    if seat is None:
        return ""
    players = matches().sheet(match_id).players
    if seat >= len(players):
        return ""
    return owned_name(players[seat], kind())


@blueprint.post("/m/<match_id>/table/code")
def submit_new_code(match_id: str) -> ResponseReturnValue:
    """Another code and another short address; whoever is here stays."""
    tables().renew(match_id, g.device)
    return _to_table(match_id)


@blueprint.post("/m/<match_id>/table/settings")
def submit_settings(match_id: str) -> ResponseReturnValue:
    policy = request.form.get("undo", "")
    if policy not in list(Undo):
        abort(400)
    tables().settle(match_id, g.device, Undo(policy), asks=request.form.get("asks") == "1")
    return _to_table(match_id)


@blueprint.post("/m/<match_id>/table/devices/<device>")
def submit_device(match_id: str, device: str) -> ResponseReturnValue:
    """Another name or another right for a device, or none at all."""
    right, _, seat = request.form.get("right", "").partition(":")
    if right not in list(Right):
        abort(400)
    name = request.form.get("name", "")
    try:
        tables().change(match_id, g.device, device, Right(right), _seat(seat), name)
    except Invalid as invalid:
        return _invalid(match_id, invalid)
    if right == Right.REMOVED:
        hub().send_away(match_id, device)
    return _to_table(match_id)


@blueprint.post("/m/<match_id>/table/devices/<device>/host")
def submit_host(match_id: str, device: str) -> ResponseReturnValue:
    """Another device is the host from now on."""
    tables().pass_on(match_id, g.device, device)
    return _to_table(match_id)


@blueprint.post("/m/<match_id>/table/recovery")
def submit_new_link(match_id: str) -> ResponseReturnValue:
    """A link that makes another device the host. It is shown once; only its hash is kept."""
    token = tables().make_recovery(match_id, g.device)
    return _table(match_id, reachable(url_for("table.show_recovery", token=token)))


@blueprint.get("/recover/<token>")
def show_recovery(token: str) -> ResponseReturnValue:
    """Show what the link does. Nothing is looked up before the button is tapped."""
    return render_template("recover.html", token=token)


@blueprint.post("/recover/<token>")
def submit_recovery(token: str) -> ResponseReturnValue:
    """This device is the host from now on."""
    must_not_be_from_another_site()
    try:
        match_id = tables().recover(token, g.device)
    except WrongCode:
        return render_template("error.html", says=NO_LINK, status=404), 404
    return redirect(url_for("table.show_table", match_id=match_id), 303)


@blueprint.post("/m/<match_id>/table/requests/<request_id>")
def submit_answer(match_id: str, request_id: str) -> ResponseReturnValue:
    """Yes or no to what another device asks for."""
    form, sheet = WriteForm(), url_for("matches.show_sheet", match_id=match_id)
    if not form.validate_on_submit():
        return answers.refused(422, NOT_SENT_WHOLE, sheet)
    is_yes = request.form.get("answer") == "yes"
    send = request_answers().approve if is_yes else request_answers().decline
    receipt = send(match_id, request_id, form.sent[1], g.device)
    return answers.written(match_id, receipt, sheet)


@blueprint.post("/m/<match_id>/table/put-away")
def submit_putting_away(match_id: str) -> ResponseReturnValue:
    """The match is gone from every list; nothing of it is deleted."""
    tables().put_away(match_id, g.device)
    return redirect(url_for("pages.show_start"), 303)


@blueprint.post("/m/<match_id>/table/bring-back")
def submit_bringing_back(match_id: str) -> ResponseReturnValue:
    tables().bring_back(match_id, g.device)
    return redirect(url_for("matches.show_sheet", match_id=match_id), 303)


def _seat(text: str) -> int | None:
    """The number of a seat; none for the whole table."""
    if text and not (text.isascii() and text.isdecimal() and len(text) < 3):
        abort(400)
    return int(text) if text else None


def _network() -> str:
    return network_of(request.remote_addr)


def _invalid(match_id: str, invalid: Invalid) -> ResponseReturnValue:
    flash(f"{invalid.where}: {translate(invalid.says)}", "")
    return _to_table(match_id)


def _to_table(match_id: str) -> ResponseReturnValue:
    return redirect(url_for("table.show_table", match_id=match_id), 303)
