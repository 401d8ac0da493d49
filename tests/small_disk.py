"""File systems that fill up or let nothing be written: real ones, which only one server sees.

As root, or where a user may have a namespace, they are mounted for that process alone.
"""

import ctypes
import os
import subprocess
from pathlib import Path
from typing import Final

NEW_MOUNTS: Final = 0x00020000
NEW_USER: Final = 0x10000000
READ_ONLY, REMOUNT, BIND, REC, PRIVATE = 1, 32, 4096, 16384, 1 << 18

_libc = ctypes.CDLL(None, use_errno=True)


def mount_small(folder: str, size: str) -> None:
    """For this process the folder is an empty disk of that size."""
    _be_alone()
    _mount("none", folder, "tmpfs", 0, f"size={size}")


def mount_read_only(folder: str) -> None:
    """For this process nothing can be written in the folder."""
    _be_alone()
    _mount(folder, folder, None, BIND, None)
    _mount("none", folder, None, REMOUNT | BIND | READ_ONLY, None)


def make_writable(process: int, folder: Path) -> None:
    """From outside: what that process sees as read-only can be written on again."""
    enter = ["nsenter", "-t", str(process), "-m"]
    if os.geteuid() != 0:
        enter += ["-U", "--preserve-credentials"]
    subprocess.run([*enter, "mount", "-o", "remount,bind,rw", str(folder)], check=True)


def seen_by(process: int, folder: Path) -> Path:
    """The folder as that process sees it."""
    return Path(f"/proc/{process}/root{folder}")


def _be_alone() -> None:
    user, group = os.geteuid(), os.getegid()
    _must(_libc.unshare(NEW_MOUNTS | (0 if user == 0 else NEW_USER)))
    if user != 0:
        Path("/proc/self/setgroups").write_text("deny", "ascii")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1", "ascii")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1", "ascii")
    _mount("none", "/", None, REC | PRIVATE, None)


def _mount(source: str, target: str, kind: str | None, flags: int, options: str | None) -> None:
    texts = [None if text is None else text.encode() for text in (source, target, kind, options)]
    _must(_libc.mount(texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3]))


def _must(status: int) -> None:
    if status != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
