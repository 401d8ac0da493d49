"""Delivering paper: the language and the size that an address asks for, and the finished PDF."""

import re
import unicodedata
from functools import partial
from urllib.parse import quote

from flask import Response, current_app, render_template, request
from flask.typing import ResponseReturnValue

from tracker.networks import network_of
from tracker.printing.order import Order
from tracker.printing.pdf import CannotPrint, Paper
from tracker.printing.print_queue import Busy, Job, Press, TooLarge
from tracker.printing.sheet_files import file_name, key, printed
from tracker.translations import LANGUAGES
from tracker.web.language import language
from tracker.web.services import end_reading


def press() -> Press:
    """The printing queue, for whoever has read what is printed: it may be a long wait."""
    end_reading()
    found: Press = current_app.extensions["press"]
    return found


def deliver(order: Order) -> ResponseReturnValue:
    """Answer with the sheet, or with the page that waits for it."""
    return deliver_pdf(key(order), partial(printed, order), file_name(order))


def deliver_pdf(key: str, job: Job, name: str) -> ResponseReturnValue:
    """Answer with a PDF of this name, or with the page that waits for it."""
    try:
        data = press().printed(key, job, network_of(request.remote_addr))
    except CannotPrint as error:
        return render_template("error.html", says=error.says, status=503), 503
    except TooLarge as error:
        return render_template("error.html", says=error.says, status=422), 422
    except Busy:
        # The browser asks again by itself; meanwhile no thread of the server waits for it.
        page = render_template("paper_waiting.html")
        return page, 202, {"Refresh": "2"}
    response = Response(data, mimetype="application/pdf")
    response.headers.set("Content-Disposition", "attachment", **_kept_as(name))
    return response


def _kept_as(name: str) -> dict[str, str]:
    """The name of a file as a header can carry it (RFC 6266): whole, and in ASCII beside it."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    found = {"filename": re.sub("-{2,}", "-", letters)}
    return found if name.isascii() else {**found, "filename*": f"UTF-8''{quote(name, safe='')}"}


def paper_choices() -> dict[str, object]:
    """Return what a page offers to be chosen for paper."""
    return {
        "paper_sizes": (("a4", "A4"), ("letter", "Letter")),
        "chosen_language": asked_language(),
        "chosen_paper": asked_paper().value,
    }


def asked_language() -> str:
    """Return the language that the address asks for, or the reader's."""
    asked = request.args.get("language", "")
    return asked if asked in LANGUAGES else language()


def asked_paper() -> Paper:
    """Return the size that the address asks for."""
    return Paper.LETTER if request.args.get("paper") == Paper.LETTER else Paper.A4
