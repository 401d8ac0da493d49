"""Devices and their rights, what waits for a yes, wrong guesses; devices known by public names."""

import base64
import hashlib
import re
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# What cookies held, and what was written beside entries until now.
OLD_SECRET = re.compile(r"[\w-]{16}", re.ASCII)
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


def upgrade() -> None:
    _make_tables()
    for table, column in (
        ("match", "made_by"),
        ("entry", "by"),
        ("act", "by"),
        ("deck", "made_by"),
    ):
        _name_devices(table, column)
    _make_codes()
    op.create_index("ix_match_short", "match", ["short"], unique=True)
    _make_hosts()


def _make_tables() -> None:
    for column in (
        sa.Column("code", sa.String(6), nullable=False, server_default=""),
        sa.Column("short", sa.String(8), nullable=False, server_default=""),
        sa.Column("undo", sa.String(4), nullable=False, server_default="free"),
        sa.Column("asks", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("put_away", sa.String(32), nullable=True),
        sa.Column("recovery", sa.String(64), nullable=True),
    ):
        op.add_column("match", column)
    op.create_table(
        "device",
        sa.Column("match_id", sa.String(22), nullable=False),
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("right", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("joined", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "id", name="pk_device"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_device_match_id_match"),
    )
    op.create_index("ix_device_id", "device", ["id"])
    op.create_table(
        "request",
        sa.Column("match_id", sa.String(22), nullable=False),
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("by", sa.String(22), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.Column("then", sa.LargeBinary(), nullable=True),
        sa.Column("last", sa.Integer(), nullable=True),
        sa.Column("down_to", sa.Integer(), nullable=True),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "id", name="pk_request"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_request_match_id_match"),
    )
    op.create_table(
        "guess",
        sa.Column("what", sa.String(80), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("what", "since", name="pk_guess"),
    )


def _name_devices(name: str, column_name: str) -> None:
    """Write the name that follows from the secret in place of the secret."""
    column: sa.ColumnClause[str] = sa.column(column_name)
    table = sa.table(name, column)
    connection = op.get_bind()
    for (old,) in connection.execute(sa.select(column).select_from(table).distinct()).all():
        if OLD_SECRET.fullmatch(old):
            connection.execute(
                sa.update(table).where(column == old).values({column_name: _name_of(old)})
            )


def _name_of(secret: str) -> str:
    digest = hashlib.sha256(secret.encode("ascii")).digest()
    return base64.urlsafe_b64encode(digest)[:22].decode("ascii")


def _make_codes() -> None:
    match: sa.TableClause = sa.table(
        "match", sa.column("id"), sa.column("code"), sa.column("short")
    )
    connection = op.get_bind()
    for (match_id,) in connection.execute(sa.select(match.c.id)).all():
        code = f"{secrets.randbelow(1_000_000):06}"
        short = "".join(secrets.choice(LETTERS) for _ in range(8))
        made = sa.update(match).where(match.c.id == match_id).values(code=code, short=short)
        connection.execute(made)


def _make_hosts() -> None:
    """Whoever made a match is its host."""
    match = sa.table("match", *map(sa.column, ("id", "made_by", "created", "changed")))
    names = ("match_id", "id", "right", "name", "joined", "seen")
    device = sa.table("device", *map(sa.column, names))
    hosts = sa.select(
        match.c.id,
        match.c.made_by,
        sa.literal("host"),
        sa.literal(""),
        match.c.created,
        match.c.changed,
    )
    op.get_bind().execute(sa.insert(device).from_select(names, hosts))
