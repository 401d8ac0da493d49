"""The arithmetic of docs/safety.md, worked out from the program."""

import math
import re
from pathlib import Path
from typing import Final

from tracker.networks import WIDER_PREFIX
from tracker.service import codes
from tracker.service.guesses import A_MATCH, A_NETWORK, DAY, HOUR, WIDER
from tracker.service.rights import Identity
from tracker.store.database import Database
from tracker.web.pipeline import MOST_TYPED

PAGE: Final = (Path(__file__).parents[1] / "docs" / "safety.md").read_text("utf-8")
YEAR: Final = 365.25 * DAY


def row(beginning: str) -> str:
    (found,) = re.findall(rf"^\| {re.escape(beginning)}.*$", PAGE, re.MULTILINE)
    return str(found)


def test_a_table_code_takes_years_of_trying() -> None:
    number, (hourly, daily) = 10**codes.DIGITS, A_MATCH
    days = number / daily.most

    said = row("the table code")

    assert (hourly.seconds, daily.seconds) == (HOUR, DAY)
    assert f"{number:,}" in said
    assert f"{hourly.most} an hour and {daily.most} a day" in said
    assert f"{days:,.0f} days: {days * DAY / YEAR:.0f} years" in said
    in_an_evening = min(4 * hourly.most, daily.most)
    assert f"1 in {number / in_an_evening:,.0f}" in PAGE


def test_one_network_fills_neither_the_hour_nor_the_day_of_a_match() -> None:
    for of_network, wider, of_match in zip(A_NETWORK, WIDER, A_MATCH, strict=True):
        assert of_network.seconds == wider.seconds == of_match.seconds
        assert of_network.most < wider.most < of_match.most
    (hourly, daily), number = A_NETWORK, 10**codes.DIGITS
    assert f"{hourly.most} an hour and {daily.most} a day from one network" in row("the table code")
    assert f"{number / daily.most / 365.25:.0f} years from one network" in row("the table code")
    assert f"a /{WIDER_PREFIX}: {WIDER[0].most} an hour and {WIDER[1].most} a day" in PAGE


def test_a_short_address_takes_years_even_where_there_are_many() -> None:
    number, tries_in_a_second = len(codes.LETTERS) ** codes.SHORT, 10_000
    seconds = number / 1000 / tries_in_a_second

    said = row("the short address")

    assert f"{number:,}" in said
    assert f"{seconds / YEAR:,.0f} years at {tries_in_a_second:,} a second" in said
    assert "1,000 matches" in said


def test_what_is_long_is_as_long_as_it_is_said(tmp_path: Path) -> None:
    assert f"{8 * codes.TOKEN_BYTES} bits" in row("the host's link")
    chance, signature = Identity(Database(tmp_path), "key").new_secret().split(".")
    assert len(chance) * 6 >= 256
    assert len(signature) * 6 >= 128
    assert f"{MOST_TYPED // 10**6} MB for a form" in PAGE


def test_letters_that_are_taken_for_one_another_are_not_used() -> None:
    assert len(set(codes.LETTERS)) == len(codes.LETTERS)
    assert not set(codes.LETTERS) & set("01ILOU")
    assert math.log2(len(codes.LETTERS) ** codes.SHORT) > 58
    assert codes.read_short(codes.shown_short(codes.new_short().lower())).isalnum()
