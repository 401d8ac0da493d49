"""The statistics in words, tables and charts: the same for the page and for paper."""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from tracker.engine.message import Message
from tracker.games import CARDS
from tracker.games.titles import TITLES
from tracker.printing import statistics_charts
from tracker.printing.page import html
from tracker.printing.pdf import Paper, pdf
from tracker.printing.statistics_charts import Chart
from tracker.translations.translator import Translator, plain, signed, translator

STATISTICS: Final = Message("Statistics")
TALLY_HEAD: Final = (
    Message("Matches"),
    Message("Wins"),
    Message("Win rate"),
    Message("Average points"),
    Message("Best"),
)
PEOPLE = Message("People")
PLAYER = Message("Player")
GAMES = Message("Games")
GAME = Message("Game")
ROLES = Message("Roles")
SIDES = Message("Sides")
ROLE = Message("Role")
SIDE = Message("Side")
SIZE = Message("Number of players")
HEAD_TO_HEAD = Message("Head to head")
PAIR_HEAD: Final = (Message("Matches"), Message("The first won"), Message("The second won"))
STREAKS = Message("Streaks")
STREAK_HEAD: Final = (Message("Longest winning streak"), Message("Now"))
BAND = Message("{title}, round by round: {track}")
BAND_HEAD: Final = (
    Message("Round"),
    Message("Matches"),
    Message("Lower quartile"),
    Message("Median"),
    Message("Upper quartile"),
)
POINTS = Message("points")
USED = Message("Most used")
ENDINGS = Message("How games end")
TIMES = Message("Times")
WHAT = Message("What")


class Section(Struct, frozen=True):
    """A heading, a chart perhaps, and the table behind it."""

    heading: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    chart: Chart | None = None


def sections(found: Any, language: str) -> list[Section]:
    """Return the sections of the statistics in this language; see `Statistics`."""
    words = translator(language)
    names: dict[str, str] = found.names
    made = [
        _tallies(words, PEOPLE, PLAYER, found.people, lambda tally: names[tally.name]),
        _tallies(words, GAMES, GAME, found.titles, lambda tally: _game(words, tally.title)),
        _tallies(words, ROLES, ROLE, found.roles, lambda tally: _word(words, tally)),
        _tallies(words, SIDES, SIDE, found.sides, lambda tally: _word(words, tally)),
        _tallies(
            words,
            SIZE,
            SIZE,
            found.sizes,
            lambda tally: f"{_game(words, tally.title)}: {tally.name}",
        ),
        _pairs(words, found.pairs, names),
        _streaks(words, found.streaks, names),
        *_bands(words, found.bands),
        _counts(words, USED, found.used),
        _counts(words, ENDINGS, found.endings),
    ]
    return [section for section in made if section.rows]


def printed(found: Any, language: str, paper: Paper, whose: str) -> bytes:
    """Return the statistics as PDF."""
    data = {
        "sheet": translator(language).translate(STATISTICS),
        "match_name": whose or "Quartermaster",
        "date": "",
        "paper": paper.value,
        "sections": [
            {
                **{name: getattr(section, name) for name in section.__struct_fields__},
                "chart": section.chart and section.chart.on_paper(),
            }
            for section in sections(found, language)
        ],
        "matches": found.matches,
    }
    return pdf(html("statistics.html", language, data), paper)


def _tallies(words: Translator, heading: Message, first: Message, found: Any, name: Any) -> Section:
    rows = [
        (
            str(name(tally)),
            plain(tally.plays),
            plain(tally.wins),
            f"{tally.rate:g} %",
            "–" if tally.average is None else f"{tally.average:g}".replace("-", "−"),
            "–" if tally.best is None else plain(tally.best),
        )
        for tally in found
    ]
    bars = [(str(name(tally)), tally.rate, f"{tally.rate:g} %") for tally in found]
    rate = words.translate(TALLY_HEAD[2])
    chart = (
        statistics_charts.bars(f"{words.translate(heading)}: {rate}", bars, 100) if bars else None
    )
    head = (words.translate(first), *map(words.translate, TALLY_HEAD))
    return Section(words.translate(heading), head, tuple(rows), chart)


def _pairs(words: Translator, found: Any, names: dict[str, str]) -> Section:
    rows = [
        (
            f"{names[pair.first]} – {names[pair.second]}",
            plain(pair.plays),
            plain(pair.first_wins),
            plain(pair.second_wins),
        )
        for pair in found
    ]
    head = (words.translate(PEOPLE), *map(words.translate, PAIR_HEAD))
    return Section(words.translate(HEAD_TO_HEAD), head, tuple(rows))


def _streaks(words: Translator, found: Any, names: dict[str, str]) -> Section:
    rows = [(names[record.name], plain(record.longest), signed(record.now)) for record in found]
    head = (words.translate(PLAYER), *map(words.translate, STREAK_HEAD))
    return Section(words.translate(STREAKS), head, tuple(rows))


def _bands(words: Translator, found: Sequence[Any]) -> list[Section]:
    made = []
    for (title, track), group in groupby(found, key=lambda band: (band.title, band.track)):
        bands = list(group)
        facts = {"title": _game(words, title), "track": _track(words, title, track)}
        heading = words.translate(Message(BAND.text, facts))
        rows = [
            (
                plain(band.round),
                plain(band.matches),
                *(f"{value:g}".replace("-", "−") for value in (band.low, band.median, band.high)),
            )
            for band in bands
        ]
        drawn = [(band.round, band.low, band.median, band.high) for band in bands]
        chart = statistics_charts.band(heading, drawn)
        made.append(Section(heading, tuple(map(words.translate, BAND_HEAD)), tuple(rows), chart))
    return made


def _counts(words: Translator, heading: Message, found: Any) -> Section:
    is_one_title = len({count.title for count in found}) == 1
    named = [
        (
            _word(words, count)
            if is_one_title
            else f"{_word(words, count)} ({_game(words, count.title)})"
        )
        for count in found
    ]
    rows = [(name, plain(count.number)) for name, count in zip(named, found, strict=True)]
    bars = [
        (name, count.number, plain(count.number)) for name, count in zip(named, found, strict=True)
    ]
    chart = statistics_charts.bars(words.translate(heading), bars) if bars else None
    return Section(
        words.translate(heading),
        (words.translate(WHAT), words.translate(TIMES)),
        tuple(rows),
        chart,
    )


def _game(words: Translator, title: str) -> str:
    return words.translate(CARDS[title].label)


def _word(words: Translator, named: Any) -> str:
    """Return a role, a side, a bonus or an ending in words."""
    term = _words(named.title).get(named.name)
    return words.translated_as(term.context, term.text) if term else str(named.name)


@cache
def _words(title: str) -> Any:
    return TITLES[title].result_words()


def _track(words: Translator, title: str, track: int) -> str:
    """Return what a track is called; the points of all seats are one."""
    if track < 0:
        return words.translate(POINTS)
    return words.translate(TITLES[title].track_labels()[track])
