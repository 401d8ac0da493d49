"""The laboratory in the deck workshop: whole games with a deck, and advice what to change."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from flask import Blueprint, current_app, flash, g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import RadioField
from wtforms.validators import InputRequired

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.civil_war import bands
from tracker.games.civil_war.deck import Deck
from tracker.games.civil_war.players import CARELESS, PLAIN
from tracker.service.civil_war.laboratory import Laboratory, NotNow, Run, Trial, digest_of
from tracker.translations.translator import plain
from tracker.web.civil_war import laboratory_page
from tracker.web.civil_war.workshop import decks
from tracker.web.language import translate

blueprint = Blueprint("laboratory", __name__, url_prefix="/decks/<deck_id>/laboratory")

NOT_READY = Message("This deck has errors and cannot be played yet.")
NO_TRIAL = Message("Choose games, players, months and tiles from those that are offered.")
GAMES: Final = (200, 1_000)
SEATS: Final = tuple(range(2, 10))
MONTHS: Final = (5, 6)
TILES: Final = (3, 4)
PLAYERS: Final = {PLAIN.name: Message("plainly"), CARELESS.name: Message("carelessly")}


def chosen_of(values: Iterable[str]) -> RadioField:
    """Return a field that takes one of these values."""
    return RadioField(choices=list(values), validators=[InputRequired()])  # type: ignore[arg-type]


class TrialForm(FlaskForm):
    """The games to play."""

    games = chosen_of(map(str, GAMES))
    seats = chosen_of(map(str, SEATS))
    months = chosen_of(map(str, MONTHS))
    tiles = chosen_of(map(str, TILES))
    player = chosen_of(PLAYERS)


@blueprint.get("")
def show_laboratory(deck_id: str) -> ResponseReturnValue:
    """The games to choose, and those that were played last."""
    deck = decks().deck(deck_id)
    if deck.problems:
        return _back(deck_id, NOT_READY)
    run = laboratory().run_of(deck_id, g.device)
    return render_template(
        "civil_war/laboratory.html",
        deck=deck,
        trial=run.trial if run else Trial(),
        GAMES=_numbers(GAMES),
        SEATS=_numbers(SEATS),
        MONTHS=_numbers(MONTHS),
        TILES=_numbers(TILES),
        PLAYERS=[(name, translate(says)) for name, says in PLAYERS.items()],
        **_shown(run, decks().whole(deck_id)),
    )


@blueprint.get("/run")
def show_run(deck_id: str) -> ResponseReturnValue:
    """The progress of the games, or their figures: the part of the page that changes."""
    deck = decks().deck(deck_id)
    if deck.problems:
        return _back(deck_id, NOT_READY)
    run = laboratory().run_of(deck_id, g.device)
    shown = _shown(run, decks().whole(deck_id))
    return render_template("civil_war/laboratory_run.html", deck=deck, **shown)


@blueprint.post("")
def submit_trial(deck_id: str) -> ResponseReturnValue:
    """Begin to play."""
    if decks().deck(deck_id).problems:
        return _back(deck_id, NOT_READY)
    form = TrialForm()
    if not form.validate_on_submit():
        flash(translate(NO_TRIAL), "")
        return _to_laboratory(deck_id)
    sent = {name: form[name].data for name in Trial.__struct_fields__}
    trial = msgspec.convert(sent, Trial, strict=False)
    try:
        laboratory().begin(deck_id, decks().whole(deck_id), trial, g.device)
    except (Invalid, NotNow) as error:
        flash(translate(error.says), "")
    return _to_laboratory(deck_id)


@blueprint.post("/stop")
def submit_stop(deck_id: str) -> ResponseReturnValue:
    """Play no more of the games that were begun."""
    laboratory().stop(deck_id, g.device)
    return _to_laboratory(deck_id)


def laboratory() -> Laboratory:
    found: Laboratory = current_app.extensions["laboratory"]
    return found


def _shown(run: Run | None, whole: Deck | str) -> dict[str, object]:
    """Return the parts of a run that its page shows."""
    if run is None or run.figures is None:
        return {"run": run, "is_of_this_deck": True, "judged": (), "sections": ()}
    has_bands = bands.hold_for(run.trial.seats, run.trial.player)
    return {
        "run": run,
        "is_of_this_deck": run.digest == digest_of(whole),
        "judged": laboratory_page.judged(run.figures) if has_bands else (),
        "sections": laboratory_page.sections(run.figures),
    }


def _numbers(numbers: Sequence[int]) -> list[tuple[int, str]]:
    return [(number, plain(number)) for number in numbers]


def _back(deck_id: str, says: Message) -> ResponseReturnValue:
    flash(translate(says), "")
    return redirect(url_for("decks.show_deck", deck_id=deck_id), 303)


def _to_laboratory(deck_id: str) -> ResponseReturnValue:
    return redirect(url_for("laboratory.show_laboratory", deck_id=deck_id), 303)
