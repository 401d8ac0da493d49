"""Notes, names that a device no longer wants to be offered, and what a list is searched by."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

LISTED = ["id", "changed", "is_over", "put_away", "title", "key"]


def upgrade() -> None:
    op.create_table(
        "note",
        sa.Column("match_id", sa.String(22), nullable=False),
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("n", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.String(22), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("removed", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_note_match_id_match"),
        sa.PrimaryKeyConstraint("match_id", "id", name="pk_note"),
    )
    op.create_table(
        "forgotten_name",
        sa.Column("device", sa.String(22), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("device", "key", name="pk_forgotten_name"),
    )
    op.add_column("match", sa.Column("key", sa.String(240), nullable=False, server_default=""))
    op.add_column("match", sa.Column("source", sa.String(64), nullable=True))
    match = sa.table("match", sa.column("id"), sa.column("name"), sa.column("key"))
    connection = op.get_bind()
    for match_id, name in connection.execute(sa.select(match.c.id, match.c.name)).all():
        chosen = sa.update(match).where(match.c.id == match_id)
        connection.execute(chosen.values(key=name.casefold()))
    op.create_index("ix_match_source", "match", ["source"])
    op.create_index("ix_match_list", "match", LISTED)
