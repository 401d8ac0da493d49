"""Disks that fill up or let nothing be written, as one server sees them, without mounting any.

Inside a chroot or container neither root nor a plain user may mount. So the kernel asks a process
beside the server about its writes, and answers them as a full disk does; and what may not be
written is said by permissions, which root too must then keep to.
"""

import ctypes
import errno
import fcntl
import os
import platform
import signal
import socket
import stat
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

# Linux numbers its calls for each kind of machine: seccomp, capset, and what makes a file longer.
SECCOMP, CAPSET, WRITE, WRITE_AT, ALLOCATE = {
    "x86_64": (317, 126, 1, 18, 285),
    "aarch64": (277, 91, 64, 68, 47),
}[platform.machine()]
SET_FILTER, NEW_LISTENER = 1, 8
ASK, ALLOW = 0x7FC00000, 0x7FFF0000
NO_NEW_PRIVILEGES, END_WITH_PARENT = 38, 1
RECEIVE, SEND = 0xC0502100, 0xC0182101
CONTINUE: Final = 1
QUESTION: Final = struct.Struct("=QII iIQ 6Q")
ANSWER: Final = struct.Struct("=QqiI")
LOAD_NUMBER, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
CAPABILITIES_VERSION: Final = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


def fill_up(folder: Path) -> None:
    """Let there be no more room than what is used, for a server that `be_small` was called in."""
    _mark(folder).write_text(str(_used(folder)), "ascii")


def make_room(folder: Path) -> None:
    _mark(folder).unlink()


def _mark(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.size")


def _used(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def be_small(folder: str) -> None:
    """Let this process see the folder as a disk of its own, which `fill_up` makes full."""
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        _libc.prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        listener = socket.recv_fds(theirs, 1, 1)[1][0]
        with suppress(OSError):
            while True:
                _answer(listener, Path(folder).resolve())
        os._exit(0)
    socket.send_fds(ours, [b"."], [_listener()])
    ours.close()
    theirs.close()


def _listener() -> int:
    """The number of a file from which is read what this process is about to write."""
    asked = (WRITE, WRITE_AT, ALLOCATE)
    lines = [(LOAD_NUMBER, 0, 0, 0)]
    lines += [(JUMP_IF_EQUAL, len(asked) - n, 0, call) for n, call in enumerate(asked)]
    lines += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, ASK)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in lines))
    program = struct.pack("HxxxxxxP", len(lines), ctypes.addressof(code))
    _must(_libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    return _must(_libc.syscall(SECCOMP, SET_FILTER, NEW_LISTENER, program))


def _answer(listener: int, folder: Path) -> None:
    question = bytearray(QUESTION.size)
    try:
        fcntl.ioctl(listener, RECEIVE, question)
    except FileNotFoundError:  # it was interrupted, and asks again
        return
    number, process, _, call, _, _, *arguments = QUESTION.unpack(question)
    error = -errno.ENOSPC if _is_refused(process, call, arguments, folder) else 0
    with suppress(FileNotFoundError):
        fcntl.ioctl(listener, SEND, ANSWER.pack(number, 0, error, 0 if error else CONTINUE))


def _is_refused(process: int, call: int, arguments: list[int], folder: Path) -> bool:
    """Return whether a call would make a file longer than the disk has room for."""
    try:
        file = Path(f"/proc/{process}/fd/{arguments[0]}")
        if not file.readlink().is_relative_to(folder):
            return False
        size = file.stat().st_size
        offset = {WRITE: size, WRITE_AT: arguments[3], ALLOCATE: arguments[2]}[call]
        length = arguments[3] if call == ALLOCATE else arguments[2]
        growth = offset + length - size
        return growth > 0 and _used(folder) + growth > int(_mark(folder).read_text("ascii"))
    except OSError:
        return False


def keep_to_permissions() -> None:
    """Hold this process to the permissions of files, also if it is root's."""
    if os.geteuid() == 0:
        header = struct.pack("=II", CAPABILITIES_VERSION, 0)
        _must(_libc.syscall(CAPSET, header, bytes(24)))


def forbid_writing(folder: Path) -> None:
    """Let nothing in the folder be written, and nothing be made in it."""
    for path in (*folder.rglob("*"), folder):
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222)


def allow_writing(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(stat.S_IMODE(path.stat().st_mode) | 0o200)


def _must(status: Any) -> int:
    if status < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return int(status)
