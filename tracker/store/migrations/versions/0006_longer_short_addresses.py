"""Longer short addresses: they cannot be found by trying, with however many computers."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 12


def upgrade() -> None:
    # SQLite does not look at the length of a column.
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("match", "short", type_=sa.String(LENGTH))
    match = sa.table("match", sa.column("id"), sa.column("short"))
    for match_id, short in op.get_bind().execute(sa.select(match.c.id, match.c.short)).all():
        longer = short + "".join(secrets.choice(LETTERS) for _ in range(LENGTH - len(short)))
        op.execute(sa.update(match).where(match.c.id == match_id).values(short=longer))
