"""Secrets that replaced others: over https a device gets a new one for the one in the clear."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "secret",
        sa.Column("name", sa.String(22), primary_key=True),
        sa.Column("device", sa.String(22), nullable=False),
        sa.Column("is_used", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_secret_device", "secret", ["device"])
