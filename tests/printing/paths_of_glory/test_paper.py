"""The paper of Paths of Glory: what stands on each sheet."""

import pytest

from tests.printing.arrange import EDITIONS, made
from tests.printing.paths_of_glory.arrange import CAMPAIGN, INTRODUCTORY, match, order
from tracker.games.paths_of_glory.box import CARDS
from tracker.printing import sheet_files
from tracker.printing.paths_of_glory import causes
from tracker.printing.paths_of_glory.line_text import Words
from tracker.printing.paths_of_glory.report import report
from tracker.printing.paths_of_glory.rules_card import card
from tracker.printing.pdf import Paper

ENGLISH = Words("en")
PAGES_OF_A_BLANK_CAMPAIGN = 3


def test_a_blank_sheet_has_every_turn_of_its_scenario() -> None:
    for scenario, turns in enumerate((20, 10, 3, 20)):
        page = sheet_files.page(order("blank", "en", scenario=scenario))

        assert page.count('class="turn"') == turns


@pytest.mark.parametrize(("language", "paper"), EDITIONS)
def test_a_blank_campaign_fits_on_three_pages(language: str, paper: Paper) -> None:
    assert made(order("blank", language, paper)).pages == PAGES_OF_A_BLANK_CAMPAIGN


@pytest.mark.parametrize(("language", "paper"), EDITIONS)
def test_the_reference_card_is_a_page_of_tables_and_one_of_cards_a_side(
    language: str, paper: Paper
) -> None:
    assert made(order("rules", language, paper)).pages == 3


def test_the_reference_card_has_all_cards_of_both_sides() -> None:
    listed = card(ENGLISH, None)["cards"]

    assert [len(cards) for cards in listed] == [len(cards) for cards in CARDS]
    assert listed[0][0]["name"] == "Guns of August*"


def test_the_running_sheet_goes_on_from_the_actions_of_this_turn() -> None:
    page = sheet_files.page(order("running", "en", of=match(CAMPAIGN, 70)))

    assert "1 OPS" in page
    assert page.count('class="turn"') == 18
    assert "Continuing on paper" in page


def test_the_running_sheet_of_a_finished_match_leaves_no_turns() -> None:
    assert 'class="turn"' not in sheet_files.page(order("running", "en", of=match(INTRODUCTORY)))


def test_the_causes_of_vp_add_up_to_the_vp_of_the_match() -> None:
    for file in (CAMPAIGN, INTRODUCTORY):
        found = report(ENGLISH, match(file))["causes"]

        assert found["start"] + sum(up + down for _, up, down in found["rows"]) == found["end"]


def test_the_report_counts_every_action_of_both_sides() -> None:
    played = match(INTRODUCTORY)
    found = report(ENGLISH, played)

    assert sum(cp for _, cp, _ in found["uses"]) == sum(ap for _, _, ap in found["uses"]) == 18
    assert found["rule"] == "PG-5.3.4"
    assert len(found["battles"]) == found["won_battles"][0][1]


def test_the_report_names_cards_in_the_readers_language() -> None:
    page = sheet_files.page(order("report", "ru", of=match(CAMPAIGN)))

    assert "ЦД 9 Перемирие в Рейхстаге" in page
    assert "Reichstag Truce" not in page


def test_every_cause_is_told_apart() -> None:
    labels = [says.text for says, _ in causes.CAUSES]

    assert len(labels) == len(set(labels))
