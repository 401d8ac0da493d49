"""Amendments: the rows that each changed, before and after, so that undo takes it back."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "amendment",
        sa.Column("match_id", sa.String(22), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kept_below", sa.Integer(), nullable=True),
        sa.Column("replaced_by", sa.Integer(), nullable=True),
        sa.Column("by", sa.String(22), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("latest", sa.Integer(), nullable=False),
        sa.Column("changes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "version", name="pk_amendment"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_amendment_match_id_match"),
    )
