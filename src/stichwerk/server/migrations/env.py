"""Alembic's environment: migrations run on the connection that `store.migrate` opens."""

from alembic import context

from stichwerk.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
