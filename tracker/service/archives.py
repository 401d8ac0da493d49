"""Zip files of match files: written as they are sent, and read as something hostile."""

import hashlib
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Any, Final

import msgspec
from msgspec import Struct

from tracker.engine.clean_text import clean
from tracker.engine.codec import MOST_DOCUMENT_BYTES
from tracker.engine.refusal import Invalid

MOST_MEMBERS: Final = 20_000
MOST_UNPACKED_BYTES: Final = 4_000_000_000
"""Of a whole archive, for the command; a page takes less."""
FILE_MARK: Final = b"PK\x01\x02"
"""The mark with which the list at an archive's end names each file."""
PIECE_BYTES: Final = 1_000_000
ARCHIVE: Final = "file"
READ_COMPRESSIONS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
UNSAFE: Final = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')
DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
)
"""The errors that Python raises for an archive that is damaged or made to harm."""


class Member(Struct, frozen=True):
    """A file in an archive: its contents, or why it is not read."""

    name: str
    data: bytes = b""
    problem: Invalid | None = None


def is_archive(start: bytes) -> bool:
    """Return whether a file begins as a zip file does."""
    return start.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def members(file: IO[bytes], most_unpacked: int = MOST_UNPACKED_BYTES) -> Iterator[Member]:
    """Yield the files in an archive; raise `Invalid` where it is none or is too much.

    Names are only shown: nothing is written under them. An archive within is not opened.
    """
    if _number_listed(file) > MOST_MEMBERS:
        raise Invalid(ARCHIVE, "has more than {most} files in it", most=MOST_MEMBERS)
    try:
        archive = zipfile.ZipFile(file)
    except DAMAGED:
        raise Invalid(ARCHIVE, "is not a zip file that can be read") from None
    with archive:
        left = most_unpacked
        for info in archive.infolist():
            if info.is_dir():
                continue
            member = _read(archive, info, left)
            left -= len(member.data)
            if left < 0:
                most = most_unpacked // 1_000_000
                raise Invalid(ARCHIVE, "is larger than {most} MB when unpacked", most=most)
            yield member


def _number_listed(file: IO[bytes]) -> int:
    """Return how many files the archive lists, at least: to open it takes seconds for 100,000."""
    number, end = 0, b""
    file.seek(0)
    while piece := file.read(PIECE_BYTES):
        data = end + piece
        number += data.count(FILE_MARK)
        end = data[1 - len(FILE_MARK) :]
    return number


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int) -> Member:
    name = clean(info.filename)[-80:]
    if info.flag_bits & 1:
        return Member(name, problem=Invalid(name, "is encrypted"))
    if info.compress_type not in READ_COMPRESSIONS:
        return Member(name, problem=Invalid(name, "is compressed in a way that is not read here"))
    try:
        with archive.open(info) as inside:
            data = inside.read(min(MOST_DOCUMENT_BYTES, left) + 1)
    except DAMAGED:
        return Member(name, problem=Invalid(name, "is damaged"))
    if is_archive(data):
        return Member(name, problem=Invalid(name, "is a zip file within a zip file"))
    return Member(name, data)


class _Pipe(io.RawIOBase):
    """A pipe that an archive is written into and taken out of piece by piece."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._written.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        data, self._written = b"".join(self._written), []
        return data


def packed(documents: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Yield an archive of match files, piece by piece."""
    files = (
        (file_name(document), [msgspec.json.format(msgspec.json.encode(document), indent=1)])
        for document in documents
    )
    yield from packed_files(files)


def packed_files(files: Iterable[tuple[str, Iterable[bytes]]]) -> Iterator[bytes]:
    """Yield an archive of files, piece by piece: it is never whole in memory."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, pieces in files:
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(info, "w") as inside:
                for piece in pieces:
                    inside.write(piece)
                    yield pipe.taken()
    yield pipe.taken()


def file_name(document: dict[str, Any]) -> str:
    """Return a name that tells the match and is nobody else's: day, name, and a mark."""
    mark = hashlib.sha256(document["id"].encode()).hexdigest()[:8]
    name = UNSAFE.sub(" ", document["name"])[:60].strip(" .") or document["title"]
    return f"{document['created'][:10]} {name} {mark}.json"
