"""A journey: one device follows every link that it is shown, then sends every form once."""

import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from tests.visitor import Answer, CutOff, Visitor
from tests.walk.downloads import Broken, open_download
from tests.walk.pages import Form, WalkedPage

PDF_SECONDS: Final = 900
"""The time for a PDF on a busy machine; the page that waits for it is asked again."""
ASK_AGAIN_SECONDS: Final = 0.5
VOLATILE: Final = frozenset({"form_id", "write_id", "csrf_token", "version", "back", "to"})
"""Fields that are different on every page."""
LANGUAGE: Final = re.compile(r"^/trust/in/(\w+)")
MOST_FIELDS: Final = 8
MATCH: Final = re.compile(r"/m/[^/?#]+")
NAMED: Final = re.compile(r"\b[A-ZА-ЯŁŚŻ][\w.' -]*|[\w-]{16,}|\w+[_+][\w+]+")
"""A name on a map or a card, an id, or the name of a field."""
DIGITS: Final = re.compile(r"\d+")
NUMBERS: Final = re.compile(r"^[-+\d,;. ]*$")
"""A number, several of them, or none yet."""
IN_TURN: Final = (
    re.compile(r"/entries/0 "),
    re.compile(r""),
    re.compile(r"/(undo|redo|entries/0/back) |(?<!/tiles/0)/remove "),
    re.compile(r"/table/code "),
    re.compile(r"/table/recovery "),
    re.compile(r"=removed"),
    re.compile(r"/table/put-away "),
    re.compile(r"/table/bring-back "),
    re.compile(r"/host "),
)
"""The order in which forms are sent: those after which a device may do less come last."""
REFUSED: Final = 422
"""The status of a form that the rules refuse, or that is not filled in."""

Scope = Callable[[str], bool]


@dataclass
class Journey:
    """One device on its way."""

    who: str
    visitor: Visitor
    scope: Scope
    """Returns whether an address is a part of this journey."""
    faults: list[str] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)
    """Every address that was asked for, by its kind."""
    forms: dict[str, Form] = field(default_factory=dict)
    """Every form that was seen, by its kind."""
    sent: dict[str, int] = field(default_factory=dict)
    """The status of every form that was sent, by its kind."""
    elsewhere: set[str] = field(default_factory=set)
    """The addresses on this server that are no part of the journey."""

    def follow(self, start: Iterable[str]) -> None:
        """Ask for these addresses, and for all that they lead to."""
        addresses = deque(start)
        while addresses:
            address = addresses.popleft()
            kind = kind_of(address)
            if not self.scope(address):
                self.elsewhere.add(address)
            elif kind not in self.kinds:
                self.kinds[kind] = address
                answer = self.ask(address)
                page = answer and self.check(answer, address)
                addresses += self._leads_of(page) if page else ()

    def look_again(self, addresses: Iterable[str]) -> None:
        """Ask for these addresses once more: others have changed what they show."""
        for address in addresses:
            answer = self.ask(address)
            page = answer and self.check(answer, address)
            self.follow(list(self._leads_of(page)) if page else ())

    def send_forms(self) -> None:
        """Send every form once as it is filled in, and follow where its answer leads."""
        while unsent := [kind for kind in self.forms if kind not in self.sent]:
            kind = min(unsent, key=_rank)
            form = self._fresh(kind)
            self.sent[kind] = self._send(form) if form else 0

    def ask(self, address: str) -> Answer | None:
        """Return the answer to an address, or None where it did not arrive."""
        until = time.monotonic() + PDF_SECONDS
        try:
            answer = self.visitor.get(address)
            while answer.status == 202 and time.monotonic() < until:
                time.sleep(ASK_AGAIN_SECONDS)
                answer = self.visitor.get(address)
        except CutOff as cut:
            self.note(address, str(cut))
            return None
        return answer

    def note(self, address: str, fault: str) -> None:
        self.faults.append(f"{self.who}: {address}: {fault}")

    def check(
        self, answer: Answer, address: str, expected: Iterable[int] = (200,)
    ) -> WalkedPage | None:
        """Note what is wrong with an answer that arrived; return it where it is a page."""
        if answer.status not in expected:
            self.note(address, f"{answer.status} {_said(answer)}")
        if answer.kind == "text/html":
            page = WalkedPage(answer, self.visitor.port)
            chosen = LANGUAGE.search(address)
            for fault in page.faults(chosen[1] if chosen else self.visitor.language):
                self.note(address, fault)
            # Only this answer is to be in the language that an address has chosen.
            self.visitor.cookies.pop("language", None)
            if answer.status == REFUSED and not page.says_what_is_wrong():
                self.note(address, "the page does not say what is wrong")
            return page
        if answer.status == 200:
            try:
                open_download(answer)
            except Broken as broken:
                self.note(address, str(broken))
        return None

    def _leads_of(self, page: WalkedPage) -> Iterator[str]:
        """Collect the forms of a page, and yield where it leads."""
        for form in page.forms():
            if form.method == "get":
                yield form.address
            elif self.scope(form.action):
                self.forms.setdefault(kind_of_form(form), form)
        for link in page.links():
            path, _, anchor = link.partition("#")
            if not anchor or path != page.answer.address:
                yield path
            elif anchor not in page.anchors:
                self.note(path, f"a link leads to #{anchor}, which is not there")

    def _fresh(self, kind: str) -> Form | None:
        """Return a form as its page shows it now; None where it is no longer there."""
        answer = self.ask(self.forms[kind].page)
        if answer is None or answer.kind != "text/html":
            return None
        old, shown = self.forms[kind], list(WalkedPage(answer, self.visitor.port).forms())
        same = [form for form in shown if kind_of_form(form) == kind]
        return next(iter(same or [form for form in shown if form.asks_the_same(old)]), None)

    def _send(self, form: Form) -> int:
        """Send a form, check the page to which it leads, and follow that page; return the status.

        A form that the page offers is never forbidden, unknown, or an error.
        """
        where = f"{form.action} (a form on {form.page})"
        try:
            answer = self.visitor.submit(form.action, form.body, form.content_type)
        except CutOff as cut:
            self.note(where, str(cut))
            return 0
        if form.action == "/language":
            where = f"/trust/in/{dict(form.fields)['language']} by a form"
        page = self.check(answer, where, (200, REFUSED))
        if page and answer.status == 200:
            self.follow(list(self._leads_of(page)))
        return answer.status


@lru_cache(100_000)
def kind_of(address: str) -> str:
    """Return an address with its numbers, names and ids folded into one, but for the match."""
    path, _, query = address.partition("#")[0].partition("?")
    match = MATCH.match(path)
    start = match.group() if match else ""
    rest = _folded(path.removeprefix(start))
    fields = dict.fromkeys(
        f"{_folded(name)}={_folded(NUMBERS.sub('0', value, 1))}"
        for name, value in parse_qsl(query, keep_blank_values=True)
        if name not in VOLATILE
    )
    return f"{start}{rest}?{'&'.join(sorted(fields))}" if fields else f"{start}{rest}"


def kind_of_form(form: Form) -> str:
    """Return what a form does, with its numbers folded into one; of a long one the fields alone."""
    sent = [(name, value) for name, value in form.fields if name not in VOLATILE]
    if len(sent) > MOST_FIELDS:
        fields = [*dict.fromkeys(_folded(name) for name, _ in sent)]
    else:
        fields = [f"{name}={_folded(value)}" for name, value in sent if value]
    return f"{kind_of(form.action)} {'&'.join(fields)}"


def _folded(text: str) -> str:
    return DIGITS.sub("0", NAMED.sub("A", text))


def _rank(kind: str) -> int:
    """Return the place of a form among those that are sent."""
    fitting = [place for place, words in enumerate(IN_TURN) if words.search(kind)]
    return 0 if 0 in fitting else fitting[-1]


def _said(answer: Answer) -> str:
    """Return the main part of an error page."""
    if answer.kind != "text/html":
        return answer.kind
    main = WalkedPage(answer, 0).tree.xpath("//main")
    return " ".join(main[0].text_content().split())[:200] if main else "a page without a main part"


def is_of_match(match: str) -> Scope:
    """Return the scope of one match."""
    return lambda address: (
        urlsplit(address).path == match or address.startswith((f"{match}/", f"{match}?"))
    )
