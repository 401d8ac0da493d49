"""Every text of the program, in every language: none missing, none left in English."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Final

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tracker.translations import FOLDER, LANGUAGES, catalogue
from tracker.translations.collect import template, texts

OTHERS: Final = tuple(code for code in LANGUAGES if code != "en")
PLURAL_FORMS: Final = {"ru": 3, "pl": 3}
# Texts that are the same in another language: loan words, and what has no words in it.
SAME: Final[dict[str, frozenset[str]]] = {
    "ru": frozenset(),
    "pl": frozenset(
        {
            "{minutes} min",
            *("Menu", "OK", "Fort", "fort", "plus", "Tablet", "Albania", "Arabia", "Serbia"),
            *("Anselme", "Charles", "Félix", "Gaston", "Gustave", "Lazare"),
            # Polish players know the cards and what they are used as by their English names.
            *("1 OPS", "OPS", "RP", "SR", "Fall of the Tsar"),
            *("{card}: {ops} OPS.", "{card}: {sr} SR.", "{nation}: {points} RP"),
        }
    ),
}
ENGLISH_ON_THE_TABLE: Final = {
    "ru": frozenset[str](),
    "pl": frozenset({"card", "effect", "nation", "side"}),
}
"""Names that a language takes from the English edition, because the table has that one."""
NAMES: Final = re.compile(r"%\(\w+\)s|\{\w*\}|CW-[\d.]+|[\d\W_]")

every_language = pytest.mark.parametrize("code", OTHERS)


@cache
def kept(code: str) -> Catalog:
    with (FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


@cache
def collected() -> Catalog:
    return template()


def wanted() -> Iterator[Message]:
    for message in collected():
        if message.id:
            yield message


def ids(message: Message) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (str(message.id),)


def strings(message: Message) -> tuple[str, ...]:
    if isinstance(message.string, tuple | list):
        return tuple(message.string)
    return (str(message.string),)


def placeholders(text: str) -> set[str]:
    """Return the names that are filled in: %(name)s in a page, {name} in a sentence."""
    named = set(re.findall(r"%\((\w+)\)s", text))
    return named | {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.slow
def test_there_are_texts_in_pages_code_words_and_rules() -> None:
    found = {message if isinstance(message, str) else message[0] for message, _ in texts()}

    assert {"End turn", "Found", "weapon", "{name} finds {amount}", "People"} <= found
    assert any(text.startswith("Every player starts with 10") for text in found)
    assert len(found) > 300


@pytest.mark.slow
@every_language
def test_no_text_is_missing(code: str) -> None:
    missing = [
        message.id for message in wanted() if kept(code).get(message.id, message.context) is None
    ]

    assert missing == []


@every_language
def test_no_translation_is_empty_or_doubtful(code: str) -> None:
    empty = [
        message.id
        for message in kept(code)
        if message.id and (message.fuzzy or not all(string.strip() for string in strings(message)))
    ]

    assert empty == []


@every_language
def test_nothing_is_kept_that_is_no_longer_said(code: str) -> None:
    said = {(message.id, message.context) for message in wanted()}

    assert [
        message.id
        for message in kept(code)
        if message.id and (message.id, message.context) not in said
    ] == []
    assert kept(code).obsolete == {}


@every_language
def test_what_is_counted_has_all_plural_forms(code: str) -> None:
    assert kept(code).num_plurals == PLURAL_FORMS[code]
    for message in kept(code):
        if isinstance(message.id, tuple):
            assert len(strings(message)) == PLURAL_FORMS[code], message.id


@every_language
def test_a_translation_fills_in_what_the_text_does(code: str) -> None:
    wrong = {}
    for message in kept(code):
        if not message.id:
            continue
        named = set().union(*map(placeholders, ids(message)))
        for string in strings(message):
            if string and placeholders(string) != named:
                wrong[message.id] = string

    assert wrong == {}


@every_language
def test_nothing_is_left_in_english(code: str) -> None:
    same = [
        message.id
        for message in kept(code)
        if message.id
        and set(ids(message)) & set(strings(message))
        and any(NAMES.sub("", id_) for id_ in ids(message))
        and not set(ids(message)) <= SAME[code]
        and message.context not in ENGLISH_ON_THE_TABLE[code]
    ]

    assert same == []


@pytest.mark.parametrize(("code", "letters"), [("ru", "[а-яё]"), ("pl", "[a-ząćęłńóśźż]")])
def test_a_translation_is_written_in_the_languages_letters(code: str, letters: str) -> None:
    wrong = [
        string
        for message in kept(code)
        if message.id
        for string in strings(message)
        if string and NAMES.sub("", string) and not re.search(letters, string, re.IGNORECASE)
    ]

    assert wrong == []


@every_language
def test_a_translation_keeps_the_rule_numbers_and_markup_of_the_text(code: str) -> None:
    wrong = {}
    for message in kept(code):
        if not message.id:
            continue
        marks = set(re.findall(r"CW-[\d.]+\d|</?\w+>", " ".join(ids(message))))
        for string in strings(message):
            if string and set(re.findall(r"CW-[\d.]+\d|</?\w+>", string)) != marks:
                wrong[message.id] = string

    assert wrong == {}


@every_language
def test_the_catalogue_that_pages_read_says_what_the_file_says(code: str) -> None:
    message, counted = kept(code).get("End turn"), kept(code).get(("weapon", "weapons"))
    assert message is not None
    assert counted is not None

    read = catalogue(code)

    assert read.gettext("End turn") == message.string
    assert read.ngettext("weapon", "weapons", 5) == strings(counted)[2]


def test_english_is_the_text_itself() -> None:
    assert catalogue("en").gettext("End turn") == "End turn"
    assert catalogue("en").ngettext("weapon", "weapons", 2) == "weapons"
