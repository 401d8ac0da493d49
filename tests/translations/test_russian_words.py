"""The Russian of Confederates against Yankees is that of its rulebook: its words, and no others."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.translations.test_catalogues import ids, kept, strings
from tracker.engine.ledger import Column
from tracker.games.civil_war.columns import Bonus, Count, Resource
from tracker.games.civil_war.words import SUMMARIES
from tracker.translations.translator import translator

NO_LONGER_SAID: Final = {
    "плитка": r"плит(?:к\w*|ок)",
    "древесина": r"древесин\w*",
    "еда": r"ед(?:а|ы|е|у|ой)",
    "повозка": r"повоз(?:к\w*|ок)",
    "господство": r"господств\w*",
    "пожарные": r"пожарны(?:е|х|м|ми)(?! команд)",
    "запас": r"(?<!золотой )(?<!золотого )(?<!золотому )(?<!золотым )(?<!золотом )(?<!золотых )"
    r"запас(?:а|у|ом|е|ы|ов|ам|ами|ах)?",
    "лист": r"лист(?:а|у|ом|е|ы|ов|ам|ами|ах)?",
    "раскладка": r"расклад(?:к\w*|ок|ыва\w*)",
    "защитник": r"защитник\w*",
    "враг": r"враг\w*|вражеск\w*",
    "свои": r"свои",
    "друзья": r"друзья\w*|друзей",
    "добавка": r"добав(?:к\w*|ок)",
    "набор": r"набор(?:а|у|ом|е|ы|ов|ам|ами|ах)?",
    "маршал армий": r"(?-i:Маршал\w* армий)",
}
"""Words that the rulebook has another word for, each with all its forms."""

ALLOWED: Final[dict[str, tuple[str, ...]]] = {
    # The name of a card in the rulebook of Paths of Glory.
    "господство": ("Господство в воздухе",),
    # The rulebook's own word for what everyone starts with.
    "набор": ("стартовым набором",),
    # "One's own", of things and of actions: no people are meant.
    "свои": ("свои карточки", "свои записи", "свои действия", "свои ОО"),
}
"""The phrases that may have such a word, and why."""

RULEBOOK: Final = {
    Resource.WATER: "Чистая вода",
    Resource.FOOD: "Пища",
    Resource.WOOD: "Дерево",
    Bonus.WAGON: "Телега",
    Bonus.FIRE_BRIGADE: "Пожарная команда",
    Bonus.GOLD_RESERVE: "Золотой запас",
    Count.DOMINATED: "Полное доминирование",
}
"""The words on buttons and over columns, word for word."""

PHRASES: Final = (
    ("CW-1.4", "руководитель отряда"),
    ("CW-2.3", "стартовый бонус"),
    ("CW-3.1", "раздача карточек"),
    ("CW-9", "конь с телегой"),
    ("CW-9.3", "увеличивает вашу огневую мощь"),
    ("CW-9.9", "Полное доминирование"),
    ("CW-12.5", "Маршал Армий"),
    ("CW-13.5", "снижает огневую мощь"),
    ("CW-13.7", "обороняющийся"),
)
"""The words that the summary of a rule must have."""


def translations() -> Iterator[tuple[str, str]]:
    for message in kept("ru"):
        for string in strings(message):
            if message.id:
                yield ids(message)[0], string


def pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{NO_LONGER_SAID[word]})\b", re.IGNORECASE)


def without_allowed(word: str, string: str) -> str:
    for phrase in ALLOWED.get(word, ()):
        string = re.sub(phrase, "", string, flags=re.IGNORECASE)
    return string


@pytest.mark.parametrize("word", NO_LONGER_SAID)
def test_no_word_is_left_that_the_rulebook_does_not_use(word: str) -> None:
    left = {
        text: string
        for text, string in translations()
        if pattern(word).search(without_allowed(word, string))
    }

    assert left == {}


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("плитка", "Закрыто 5 плиток."),
        ("древесина", "60 древесины"),
        ("еда", "на каждого нужна 1 еда"),
        ("повозка", "с повозкой — 2"),
        ("господство", "Полное господство"),
        ("пожарные", "Пожарные"),
        ("запас", "Форт и запас теряются"),
        ("лист", "Назад к листу"),
        ("раскладка", "одна раскладка"),
        ("защитник", "у защитника"),
        ("враг", "Встреченных врагов"),
        ("враг", "из вражеских лагерей"),
        ("свои", "Свои: они вступают в лагерь."),
        ("друзья", "это друзья"),
        ("добавка", "Добавка за роль"),
        ("набор", "Файл набора"),
        ("маршал армий", "Маршал армий: больше всего очков"),
    ],
)
def test_the_word_is_found_in_its_forms(word: str, sentence: str) -> None:
    assert pattern(word).search(sentence)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("запас", "потратьте золотой запас"),
        ("пожарные", "2 пожарные команды"),
        ("маршал армий", "он — Маршал Армий"),
        ("еда", "Обед и победа"),
        ("лист", "в списке"),
    ],
)
def test_the_rulebooks_word_is_let_through(word: str, sentence: str) -> None:
    assert not pattern(word).search(sentence)


@pytest.mark.parametrize("phrase", [phrase for phrases in ALLOWED.values() for phrase in phrases])
def test_every_exception_is_still_needed(phrase: str) -> None:
    assert any(phrase.lower() in string.lower() for _, string in translations())


@pytest.mark.parametrize("column", RULEBOOK)
def test_a_label_is_the_rulebooks_word(column: Column) -> None:
    assert translator("ru").word(column) == RULEBOOK[column]


@pytest.mark.parametrize(("rule", "phrase"), PHRASES)
def test_a_rule_is_told_in_the_rulebooks_phrase(rule: str, phrase: str) -> None:
    assert phrase in translator("ru").translated(SUMMARIES[rule])
