"""The walk over a server as `./dev run` starts it: nothing that anybody is shown is broken."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from tests.postgres import Postgres
from tests.walk.starting import started
from tests.walk.table import Source, sources
from tests.walk.walk import Walk
from tracker.settings import DATABASE_URL
from tracker.web import create_app

pytestmark = pytest.mark.slow

FOR_PROGRAMS: Final = "/api"
NOT_WALKED: Final = frozenset(
    {
        *("share.show_play", "trust.show_certificate", "trust.show_secured"),
        "decks.submit_tile_removal",
    }
)
"""The views that lead to another site, are there only beside https, or need a tile that somebody
has filled in."""


def shortened(walked: Walk) -> str:
    """Return the faults as a text, each kind once."""
    return "\n".join(dict.fromkeys(walked.faults))


def never_asked(walked: Walk, folder: Path) -> set[str]:
    """Return the addresses of the app that the walk has not come to, as their patterns."""
    app = create_app(folder)
    patterns = {
        (rule.rule, method): rule.endpoint
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) & {"GET", "POST"}
        if not rule.rule.startswith(FOR_PROGRAMS) and rule.endpoint not in NOT_WALKED
    }
    adapter = app.url_map.bind("localhost")
    for journey in walked.journeys:
        gets = [(address, "GET") for address in journey.kinds.values()]
        sent = [journey.forms[kind] for kind, status in journey.sent.items() if status]
        for address, method in gets + [(form.action, "POST") for form in sent]:
            rule, _ = adapter.match(urlsplit(address).path, method, return_rule=True)
            patterns.pop((rule.rule, method), None)
    app.extensions["database"].close()
    return {f"{method} {rule}" for rule, method in patterns}


def test_every_link_download_and_form_works_for_everybody_at_every_table(tmp_path: Path) -> None:
    with started(tmp_path, {}) as port:
        walked = Walk(port, sources())
        walked.go()

    assert shortened(walked) == ""
    assert never_asked(walked, tmp_path / "app") == set()


def test_the_same_on_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    chosen: list[Source] = [source for source in sources() if source.document is None]
    with started(tmp_path, {DATABASE_URL: postgres.new_database()}) as port:
        walked = Walk(port, chosen)
        walked.go()

    assert shortened(walked) == ""
