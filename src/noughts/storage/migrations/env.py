"""Alembic's entry: always online, on the connection that `migration.py` passes in."""

from alembic import context

from noughts.storage.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
