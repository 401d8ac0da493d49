"""A whole match, played by touch through the pages, against its match file."""

import json
import time
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.player import Player
from tests.browser.serving import Server, as_written
from tests.recorded import FILES

RECORDED: Final = {file.stem: file for file in FILES}


def recorded(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(RECORDED[name].read_bytes())
    return document


def as_text(document: Any) -> str:
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False)


def test_six_months_of_six_seats_played_by_touch_end_as_their_match_file_does(
    server: Server, tablet: BrowserContext, capsys: pytest.CaptureFixture[str]
) -> None:
    match = recorded("six-seats-most-points")
    player = Player(tablet.new_page())
    began = time.monotonic()

    address = player.set_up(server.address, match["setup"])
    player.play(match["entries"])

    took = time.monotonic() - began
    player.page.locator(".menu summary").tap()
    with player.page.expect_download() as download:
        player.page.locator(".menu a[download]").tap()
    saved = json.loads(download.value.path().read_bytes())
    assert [as_written(one) for one in saved["entries"]] == match["entries"]
    assert as_text(saved["position"]) == as_text(match["position"])
    assert as_text(saved["result"]) == as_text(match["result"])
    assert saved == json.loads(json.dumps(server.match_of(address)))
    with capsys.disabled():
        _tell_taps(player, took)


def _tell_taps(player: Player, took: float) -> None:
    print(f"\n{player.taps.total()} taps, {sum(player.written.values())} entries, {took:.0f} s")
    for kind, taps in player.taps.most_common():
        number = player.written[kind] or 1
        print(f"  {kind:14}{number:4} written, {taps:4} taps, {taps / number:.1f} each")
