"""The network that a looker or a document came from; and counts that are forgotten by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    for table in ("device", "document"):
        op.add_column(table, sa.Column("network", sa.String(22), nullable=True))
    op.create_index("ix_guess_since", "guess", ["since"])
