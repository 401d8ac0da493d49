"""Matches, entries and acts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made_by", sa.String(22), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.Column("setup", sa.LargeBinary(), nullable=False),
        sa.Column("drawn", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("position", sa.LargeBinary(), nullable=False),
        sa.Column("is_over", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
    )
    op.create_index("ix_match_changed", "match", ["changed"])
    op.create_table(
        "entry",
        sa.Column("match_id", sa.String(22), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("amended_by", sa.Integer(), nullable=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.String(22), nullable=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.Column("lines", sa.LargeBinary(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "n", name="pk_entry"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_entry_match_id_match"),
    )
    op.create_index("ix_entry_place", "entry", ["match_id", "state", "place"])
    op.create_table(
        "act",
        sa.Column("match_id", sa.String(22), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("write_id", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.String(22), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "version", name="pk_act"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_act_match_id_match"),
        sa.UniqueConstraint("match_id", "write_id", name="uq_act_match_id"),
    )
