"""The report and its charts: a first page to frame, every name in its place, nothing empty."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from tests.printing.arrange import NINE, SIX, TWO, Pdf, Sheet, made, match, order, printed
from tests.printing.drawn import Text
from tests.printing.grizzled import arrange as grizzled
from tests.printing.paths_of_glory import arrange as paths_of_glory
from tracker.games.civil_war.results import places, ranking
from tracker.printing.charts import Frame, lines
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.report import report
from tracker.printing.order import Order
from tracker.printing.pdf import Paper
from tracker.printing.pdf import pdf as to_pdf
from tracker.printing.printed_match import Match
from tracker.printing.sheet_files import page

FRAME: Final = Frame(520, 250, 26, 400, 8, 228)
ARABIC: Final = "مرحبا"
LONG: Final = "Maximiliana Wilhelmina von Hohenstaufen"
REPORTS: Final = [
    order(Sheet.REPORT, "en", Paper.A4, match(SIX)),
    grizzled.order("report", grizzled.match(grizzled.BROKEN)),
    paths_of_glory.order("report", "en", of=paths_of_glory.match(paths_of_glory.INTRODUCTORY)),
]
FINISHED: Final = [
    order(Sheet.RUNNING, "en", Paper.A4, match(TWO)),
    grizzled.order("running", grizzled.match(grizzled.BROKEN)),
    paths_of_glory.order("running", "en", of=paths_of_glory.match(paths_of_glory.INTRODUCTORY)),
]


def texts(pdf: Pdf, number: int) -> list[Text]:
    return pdf.drawn[number].texts


@pytest.mark.parametrize("wanted", REPORTS, ids=lambda wanted: wanted.title)
def test_the_first_page_is_one_to_frame(wanted: Order) -> None:
    """The match, the outcome, everybody, the chart and the day; the frame fills the page."""
    pdf, of = made(wanted), wanted.match
    assert of is not None
    assert of.outcome
    first = pdf.drawn[0]
    letters = "".join("".join(text.text for text in first.texts).split())

    for name in (of.name, *of.rules.seats(of.setup), "November 16, 2026"):
        assert "".join(name.split()) in letters
    height = float(pdf.opened.pages[0].mediabox[3])
    ys = [y for stroke in first.strokes for y in (stroke.start[1], stroke.end[1])]
    assert max(ys) > height - 60
    assert min(y for y in ys if y > 45) < 80
    assert "/form-" in pdf.opened.pages[0].Contents.read_bytes().decode("latin-1")
    assert "The history" not in pdf.texts[0]


@pytest.mark.parametrize(
    "of",
    [
        match("six-seats-shared-win"),
        match(
            NINE, None, (LONG,) * 9, "Anna, Boris, Clara and all the others from the club on Friday"
        ),
    ],
    ids=["a tie", "nine with long names"],
)
def test_the_first_page_holds_everything_on_the_shortest_paper(of: Match) -> None:
    """The day is the last thing in the frame; the footer has it once more."""
    source = page(order(Sheet.REPORT, "ru", Paper.LETTER, of))
    first_section = f"{source.partition('</section>')[0]}</section></body></html>"
    pdf = Pdf(to_pdf(first_section, Paper.LETTER))

    assert pdf.pages == 1
    assert pdf.text.count("16 ноября 2026") == 2
    ys = [text.y for text in texts(pdf, 0)]
    assert max(ys) < 792 - 45, "nothing stands on the upper edge of the frame"


def test_a_short_report_has_no_page_with_hardly_anything_on_it() -> None:
    of = match(SIX, 4)
    source = page(order(Sheet.REPORT, "en", Paper.A4, of))

    assert "Where the points came from" not in source, "nobody has any"
    assert printed(Sheet.REPORT, of).pages == 3


@pytest.mark.parametrize("wanted", FINISHED, ids=lambda wanted: wanted.title)
def test_a_match_that_is_over_is_not_continued_by_pencil(wanted: Order) -> None:
    source = page(wanted)

    assert "Continuing on paper" not in source
    assert "Circle how the mission ended" not in source
    assert "What is next" not in source


@pytest.mark.parametrize("title", ["civil-war", "grizzled", "paths-of-glory"])
def test_nothing_in_a_report_says_only_that_there_is_nothing(title: str) -> None:
    empty = {
        "civil-war": order(Sheet.REPORT, "en", Paper.A4, match(TWO, 0)),
        "grizzled": grizzled.order("report", grizzled.match(grizzled.SOLO, 0)),
        "paths-of-glory": paths_of_glory.order(
            "report", "en", of=paths_of_glory.match(paths_of_glory.INTRODUCTORY, 0)
        ),
    }[title]
    source = page(empty)

    assert "None." not in source
    assert "Nothing has been entered" not in source
    assert "The history" not in source
    assert 'src="form:' not in source, "a chart with nothing in it"


def test_names_stand_beside_the_chart_with_the_winner_at_the_top() -> None:
    seats = [(f"Seat {number}", "north") for number in range(9)]
    chart = lines(
        seats, [(0, [0] * 9), (1, [50] * 9)], 1, FRAME, 14, 20, [4, 0, 1, 2, 3, 5, 6, 7, 8]
    )
    heights = [curve.label_y for curve in chart.curves]

    assert heights[4] == min(heights)
    assert FRAME.top <= min(heights) < max(heights) <= FRAME.bottom
    assert len(set(heights)) == 9
    crowded = lines(seats, [(0, [0] * 9)], 1, Frame(520, 60, 26, 400, 8, 50), 14)
    assert FRAME.top <= min(curve.label_y for curve in crowded.curves)


def test_the_lines_of_a_chart_end_where_the_match_ended() -> None:
    of = match("four-seats-full-domination")
    assert of.is_over
    assert of.round < of.setup.months
    charts = [report(Words("en"), of)["points"]["chart"]]
    charts += [multiple["chart"] for multiple in report(Words("en"), of)["multiples"]]

    for chart in charts:
        assert chart.rounds[-1][1] == of.round
        assert all(curve.dots[-1][0] == chart.frame.right for curve in chart.curves)
    going_on = report(Words("en"), match(TWO, 20))["points"]["chart"]
    assert going_on.rounds[-1][1] == match(TWO).setup.months


def test_names_in_any_script_are_whole_in_charts_and_within_their_columns() -> None:
    of = match(NINE, 60, (LONG, ARABIC, "Ж" * 38))
    pdf = printed(Sheet.REPORT, of)

    for number in range(3):
        words = [text.text for text in texts(pdf, number)]
        assert ARABIC[::-1] in words or ARABIC in words, "shaped as one word, not letter by letter"
    for side, drawn in zip(pdf.opened.pages, pdf.drawn, strict=True):
        width = float(side.mediabox[2])
        assert all(20 < text.x < width - 20 for text in drawn.texts)
    assert pdf.says("Ж" * 38)


def test_a_name_wider_than_its_column_begins_beside_its_icon() -> None:
    name = "Ж" * 38
    pdf = printed(Sheet.REPORT, match(NINE, 60, (name,) * 9))
    table = [text for text in texts(pdf, 1) if text.text.startswith("ЖЖЖЖЖЖЖ")]
    firsts = {text.y for text in texts(pdf, 1) if text.text.isdigit() and text.x < 65}

    assert table
    assert firsts
    for place in firsts:
        assert any(abs(text.y - place) < 2 for text in table), "the first line is that of the place"


def test_a_number_behind_a_name_from_right_to_left_stays_behind_it() -> None:
    of = match(TWO, 20, (ARABIC, "Boris"))
    source = page(order(Sheet.REPORT, "en", Paper.A4, of))

    assert source.count(ARABIC) == source.count(f"{ARABIC}\N{LEFT-TO-RIGHT MARK}")
    assert "Boris\N{LEFT-TO-RIGHT MARK}" not in source


def test_level_seats_share_a_place_and_the_eliminated_come_last() -> None:
    began = match(SIX, 0).position
    assert set(places(began).values()) == {1}
    of = match(NINE)
    table = report(Words("en"), of)["table"]

    assert [row["number"] - 1 for row in table] == ranking(of.position)
    assert [row["place"] for row in table] == [
        places(of.position)[seat] for seat in ranking(of.position)
    ]
    assert [row["out"] for row in table] == sorted(row["out"] for row in table)


def test_a_font_of_the_system_prints_the_letters_that_ours_do_not_have(tmp_path: Path) -> None:
    fonts, out = tmp_path / "fonts", tmp_path / "out.pdf"
    fonts.mkdir()
    make_font(fonts / "han.ttf")
    (tmp_path / "fonts.conf").write_text(
        f"<fontconfig><dir>{fonts}</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>"
    )
    command = (
        "import sys; from tracker.printing.pdf import Paper, pdf;"
        "html = '<html lang=en><title>x</title><body><p>\u674e</p></body></html>';"
        "open(sys.argv[1], 'wb').write(pdf(html, Paper.A4))"
    )
    environment = {**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf")}

    subprocess.run([sys.executable, "-c", command, str(out)], env=environment, check=True)

    assert any("Han-of-the-test" in name for name in Pdf(out.read_bytes()).fonts)


def test_pango_stays_in_memory_until_the_process_ends(tmp_path: Path) -> None:
    """Its own thread may outlast Python, and needs the code it runs."""
    command = (
        "from tracker.printing.pdf import Paper, pdf;"
        "pdf('<html lang=en><title>x</title><body><p>x</p></body></html>', Paper.A4)"
    )
    environment = {**os.environ, "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(tmp_path / "loader")}

    subprocess.run([sys.executable, "-c", command], env=environment, check=True)

    said = "".join(file.read_text() for file in tmp_path.glob("loader.*")).splitlines()
    of_pango = [line for line in said if "libpangoft2" in line]
    assert any("calling init" in line for line in of_pango)
    assert not [line for line in of_pango if "destroying link map" in line]


def make_font(file: Path) -> None:
    """A font with one Chinese letter, which is a square."""
    pen = TTGlyphPen(None)
    for place in ((0, 0), (0, 900), (900, 900), (900, 0)):
        (pen.lineTo if place != (0, 0) else pen.moveTo)(place)
    pen.closePath()
    square = pen.glyph()
    builder = FontBuilder(1000)
    builder.setupGlyphOrder([".notdef", "li"])
    builder.setupCharacterMap({0x674E: "li"})
    builder.setupGlyf({".notdef": square, "li": square})
    builder.setupHorizontalMetrics({".notdef": (1000, 0), "li": (1000, 0)})
    builder.setupHorizontalHeader(ascent=900, descent=-100)
    builder.setupNameTable({"familyName": "Han of the test", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(str(file))
