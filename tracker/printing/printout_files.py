"""The resources of a printout: its own sources and the fonts. No network, no other file."""

from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tracker.locations import PRINTOUTS

FONTS: Final = tuple(
    Path(str(files(package) / "files")).resolve()
    for package in ("font_source_sans_pro", "font_source_serif_pro")
)


class OutOfReach(ValueError):
    """An address that no printout may read."""


def read(url: str) -> bytes:
    """The file at an address, if it is one of ours."""
    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        raise OutOfReach(url)
    path = Path(url2pathname(parts.path)).resolve()
    if not any(path.is_relative_to(folder) for folder in (PRINTOUTS, *FONTS)):
        raise OutOfReach(url)
    return path.read_bytes()


def kind(url: str) -> str:
    """The type of a file: a title's own style sheet is read as one, everything else as bytes."""
    return "text/css" if url.endswith(".css") else "application/octet-stream"


def font_faces() -> str:
    """The fonts as a style sheet names them: files of packages, so the same on every machine."""
    styles = (("Regular", 400, "normal"), ("It", 400, "italic"), ("Bold", 700, "normal"))
    faces = []
    for folder, family, stem in zip(
        FONTS, ("Sans", "Serif"), ("SourceSansPro", "SourceSerifPro"), strict=True
    ):
        for name, weight, style in styles:
            url = (folder / f"{stem}-{name}.ttf").as_uri()
            faces.append(
                f'@font-face {{ font-family: "Ledger {family}"; font-weight: {weight}; '
                f'font-style: {style}; src: url("{url}"); }}'
            )
    return "\n".join(faces)
