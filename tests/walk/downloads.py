"""Downloads, opened by the programs that would open them: what is wrong with each."""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from typing import Final

from cryptography.x509 import load_der_x509_certificate
from fontTools.ttLib import TTFont
from lxml import etree
from PIL import Image
from pypdf import PdfReader

from tests.visitor import Answer

CERTIFICATE: Final = "application/x-x509-ca-cert"


class Broken(Exception):
    """A file that no reader takes, with a sentence that says why."""


def open_download(answer: Answer) -> None:
    """Read all of a file as its kind is read; raises `Broken`."""
    reader = READERS.get(answer.kind)
    if reader is None:
        raise Broken(f"nobody knows how to read {answer.kind}")
    if not answer.data:
        raise Broken("the file is empty")
    try:
        reader(answer.data)
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"{answer.kind} cannot be read: {error!r}") from error


def read_pdf(data: bytes) -> None:
    pdf = PdfReader(io.BytesIO(data), strict=True)
    if not pdf.pages:
        raise Broken("the PDF has no page")
    if not any(page.extract_text().strip() or page.images for page in pdf.pages):
        raise Broken("nothing is on the pages of the PDF")


def read_picture(data: bytes) -> None:
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()


def read_drawing(data: bytes) -> None:
    root = etree.fromstring(data)
    if etree.QName(root).localname != "svg":
        raise Broken("the drawing is no SVG")


def read_table(data: bytes) -> None:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
    if len({len(row) for row in rows}) != 1:
        raise Broken("the rows of a table are of different length, or there are none")


def read_archive(data: bytes) -> None:
    """Read every file of an archive by the ending of its name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            IN_ARCHIVE[name.rpartition(".")[2]](archive.read(name))


def read_certificate(data: bytes) -> None:
    load_der_x509_certificate(data)


def read_font(data: bytes) -> None:
    with TTFont(io.BytesIO(data)) as font:
        if not font.getBestCmap():
            raise Broken("the font has no letters")


def read_text(data: bytes) -> None:
    data.decode()


Reader = Callable[[bytes], object]
IN_ARCHIVE: Final[Mapping[str, Reader]] = {"json": json.loads, "csv": read_table}
READERS: Final[Mapping[str, Reader]] = {
    "application/json": json.loads,
    "application/manifest+json": json.loads,
    "application/pdf": read_pdf,
    "application/zip": read_archive,
    CERTIFICATE: read_certificate,
    "font/woff2": read_font,
    "image/png": read_picture,
    "image/svg+xml": read_drawing,
    "text/css": read_text,
    "text/csv": read_table,
    "text/javascript": read_text,
    "text/plain": read_text,
}
