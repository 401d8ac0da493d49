"""`./dev release`: makes everything that belongs to a release, in `dist/`, and tries it.

The same commit gives the same bytes: what is built is built twice and compared.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tracker.locations import htmx

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION: Final[str] = PROJECT["version"]
NAME: Final = f"quartermaster-{VERSION}"
LOCK: Final = "requirements.txt"
SUMS: Final = "SHA256SUMS"
SIGNED_FOR: Final = "quartermaster"


class CannotRelease(Exception):
    """Something keeps a release from being made, with a sentence that says what."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./dev release", description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="the folder to make")
    parser.add_argument("--sign", type=Path, metavar="KEY", help="an SSH key to sign with")
    options = parser.parse_args(arguments)
    try:
        must_be_committed()
        release_into(options.into)
        try_wheel(options.into)
        if options.sign:
            sign(options.into, options.sign)
    except CannotRelease as reason:
        print(f"dev: {reason}", file=sys.stderr)
        return 1
    print(f"{NAME} is in {options.into}")
    return 0


def release_into(folder: Path) -> None:
    """Make the release in this folder; raises `CannotRelease` if two tries differ."""
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        for target in (Path(first), Path(second)):
            make(target)
        differing = [path.name for path in Path(first).iterdir() if differs(path, Path(second))]
        if differing:
            raise CannotRelease(f"Built twice, these differ: {', '.join(sorted(differing))}.")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(first, folder)


def make(folder: Path) -> None:
    """Make every file of the release, and the list of their hashes."""
    wheel_in(folder)
    archive = ["git", "archive", "--format=tar.gz", f"--prefix={NAME}/", "HEAD"]
    run([*archive, "--output", str(folder / f"{NAME}.tar.gz")])
    shutil.copyfile(ROOT / LOCK, folder / LOCK)
    bill_of_materials(folder / f"{NAME}.cdx.json")
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    (folder / f"{NAME}-notes.md").write_text(notes(changes, VERSION), "utf-8")
    files = sorted(folder.iterdir())
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / SUMS).write_text("".join(lines))


def wheel_in(folder: Path) -> Path:
    """Build the wheel in this folder and return it."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    # Django, which django-htmx asks for, is needed neither to build nor to run.
    run([*build, "--skip-dependency-check", "--outdir", str(folder), str(ROOT)])
    [wheel] = folder.glob("quartermaster-*.whl")
    return wheel


def bill_of_materials(target: Path) -> None:
    """Write the CycloneDX bill of materials of the locked requirements."""
    make_bill = [sys.executable, "-m", "cyclonedx_py", "requirements", str(ROOT / LOCK)]
    of_project = ["--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "application"]
    bill = json.loads(run([*make_bill, *of_project, "--output-reproducible"]))
    bill["components"].append(htmx_component())
    target.write_text(json.dumps(bill, indent=2, sort_keys=True) + "\n", "utf-8")


def htmx_component() -> dict[str, Any]:
    """Return the entry of htmx, whose file is in the wheel itself."""
    script = htmx().read_bytes()
    (version,) = re.findall(rb'version:"([0-9.]+)"', script)
    return {
        "bom-ref": "htmx",
        "type": "library",
        "name": "htmx",
        "version": version.decode(),
        "purl": f"pkg:npm/htmx.org@{version.decode()}",
        "licenses": [{"license": {"id": "0BSD"}}],
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(script).hexdigest()}],
    }


def notes(changes: str, version: str) -> str:
    """Return what the changelog says of a version."""
    found = re.search(
        rf"^## {re.escape(version)}\b.*?(?=^## |\Z)", changes, re.MULTILINE | re.DOTALL
    )
    if found is None:
        raise CannotRelease(f"CHANGELOG.md has no section for version {version}.")
    return f"{found[0].rstrip()}\n"


def try_wheel(folder: Path) -> None:
    """Install the release as somebody without our tools would, with pip alone, and start it."""
    with tempfile.TemporaryDirectory() as scratch:
        environment = Path(scratch)
        venv.create(environment, with_pip=True)
        pip = [str(environment / "bin/python"), "-m", "pip", "install", "--quiet"]
        run([*pip, "--require-hashes", "-r", str(folder / LOCK)])
        [wheel] = folder.glob("*.whl")
        run([*pip, "--no-deps", str(wheel)])
        run([str(environment / "bin/quartermaster"), "--version"])


def sign(folder: Path, key: Path) -> None:
    """Sign the list of hashes; docs/release.md says how anybody checks that."""
    run(["ssh-keygen", "-Y", "sign", "-f", str(key), "-n", SIGNED_FOR, str(folder / SUMS)])


def must_be_committed() -> None:
    """Raise unless the release is of a commit, so that anybody can make it again."""
    if run(["git", "status", "--porcelain"]):
        raise CannotRelease("Commit or stash the changes first: a release is of a commit.")


def differs(path: Path, folder: Path) -> bool:
    """Return whether a file is another one in this folder, or is not there."""
    other = folder / path.name
    return not other.is_file() or other.read_bytes() != path.read_bytes()


def run(command: Sequence[str]) -> str:
    """Run a program in the checkout, and return what it prints."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise CannotRelease(f"The program {command[0]} is needed, and not installed.") from None
    if done.returncode:
        raise CannotRelease(f"{' '.join(command)} failed:\n{done.stderr or done.stdout}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
