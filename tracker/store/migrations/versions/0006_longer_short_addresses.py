"""Longer short addresses: they cannot be found by trying, with however many computers."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 12


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("match", "short", type_=sa.String(LENGTH))
    else:
        _replace_column()
    match = sa.table("match", sa.column("id"), sa.column("short"))
    for match_id, short in op.get_bind().execute(sa.select(match.c.id, match.c.short)).all():
        longer = short + "".join(secrets.choice(LETTERS) for _ in range(LENGTH - len(short)))
        op.execute(sa.update(match).where(match.c.id == match_id).values(short=longer))


def _replace_column() -> None:
    """SQLite cannot alter the type of a column, and a new table would cut the foreign keys off."""
    op.drop_index("ix_match_short", "match")
    op.add_column(
        "match", sa.Column("longer", sa.String(LENGTH), nullable=False, server_default="")
    )
    op.execute("UPDATE match SET longer = short")
    op.execute("ALTER TABLE match DROP COLUMN short")
    op.execute("ALTER TABLE match RENAME COLUMN longer TO short")
    op.create_index("ix_match_short", "match", ["short"], unique=True)
