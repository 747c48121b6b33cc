"""Runs all revisions on the database of the current application, in one transaction."""

from __future__ import annotations

from alembic import context
from flask import current_app

from scorekeeper.models import engine

migrate = current_app.extensions["migrate"]

with engine.writing() as connection:
    context.configure(connection=connection, target_metadata=migrate.db.metadata, **migrate.configure_args)
    context.run_migrations()
