"""A database from before tiles moved by facts: its figures and all that it names come through."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, text

from tests.games.civil_war.arrange import ANNA, BORIS, entry, setup
from tests.postgres import Postgres
from tests.recorded import FILES
from tracker.engine import match_file
from tracker.engine.hand_seat import HandSeat
from tracker.engine.ledger import lines_of
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.setup import Setup
from tracker.games.titles import TITLES
from tracker.service import match_checks, results
from tracker.service.match import pack_facts
from tracker.service.matches import Matches
from tracker.store.database import Database
from tracker.store.match_log import State
from tracker.store.migration import MIGRATIONS
from tracker.store.models import EntryRow

THEN: Final = "2026-11-01T20:00:00.000+00:00"
DEALT: Final = entry("lay_tiles", tiles=[{"at": [n, 0], "tile": str(n + 1)} for n in range(8)])
TURNED: Final = entry("turn_over", seat=ANNA, at=[0, 0])
ENDS: Final = entry("end_turn", seat=ANNA)


class Sheet(NamedTuple):
    """A match for the old database: its entries, and how many of the last are undone."""

    setup: Setup
    entries: list[AnyEntry]
    undone: int = 0


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> Path | str:
    """Return the place where an old database is to be made."""
    if request.param == "sqlite":
        return tmp_path / "quartermaster.sqlite"
    return postgres.new_database()


def make(where: Path | str, *sheets: Sheet, uncovered: AnyEntry | None = None) -> None:
    """A database as the release before this one left it, with these matches."""
    url = f"sqlite:///{where}" if isinstance(where, Path) else where
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        connection.execute(
            text("INSERT INTO deck VALUES ('d', 'civil-war', 'Attic', :tiles, 'tablet', :at)"),
            {"tiles": b"[]", "at": THEN},
        )
        for number, sheet in enumerate(sheets):
            _write(connection, f"match{number}", sheet, uncovered)
    engine.dispose()


def _write(connection: Connection, match_id: str, sheet: Sheet, uncovered: AnyEntry | None) -> None:
    counting = len(sheet.entries) - sheet.undone
    now = position = title.start(sheet.setup).position
    rows: list[dict[str, Any]] = []
    for n, written in enumerate(sheet.entries):
        decision = title.decide(position, written)
        position = decision.position
        now = position if n < counting else now
        rows.append(
            {
                "match": match_id,
                "n": n,
                "state": "live" if n < counting else "undone",
                "at": THEN,
                "entry": msgspec.json.encode(written),
                "lines": pack_facts(lines_of(decision.facts)),
                "position": title.pack(position) if n % 50 == 49 else None,
            }
        )
    connection.execute(
        text(
            "INSERT INTO match (id, title, name, made_by, created, changed, setup, drawn, version,"
            " written, position, is_over, turned, code, short, undo, asks) VALUES"
            " (:id, 'civil-war', 'Friday', 'tablet', :at, :at, :setup, '[1]', :version, :written,"
            " :position, :over, :turned, '123456', :id, 'free', :asks)"
        ),
        {
            "id": match_id,
            "at": THEN,
            "setup": msgspec.json.encode(sheet.setup),
            "version": len(rows) + sheet.undone,
            "written": len(rows),
            "position": title.pack(now),
            "over": title.outcome(now) is not None,
            "turned": None if uncovered is None else msgspec.json.encode(uncovered),
            "asks": False,
        },
    )
    connection.execute(
        text(
            "INSERT INTO entry VALUES (:match, :n, :n, :state, NULL, :at, 'tablet', :entry,"
            " :lines, 1, '[0, 0]', :position)"
        ),
        rows,
    )
    acts = [("write", n) for n in range(len(rows))]
    acts += [("undo", n) for n in range(len(rows) - 1, counting - 1, -1)]
    connection.execute(
        text("INSERT INTO act VALUES (:match, :version, :id, :kind, :n, :at, 'tablet')"),
        [
            {"match": match_id, "version": version, "id": f"{version}.0", "kind": kind, "n": n}
            | {"at": THEN}
            for version, (kind, n) in enumerate(acts, 1)
        ],
    )
    connection.execute(
        text("INSERT INTO device VALUES (:match, 'tablet', 'host', NULL, '', :at, :at)"),
        {"match": match_id, "at": THEN},
    )


def facts_in(database: Database, match_id: str) -> list[bytes]:
    with database.reading() as session:
        rows = session.query(EntryRow).filter_by(match_id=match_id).order_by(EntryRow.n)
        return [row.facts for row in rows]


def recorded(file: Path) -> Sheet:
    """Return a recorded match as that release could have it: it handed no seat over."""
    _, document = match_file.read(file.read_bytes(), TITLES)
    counting = (written for written in document.entries if written.counts)
    return Sheet(document.setup, [w for w in counting if not isinstance(w, HandSeat)])


def test_every_entry_has_the_facts_that_the_rules_give_it_now(old: Path | str) -> None:
    """The recorded matches, with dealt tiles and with the players' own, over several months."""
    sheets = [recorded(file) for file in FILES]
    make(old, *sheets)

    # Left open after a failure, its connections would warn in tests that come later.
    with closing(Database(old, results.fill)) as database:
        laid = 0
        for number, sheet in enumerate(sheets):
            position, expected = title.start(sheet.setup).position, []
            for written in sheet.entries:
                decision = title.decide(position, written)
                position = decision.position
                expected.append(pack_facts(decision.facts))
            assert facts_in(database, f"match{number}") == expected
            laid += sum(b"face down" in facts for facts in expected)
        assert laid > 100
        assert list(match_checks.check_matches(database)) == []
        assert list(match_checks.decided_otherwise(database)) == []


def test_a_figure_that_lies_on_the_table_can_be_played_on_and_taken_back(old: Path | str) -> None:
    make(old, Sheet(setup(), [DEALT, TURNED, ENDS, entry("turn_over", seat=BORIS, at=[1, 0])], 1))

    database = Database(old, results.fill)

    matches = Matches(database)
    sheet = matches.sheet("match0")
    assert [placed.face_up for placed in sheet.position.figure] == [True, *[False] * 7]
    version = matches.redo("match0", sheet.version, "redo", "tablet").version
    assert [placed.tile for placed in matches.sheet("match0").position.figure[:2]] == ["1", "2"]
    matches.undo("match0", version, "undo", "tablet", 1)
    assert not any(placed.face_up for placed in matches.sheet("match0").position.figure)
    assert list(match_checks.check_matches(database)) == []
    database.close()


def test_a_crossed_out_deal_leaves_the_deal_that_counts_alone(old: Path | str) -> None:
    again = entry("lay_tiles", tiles=[{"at": [0, n], "tile": str(n + 10)} for n in range(8)])
    make(old, Sheet(setup(), [DEALT, TURNED, ENDS]))
    url = f"sqlite:///{old}" if isinstance(old, Path) else old
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE match SET written = 4, version = 4"))
        connection.execute(
            text(
                "INSERT INTO entry SELECT match_id, 3, 0, 'crossed', 0, at, by, :entry, lines, 1,"
                " scores, NULL FROM entry WHERE n = 0"
            ),
            {"entry": msgspec.json.encode(again)},
        )
        connection.execute(
            text("INSERT INTO act VALUES ('match0', 4, '4.0', 'amend', 3, :at, 'tablet')"),
            {"at": THEN},
        )
    engine.dispose()

    database = Database(old, results.fill)

    assert list(match_checks.check_matches(database)) == []
    assert json.loads(facts_in(database, "match0")[3])[0] == ["10", "", "0 0 face down", "CW-3.2"]
    database.close()


def test_what_was_drawn_turned_up_and_made_is_still_there(old: Path | str) -> None:
    make(old, Sheet(setup(), [DEALT]), uncovered=TURNED)

    database = Database(old, results.fill)

    sheet = Matches(database).sheet("match0")
    assert (sheet.drawn, sheet.turned) == ((1,), TURNED)
    assert [written.state for written in Matches(database).entries("match0")] == [State.LIVE]
    with database.reading() as session:
        row = session.execute(text("SELECT id, name, content FROM document")).one()
        assert (row.id, row.name, bytes(row.content)) == ("d", "Attic", b"[]")
    database.close()
