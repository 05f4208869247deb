"""The two tables of the database. Alembic's migrations make them; `alembic check` in the tests says when they differ."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("setup", sa.Text, nullable=False),  # JSON of table.Setup
    sa.Column("rules", sa.Integer, nullable=False),  # table.RULES when it was made
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("invite", sa.String(32), nullable=False),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),  # waiting, running, paused or over
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),  # when it was last used, to within a few seconds
    sa.Index("tables_by_status", "status", "touched"),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),  # JSON of an event
    sqlite_with_rowid=False,
)
