"""Facts in place of lines, and names that fit every title.

What an entry did is a list of facts: the numbers that it changed, as before, and the things that
it moved. Until now the tiles of a figure followed from the entries themselves.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

Facts = list[list[Any]]
Figure = dict[tuple[int, int], tuple[str, bool]]
"""The tile in each cell, and whether it lies face up."""

RENAMED = (
    ("match", "turned", "uncovered"),
    ("match", "drawn", "setup_notes"),
    ("entry", "lines", "facts"),
    ("entry", "scores", "track_values"),
)


def upgrade() -> None:
    for table, old, new in RENAMED:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    _make_documents()
    _add_moves()


def _make_documents() -> None:
    """A deck is one kind of thing that players make for a title."""
    op.create_table(
        "document",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("made_by", sa.String(22), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_document"),
    )
    op.execute(
        "INSERT INTO document (id, title, name, content, made_by, changed)"
        " SELECT id, title, name, tiles, made_by, changed FROM deck"
    )
    op.drop_table("deck")


def _add_moves() -> None:
    """Write the tiles that were laid, turned over or taken up beside the lines."""
    match: sa.TableClause = sa.table("match", sa.column("id"), sa.column("title"))
    names = ("match_id", "n", "place", "state", "entry", "facts")
    columns: list[sa.ColumnClause[Any]] = [sa.column(name) for name in names[:4]]
    columns += [sa.column(name, sa.LargeBinary()) for name in names[4:]]
    entry: sa.TableClause = sa.table("entry", *columns)
    connection = op.get_bind()
    matches = sa.select(match.c.id).where(match.c.title == "civil-war")
    for (match_id,) in connection.execute(matches).all():
        written = (
            sa.select(entry.c.n, entry.c.state, entry.c.entry, entry.c.facts)
            .where(entry.c.match_id == match_id)
            .order_by(entry.c.place, entry.c.n)
        )
        changed = [
            {"number": n, "moved": json.dumps(facts, separators=(",", ":")).encode()}
            for n, facts in _with_moves(connection.execute(written).all())
        ]
        if changed:
            update = sa.update(entry).where(
                entry.c.match_id == match_id, entry.c.n == sa.bindparam("number")
            )
            connection.execute(update.values(facts=sa.bindparam("moved")), changed)


def _with_moves(rows: Sequence[Any]) -> Iterator[tuple[int, Facts]]:
    """Return the new facts of those entries that moved tiles, by their number.

    The rows are in the order of play. An entry that was crossed out moves nothing for others.
    """
    figure: Figure = {}
    for n, state, text, old in rows:
        entry, lines = json.loads(text), json.loads(old)
        moves = _moves(figure, entry, lines)
        if moves:
            place = _place(entry["do"], lines)
            yield n, [*lines[:place], *moves, *lines[place:]]
        if state != "crossed":
            _move(figure, moves)


def _moves(figure: Figure, entry: dict[str, Any], lines: Facts) -> Facts:
    match entry["do"]:
        case "lay_tiles":
            return [
                [laid.get("tile", ""), "", _down(laid["at"]), "CW-3.2"] for laid in entry["tiles"]
            ]
        case "turn_over":
            dealt, _ = figure.get(tuple(entry["at"]), ("", False))
            tile = entry.get("tile", dealt)
            return [[tile, _down(entry["at"]), _up(entry["at"]), "CW-3.3"]]
        case "next_month" if any(what == "month" for _, what, _, _ in lines):
            return [
                [tile, _up(cell) if is_up else _down(cell), "", "CW-3.2"]
                for cell, (tile, is_up) in figure.items()
            ]
    return []


def _place(do: str, lines: Facts) -> int:
    """Return where the moves stand among the lines, as the rules write them."""
    if do == "lay_tiles":
        return 0
    for place, (_, what, _, rule) in enumerate(lines):
        is_month = do == "next_month" and what == "month"
        is_turn = do == "turn_over" and (rule in ("CW-3.3", "CW-3.7") or rule.startswith("CW-12"))
        if is_month or is_turn:
            return place
    return len(lines)


def _move(figure: Figure, moves: Facts) -> None:
    for tile, origin, to, _ in moves:
        if not to:
            del figure[_cell(origin)]
        else:
            figure[_cell(to)] = (tile, bool(origin))


def _down(at: Sequence[int]) -> str:
    return f"{at[0]} {at[1]} face down"


def _up(at: Sequence[int]) -> str:
    return f"{at[0]} {at[1]} face up"


def _cell(place: str) -> tuple[int, int]:
    x, y, _ = place.split(" ", 2)
    return int(x), int(y)
