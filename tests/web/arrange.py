"""Words for tests of the web: a device at the table, and the pages that it reads."""

import json
import re
import sqlite3
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
from flask import Flask
from lxml.html import HtmlElement, HTMLParser, document_fromstring
from werkzeug.test import TestResponse

from tests.toy.arrange import setup
from tracker.games.titles import TITLES
from tracker.service.matches import Matches
from tracker.service.reading import Sheet
from tracker.service.rights import name_of
from tracker.store import models
from tracker.store.devices import Right

DEMOS: Final = sorted((Path(__file__).parents[2] / "tracker/games").glob("*/data/demo.json"))
"""The demo match of every title."""
TOKEN: Final = re.compile(r'name="csrf_token"[^>]* value="([^"]+)"')
Entry = dict[str, Any]
Attributes = dict[str, str]


@dataclass
class Button:
    """A button: what it says, and what it sends."""

    text: str
    attributes: Attributes

    @property
    def sends(self) -> str:
        return self.attributes["value"]


@dataclass
class Form:
    """A form as it stands on the page."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    hidden: dict[str, str] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)

    def by_button(self) -> list["Form"]:
        """The form as each of its buttons sends it, where they say what is written."""
        return [
            replace(self, fields={**self.fields, "entries": button.sends}, buttons=[button])
            for button in self.buttons
            if button.attributes.get("name") == "entries"
        ] or [self]

    @property
    def entries(self) -> list[Entry]:
        """Return the entries that it would write on the sheet."""
        sent: list[Entry] = json.loads(self.fields["entries"])
        return sent


class Element:
    """A tag with its attributes, and the text inside it."""

    def __init__(self, node: HtmlElement) -> None:
        self._node = node
        self.tag = str(node.tag)
        self.attributes: Attributes = dict(node.attrib)

    @cached_property
    def text(self) -> str:
        return " ".join(text_in(self._node).split())

    def has_class(self, name: str) -> bool:
        return name in self.attributes.get("class", "").split()


def text_in(node: HtmlElement) -> str:
    """Return the text inside an element, without the parts that a script may show later."""
    text = f" {node.text or ''}"
    for child in node:
        if child.tag != "template":
            text += text_in(child)
        # A name is followed by what belongs to it: Anna's turn.
        text += f"{'' if child.tag == 'bdi' else ' '}{child.tail or ''}"
    return text


def tree_of(html: str) -> HtmlElement:
    return document_fromstring(html, parser=HTMLParser(remove_comments=True))


def forms_in(html: str) -> list[Form]:
    return [form_of(node) for node in tree_of(html).iterfind(".//form")]


def form_of(node: HtmlElement) -> Form:
    """Return a form as it is filled in when the page is opened."""
    form = Form(node.attrib["action"], node.get("method", "get"))
    for part in node.iter("select", "button", "input"):
        name, value, kind = part.get("name", ""), part.get("value", ""), part.get("type")
        if part.tag == "button":
            button = Element(part)
            form.buttons.append(Button(button.text, button.attributes))
        elif part.tag == "select":
            chosen = part.xpath(".//option[@selected]/@value")
            form.fields[name] = chosen[-1] if chosen else ""
        elif kind == "checkbox" and "checked" in part.attrib and form.fields.get(name):
            form.fields[name] += f",{value}"
        elif kind not in ("radio", "checkbox") or "checked" in part.attrib:
            form.fields[name] = value
            if kind == "hidden":
                form.hidden[name] = value
    return form


class Page:
    """An answer: its elements, links, forms and words, read when a test asks for them."""

    def __init__(self, response: TestResponse) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.html = response.get_data(as_text=True)
        self.path = response.request.path
        self.address = response.request.full_path.rstrip("?")

    @cached_property
    def _tree(self) -> HtmlElement:
        return tree_of(self.html)

    @cached_property
    def elements(self) -> list[Element]:
        return self._all("//*[not(ancestor-or-self::template)]")

    @cached_property
    def spare(self) -> list[Element]:
        """Elements that a script may put on the page later."""
        return self._all("//template/descendant-or-self::*")

    @cached_property
    def forms(self) -> list[Form]:
        return [form_of(node) for node in self._tree.xpath("//form[not(ancestor::template)]")]

    def _all(self, path: str) -> list[Element]:
        return [Element(node) for node in self._tree.xpath(path)]

    def all(self, tag: str, class_: str = "") -> list[Element]:
        return [
            element
            for element in self.elements
            if element.tag == tag and (not class_ or element.has_class(class_))
        ]

    @property
    def text(self) -> str:
        """Everything that is to be read on it."""
        return self.all("body")[0].text if self.all("body") else " ".join(self.html.split())

    @property
    def alerts(self) -> list[str]:
        """Return the notices of the page: something did not go as it was meant."""
        return [
            element.text for element in self.elements if element.attributes.get("role") == "alert"
        ]

    @property
    def lines(self) -> list[str]:
        """The lines of a preview."""
        return [item.text for item in self.all("li", "line")]

    @property
    def headlines(self) -> list[str]:
        """The sentences of a preview, good or bad."""
        return [told.text for told in self.all("p", "verdict")]

    @property
    def verdict(self) -> str:
        """Return the reason why the entry cannot be written; empty where it can."""
        found = self.all("p", "verdict-bad")
        return found[0].text if found else ""

    @property
    def links(self) -> list[str]:
        return [link.attributes["href"] for link in self.all("a") if "href" in link.attributes]

    def posting(self, action_end: str) -> list[Form]:
        """The forms that change something at an address with this end.

        A form whose buttons each write something else is one for each of them.
        """
        return [
            alone
            for form in self.forms
            if form.method == "post" and urlsplit(form.action).path.endswith(action_end)
            for alone in form.by_button()
        ]

    def asking(self) -> Form:
        """The form of the entry that the page is about."""
        return next(form for form in self.forms if form.method == "get" and "do" in form.fields)

    def writing(self, button: str) -> Form:
        """The form that writes entries, by a word on its button."""
        found = [
            form
            for form in self.posting("/entries")
            if any(button in shown.text for shown in form.buttons)
        ]
        assert found, f"there is no button {button!r}: {self.verdict}"
        return found[0]


def title_folder(demo: Path) -> str:
    """The folder of the title that a demo is of, to name a test by."""
    return demo.parts[-3]


class Device:
    """A tablet or phone: it has cookies of its own, opens pages, and sends their forms."""

    _numbers = count()

    def __init__(self, app: Flask, **headers: str) -> None:
        self.app = app
        self.client = app.test_client()
        self.secret: str = app.extensions["identity"].new_secret()
        self.client.set_cookie("device", self.secret)
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self._token = ""

    @property
    def name(self) -> str:
        """The name that stands beside what it writes."""
        return name_of(self.secret)

    def open(self, path: str, **arguments: object) -> Page:
        """The page at an address, with these arguments."""
        address = f"{path}?{urlencode(arguments)}" if arguments else path
        return Page(self.client.get(address, headers=self.headers, follow_redirects=True))

    @property
    def token(self) -> str:
        if not self._token:
            found = TOKEN.search(self.open("/").html)
            assert found
            self._token = found[1]
        return self._token

    def post(self, path: str, **fields: str) -> TestResponse:
        """Send these fields, with the token that shows that the page was ours."""
        data = {"csrf_token": self.token, **fields}
        return self.client.post(path, data=data, headers=self.headers)

    def send(self, form: Form, **changes: str) -> Page:
        """Tap the form's button, and see the page to which it leads."""
        fields = {**form.fields, **changes}
        if form.method == "get":
            return self.open(form.action, **fields)
        return self.follow(self.client.post(form.action, data=fields, headers=self.headers))

    def follow(self, response: TestResponse) -> Page:
        if response.status_code == 303:
            location = urlsplit(str(response.location))
            return self.open(location.path, **dict(parse_qsl(location.query)))
        return Page(response)

    def make(self, made: Any = None, name: str = "A match") -> str:
        """A new match with this device as host; by default Anna and Boris race. Its address."""
        made = made or setup()
        (title,) = (title for title in TITLES.values() if isinstance(made, title.SETUP))
        return f"/m/{matches(self.app).make(title.NAME, made, name, self.name)}"

    def join(self, match: str, seat: int | None = None) -> "Device":
        """Get the right to write, for all or for a seat, as the table's code gives it."""
        with matches(self.app)._database.writing() as session:
            given = {"name": "", "joined": "", "seen": ""}
            right = Right.SCORER if seat is None else Right.SEAT
            match_id = match.removeprefix("/m/")
            session.merge(
                models.DeviceRow(match_id=match_id, id=self.name, right=right, seat=seat, **given)
            )
        return self

    def write(
        self,
        match: str,
        *entries: Entry,
        write_id: str = "",
        version: int | None = None,
        then_end_turn: bool = False,
    ) -> Page:
        """Write these entries, as the pad does, and see the page after them."""
        fields = {"entries": json.dumps(entries), "write_id": write_id or self.write_id()}
        fields["version"] = str(sheet(self.app, match).version if version is None else version)
        if then_end_turn:
            fields["then_end_turn"] = "y"
        return self.follow(self.post(f"{match}/entries", **fields))

    def deal(self, match: str, laid: Entry) -> None:
        """Lay tiles face down as the program does when it deals: nobody can send them."""
        deal(self.app, match, laid, self.name)

    def undo(self, match: str, **fields: str) -> Page:
        return self._act(match, "undo", **fields)

    def redo(self, match: str, **fields: str) -> Page:
        return self._act(match, "redo", **fields)

    def go_back(self, match: str, n: int, **fields: str) -> Page:
        return self._act(match, f"entries/{n}/back", **fields)

    def amend(self, match: str, n: int, new: Entry | None, **fields: str) -> Page:
        wanted = {"take_out": "y"} if new is None else {"entry": json.dumps(new)}
        return self._act(match, f"entries/{n}", **wanted, **fields)

    def _act(self, match: str, what: str, **fields: str) -> Page:
        version = str(sheet(self.app, match).version)
        fields = {"version": version, "write_id": self.write_id(), **fields}
        return self.follow(self.post(f"{match}/{what}", **fields))

    @classmethod
    def write_id(cls) -> str:
        return f"write-{next(cls._numbers)}"


def matches(app: Flask) -> Matches:
    found: Matches = app.extensions["matches"]
    return found


def deal(app: Flask, match: str, laid: Entry, by: str) -> None:
    """Write this deal into the match at an address, as if chance had made it."""
    entry = msgspec.convert(laid, sheet(app, f"/m/{match.rpartition('/')[2]}").title.ENTRY)
    matches(app).deal(match.rpartition("/")[2], entry, f"deal-{Device.write_id()}", by)


def sheet(app: Flask, match: str) -> Sheet:
    """The match at an address, as it stands."""
    return matches(app).sheet(match.removeprefix("/m/"))


def standing(app: Flask, match: str) -> dict[str, Any]:
    """The position, as a match file writes it."""
    found = sheet(app, match)
    return found.title.export_position(found.position)


def written(app: Flask, match: str) -> int:
    """Return the number of entries that count."""
    found = matches(app).entries(match.removeprefix("/m/"))
    return sum(written.state == "live" for written in found)


def everything_in(folder: Path) -> list[Any]:
    """All that the database holds: the same before and after where nothing was changed."""
    with sqlite3.connect(folder / "quartermaster.sqlite") as connection:
        found = [
            connection.execute(f"SELECT * FROM {table}").fetchall()
            for table in ("match", "entry", "act", "document")
        ]
    connection.close()
    return found
