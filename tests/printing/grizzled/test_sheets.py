"""The sheets of The Grizzled, read back: what stands on them, on how many pages."""

import pytest

from tests.printing.arrange import EDITIONS, SIZES
from tests.printing.grizzled.arrange import BROKEN, RECRUIT, SOLO, match, order, printed
from tracker.games.grizzled import title
from tracker.games.grizzled.columns import HardKnock
from tracker.games.grizzled.season import season
from tracker.printing.grizzled.line_text import Words
from tracker.printing.grizzled.report import report
from tracker.printing.pdf import Paper
from tracker.printing.sheet_files import file_name, page


@pytest.mark.parametrize(
    ("soldiers", "language", "paper"), [(3, "ru", Paper.LETTER), (5, "en", Paper.A4)]
)
def test_the_record_sheet_of_a_season_is_one_wide_page(
    soldiers: int, language: str, paper: Paper
) -> None:
    made = printed("blank", None, language, paper, players=soldiers)

    assert made.pages == 1
    assert made.size == SIZES[paper][::-1]
    source = page(order("blank", None, language, paper, players=soldiers))
    assert source.count('<col class="left">') == soldiers
    assert made.says("25 34 5")


def test_the_running_sheet_shows_the_table_as_it_stands() -> None:
    of = match(RECRUIT, 60)
    table = title.export_position(of.position)
    made = printed("running", of, "ru", Paper.LETTER)

    assert made.pages == 2
    for seat in table["seats"]:
        assert made.says(seat["name"])
        assert made.says(f"{seat['weight']} из 4")
    assert made.says(f"{table['trials']}")
    assert made.says(f"{table['morale']}")


def test_the_running_sheet_of_a_solo_game_has_the_common_hand_and_no_tokens() -> None:
    made = printed("running", match(SOLO, 60))

    assert made.says("Common hand")
    assert not made.says("Support tokens")


def test_the_report_says_how_it_ended_and_by_which_rule() -> None:
    of = match(BROKEN)
    made = printed("report", of)

    assert of.outcome
    assert of.outcome.rule == "GR-10.1"
    assert made.says("cannot bear any more hard knocks")
    assert made.says("GR-10.1")
    assert any("Trials and morale after each mission" in says for says in made.alternatives)


def test_the_report_has_a_row_for_each_mission_and_each_soldiers_hard_knocks() -> None:
    of = match(BROKEN)
    data = report(Words("en"), of)
    played = season(of.setup, ((step.entry, step.lines) for step in of.steps))

    assert [row["number"] for row in data["missions"]] == [
        mission.number for mission in played.missions
    ]
    assert [row["taken"] for row in data["soldiers"]] == [
        soldier.taken for soldier in played.soldiers
    ]
    assert data["soldiers"][0]["is_broken"]
    assert printed("report", of).says("Wounded (mission 2)")


def test_every_entry_is_in_the_history_and_what_was_taken_back_is_crossed_out() -> None:
    of = match("three-novices-peace")
    rows = [row for _, entries in report(Words("en"), of)["history"] for row in entries]

    assert [row["n"] for row in rows] == [noted.n + 1 for noted in of.entries]
    assert [row["counts"] for row in rows] == [noted.counts for noted in of.entries]
    last = [row for row in rows if row["counts"]][-1]
    assert last["did"] == title.progress(of.position).values


@pytest.mark.parametrize(("language", "paper"), EDITIONS)
def test_the_rules_card_of_every_mode_has_two_pages(language: str, paper: Paper) -> None:
    made = printed("rules", None, language, paper)

    assert made.pages == 2
    assert made.size == SIZES[paper]
    assert made.says("GR-14.8")


def test_the_rules_card_of_a_match_has_its_own_rules_only() -> None:
    solo, orders = page(order("rules", match(SOLO, 1))), page(order("rules", match(RECRUIT, 1)))

    assert "GR-14.6" in solo
    assert "GR-11.3" not in solo
    assert "GR-11.3" in orders
    assert "GR-13.1" not in orders
    assert "GR-13.6" in orders


def test_files_are_named_after_day_match_and_sheet() -> None:
    assert file_name(order("report", match(SOLO))) == "2026-11-16-friday-at-the-club-3-report.pdf"
    assert file_name(order("blank")) == "1-blank.pdf"


@pytest.mark.parametrize("sheet", ["blank", "running"])
@pytest.mark.parametrize("language", ["ru", "pl"])
def test_no_word_in_the_margin_is_cut_off(sheet: str, language: str) -> None:
    of = None if sheet == "blank" else match(RECRUIT, 60)
    made = printed(sheet, of, language, Paper.LETTER, **({} if of else {"players": 3}))

    for side, drawn in zip(made.opened.pages, made.drawn, strict=True):
        width, height = float(side.mediabox[2]), float(side.mediabox[3])
        for text in drawn.texts:
            assert 20 < text.x < width - 20
            assert 20 < text.y < height - 20
    words = Words(language)
    assert made.says(words.effect(HardKnock.ABSENT_MINDED))


def test_two_hard_knocks_stand_on_a_line_of_the_russian_report() -> None:
    words, of = Words("ru"), match(BROKEN)
    first, second, *_ = report(words, of)["soldiers"][0]["knocks"]

    lines = [text.text for text in printed("report", of, "ru").drawn[1].texts]

    assert any(line.startswith(f"{first}, {second.split()[0]}") for line in lines), lines
