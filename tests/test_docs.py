"""The docs for a server: settings, commands, ports and paths in them are those of the program.

`./dev docs` does all that they say on an empty Debian; what needs no other program is tested here.
"""

import re
import shlex
from typing import Final

import pytest

from deploy.doc_blocks import COMMANDS, DOCS, blocks, file_of, path_in
from deploy.try_docs import CADDY, NAME, PAGE, UNIT
from tracker.command import parser_of
from tracker.settings import MEANINGS, from_environment

NGINX: Final = "/etc/nginx/conf.d/quartermaster.conf"
SETTINGS: Final = "/etc/quartermaster.conf"
TEXT: Final = (DOCS / PAGE).read_text("utf-8")
CALL: Final = re.compile(r"^quartermaster .*|(?<=sbin/)quartermaster .*", re.MULTILINE)


def commands() -> list[str]:
    """Return every call of our command in the blocks of the page."""
    texts = [block.text for block in blocks(PAGE) if block.path not in (UNIT, SETTINGS, CADDY)]
    return [call for text in texts for call in CALL.findall(text)]


def test_a_file_is_known_by_its_first_comment() -> None:
    assert path_in("# /etc/a.conf\nA=1\n") == "/etc/a.conf"
    assert path_in("#!/bin/sh\n# /usr/bin/a\n") == "/usr/bin/a"
    assert path_in("apt-get install a\n# /etc/a.conf\n") == ""


def test_every_setting_is_in_the_table_and_nothing_else() -> None:
    assert re.findall(r"^\| `([A-Z_]+)` \|", TEXT, re.MULTILINE) == list(MEANINGS)
    assert set(re.findall(r"QUARTERMASTER_[A-Z]+(?:_[A-Z]+)*\b(?!_)", TEXT)) <= set(MEANINGS)


def test_the_file_of_settings_is_accepted() -> None:
    lines = file_of(PAGE, SETTINGS).splitlines()[1:]
    settings = from_environment(dict(line.split("=", 1) for line in lines))

    assert settings.hosts == (NAME,)
    assert settings.proxies == 1


def test_the_data_folder_is_the_one_that_the_unit_may_write() -> None:
    unit = dict(re.findall(r"^(\w+)=(.*)$", file_of(PAGE, UNIT), re.MULTILINE))

    assert f"QUARTERMASTER_DATA=/var/lib/{unit['StateDirectory']}\n" in file_of(PAGE, SETTINGS)
    assert unit["EnvironmentFile"] == SETTINGS
    program, *arguments = shlex.split(unit["ExecStart"].replace("%i", "8000"))
    assert program.endswith("/bin/quartermaster")
    assert parser_of(arguments).parse_args(arguments).port == 8000


@pytest.mark.parametrize("call", sorted(set(commands())))
def test_every_command_is_one_of_ours(call: str) -> None:
    arguments = shlex.split(call)[1:]

    assert parser_of(arguments).parse_args(arguments).run


def test_the_proxies_lead_to_the_services_that_are_started() -> None:
    started = set(re.findall(r"enable --now.* quartermaster@(\d+)", TEXT))
    ports = set(re.findall(r"127\.0\.0\.1:(\d+)", file_of(PAGE, NGINX) + file_of(PAGE, CADDY)))

    assert ports <= started | {"8000"}
    assert f"server_name {NAME};" in file_of(PAGE, NGINX)


def test_no_block_of_commands_waits_for_an_answer() -> None:
    installing = [b.text for b in blocks(PAGE) if b.language == COMMANDS and "apt-get" in b.text]

    assert installing
    for text in installing:
        assert re.findall(r"apt-get (\w+)", text) == ["install"]
