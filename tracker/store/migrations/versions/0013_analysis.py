"""The analysis of a match that is over, such as the chances of both sides in it."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("result", sa.Column("analysis", sa.Text(), nullable=True))
