"""Where the data is, and the secret that signs cookies: made at first start, nothing to set."""

import os
import secrets
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
DATA_FOLDER: Final = ROOT / "instance"


def data_folder() -> Path:
    """The folder of the database: `instance/` beside the program, or QUARTERMASTER_DATA."""
    return Path(os.environ.get("QUARTERMASTER_DATA") or DATA_FOLDER)


def proxies() -> int:
    """How many proxies stand in front of the server: QUARTERMASTER_PROXIES, or none.

    Only then is believed what they say of who asks, and whether by https.
    """
    told = os.environ.get("QUARTERMASTER_PROXIES", "")
    return int(told) if told.isdecimal() else 0


def secret_in(folder: Path) -> str:
    """The key that signs cookies, in a file that only the owner can read."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "secret"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(32), "ascii")
    return path.read_text("ascii")
