"""A page as a browser sees it: where it leads, what its forms send, and what is wrong with it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final
from urllib.parse import urlencode, urljoin, urlsplit

from babel.messages.pofile import read_po
from lxml.html import HtmlElement

from tests.visitor import FORM, Answer
from tests.web.arrange import tree_of
from tracker.translations import FOLDER

LEADING: Final = ("href", "src", "hx-get")
"""The attributes that hold an address."""
READ: Final = ("aria-label", "title", "placeholder", "alt")
"""The attributes that hold a text for a reader."""
TYPED: Final = "walked"
"""The text for a field that must not be empty."""
BOUNDARY: Final = "boundary-of-the-walk"
ENGLISH: Final = re.compile(r"\b(the|of|and|with|this|your|from)\b", re.IGNORECASE)
"""Words that are in no Russian text. Polish ones name cards as the English edition does."""
LEAST_BLANKS: Final = 3
"""A shorter text may be a name."""
PLACEHOLDER: Final = re.compile(r"%\(|\{|%s")
NOT_READ: Final = ("script", "style", "bdi", "code", "textarea")
"""The elements with names that somebody typed, or with no text for readers."""


@dataclass(frozen=True)
class Form:
    """A form as one of its buttons sends it."""

    page: str
    """The address of the page that it is on."""
    action: str
    method: str
    fields: tuple[tuple[str, str], ...]
    files: tuple[str, ...] = ()
    """The names of its fields for files; where there are some, it is sent in parts."""

    @property
    def address(self) -> str:
        """Return where a form that only asks leads."""
        path = self.action.partition("?")[0]
        return f"{path}?{urlencode(self.fields)}"

    @property
    def body(self) -> bytes:
        if not self.files:
            return urlencode(self.fields).encode()
        parts = [(f'name="{name}"', value) for name, value in self.fields]
        parts += [(f'name="{name}"; filename=""', "") for name in self.files]
        whole = "".join(
            f"--{BOUNDARY}\r\nContent-Disposition: form-data; {about}\r\n\r\n{value}\r\n"
            for about, value in parts
        )
        return f"{whole}--{BOUNDARY}--\r\n".encode()

    def asks_the_same(self, other: "Form") -> bool:
        """Return whether both have the same fields, whatever is in them."""
        names = [name for name, _ in self.fields]
        return self.action == other.action and names == [name for name, _ in other.fields]

    def with_field(self, name: str, value: str) -> "Form":
        """Return the form with another value in one field."""
        fields = tuple((field, value if field == name else old) for field, old in self.fields)
        return replace(self, fields=fields)

    @property
    def content_type(self) -> str:
        return f"multipart/form-data; boundary={BOUNDARY}" if self.files else FORM


@dataclass
class WalkedPage:
    """A page that arrived."""

    answer: Answer
    port: int

    @cached_property
    def tree(self) -> HtmlElement:
        return tree_of(self.answer.text)

    @cached_property
    def anchors(self) -> frozenset[str]:
        """Return the names of the places on the page that a link can lead to."""
        return frozenset(map(str, self.tree.xpath("//@id")))

    @property
    def language(self) -> str:
        return str(self.tree.get("lang", ""))

    def links(self) -> Iterator[str]:
        """Yield the addresses on this server that the page leads to, with their fragments."""
        for name in LEADING:
            for address in self.tree.xpath(f"//@{name}"):
                if own := self._own(str(address)):
                    yield own

    def forms(self) -> Iterator[Form]:
        """Yield every form, once for each of its buttons."""
        for form in self.tree.iter("form"):
            yield from self._forms_of(form)

    def faults(self, language: str) -> Iterator[str]:
        """Yield what a reader would complain of."""
        if not self._is_part() and not self.answer.text.rstrip().endswith("</html>"):
            yield "the page has no end"
        if not self._is_part() and self.language != language:
            yield f"the page is in {self.language}, not in {language}"
            return
        if language != "en":
            yield from (f"English text {text!r}" for text in self._english(language))

    def says_what_is_wrong(self) -> bool:
        return bool(self.tree.xpath("//*[@role='alert']"))

    def _is_part(self) -> bool:
        """Return whether it is a part of a page, which a script puts into its place."""
        return not self.answer.text.lstrip().startswith("<!DOCTYPE html>")

    def _own(self, address: str) -> str:
        """Return the path of an address on this server; an empty text for any other."""
        found = urlsplit(urljoin(f"http://localhost:{self.port}{self.answer.address}", address))
        if found.scheme != "http" or found.port != self.port:
            return ""
        return found._replace(scheme="", netloc="").geturl()

    def _forms_of(self, form: HtmlElement) -> Iterator[Form]:
        fields, buttons, files = list[tuple[str, str]](), list[HtmlElement](), list[str]()
        for part in _parts_of(form):
            kind = part.get("type", "submit" if part.tag == "button" else "text")
            if part.tag == "button" or kind == "submit":
                buttons += [part] if kind == "submit" else []
            elif kind == "file":
                files.append(part.get("name", ""))
            elif kind not in ("radio", "checkbox") or "checked" in part.attrib:
                fields.append((part.get("name", ""), _value_of(part, kind)))
        # A form without a button is sent by the Enter key; one with a dim button is not.
        is_off = not buttons and form.xpath(".//button[@disabled]")
        for button in buttons or ([] if is_off else [form]):
            pressed = [(button.get("name", ""), button.get("value", ""))]
            sent = [(name, value) for name, value in [*fields, *pressed] if name]
            action = button.get("formaction") or form.get("action") or self.answer.address
            method = form.get("method", "get").lower()
            own = self._own(action).partition("#")[0]
            yield Form(self.answer.address, own, method, tuple(sent), tuple(files))

    def _english(self, language: str) -> list[str]:
        known = _english_texts(language)
        return [
            text[:80]
            for text in map(_plain, self._texts())
            if text in known or (language == "ru" and len(ENGLISH.findall(text)) > 1)
        ]

    def _texts(self) -> Iterator[str]:
        """Yield every text on the page that is ours, not typed by somebody."""
        foreign = set(self.tree.xpath("//*[@lang='en']/descendant-or-self::*"))
        for element in self.tree.iter():
            if element in foreign:
                continue
            yield from (element.get(name, "") for name in READ)
            if element.tag not in NOT_READ:
                yield element.text or ""
                yield from (child.tail or "" for child in element)


def _parts_of(form: HtmlElement) -> list[HtmlElement]:
    """Return the fields and buttons of a form, also those elsewhere on the page."""
    inside = [
        part
        for part in form.iter("input", "select", "textarea", "button")
        if "form" not in part.attrib
    ]
    name = form.get("id")
    elsewhere = form.xpath("//*[@form=$name]", name=name) if name else ()
    return [part for part in (*inside, *elsewhere) if "disabled" not in part.attrib]


def _value_of(part: HtmlElement, kind: str) -> str:
    """Return what a browser would send; a field that must not be empty is filled in."""
    if part.tag == "select":
        options = list(part.iter("option"))
        chosen = [option for option in options if "selected" in option.attrib] or options[:1]
        return str(chosen[-1].get("value", chosen[-1].text_content())) if chosen else ""
    value = part.text or "" if part.tag == "textarea" else part.get("value", "")
    if value or "required" not in part.attrib:
        return value
    is_number = kind == "number" or part.get("inputmode") == "numeric"
    return part.get("min", "1") if is_number else TYPED


def _plain(text: str) -> str:
    return " ".join(text.split())


@cache
def _english_texts(language: str) -> frozenset[str]:
    """Return the texts that this language says otherwise, as far as nothing is put into them."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=language) if message.id]
    same = {str(message.id) for message in messages if message.id == message.string}
    texts = {_plain(message.id) for message in messages if isinstance(message.id, str)}
    return frozenset(
        text
        for text in texts - same
        if text.count(" ") >= LEAST_BLANKS and not PLACEHOLDER.search(text)
    )
