"""Choices that are marked and keys that are off: in one quiet style, and nothing moves."""

from playwright.sync_api import Page, expect

from tests.browser.arrange import found, table
from tests.browser.serving import Server

BOXES = """() => [...document.querySelectorAll(".pick")].map(chip => {
  const box = chip.getBoundingClientRect();
  return [box.x, box.y, box.width, box.height].map(Math.round);
})"""


def test_no_choice_moves_when_one_is_chosen(page: Page, server: Server) -> None:
    match = server.arrange(table(), [found(0, "gold", 4)])
    page.goto(f"{match}/entries/0")
    before = page.evaluate(BOXES)

    page.get_by_role("radio", name="Medicine").check(force=True)
    expect(page.get_by_role("radio", name="Medicine")).to_be_checked()

    assert len(before) > 6
    assert page.evaluate(BOXES) == before


def test_what_is_off_is_neither_crossed_out_nor_hatched(page: Page, server: Server) -> None:
    match = server.arrange(table(), [])
    page.goto(match)

    looks = page.evaluate("""() => [...document.querySelectorAll(".pad-home .off")].map(key => [
      getComputedStyle(key).backgroundImage,
      getComputedStyle(key.querySelector(".key-word")).textDecorationLine,
    ])""")

    assert looks
    assert {tuple(look) for look in looks} == {("none", "none")}
