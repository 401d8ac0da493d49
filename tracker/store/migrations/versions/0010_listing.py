"""The place of a match in each device's list, so that a page of it is read from an index."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

MINUTE = 16
LISTED = ["id", "state", "listed", "match_id", "right"]


def upgrade() -> None:
    running = sa.Column("state", sa.String(8), nullable=False, server_default="running")
    op.add_column("device", running)
    op.add_column("device", sa.Column("listed", sa.String(32), nullable=False, server_default=""))
    match = sa.table("match", *map(sa.column, ("id", "put_away", "is_over", "changed")))
    device = sa.table("device", *map(sa.column, ("match_id", "state", "listed")))
    state = sa.case(
        (match.c.put_away.is_not(None), "away"), (match.c.is_over, "over"), else_="running"
    )
    listed = sa.case(
        (state == "running", sa.func.substr(match.c.changed, 1, MINUTE)), else_=match.c.changed
    )
    for column, value in ((device.c.state, state), (device.c.listed, listed)):
        of_match = sa.select(value).where(match.c.id == device.c.match_id).scalar_subquery()
        op.execute(sa.update(device).values({column: of_match}))
    op.drop_index("ix_device_id", "device")
    op.create_index("ix_device_joined", "device", ["id", "joined"])
    op.create_index("ix_device_list", "device", LISTED)
