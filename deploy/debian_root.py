"""A Debian that has nothing but its base, in a folder, to try things in as on a new machine."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from deploy.release import CannotRelease

MOUNTED: Final = ("proc", "sys", "dev", "dev/pts")
SOURCES: Final = Path("/etc/apt/sources.list.d/debian.sources")
CERTIFICATES: Final = "/etc/ssl/certs/ca-certificates.crt"
HERE: Final = "/etc/here.crt"
OF_CERTIFICATES: Final = ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class DebianRoot:
    """The folder with a Debian, made when it is entered and deleted at the end.

    It takes packages from the same places as this machine, with the same certificates.
    """

    def __init__(self, folder: Path, release: str) -> None:
        self.folder = folder
        self._release = release

    def __enter__(self) -> "DebianRoot":
        if os.geteuid() != 0:
            raise CannotRelease("Only root can try this on an empty Debian.")
        sources = SOURCES.read_text("utf-8")
        [mirror, *_] = [line[5:].strip() for line in sources.splitlines() if line[:5] == "URIs:"]
        bootstrap = ["debootstrap", "--variant=minbase", self._release, str(self.folder), mirror]
        run_outside(bootstrap)
        self._take_along(sources)
        run_outside(["mount", "--bind", str(self.folder), str(self.folder)])
        for name in MOUNTED:
            run_outside(["mount", "--bind", f"/{name}", str(self.folder / name)])
        self.run("apt-get update -qq")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end_processes()
        for name in (*reversed(MOUNTED), ""):
            run_outside(["umount", "--lazy", str(self.folder / name)])
        if not any(self.folder.joinpath("proc").iterdir()):
            shutil.rmtree(self.folder)

    def _end_processes(self) -> None:
        """End what was started in it and goes on, such as a database."""
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if process.joinpath("root").readlink() == self.folder:
                    os.kill(int(process.name), signal.SIGKILL)

    def _take_along(self, sources: str) -> None:
        """Take this machine's way to packages along: sources, keys, resolver, certificates."""
        own = [line[17:] for line in release_file() if line.startswith("VERSION_CODENAME=")]
        inside = self.folder / "etc/apt/sources.list.d" / SOURCES.name
        inside.write_text(sources.replace(own[0], self._release), "utf-8")
        (self.folder / "etc/apt/sources.list").write_text("")
        shutil.copytree("/etc/apt/apt.conf.d", inside.parents[1] / "apt.conf.d", dirs_exist_ok=True)
        keys = self.folder / "usr/share/keyrings"
        shutil.copytree("/usr/share/keyrings", keys, dirs_exist_ok=True)
        certificates = os.environ.get("SSL_CERT_FILE") or CERTIFICATES
        shutil.copyfile(certificates, self.folder / HERE.lstrip("/"))
        for name in ("/etc/resolv.conf", "/etc/pip.conf"):
            if Path(name).exists():
                shutil.copyfile(name, self.folder / name.lstrip("/"))

    def run(self, script: str, isolated: bool = False) -> str:
        """Run a shell script in it as root and return what it prints; raises `CannotRelease`.

        Isolated, it has mounts, processes and a network of its own, which end with it.
        """
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--net"]
        variables = [f"{name}={HERE}" for name in OF_CERTIFICATES]
        return run_outside(
            [
                *(alone if isolated else []),
                *("chroot", str(self.folder), "env", "-i", "HOME=/root", f"PATH={PATH}"),
                *("LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", *variables),
                *("sh", "-e", "-c", script),
            ]
        )

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write a file in it."""
        file = self.folder / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        file.chmod(mode)


def release_file() -> Sequence[str]:
    return Path("/etc/os-release").read_text("utf-8").splitlines()


def run_outside(command: Sequence[str]) -> str:
    """Run a program and return what it prints; raises `CannotRelease` with its last words."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise CannotRelease(f"The program {command[0]} is needed, and not installed.") from None
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-20:]
        raise CannotRelease("\n".join([shlex.join(command)[:400], *last]))
    return done.stdout
