"""Between rules and store: reading what is kept, in several threads from the first moment on."""

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.recorded import FILES

ROOT: Final = Path(__file__).parents[2]

# Without the types taken apart beforehand this crashes about one time in three.
PROGRAM: Final = """
import sys, threading
from pathlib import Path
from tracker.engine import match_file
from tracker.games.titles import TITLES
from tracker.service.serialization import read_entry, unpack_setup

sys.setswitchinterval(1e-6)
data = Path(sys.argv[1]).read_bytes()
together = threading.Barrier(8)
read = []

def begin():
    together.wait()
    setup = unpack_setup("civil-war", b'{"months":6,"tiles_per_player":4,"seats":['
        b'{"name":"A","role":"cherokee"},{"name":"B","role":"volunteer"}]}')
    read_entry(TITLES["civil-war"], setup, b'{"do":"end_turn","seat":0}')
    read.append(match_file.read(data, TITLES))

threads = [threading.Thread(target=begin) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(read) == 8
"""


def test_the_first_readers_may_come_all_at_once() -> None:
    for _ in range(6):
        command = [sys.executable, "-c", PROGRAM, str(FILES[0])]
        assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
