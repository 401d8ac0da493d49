"""The first page: what this is, the matches there are, a demo in one tap."""

from tests.toy.arrange import end_turn, walk
from tests.toy.card import CARD
from tests.web.arrange import Device, Form


def test_the_first_page_says_what_this_is_and_starts_a_match(device: Device) -> None:
    page = device.open("/")

    assert page.status == 200
    assert "score sheet" in page.all("h1")[0].text
    assert "/new" in page.links


def test_a_house_without_matches_says_so(device: Device) -> None:
    page = device.open("/")

    assert "No match is in progress." in page.text
    assert "No match has been finished yet." in page.text


def test_a_match_under_way_is_listed_with_its_players(device: Device, match: str) -> None:
    page = device.open("/")

    assert match in page.links
    assert "Anna, Boris" in page.text
    assert "No match is in progress." not in page.text


def test_a_finished_match_is_listed_apart_until_undo_reopens_it(device: Device) -> None:
    match = device.make()
    device.write(match, walk(0, 9), walk(0, 1))

    finished = device.open("/")
    assert match in finished.links
    assert "No match is in progress." in finished.text

    device.undo(match)
    assert "No match has been finished yet." in device.open("/").text


def demo_form(device: Device) -> Form:
    forms = device.open("/").posting("/demo")
    return next(form for form in forms if form.fields["title"] == CARD.name)


def test_two_demos_are_two_matches_and_one_that_is_sent_twice_is_one(device: Device) -> None:
    form = demo_form(device)
    another = demo_form(device)

    made = device.send(form).path

    assert device.send(form).path == made
    assert device.send(another).path != made


def test_the_newest_match_is_listed_first(device: Device) -> None:
    old, new = device.make(), device.make()
    device.write(old, end_turn(0))

    listed = [link for link in device.open("/").links if link in (old, new)]

    assert listed == [old, new]
