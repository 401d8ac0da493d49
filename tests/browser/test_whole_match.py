"""A whole match, played by touch through the pages, against its match file.

With `EVERY_TAP=1` in the environment every entry of the six months is tapped, which takes minutes.
Without it the first month is, and of the later months a few entries of each kind.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from typing import Any, Final

import pytest

from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.player import Player, written
from tests.browser.serving import Server, as_written
from tests.recorded import FILES

RECORDED: Final = {file.stem: file for file in FILES}


def recorded(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(RECORDED[name].read_bytes())
    return document


def as_text(document: Any) -> str:
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False)


COMMON: Final = (
    *("find", "lose", "meet", "gain", "fire", "sickness", "end_turn"),
    *("trade", "hq_trade", "upkeep", "next_month"),
)
"""The entries of every evening: on an upright phone none of them needs scrolling."""
LAST_MONTH: Final = 6
OFTEN: Final = 2
"""So many entries of a kind are written by touch after the first month; the pages are the same."""
EVERY_TAP: Final = os.environ.get("EVERY_TAP") == "1"


def test_six_months_on_an_upright_phone_with_every_kind_of_entry_end_as_their_match_file_does(
    server: Server, open_page: OpenPage, capsys: pytest.CaptureFixture[str]
) -> None:
    match = recorded("six-seats-most-points")
    player = Player(open_page(PHONE))
    began = time.monotonic()

    address = player.set_up(server.address, match["setup"])
    for by_touch, entries in groupby(match["entries"], key=_choosing()):
        if by_touch:
            player.page.goto(address)
            player.play(entries)
        else:
            server.write_all(address, match["setup"], list(entries))
    player.page.goto(address)

    took = time.monotonic() - began
    player.page.locator(".menu:not(#live) summary").tap()
    with player.page.expect_download() as download:
        player.page.locator(".menu a[download]").tap()
    saved = json.loads(download.value.path().read_bytes())
    # Where all who could fall do, the pad does not ask who, and a file may still say it.
    assert _without_the_fallen(saved["entries"]) == _without_the_fallen(match["entries"])
    assert as_text(saved["position"]) == as_text(match["position"])
    assert as_text(saved["result"]) == as_text(match["result"])
    assert saved == json.loads(json.dumps(server.match_of(address)))
    assert [kind for kind in COMMON if player.scrolled[kind]] == []
    with capsys.disabled():
        _tell_taps(player, took)


def _choosing() -> Callable[[dict[str, Any]], bool]:
    """Answers of one entry after the other whether it is written by touch."""
    touched: Counter[str] = Counter()
    month = 1

    def is_by_touch(entry: dict[str, Any]) -> bool:
        nonlocal month
        kind = entry["do"]
        ends_month = kind == "next_month"
        is_end = ends_month and month == LAST_MONTH
        by_touch = EVERY_TAP or month == 1 or touched[kind] < OFTEN or is_end
        touched[kind] += by_touch and month > 1
        month += ends_month
        return by_touch

    return is_by_touch


def _without_the_fallen(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    shown = ({**written, "casualties": None} for written in map(as_written, entries))
    return list(shown)


def test_the_keypad_of_an_earlier_entry_does_not_open_by_itself(
    server: Server, open_page: OpenPage
) -> None:
    """Both entries have the same field: the weapons that seat 0 gives."""
    match = recorded("six-seats-most-points")
    first, second = 320, 325
    address = server.arrange(match["setup"], match["entries"][:first])
    player = Player(open_page(PHONE))
    player.page.goto(address)
    player.write(match["entries"][first])
    assert server.entries_of(address)[-1]["help"] == [{"seat": 0, "weapons": 6}]
    with written(player.page):
        server.write_all(address, match["setup"], match["entries"][first + 1 : second])
    player.page.locator(".pad-home").wait_for()
    entry = match["entries"][second]

    player.press_key("meet", kind=entry["kind"])
    player.press_digits(entry["count"], "count")
    player.press_more()

    assert player.page.locator('input[name="help.0"]').input_value() == "0"
    assert not player.page.locator(".number-pad").is_visible()
    assert not player.scrolled.total(), "the way to the help is in sight"


@pytest.mark.parametrize(
    ("name", "n"),
    [
        pytest.param("five-seats-fifty-points-at-upkeep", 132, id="sabotage"),
        pytest.param("five-seats-fifty-points-at-upkeep", 199, id="attack"),
        pytest.param("house-rules-of-the-camp", 262, id="upkeep-choosing-who-dies"),
        pytest.param("four-seats-elimination", 127, id="attack-choosing-who-falls"),
        pytest.param("house-rules-of-battle", 62, id="attack-on-an-empty-camp"),
        pytest.param("house-rules-of-battle", 157, id="buying-off"),
        pytest.param("house-rules-of-battle", 205, id="attack-pressed"),
        pytest.param("house-rules-of-the-camp", 282, id="reserve-spent-on-luring"),
        pytest.param("six-seats-turncoat", 211, id="reserve-spent-on-a-turncoat"),
    ],
)
def test_what_the_six_months_lack_can_be_tapped_too(
    name: str, n: int, server: Server, open_page: OpenPage
) -> None:
    match = recorded(name)
    entries = match["entries"]
    by_file = server.arrange(match["setup"], entries[: n + 1])
    by_touch = server.arrange(match["setup"], entries[:n])
    player = Player(open_page(TABLET))
    player.page.goto(by_touch)

    player.write(entries[n])

    # What the rules would choose is shown as chosen already; a file may still say it.
    assert server.entries_of(by_touch)[-1].items() <= entries[n].items()
    assert server.match_of(by_touch)["position"] == server.match_of(by_file)["position"]


def _tell_taps(player: Player, took: float) -> None:
    print(f"\n{player.taps.total()} taps, {sum(player.written.values())} entries, {took:.0f} s")
    for kind, taps in player.taps.most_common():
        number = player.written[kind] or 1
        scrolls = player.scrolled[kind]
        print(
            f"  {kind:14}{number:4} written, {taps:4} taps, {taps / number:.1f} each,"
            f" {scrolls:3} scrolls"
        )
