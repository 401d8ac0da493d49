"""The picture of the README: `python -m tests.browser.picture` writes docs/sheet.png."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.browser.conftest import TABLET
from tests.browser.serving import browsing, served
from tracker.settings import ROOT

PICTURE: Final = ROOT / "docs" / "sheet.png"


def main() -> None:
    PICTURE.parent.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, served(Path(folder)) as server, browsing() as browser:
        context = browser.new_context(**TABLET, locale="en", color_scheme="light")
        page = context.new_page()
        page.goto(server.address)
        with page.expect_navigation():
            page.get_by_role("button", name="Open a demo match").first.tap()
        page.screenshot(path=PICTURE)
        context.close()
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
