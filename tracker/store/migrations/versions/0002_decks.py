"""Decks of a table's own, and the dealt tile that is up while its choices are made."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "deck",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("tiles", sa.LargeBinary(), nullable=False),
        sa.Column("made_by", sa.String(22), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deck"),
    )
    op.add_column("match", sa.Column("turned", sa.LargeBinary(), nullable=True))
