"""Room for the hash of every row. `sealing.py` fills it match by match, so that nobody waits."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

TABLES = (
    *("match", "entry", "act", "amendment", "note", "request", "device", "result"),
    *("forgotten_name", "secret", "guess", "document"),
)


def upgrade() -> None:
    op.add_column("match", sa.Column("sealed", sa.Integer(), nullable=True))
    for column in ("last_change", "last_entry"):
        op.add_column("match", sa.Column(column, sa.LargeBinary(), nullable=True))
    for table in TABLES:
        op.add_column(table, sa.Column("hash", sa.LargeBinary(), nullable=True))
