"""Positions to begin an undo from, what is wrong with a match, and what long sheets need."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("match", sa.Column("trouble", sa.Text(), nullable=True))
    op.drop_index("ix_match_changed", "match")
    op.create_index("ix_match_changed", "match", ["is_over", "changed"])
    op.add_column("entry", sa.Column("position", sa.LargeBinary(), nullable=True))
    op.create_index("ix_entry_round", "entry", ["match_id", "state", "round", "place"])
