"""The cache of printed files: found after a restart, never half, never too much."""

import os
from pathlib import Path

import pytest

from tests.printing.arrange import TWO, Sheet, match, order
from tracker.printing import pdf_cache
from tracker.printing.pdf import Paper
from tracker.printing.pdf_cache import PdfCache
from tracker.printing.print_queue import Press
from tracker.printing.sheet_files import key


def a_pdf() -> bytes:
    return b"%PDF-1.7 " + str(os.getpid()).encode() + b"\n%%EOF\n"


def test_a_restart_does_not_print_again(tmp_path: Path) -> None:
    first, second = Press(PdfCache(tmp_path)), Press(PdfCache(tmp_path))
    made = first.printed("a", a_pdf)
    first.close()

    found = second.printed("a", a_pdf)

    assert found == made
    assert (first.renders, second.renders) == (1, 0)


def test_half_a_file_is_printed_anew(tmp_path: Path) -> None:
    cache = PdfCache(tmp_path)
    cache.keep("a", a_pdf())
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(a_pdf()[:12])

    assert cache.find("a") is None


def test_the_ones_that_nobody_asked_for_longest_are_thrown_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_cache, "MOST_FILES", 2)
    cache = PdfCache(tmp_path)
    for age, name in enumerate(("a", "b")):
        cache.keep(name, a_pdf())
        os.utime(tmp_path / f"{name}.pdf", (age + 1, age + 1))
    cache.find("a")

    cache.keep("c", a_pdf())

    assert {file.name for file in tmp_path.iterdir()} == {"a.pdf", "c.pdf"}


def test_a_folder_that_cannot_be_written_to_is_no_trouble(tmp_path: Path) -> None:
    in_the_way = tmp_path / "printed"
    in_the_way.write_text("not a folder")
    press = Press(PdfCache(in_the_way))

    assert press.printed("a", a_pdf) == press.printed("a", a_pdf)
    press.close()


def test_the_key_is_that_of_the_paper() -> None:
    wanted = order(Sheet.REPORT, "en", Paper.A4, match(TWO, 40))
    others = [
        order(Sheet.REPORT, "ru", Paper.A4, match(TWO, 40)),
        order(Sheet.REPORT, "en", Paper.LETTER, match(TWO, 40)),
        order(Sheet.REPORT, "en", Paper.A4, match(TWO, 41)),
        order(Sheet.REPORT, "en", Paper.A4, match(TWO, 40, ("Żaneta", "Boris"))),
    ]

    assert key(wanted) == key(order(Sheet.REPORT, "en", Paper.A4, match(TWO, 40)))
    assert len({key(wanted), *map(key, others)}) == 5
