"""Every sheet, read back: what stands on it, on how many pages, in which language and size."""

import re
from typing import Any

import msgspec
import pytest

from tests.printing.arrange import (
    ADDRESS,
    BATTLES,
    EDITIONS,
    NINE,
    NINE_BRIEFLY,
    SIX,
    SIZES,
    TWO,
    Sheet,
    long_match,
    match,
    order,
    printed,
    standing,
)
from tracker.engine.message import Message
from tracker.games.civil_war.columns import KINDS, RESOURCES
from tracker.printing import sheet_files
from tracker.printing.charts import lines
from tracker.printing.civil_war import causes, report
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.summary import last_closed, summary
from tracker.printing.pdf import Paper
from tracker.printing.sheet_files import file_name, page
from tracker.translations.translator import plain

SHEETS = [(Sheet.RUNNING, "en"), (Sheet.SUMMARY, "ru"), (Sheet.REPORT, "en"), (Sheet.RULES, "pl")]


@pytest.mark.parametrize(("sheet", "language"), SHEETS)
def test_a_sheet_is_tagged_titled_and_in_its_language(sheet: Sheet, language: str) -> None:
    of = match(SIX, None if sheet is Sheet.REPORT else 150)

    made = printed(sheet, of, language)

    assert made.is_tagged
    assert made.claims_to_be_accessible
    assert made.language == language
    assert "Friday at the club" in made.title
    assert made.bookmarks


@pytest.mark.parametrize(("sheet", "language"), SHEETS)
def test_every_font_is_inside_the_file_and_ours(sheet: Sheet, language: str) -> None:
    fonts = printed(sheet, match(SIX, None if sheet is Sheet.REPORT else 150), language).fonts

    assert all(fonts.values())
    assert any("Ledger-Sans" in name for name in fonts)
    assert not [name for name in fonts if "Ledger" not in name and "DejaVu" not in name]


@pytest.mark.parametrize(("language", "paper"), EDITIONS)
def test_the_rules_card_has_two_pages_in_every_language_and_size(
    language: str, paper: Paper
) -> None:
    made = printed(Sheet.RULES, match(SIX, 150), language, paper)

    assert made.pages == 2
    assert made.size == SIZES[paper]


def test_every_page_has_its_number_the_match_and_the_day() -> None:
    made = printed(Sheet.REPORT, match())

    for number, text in enumerate(made.texts, 1):
        assert f"{number} / {made.pages}" in text
        assert "Friday at the club" in text
        assert "November 16, 2026" in text


@pytest.mark.parametrize(("players", "months", "pages"), [(2, 1, 2), (1, 12, 2)])
def test_the_blank_sheet_has_a_page_a_player(players: int, months: int, pages: int) -> None:
    made = printed(Sheet.BLANK, None, players=players, months=months)

    assert made.pages == pages
    assert made.text.count("at the start") == players * months
    assert made.says("Rewards")
    # CW-13.4: what the defender, the attacker, and one with dynamite spend.
    assert made.says("people and weapons 1 1 2 4 2 2")


@pytest.mark.parametrize("paper", Paper)
def test_the_blank_sheet_for_the_table_is_one_page_for_nine(paper: Paper) -> None:
    made = printed(Sheet.BLANK, None, "en", paper, players=9, months=6, for_table=True)

    assert made.pages == 1
    assert made.size == SIZES[paper][::-1]


def test_nothing_beside_the_months_of_the_table_runs_into_the_footer() -> None:
    made = printed(Sheet.BLANK, None, "ru", Paper.A4, players=9, months=6, for_table=True)
    tagged = [text for text in made.drawn[0].texts if text.owner is not None]

    assert min(text.y for text in tagged) > 40


@pytest.mark.parametrize(("language", "paper"), [("en", Paper.A4), ("ru", Paper.LETTER)])
def test_the_blank_sheet_for_the_table_has_a_box_for_everything_in_every_month(
    language: str, paper: Paper
) -> None:
    choices: dict[str, Any] = {"players": 9, "months": 6, "for_table": True}
    source = page(order(Sheet.BLANK, language, paper, **choices))
    made, words = printed(Sheet.BLANK, None, language, paper, **choices), Words(language)

    months = [says for says in made.alternatives if says.endswith("1 2 3 4 5 6 7 8 9")]
    assert len(months) == source.count('src="form:table-month"') == 6
    for column in (*RESOURCES, *KINDS):
        assert all(words.word(column) in says for says in months)
    for says in ("trades", "upkeep"):
        assert made.text.count(words.translate(Message(says))) >= 6
    boxes = re.findall(r"<tr><th scope=\"row\">\d</th>(.*?)</tr>", source)
    assert [row.count("<td") for row in boxes] == [16] * 9


@pytest.mark.parametrize(("file", "upto"), [(TWO, 40), (SIX, 150), (NINE, None)])
def test_the_running_sheet_shows_every_number_as_it_is(file: str, upto: int | None) -> None:
    of = match(file, upto)
    made = printed(Sheet.RUNNING, of, *(("ru", Paper.LETTER) if file == TWO else ()))

    going_on = [] if of.is_over else [seat for seat in standing(of) if not seat["out"]]
    assert made.pages == 1 + len(going_on)
    for seat in standing(of):
        assert seat["name"] in made.texts[0]
        numbers = [
            plain(seat["points"]),
            *(str(resource) for resource in seat["resources"].values()),
        ]
        assert "".join(numbers) in "".join(made.texts[0].split())


def test_a_players_page_goes_on_from_the_numbers_of_now_and_calls_them_so() -> None:
    of = match(SIX, 150)
    began = standing(match(SIX, of.steps_of(of.round)[0].written.n))
    going_on = [seat for seat in standing(of) if not seat["out"]]
    assert began != standing(of)

    source = page(order(Sheet.RUNNING, "en", Paper.A4, of))

    rows = re.findall(r'<tr class="start"><th scope="row">now</th>(.*?)</tr>', source)
    assert len(rows) == len(going_on)
    for seat, row in zip(going_on, rows, strict=True):
        people = [seat["people"].get(kind.value, 0) for kind in KINDS]
        numbers = [*seat["resources"].values(), *people]
        wanted = [*(str(number) for number in numbers), plain(seat["points"])]
        assert re.findall(r">([^<>]+)<", row) == wanted
    for month in range(of.round + 1, of.setup.months + 1):
        assert source.count(f'src="form:month-{month}"') == len(going_on)


def test_a_form_is_drawn_once_in_a_file_and_stands_on_every_page() -> None:
    made = printed(Sheet.BLANK, None, players=2, months=1)
    objects = made.opened.pages[0].Resources.XObject
    forms = [name for name, _ in objects.items() if name.startswith("/form-")]

    assert len(forms) == 2, "the boxes of the month, and the tables in the margin"
    for side in made.opened.pages:
        shown = side.Contents.read_bytes().decode("latin-1")
        assert all(f"{name} Do" in shown for name in forms)
    assert all("/Group" not in objects[name] for name in forms), "printers would rasterize them"


def test_the_running_sheet_leads_back_to_the_match() -> None:
    made = printed(Sheet.RUNNING, match(SIX, 150))

    assert made.says(ADDRESS)
    assert "Month 3" in made.texts[1]
    assert "Month 6" in made.texts[1]
    assert "Month 2" not in made.texts[1]


def test_an_address_that_no_phone_finds_is_printed_without_a_code_to_scan() -> None:
    of = match(SIX, 150)
    found, alone = (
        page(order(Sheet.RUNNING, "en", Paper.A4, shown))
        for shown in (of, msgspec.structs.replace(of, is_found_by_phones=False))
    )

    assert "QR code" in found
    assert "QR code" not in alone
    assert ADDRESS in alone


def test_a_finished_match_has_no_months_to_come() -> None:
    assert printed(Sheet.RUNNING, match(TWO)).pages == 1


@pytest.mark.parametrize(("file", "month"), [(TWO, 1), (SIX, 2), (NINE, 5)])
def test_the_summary_is_one_page_for_the_table(file: str, month: int) -> None:
    of = match(file)
    made = printed(Sheet.SUMMARY, of, month=month)

    assert made.pages == 1
    assert f"Month {month} of {of.setup.months}" in made.text


def test_the_summary_adds_up_to_the_position() -> None:
    of = match(SIX)
    total = [0] * 6
    for month in range(1, of.round + 1):
        for row in summary(Words("en"), of, month)["by_seat"]:
            for at, (came, went) in enumerate(row["cells"]):
                total[at] += came + went

    began = [sum(seat["resources"].values()) for seat in standing(match(SIX, 0))]
    stands = [sum(seat["resources"].values()) for seat in standing(of)]
    assert sum(began) + sum(total) == sum(stands)


def test_the_causes_of_a_month_are_all_that_came_and_went() -> None:
    for file in (SIX, NINE, BATTLES):
        of = match(file)
        for month in range(1, of.round + 1):
            told = summary(Words("en"), of, month)
            by_seat = [sum(sum(c) for c in row["cells"]) for row in told["by_seat"]]
            by_cause = [sum(sum(c) for c in row["cells"]) for row in told["by_cause"]]
            assert sum(by_seat) == sum(by_cause)


def test_without_a_month_the_summary_is_of_the_last_that_was_closed() -> None:
    assert last_closed(match(SIX, 150)) == 2
    assert last_closed(match(SIX)) == 6


@pytest.mark.parametrize(("file", "language"), [(TWO, "ru"), (SIX, "en"), (NINE_BRIEFLY, "pl")])
def test_the_report_tells_who_won_and_every_total(file: str, language: str) -> None:
    of = match(file)
    made = printed(Sheet.REPORT, of, language)

    assert made.size == SIZES[Paper.A4]
    for seat in standing(of):
        numbers = [plain(seat["points"]), str(sum(seat["people"].values()))]
        numbers += [str(resource) for resource in seat["resources"].values()]
        assert made.says("".join(numbers))


def test_the_report_has_every_chapter_as_a_bookmark() -> None:
    marks = printed(Sheet.REPORT, match(SIX)).bookmarks

    for chapter in ("The final table", "Points by month", "Trades", "The history"):
        assert any(chapter in mark for mark in marks), chapter
    assert sum(mark.startswith("Month ") for mark in marks) == 6


def test_the_report_tells_the_whole_history() -> None:
    of = match(SIX)
    made = printed(Sheet.REPORT, of)

    assert made.text.count("ends the turn") == sum(
        type(step.entry).__name__ == "EndTurn" for step in of.steps
    )


def test_heads_of_tables_are_repeated_on_every_page_of_the_history() -> None:
    made = printed(Sheet.REPORT, match(SIX))
    first = next(n for n, text in enumerate(made.texts) if "The history" in text)

    assert all("What it did" in text for text in made.texts[first:])


def test_the_charts_are_told_in_words() -> None:
    of = match(SIX)
    words = " ".join(printed(Sheet.REPORT, of).alternatives)

    assert "Points by month" in words
    assert "Gold." in words
    for seat in standing(of):
        assert f"{seat['name']} 0, " in words


def test_battles_have_their_price() -> None:
    of = match(BATTLES)
    told = report.report(Words("en"), of)["battles"]

    assert told
    assert all(said["outcome"] for said in told)
    assert any("weapons" in said["price"] for said in told)


def test_the_report_names_the_side_that_has_won_and_its_fallen() -> None:
    """CW-12.2."""
    won = report.report(Words("en"), match("four-seats-won-for-the-fallen"))["won"]

    assert won.startswith("Victory for the South: Ирина.")
    assert won.endswith("Fallen for the South: Clara.")


@pytest.mark.parametrize("file", [TWO, SIX, NINE, BATTLES, "four-seats-full-domination"])
def test_where_points_came_from_adds_up_to_the_points(file: str) -> None:
    of = match(file)
    lines_of = [line for step in of.steps for line in step.lines]

    for seat, stands in enumerate(standing(of)):
        assert sum(causes.points_by_cause(lines_of, seat)) == stands["points"]


def test_the_line_chart_ends_where_the_points_do() -> None:
    of = match(SIX)
    rows = report.by_month(of, None)
    chart = lines([(seat["name"], seat["side"]) for seat in standing(of)], rows, 6, report.SMALL)

    people = [sum(seat["people"].values()) for seat in standing(of)]
    assert [curve.values[-1] for curve in chart.curves] == people
    assert len({curve.dash for curve in chart.curves}) == 6
    assert len({curve.mark for curve in chart.curves}) == 6


def test_a_match_of_a_thousand_entries_prints_whole() -> None:
    made = printed(Sheet.REPORT, long_match(1_000))

    assert made.text.count("finds 1 water") == 500
    assert made.says("not over yet")


def test_the_card_has_the_house_rules_worked_in() -> None:
    plain_rules = page(order(Sheet.RULES, "en", Paper.A4, match(SIX)))
    house = page(order(Sheet.RULES, "en", Paper.A4, match(BATTLES)))

    assert 'class="house"' not in plain_rules
    assert 'class="house"' in house
    assert "The table may have chosen" not in plain_rules + house


def test_the_form_names_its_people_columns_and_what_a_defender_spends() -> None:
    form = page(order(Sheet.BLANK, "en", Paper.A4, match(SIX), players=1))
    heads = re.findall(r'<th scope="col"[^>]*>\s*([^<]*?)\s*</th>', form)

    assert {"Southern officers", "Cherokee", "Volunteers", "defender spends"} <= set(heads)
    assert "headquarters 5 : 1" in form


def test_file_names_sort_by_day_match_and_sheet() -> None:
    of = match(SIX, name="Žółć / in <b>May</b>")
    names = [file_name(order(sheet, "en", Paper.A4, of)) for sheet in Sheet]

    assert names == sorted(names)
    assert names[2] == "2026-11-16-zołc-in-b-may-b-3-summary-month-6.pdf"
    assert file_name(order(Sheet.BLANK, "en", Paper.A4)) == "1-blank.pdf"


def test_the_same_match_gives_the_same_file() -> None:
    wanted = order(Sheet.SUMMARY, "en", Paper.A4, match(TWO), month=1)

    assert sheet_files.printed(wanted) == sheet_files.printed(wanted)
