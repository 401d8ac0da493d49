"""Between rules and store: reading what is kept, in several threads from the first moment on."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from msgspec import structs

from tests.games.civil_war.arrange import setup
from tests.recorded import FILES
from tracker.engine.refusal import Invalid
from tracker.games.titles import TITLES
from tracker.service.match import read_entry

ROOT: Final = Path(__file__).parents[3]

# Without the types taken apart beforehand this crashes about one time in three. Each time is a
# process of its own, in which nothing was read yet; forked, since to start one takes a second.
PROGRAM: Final = """
import os, sys, threading
from pathlib import Path
from tracker.engine import match_file
from tracker.games.titles import TITLES
from tracker.service.match import read_entry, unpack_setup

sys.setswitchinterval(1e-6)
data = Path(sys.argv[1]).read_bytes()

def begin(together, read):
    together.wait()
    setup = unpack_setup("civil-war", b'{"months":6,"tiles_per_player":4,"seats":['
        b'{"name":"A","role":"cherokee"},{"name":"B","role":"volunteer"}]}')
    read_entry(TITLES["civil-war"], setup, b'{"do":"end_turn","seat":0}')
    read.append(match_file.read(data, TITLES))

def begin_all():
    together, read = threading.Barrier(8), []
    threads = [threading.Thread(target=begin, args=(together, read)) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return 0 if len(read) == 8 else 1

for _ in range(6):
    child = os.fork()
    if child == 0:
        os._exit(begin_all())
    assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.slow
def test_the_first_readers_may_come_all_at_once() -> None:
    command = [sys.executable, "-c", PROGRAM, str(FILES[0])]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def test_an_entry_is_read_without_checking_the_set_up_again() -> None:
    title, agreed = TITLES["civil-war"], setup()
    twice_the_same = structs.replace(agreed, seats=(agreed.seats[0], agreed.seats[0]))

    with pytest.raises(Invalid):
        title.check_setup(twice_the_same)
    assert read_entry(title, twice_the_same, b'{"do":"end_turn","seat":0}').seat == 0
