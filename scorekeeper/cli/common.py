"""The `scorekeeper` command group, and what several of its commands need.

Each other module of this package adds commands to the group, and `main` imports them all. A new command is a
function with `@commands.command()` in the module of its subject, or in a new module.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime

import click
from flask import Flask

import scorekeeper
from scorekeeper import config
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.language import _
from scorekeeper.services.maintenance import backups, copying, upgrading


@click.group()
@click.version_option(scorekeeper.__version__, message="scorekeeper %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Keep the score of Continental Rummy. To start, type `scorekeeper run`.

    Your scores are in the folder that SCOREKEEPER_DATA names. `scorekeeper doctor` shows which one it is.
    """
    context.obj = config.from_environment(os.environ)


def application(settings: Settings) -> AbstractContextManager[Flask]:
    """The application; its database connections are closed at the end."""
    return copying.application(create_app(settings))


@contextmanager
def current_application(settings: Settings) -> Iterator[Flask]:
    """The application over a database of this release; OperatorError, and nothing made, if there is none.

    As well for a database of another secret key.
    """
    backups.require_database(settings)
    with application(settings) as app:
        upgrading.require_current(app, settings)
        upgrading.require_ours(app, settings)
        yield app


def upgrade_database(settings: Settings) -> Flask:
    """The application, its database brought to this release; prints where the old one is kept, if it was."""
    with application(settings) as app:
        copy = upgrading.bring_up_to_date(app, settings, now=now())
    if copy:
        click.echo(_("The database is upgraded. The old one is kept as {copy}").format(copy=copy))
    return app


def now() -> datetime:
    """The current time, aware."""
    return datetime.now(UTC)
