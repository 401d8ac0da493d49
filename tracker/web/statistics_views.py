"""Statistics over the device's matches: a page, and the same on paper."""

from functools import partial
from hashlib import sha256

import msgspec
from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue

from tracker.games import CARDS
from tracker.printing.statistics_report import printed, sections
from tracker.service.statistics import MOST_CHOSEN_PEOPLE, Chosen
from tracker.web.language import language
from tracker.web.paper_delivery import asked_language, asked_paper, deliver_pdf, paper_choices
from tracker.web.services import statistics

blueprint = Blueprint("statistics", __name__)


@blueprint.get("/statistics")
def show_statistics() -> ResponseReturnValue:
    """Return who won how often, with what, against whom, and how games end."""
    chosen = chosen_from_address()
    found = statistics().read(g.device, chosen)
    is_all = not chosen.people
    everybody = (found if is_all else statistics().read(g.device, Chosen(chosen.title))).names
    return render_template(
        "statistics.html",
        found=found,
        chosen=chosen,
        titles=list(CARDS.values()),
        everybody=sorted(everybody.items(), key=lambda pair: pair[1].casefold()),
        sections=sections(found, language()),
        **paper_choices(),
    )


@blueprint.get("/statistics.pdf")
def show_paper() -> ResponseReturnValue:
    """The statistics on paper."""
    chosen = chosen_from_address()
    found = statistics().read(g.device, chosen)
    names = ", ".join(found.names.get(key, "") for key in chosen.people)
    job = partial(printed, found, asked_language(), asked_paper(), names)
    key = sha256(msgspec.json.encode((found, *job.args[1:]))).hexdigest()
    return deliver_pdf(key, job, "statistics.pdf")


def chosen_from_address() -> Chosen:
    """Return which matches the address asks for; what makes no sense is left out."""
    title = request.args.get("title", "")
    people = [key[:120] for key in request.args.getlist("people") if key][:MOST_CHOSEN_PEOPLE]
    return Chosen(title if title in CARDS else "", tuple(sorted(set(people))))
