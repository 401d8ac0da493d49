"""The icons of the app: `python -m tests.browser.icons` draws them from tracker/static/icon.svg."""

from base64 import b64encode
from typing import Final

from tests.browser.serving import browsing
from tracker.web.static import FOLDER

DRAWING: Final = FOLDER / "icon.svg"
# A phone cuts a maskable icon to a shape of its own: the drawing keeps inside, the ground runs out.
SIZES: Final = {
    "icon-180.png": (180, "ground"),
    "icon-192.png": (192, "as it is"),
    "icon-512.png": (512, "as it is"),
    "icon-maskable.png": (512, "inside"),
}


def drawn(kind: str) -> str:
    """The drawing, for a screen that shows it as it is or one that cuts it."""
    svg = DRAWING.read_text("utf-8")
    if kind == "as it is":
        return svg
    svg = svg.replace(' rx="5"', "")
    if kind == "inside":
        ground, _, rest = svg.partition("/>")
        drawing = rest.strip().removesuffix("</svg>")
        svg = f'{ground}/><g transform="translate(3.2 3.2) scale(.8)">{drawing}</g></svg>'
    return svg


def main() -> None:
    with browsing() as browser:
        for name, (size, kind) in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            image = b64encode(drawn(kind).encode()).decode()
            page.set_content(
                f'<body style="margin:0"><img style="display:block;width:{size}px;height:{size}px" '
                f'src="data:image/svg+xml;base64,{image}">'
            )
            page.wait_for_function("() => document.images[0].complete")
            page.screenshot(path=FOLDER / name, omit_background=True)
            page.close()
            print(f"{name}: {(FOLDER / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
