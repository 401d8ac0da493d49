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
from tracker.translations.number_text import plain, signed
from tracker.translations.speaking import Speaker, speaker

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
    """Return everything there is to say of statistics, in this language; see `Statistics`."""
    say = speaker(language)
    names: dict[str, str] = found.names
    made = [
        _tallies(say, PEOPLE, PLAYER, found.people, lambda tally: names[tally.name]),
        _tallies(say, GAMES, GAME, found.titles, lambda tally: _game(say, tally.title)),
        _tallies(say, ROLES, ROLE, found.roles, lambda tally: _word(say, tally)),
        _tallies(say, SIDES, SIDE, found.sides, lambda tally: _word(say, tally)),
        _tallies(
            say, SIZE, SIZE, found.sizes, lambda tally: f"{_game(say, tally.title)}: {tally.name}"
        ),
        _pairs(say, found.pairs, names),
        _streaks(say, found.streaks, names),
        *_bands(say, found.bands),
        _counts(say, USED, found.used),
        _counts(say, ENDINGS, found.endings),
    ]
    return [section for section in made if section.rows]


def printed(found: Any, language: str, paper: Paper, whose: str) -> bytes:
    """Return the statistics as PDF."""
    data = {
        "sheet": speaker(language).tell(STATISTICS),
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


def _tallies(say: Speaker, heading: Message, first: Message, found: Any, name: Any) -> Section:
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
    rate = say.tell(TALLY_HEAD[2])
    chart = statistics_charts.bars(f"{say.tell(heading)}: {rate}", bars, 100) if bars else None
    head = (say.tell(first), *map(say.tell, TALLY_HEAD))
    return Section(say.tell(heading), head, tuple(rows), chart)


def _pairs(say: Speaker, found: Any, names: dict[str, str]) -> Section:
    rows = [
        (
            f"{names[pair.first]} – {names[pair.second]}",
            plain(pair.plays),
            plain(pair.first_wins),
            plain(pair.second_wins),
        )
        for pair in found
    ]
    head = (say.tell(PEOPLE), *map(say.tell, PAIR_HEAD))
    return Section(say.tell(HEAD_TO_HEAD), head, tuple(rows))


def _streaks(say: Speaker, found: Any, names: dict[str, str]) -> Section:
    rows = [(names[record.name], plain(record.longest), signed(record.now)) for record in found]
    head = (say.tell(PLAYER), *map(say.tell, STREAK_HEAD))
    return Section(say.tell(STREAKS), head, tuple(rows))


def _bands(say: Speaker, found: Sequence[Any]) -> list[Section]:
    made = []
    for (title, track), group in groupby(found, key=lambda band: (band.title, band.track)):
        bands = list(group)
        facts = {"title": _game(say, title), "track": _track(say, title, track)}
        heading = say.tell(Message(BAND.text, facts))
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
        made.append(Section(heading, tuple(map(say.tell, BAND_HEAD)), tuple(rows), chart))
    return made


def _counts(say: Speaker, heading: Message, found: Any) -> Section:
    is_one_title = len({count.title for count in found}) == 1
    named = [
        (_word(say, count) if is_one_title else f"{_word(say, count)} ({_game(say, count.title)})")
        for count in found
    ]
    rows = [(name, plain(count.number)) for name, count in zip(named, found, strict=True)]
    bars = [
        (name, count.number, plain(count.number)) for name, count in zip(named, found, strict=True)
    ]
    chart = statistics_charts.bars(say.tell(heading), bars) if bars else None
    return Section(say.tell(heading), (say.tell(WHAT), say.tell(TIMES)), tuple(rows), chart)


def _game(say: Speaker, title: str) -> str:
    return say.tell(CARDS[title].label)


def _word(say: Speaker, named: Any) -> str:
    """Return a role, a side, a bonus or an ending in words."""
    term = _words(named.title).get(named.name)
    return say.translated_as(term.context, term.text) if term else str(named.name)


@cache
def _words(title: str) -> Any:
    return TITLES[title].result_words()


def _track(say: Speaker, title: str, track: int) -> str:
    """Return what a track is called; the points of all seats are one."""
    if track < 0:
        return say.tell(POINTS)
    return say.tell(TITLES[title].track_labels()[track])
