"""Runs all revisions on the database of the current application, in one transaction."""

from alembic import context

from scorekeeper.models import engine
from scorekeeper.models.base import Base

with engine.writing(upgrades=True) as session:
    context.configure(connection=session.connection(), target_metadata=Base.metadata, render_as_batch=True)
    context.run_migrations()
