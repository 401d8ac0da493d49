"""Everything that can be set, from the environment; nothing has to be.

A setting that is wrong is refused at the start, in a sentence: a server that guessed what was
meant would be found out at the worst moment.
"""

import os
import re
import secrets
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final

from msgspec import Struct

from tracker import private
from tracker.locations import data_folder

ROOT: Final = Path(__file__).parent.parent
DATA_FOLDER: Final = data_folder()

DATA: Final = "QUARTERMASTER_DATA"
DATABASE_URL: Final = "DATABASE_URL"
PROXIES: Final = "QUARTERMASTER_PROXIES"
HOSTS: Final = "QUARTERMASTER_HOSTS"
PATH: Final = "QUARTERMASTER_PATH"
CONNECTIONS: Final = "QUARTERMASTER_CONNECTIONS"
HOURLY_MATCHES: Final = "QUARTERMASTER_HOURLY_MATCHES"
HOURLY_FILES: Final = "QUARTERMASTER_HOURLY_FILES"
HOURLY_DECKS: Final = "QUARTERMASTER_HOURLY_DECKS"
HOURLY_LOOKERS: Final = "QUARTERMASTER_HOURLY_LOOKERS"
HOURLY_MEGABYTES: Final = "QUARTERMASTER_HOURLY_MEGABYTES"
LOG: Final = "QUARTERMASTER_LOG"
LOG_LEVEL: Final = "QUARTERMASTER_LOG_LEVEL"
BACKUPS: Final = "QUARTERMASTER_BACKUPS"
BACKUP_HOURS: Final = "QUARTERMASTER_BACKUP_HOURS"

MEANINGS: Final = {
    DATA: "folder of the database, its backups and the secret; `instance/` in a checkout, the "
    "user's folder for data where the wheel was installed",
    DATABASE_URL: "`postgresql://…` to keep the matches there instead of in a file of that folder",
    PROXIES: "how many reverse proxies stand in front and are believed, 0 to 9; 0",
    HOSTS: "names that the server answers to, with commas between them and a port where users type "
    "one; besides these always to addresses, `localhost`, names in `.local` and the machine's own "
    "name. QR codes and paper show the first",
    PATH: "path below which everything is, such as `/sheet`, where other programs share the name; "
    "nothing",
    CONNECTIONS: "how many connections one address may have open, 20 to 9999; 400",
    HOURLY_MATCHES: "how many matches one network may make in an hour, 1 to 999999; 500",
    HOURLY_FILES: "how many match files it may import, 1 to 999999; 10000",
    HOURLY_DECKS: "how many decks it may make, 1 to 999999; 100",
    HOURLY_LOOKERS: "how many of its devices are remembered at matches, 1 to 999999; 2000",
    HOURLY_MEGABYTES: "how many MB its matches, match files and decks may take, 1 to 999999; 500",
    LOG: "`text` for people or `json` for machines; `text`",
    LOG_LEVEL: "`debug` (every request), `info` (writes and failures) or `warning`; `info`",
    BACKUPS: "how many timed backups of a SQLite database are kept, 0 for none; 7",
    BACKUP_HOURS: "hours between them, 1 to 720; 24",
}
MOST_HOURLY: Final = 999_999
OURS: Final = "QUARTERMASTER_"
HOST_NAME: Final = re.compile(r"[\w-]{1,63}(\.[\w-]{1,63})*(:[0-9]{1,5})?", re.ASCII)
SECRET: Final = re.compile(rb"[!-~]{32,}\s*")
BELOW: Final = re.compile(r"(/[\w-]{1,40}){0,5}/?", re.ASCII)
POSTGRES: Final = re.compile(
    r"postgres(ql)?://([^:/\s]*(:[^@\s]*)?@)?(\[[^/?\s]+\]|[^/:?\s]+)?(:\d{0,5})?([/?]\S*)?"
)


class WrongSetting(Exception):
    """A setting that means nothing, with a sentence that says so."""


class LogFormat(StrEnum):
    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"


class Settings(Struct, frozen=True):
    """The settings of a server; see `MEANINGS`."""

    data: Path = DATA_FOLDER
    database_url: str = ""
    proxies: int = 0
    hosts: tuple[str, ...] = ()
    path: str = ""
    connections: int = 400
    hourly_matches: int = 500
    hourly_files: int = 10_000
    hourly_decks: int = 100
    hourly_lookers: int = 2_000
    hourly_megabytes: int = 500
    log: LogFormat = LogFormat.TEXT
    log_level: LogLevel = LogLevel.INFO
    backups: int = 7
    backup_hours: int = 24

    @property
    def database(self) -> Path | str:
        """Return the place of the matches: an address of PostgreSQL, or a file of SQLite."""
        return self.database_url or self.data / "quartermaster.sqlite"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings; raises `WrongSetting`. One that is empty counts as one that is not there."""
    given = {name: value for name, value in environment.items() if value and name in MEANINGS}
    for name in environment:
        if name.startswith(OURS) and name not in MEANINGS:
            known = ", ".join(setting for setting in MEANINGS if setting.startswith(OURS))
            raise WrongSetting(f"There is no setting {name}; there are {known}.")
    return Settings(
        data=_folder(given.get(DATA, "")),
        database_url=_address(given.get(DATABASE_URL, "")),
        proxies=_number(given, PROXIES, 0, 9, 0),
        hosts=_names(given.get(HOSTS, "")),
        path=_path(given.get(PATH, "")),
        connections=_number(given, CONNECTIONS, 20, 9999, 400),
        hourly_matches=_number(given, HOURLY_MATCHES, 1, MOST_HOURLY, 500),
        hourly_files=_number(given, HOURLY_FILES, 1, MOST_HOURLY, 10_000),
        hourly_decks=_number(given, HOURLY_DECKS, 1, MOST_HOURLY, 100),
        hourly_lookers=_number(given, HOURLY_LOOKERS, 1, MOST_HOURLY, 2_000),
        hourly_megabytes=_number(given, HOURLY_MEGABYTES, 1, MOST_HOURLY, 500),
        log=LogFormat(_one_of(given, LOG, LogFormat, LogFormat.TEXT)),
        log_level=LogLevel(_one_of(given, LOG_LEVEL, LogLevel, LogLevel.INFO)),
        backups=_number(given, BACKUPS, 0, 1000, 7),
        backup_hours=_number(given, BACKUP_HOURS, 1, 720, 24),
    )


def _folder(text: str) -> Path:
    folder = Path(text) if text else DATA_FOLDER
    if folder.exists() and not folder.is_dir():
        raise WrongSetting(f"{DATA} is to be a folder; {folder} is a file.")
    return folder


def _address(text: str) -> str:
    """The address without a word of it in the refusal: there may be a password in it."""
    if text and not POSTGRES.fullmatch(text):
        raise WrongSetting(
            f"{DATABASE_URL} is to begin with postgresql://, have no blanks, and a port that is "
            "a number if it has one."
        )
    return text.replace("postgres://", "postgresql://", 1)


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip().lower() for name in text.split(",") if name.strip())
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise WrongSetting(
                f"{HOSTS} is to be names with commas between them, without path, not {name!r}."
            )
    return names


def _path(text: str) -> str:
    if not BELOW.fullmatch(text):
        raise WrongSetting(f"{PATH} is to be a path such as /sheet, not {text!r}.")
    return text.rstrip("/")


def _number(given: Mapping[str, str], name: str, least: int, most: int, default: int) -> int:
    text = given.get(name, str(default))
    if not re.fullmatch(r"[0-9]{1,6}", text) or not least <= int(text) <= most:
        raise WrongSetting(f"{name} is to be a number from {least} to {most}, not {text!r}.")
    return int(text)


def _one_of(given: Mapping[str, str], name: str, words: type[StrEnum], default: str) -> str:
    text = given.get(name, default)
    if text not in list(words):
        raise WrongSetting(f"{name} is to be one of {', '.join(words)}, not {text!r}.")
    return text


def secret_in(folder: Path) -> str:
    """The key that signs cookies, in a file that only the owner can read; made at first start."""
    try:
        private.make_folder(folder)
    except OSError as error:
        raise WrongSetting(f"{DATA} is to be a folder; {folder}: {error.strerror}.") from None
    kept = private.make_once(folder / "secret", SECRET.fullmatch, _new_secret)
    return kept.decode("ascii")


def _new_secret() -> bytes:
    return secrets.token_urlsafe(32).encode("ascii")
