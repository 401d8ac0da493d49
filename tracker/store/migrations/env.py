"""Alembic runs this to migrate; the connection comes from `database.py`."""

from alembic import context

from tracker.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
