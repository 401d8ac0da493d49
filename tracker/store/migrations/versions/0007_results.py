"""The seats of every match, and room for the results of those that are over.

The results themselves follow from positions, which only the titles can read: the service fills
them in right after the migration, in the same transaction.
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "seat",
        sa.Column("match_id", sa.String(22), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("role", sa.String(40), nullable=True),
        sa.Column("side", sa.String(40), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("counts", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_seat_match_id_match"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seat"),
    )
    op.create_index("ix_seat_key", "seat", ["key"])
    op.create_table(
        "result",
        sa.Column("match_id", sa.String(22), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("began", sa.String(32), nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("won", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("rule", sa.String(20), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("rounds", sa.Text(), nullable=False),
        sa.Column("counts", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_result_match_id_match"),
        sa.PrimaryKeyConstraint("match_id", name="pk_result"),
    )
    op.create_index("ix_result_title", "result", ["title", "ended"])
    _fill_seats()


def _fill_seats() -> None:
    """Every set-up has its seats with a name each, whatever the title."""
    match = sa.table("match", sa.column("id"), sa.column("setup", sa.LargeBinary()))
    names = ("match_id", "seat", "name", "key")
    columns: list[sa.ColumnClause[Any]] = [sa.column(name) for name in names]
    seat = sa.table("seat", *columns)
    connection = op.get_bind()
    for match_id, setup in connection.execute(sa.select(match.c.id, match.c.setup)).all():
        rows = [
            {"match_id": match_id, "seat": number, "name": name, "key": name.casefold()}
            for number, name in enumerate(_names(setup))
        ]
        if rows:
            connection.execute(sa.insert(seat), rows)


def _names(setup: bytes) -> list[str]:
    """A set-up that cannot be read belongs to a match in quarantine."""
    try:
        return [seat["name"] for seat in json.loads(setup)["seats"]]
    except (ValueError, KeyError, TypeError):
        return []
