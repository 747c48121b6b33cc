"""Looking after the database: `scorekeeper db upgrade`, `backup`, `restore` and `doctor`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import click

from scorekeeper.app import create_app
from scorekeeper.cli.common import commands, current_application, now, upgrade_database
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.server import data_folder
from scorekeeper.services.maintenance import automatic_backups, backups, restoring, storage
from scorekeeper.services.maintenance import doctor as inspection


@commands.group()
def db() -> None:
    """Look after the tables of the database."""


@db.command()
@click.pass_obj
def upgrade(settings: Settings) -> None:
    """Bring the database to this release. A copy of the old one is kept."""
    data_folder.prepare(settings)
    with data_folder.alone_in(settings.data):
        upgrade_database(settings)
    click.echo("The database is up to date.")


@commands.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.pass_obj
def backup(settings: Settings, file: Path | None) -> None:
    """Copy the database to FILE, also while the server runs."""
    made = backups.back_up(settings, to=file, now=now())
    click.echo(f"The scores are copied to {made}")


@commands.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def restore(settings: Settings, file: Path) -> None:
    """Put the backup FILE in the place of the database. It is checked before."""
    data_folder.prepare(settings)
    with data_folder.alone_in(settings.data):
        restored = restoring.restore(file, settings=settings, app_for=create_app, now=now())
    click.echo(f"Restored from {file} to {settings.database_file}; games in it: {restored.games}")
    if restored.kept:
        click.echo(f"The database that it replaced is kept as {restored.kept}")


@commands.command()
@click.pass_obj
def doctor(settings: Settings) -> None:
    """Check the database and every game in it. First it prints versions and settings."""
    for name, value in (*inspection.versions(), *inspection.shown_settings(settings)):
        click.echo(f"{name:28}{value}")
    if settings.database_file and sqlite3.sqlite_version_info < inspection.SOUND_SQLITE:
        click.echo("note: SQLite 3.51.3 and newer mend a rare fault of its write-ahead log")
    for sentence in inspection.advice(settings):
        click.echo(f"note: {sentence}")
    for line in automatic_backups.report(settings, now=now()):
        click.echo(line)
    with current_application(settings) as app:
        examined = inspection.examine(app)
    for line in _found(examined):
        click.echo(line)
    if examined.damage and settings.database_file:
        raise OperatorError(f"The database is damaged. {storage.way_out(settings)}")
    if not examined.sound:
        raise OperatorError("The database is not as it must be: restore a backup, or report this.")


def _found(examined: inspection.Examined) -> Iterator[str]:
    checked = examined.checked
    yield from (f"damage: {line}" for line in examined.damage)
    for game in checked.wrong:
        if game.reason:
            yield f"game {game.game}: its history cannot be followed ({game.reason})"
        for row in game.differences:
            yield f"game {game.game}: {row.table} {row.key}: stored {row.stored}, but must be {row.expected}"
    yield f"games checked: {checked.games}, of these wrong: {len(checked.wrong)}"
