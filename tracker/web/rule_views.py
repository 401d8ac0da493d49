"""The rules for reading: a rulebook by chapter, and a rule by its number."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, render_template, request, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.engine.rulebook import Mark, Rule, TitleRules
from tracker.games import CARDS
from tracker.games.titles import RULEBOOKS
from tracker.service.match import NoSuchMatch
from tracker.web import page_cache
from tracker.web.language import translate
from tracker.web.match_views import pages_of
from tracker.web.own_addresses import came_from, match_in
from tracker.web.services import matches

blueprint = Blueprint("rules", __name__)

SOURCES: Final = {
    Mark.PRINTED: Message("Printed in the rulebook"),
    Mark.BOTH: Message("Partly printed in the rulebook, partly our reading"),
    Mark.READING: Message("Our reading of the rulebook"),
}
OPEN_SOURCES: Final = {
    Mark.PRINTED: Message("Printed in the rulebook; your table can choose otherwise at set-up"),
    Mark.BOTH: Message(
        "Partly printed in the rulebook, partly our reading;"
        " your table can choose otherwise at set-up"
    ),
    Mark.READING: Message("Our reading; your table can choose otherwise at set-up"),
}
"""The source of a rule that a table can play otherwise."""


@dataclass(frozen=True)
class ShownRule:
    """A rule as a page shows it."""

    number: str
    text: str
    source: str
    """Its source: the print, or our reading."""
    switches: tuple[str, ...]
    """The names of its switches at set-up."""
    chosen: tuple[str, ...]
    """The rules that this table plays instead."""
    is_found: bool = True


@dataclass(frozen=True)
class ShownChapter:
    """A chapter as a page shows it."""

    name: str
    rules: tuple[ShownRule, ...]
    """The introduction, and after it the rules."""

    @property
    def is_found(self) -> bool:
        return any(rule.is_found for rule in self.rules)


def show_rulebook(title: str) -> ResponseReturnValue:
    """The rules of a title, for a table that has not been set up."""
    query = request.args.get("q", "")
    return render_template(
        "rulebook.html",
        title_label=CARDS[title].label,
        chapters=_chapters(RULEBOOKS[title], {}, query),
        query=query,
        here=url_for("rules.show_rulebook", title=title),
    )


@blueprint.record
def add_rulebooks(state: BlueprintSetupState) -> None:
    """Give every rulebook an address; a title's name there is no number of a rule."""
    for title in RULEBOOKS:
        defaults = {"title": title}
        state.add_url_rule(f"/rules/{title}", "show_rulebook", show_rulebook, defaults=defaults)


@blueprint.get("/m/<match_id>/rules")
@page_cache.page
def show_rules_of_match(match_id: str) -> ResponseReturnValue:
    """The rules of a match, with the house rules of its table marked."""
    sheet = matches().sheet(match_id)
    title = RULEBOOKS[sheet.title.NAME]
    query = request.args.get("q", "")
    return render_template(
        "match/rules.html",
        **pages_of(sheet).frame(sheet),
        title_label=CARDS[sheet.title.NAME].label,
        chapters=_chapters(title, title.house_rules(sheet.setup), query),
        query=query,
    )


@blueprint.get("/rules/<number>")
def show_rule(number: str) -> ResponseReturnValue:
    """A rule, where it comes from, and what may be played instead."""
    title, rule = _rule(number)
    chapter = RULEBOOKS[title].RULEBOOK.chapter_of(number)
    back = came_from()
    is_part = "HX-Request" in request.headers
    return render_template(
        "rule_text.html" if is_part else "rule.html",
        rule=_shown(RULEBOOKS[title], rule, _chosen_at(match_in(back), title)),
        chapter=chapter,
        title=title,
        back=back,
    )


def _rule(number: str) -> tuple[str, Rule]:
    found = ((title, rules.RULEBOOK.rule(number)) for title, rules in RULEBOOKS.items())
    return next(((title, rule) for title, rule in found if rule), None) or abort(404)


def _chosen_at(match_id: str, title: str) -> Mapping[str, Message]:
    """Return the house rules of the match that the reader comes from, if it is of this title."""
    if not match_id:
        return {}
    try:
        sheet = matches().sheet(match_id)
    except NoSuchMatch:
        return {}
    return RULEBOOKS[title].house_rules(sheet.setup) if title == sheet.title.NAME else {}


def _chapters(title: TitleRules, chosen: Mapping[str, Message], query: str) -> list[ShownChapter]:
    return [
        ShownChapter(
            translate(chapter.name),
            (
                _shown(title, chapter.introduction, chosen, query, translate(chapter.name)),
                *(_shown(title, rule, chosen, query) for rule in chapter.rules),
            ),
        )
        for chapter in title.RULEBOOK.chapters
    ]


def _shown(
    title: TitleRules,
    rule: Rule,
    chosen: Mapping[str, Message],
    query: str = "",
    heading: str = "",
) -> ShownRule:
    text = translate(rule.text)
    names = tuple(translate(title.HOUSE_RULES[switch].heading) for switch in rule.switches)
    played = tuple(translate(chosen[switch]) for switch in rule.switches if switch in chosen)
    source = translate((OPEN_SOURCES if rule.switches else SOURCES)[rule.mark]) if rule.mark else ""
    searched = " ".join((rule.number, heading, text, source, *names, *played)).casefold()
    return ShownRule(
        rule.number,
        text,
        source,
        names,
        played,
        all(word in searched for word in query.casefold().split()),
    )
