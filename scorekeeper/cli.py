"""The `scorekeeper` command: running the server, and looking after what it has written."""

from __future__ import annotations

import os
import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy.exc import SQLAlchemyError

import scorekeeper
from scorekeeper import config
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.services import backups, upgrading
from scorekeeper.serving import data_folder, ports, server
from scorekeeper.troubles import Trouble


def main() -> None:
    """Run the command; trouble ends it with one sentence on the error output and exit code 1."""
    try:
        commands()
    except (Trouble, OSError, sqlite3.Error) as trouble:
        sys.exit(f"Error: {trouble}")
    except SQLAlchemyError as error:
        sys.exit(f"Error: the database cannot be used ({error.__cause__ or error}).")


@click.group()
@click.version_option(scorekeeper.__version__, message="scorekeeper %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Keeps the score of Continental Rummy. The folder of the scores is set by SCOREKEEPER_DATA."""
    context.obj = config.from_environment(os.environ)


@commands.command()
@click.pass_obj
def run(settings: Settings) -> None:
    """Serve the pages on PORT (8000 if unset) to this machine and its network."""
    data_folder.prepare(settings)
    with data_folder.alone_in(settings.data, port=settings.port):
        ports.require_free(settings.port, host=settings.host)
        _bring_up_to_date(settings)
        server.serve(settings)


@commands.group()
def db() -> None:
    """Look after the tables of the database."""


@db.command()
@click.pass_obj
def upgrade(settings: Settings) -> None:
    """Bring the database to this release, keeping a copy of the old one."""
    data_folder.prepare(settings)
    with data_folder.alone_in(settings.data):
        _bring_up_to_date(settings)
    click.echo("The database is up to date.")


@commands.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.pass_obj
def backup(settings: Settings, file: Path | None) -> None:
    """Copy the database to FILE, also while the server runs."""
    made = backups.back_up(settings, to=file, now=_now())
    click.echo(f"The scores are copied to {made}")


def _bring_up_to_date(settings: Settings) -> None:
    copy = upgrading.bring_up_to_date(create_app(settings), settings, now=_now())
    if copy:
        click.echo(f"The database was upgraded; as it was before, it is kept as {copy}")


def _now() -> datetime:
    return datetime.now(UTC)
