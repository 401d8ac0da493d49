"""The Grizzled on paper, as the web offers it."""

from tests.web.arrange import Device
from tests.web.conftest import Tray
from tests.web.grizzled.arrange import make


def test_a_match_offers_its_running_sheet_its_report_and_its_rules(device: Device) -> None:
    match = make(device)

    page = device.open(f"{match}/paper", language="ru", paper="letter")

    found = [link for link in page.links if ".pdf?" in link]
    sheets = [link.rpartition("/")[2].partition(".pdf")[0] for link in found]
    assert sheets == ["running", "report", "rules"]
    assert all("language=ru" in link and "paper=letter" in link for link in found)


def test_a_record_sheet_is_ordered_for_as_many_soldiers_as_are_asked_for(
    device: Device, tray: Tray
) -> None:
    assert "/paper?title=grizzled" in device.open("/").links
    assert "The Grizzled: Blank score sheets" in device.open("/paper", title="grizzled").text

    for asked, soldiers in (("5", 5), ("9", 5), ("many", 4)):
        device.open("/paper/blank.pdf", title="grizzled", players=asked)
        assert tray.orders[-1].options["players"] == soldiers
