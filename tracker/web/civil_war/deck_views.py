"""The deck workshop: see the tiles of a deck, make and change them, bring decks in and out."""

from typing import Any

import msgspec
from flask import Blueprint, Response, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import FileField, StringField
from wtforms.validators import InputRequired, Length

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.civil_war.card import CARD
from tracker.printing.civil_war import sheets
from tracker.printing.order import Order
from tracker.service.civil_war.decks import ANOTHERS, NoSuchDeck
from tracker.service.rights import Forbidden
from tracker.web import write_ids
from tracker.web.civil_war import workshop
from tracker.web.civil_war.workshop import decks
from tracker.web.language import translate
from tracker.web.paper_delivery import asked_language, asked_paper, deliver
from tracker.web.services import allowance

blueprint = Blueprint("decks", __name__, url_prefix="/decks")

NO_NAME = Message("A deck needs a name of 1 to 40 characters.")
NOT_WHOLE = Message("This deck has errors and cannot be printed yet.")
NO_FILE = Message("No file was chosen.")


class NameForm(FlaskForm):
    """A deck's name."""

    name = StringField(
        filters=[lambda text: (text or "").strip()], validators=[InputRequired(), Length(1, 40)]
    )


class FileForm(FlaskForm):
    """A deck file."""

    file = FileField(validators=[InputRequired()])


@blueprint.get("")
def show_decks() -> ResponseReturnValue:
    """Every deck, with how many tiles it has and whether anything is wrong with it."""
    return render_template("civil_war/decks.html", decks=decks().all())


@blueprint.post("")
def submit_new_deck() -> ResponseReturnValue:
    """A new deck, empty or as a copy of another."""
    form = NameForm()
    if not form.validate_on_submit() or not form.name.data:
        return _back_to("decks.show_decks", NO_NAME)
    copied = request.form.get("copy_of", "")
    if copied:
        found = decks().deck(copied)
        tiles, amounts = found.tiles, found.amounts
    else:
        tiles, amounts = (), workshop.amounts_of(request.form)
    return _to_deck(decks().make(form.name.data, tiles, g.device, _deck_id(), amounts, allowance()))


@blueprint.post("/file")
def submit_file() -> ResponseReturnValue:
    """A deck from a file; what is wrong with its tiles is shown on its page."""
    form = FileForm()
    sent = request.files.get("file")
    if not form.validate_on_submit() or sent is None:
        return _back_to("decks.show_decks", NO_FILE)
    try:
        return _to_deck(decks().bring_in(sent.read(), g.device, _deck_id(), allowance()))
    except Invalid as invalid:
        flash(f"{invalid.where}: {translate(invalid.says)}", "")
        return redirect(url_for("decks.show_decks"), 303)


@blueprint.get("/<deck_id>")
def show_deck(deck_id: str) -> ResponseReturnValue:
    """All tiles of a deck, and what is wrong with it."""
    found = decks().deck(deck_id)
    return render_template(
        "civil_war/deck.html",
        deck=found,
        tiles=workshop.shown_tiles(found),
        is_own=found.made_by == g.device,
        whole=[problem for problem in found.problems if problem.place is None],
    )


@blueprint.post("/<deck_id>/name")
def submit_name(deck_id: str) -> ResponseReturnValue:
    form = NameForm()
    if not form.validate_on_submit() or not form.name.data:
        return _back_to("decks.show_deck", NO_NAME, deck_id=deck_id)
    decks().rename(deck_id, form.name.data, g.device)
    return _to_deck(deck_id)


@blueprint.post("/<deck_id>/remove")
def submit_removal(deck_id: str) -> ResponseReturnValue:
    """Take a deck off the list; matches keep the copy that they are played with."""
    decks().remove(deck_id, g.device)
    return redirect(url_for("decks.show_decks"), 303)


@blueprint.get("/<deck_id>/deck.json")
def show_deck_file(deck_id: str) -> ResponseReturnValue:
    """The deck as a file."""
    data = msgspec.json.format(msgspec.json.encode(decks().deck(deck_id).document), indent=2)
    response = Response(data, mimetype="application/json")
    response.headers["Content-Disposition"] = "attachment; filename=deck.json"
    return response


@blueprint.get("/<deck_id>/tiles.pdf")
def show_tiles_to_cut(deck_id: str) -> ResponseReturnValue:
    """The deck to cut out and play with, with role cards and markers."""
    whole = decks().deck(deck_id)
    if whole.problems:
        return _back_to("decks.show_deck", NOT_WHOLE, deck_id=deck_id)
    document = msgspec.json.encode(whole.document).decode()
    options = sheets.options(request.args, None)
    language, paper = asked_language(), asked_paper()
    return deliver(Order(CARD.name, "tiles", language, paper, None, options, document))


@blueprint.get("/<deck_id>/tiles/<int:place>")
def show_tile(deck_id: str, place: int) -> ResponseReturnValue:
    """A tile to change, or a new one behind the last."""
    deck = decks().deck(deck_id)
    if deck.is_shipped:
        raise NoSuchDeck(deck_id)
    if deck.made_by != g.device:
        raise Forbidden(ANOTHERS)
    place = min(place, len(deck.tiles))
    form = workshop.tile_form(deck, place, request.args)
    return render_template(
        "civil_war/tile_form.html", deck=deck, place=place, form=form, invalid=None
    )


@blueprint.post("/<deck_id>/tiles/<int:place>")
def submit_tile(deck_id: str, place: int) -> ResponseReturnValue:
    """Write a tile; the next new one follows, so that a printed deck is entered in one go."""
    deck = decks().deck(deck_id)
    place = min(place, len(deck.tiles))
    tile = workshop.tile_from(request.form, deck.amounts)
    try:
        decks().put_tile(deck_id, place, tile, g.device)
    except Invalid as invalid:
        form = workshop.tile_form(deck, place, request.form)
        page = render_template(
            "civil_war/tile_form.html", deck=deck, place=place, form=form, invalid=invalid
        )
        return page, 422
    if request.form.get("then") == "next":
        following = url_for(
            "decks.show_tile", deck_id=deck_id, place=len(decks().deck(deck_id).tiles)
        )
        return redirect(following, 303)
    return redirect(url_for("decks.show_deck", deck_id=deck_id, _anchor=f"tile_{place}"), 303)


@blueprint.post("/<deck_id>/tiles/<int:place>/remove")
def submit_tile_removal(deck_id: str, place: int) -> ResponseReturnValue:
    decks().remove_tile(deck_id, place, request.form.get("out_of", 0, int), g.device)
    return _to_deck(deck_id)


def _deck_id() -> str:
    return write_ids.address(write_ids.sent_id(request.form))


def _to_deck(deck_id: str) -> ResponseReturnValue:
    return redirect(url_for("decks.show_deck", deck_id=deck_id), 303)


def _back_to(page: str, says: Message, **arguments: Any) -> ResponseReturnValue:
    flash(translate(says), "")
    return redirect(url_for(page, **arguments), 303)
