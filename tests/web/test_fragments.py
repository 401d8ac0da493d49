"""Parts of pages that are kept: never another match's, another language's or an older one."""

from markupsafe import Markup

from tracker.web.fragments import Fragments, Key

KEY: Key = ("sheet.html:1", "en", b"values")


def test_a_part_is_drawn_once_for_the_same_values() -> None:
    fragments = Fragments()
    drawn = iter((Markup("first"), Markup("second")))

    parts = [fragments.part(KEY, lambda: next(drawn)) for _ in range(3)]

    assert parts == ["first"] * 3


def test_only_the_parts_that_were_asked_for_last_are_kept() -> None:
    fragments = Fragments(most=2)
    other, third = (("sheet.html:1", "en", bytes([number])) for number in (1, 2))
    for key in (KEY, other, KEY, third):
        fragments.part(key, lambda: Markup("old"))

    assert fragments.part(KEY, lambda: Markup("new")) == "old"
    assert fragments.part(other, lambda: Markup("new")) == "new"
