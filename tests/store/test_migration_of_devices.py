"""A database from before devices had rights: nothing of it is lost, its makers are hosts."""

from pathlib import Path

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from tests.games.civil_war.arrange import entry, setup
from tracker.games.civil_war import title
from tracker.service.matches import Matches
from tracker.service.rights import name_of
from tracker.service.tables import Tables
from tracker.store.database import Database
from tracker.store.devices import Right
from tracker.store.migration import MIGRATIONS

SECRET = "abcdefgh_-123456"
NAMED = name_of("another-secret16")
THEN = "2026-11-01T20:00:00.000+00:00"


def a_database_of_0002(path: Path) -> None:
    """Two matches: one whose maker stands there by its secret, one by its name, as of late."""
    engine = create_engine(f"sqlite:///{path}")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    begun = title.start(setup()).position
    match = {"at": THEN, "setup": msgspec.json.encode(setup()), "position": title.pack(begun)}
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for match_id, made_by in (("first", SECRET), ("second", NAMED)):
            connection.execute(
                text(
                    "INSERT INTO match VALUES (:id, 'civil-war', 'Friday', :by, :at, :at, :setup,"
                    " '[]', 1, 1, :position, 0, NULL)"
                ),
                {**match, "id": match_id, "by": made_by},
            )
        finds = msgspec.json.encode(entry("find", seat=0, resource="food", amount=3))
        connection.execute(
            text(
                "INSERT INTO entry VALUES"
                " ('first', 0, 0, 'live', NULL, :at, :by, :entry, '[]', 1, '[2, 0]')"
            ),
            {"at": THEN, "by": SECRET, "entry": finds},
        )
        connection.execute(
            text("INSERT INTO act VALUES ('first', 1, 'w.0', 'write', 0, :at, :by)"),
            {"at": THEN, "by": SECRET},
        )
        connection.execute(
            text("INSERT INTO deck VALUES ('d', 'civil-war', 'Attic', '[]', :by, :at)"),
            {"at": THEN, "by": SECRET},
        )
    engine.dispose()


def test_old_matches_come_through_with_their_makers_as_hosts(tmp_path: Path) -> None:
    path = tmp_path / "quartermaster.sqlite"
    a_database_of_0002(path)

    database = Database(path)

    matches, tables = Matches(database), Tables(database)
    (found,) = matches.listed(name_of(SECRET), over=False)
    assert (found.id, found.name) == ("first", "Friday")
    assert [written.by for written in matches.entries("first")] == [name_of(SECRET)]
    assert [match.id for match in matches.listed(NAMED, over=False)] == ["second"]
    with database.reading() as session:
        places = session.execute(text("SELECT state, listed FROM device")).all()
    assert set(map(tuple, places)) == {("running", THEN[:16])}
    first, second = tables.table("first", name_of(SECRET)), tables.table("second", NAMED)
    assert [(guest.id, guest.right) for guest in first.guests] == [(name_of(SECRET), Right.HOST)]
    assert len(first.code) == 6
    assert len(first.short) == 12
    assert first.short != second.short
    finds = entry("find", seat=0, resource="wood", amount=2)
    assert matches.write("first", [finds], "new", name_of(SECRET)).version == 2
    with database.reading() as session:
        left = session.execute(
            text("SELECT made_by FROM document UNION SELECT by FROM act")
        ).scalars()
        assert set(left) == {name_of(SECRET)}
    database.close()


def test_no_secret_is_left_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "quartermaster.sqlite"
    a_database_of_0002(path)

    database = Database(path)

    with database.reading() as session:
        for table in ("match", "entry", "act", "document", "device"):
            rows = session.execute(text(f"SELECT * FROM {table}")).all()
            assert rows
            assert SECRET not in str(rows)
    database.close()
