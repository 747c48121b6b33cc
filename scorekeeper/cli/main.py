"""The `scorekeeper` command: running the server, and looking after what it has written."""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click
from sqlalchemy.exc import SQLAlchemyError

import scorekeeper
from scorekeeper import config
from scorekeeper.app import create_app
from scorekeeper.cli import demo as cli_demo
from scorekeeper.cli.accounts import user
from scorekeeper.cli.common import application, current_application, now
from scorekeeper.cli.leagues import league
from scorekeeper.config import Settings
from scorekeeper.errors import Trouble
from scorekeeper.server import data_folder, logs, ports, scorer_links, serve
from scorekeeper.services.maintenance import automatic_backups, backups, restoring, storage, upgrading
from scorekeeper.services.maintenance import doctor as inspection

_log = logging.getLogger(__name__)


def main() -> None:
    """Run the command; trouble ends it with one sentence on the error output and exit code 1."""
    try:
        commands()
    except Trouble as trouble:
        sys.exit(f"Error: {trouble}")
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        sys.exit(f"Error: {_what_failed(error)}")
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        sys.exit("Error: for PostgreSQL something more is needed: pip install 'scorekeeper[postgresql]'.")


def _what_failed(error: OSError | sqlite3.Error | SQLAlchemyError) -> str:
    settings = config.from_environment(os.environ)
    # What cannot be read or written may be somebody's own file, on another disk.
    if isinstance(error, OSError) and not Path(error.filename or "").is_relative_to(settings.data):
        return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror or error}."
    found = storage.sentence(error, settings)
    if found is not None:
        return found
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}."
    return f"The database cannot be used ({storage.reason(error)})."


@click.group()
@click.version_option(scorekeeper.__version__, message="scorekeeper %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Keeps the score of Continental Rummy. The folder of the scores is set by SCOREKEEPER_DATA."""
    context.obj = config.from_environment(os.environ)


@commands.command()
@click.pass_obj
def run(settings: Settings) -> None:
    """Serve the pages to this machine and its network, on PORT."""
    with _ready_to_serve(settings):
        serve.serve(settings)


@commands.group()
def db() -> None:
    """Look after the tables of the database."""


@db.command()
@click.pass_obj
def upgrade(settings: Settings) -> None:
    """Bring the database to this release. A copy of the old one is kept."""
    data_folder.prepare(settings)
    with data_folder.alone_in(settings.data):
        _bring_up_to_date(settings)
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
        raise Trouble(f"The database is damaged. {storage.way_out(settings)}")
    if not examined.sound:
        raise Trouble("The database is not as it must be: restore a backup, or report this.")


# A game may be called by a text that begins like an option.
@commands.command("scorer-link", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.option("--alone", is_flag=True, help="First end all other rights to write in it, for good.")
@click.pass_obj
def scorer_link(settings: Settings, game: str, alone: bool) -> None:
    """Print a link that lets a phone write in GAME. It ends in 15 minutes; GAME is an address or an id."""
    with current_application(settings) as app:
        running = data_folder.as_it_runs(settings)
        link = scorer_links.scorer_link(app, running, game=game, alone=alone, now=now())
    if alone:
        click.echo("No other phone or program may write in this game any more.")
    click.echo(f"Open this on the phone that is to write, until {link.expires_at.astimezone():%H:%M}:")
    click.echo(f"  {link.address}")
    click.echo(f"or type this code on the page for joining: {link.code}")


@commands.command()
@click.pass_obj
def demo(settings: Settings) -> None:
    """Serve examples. They lie in a folder `demo` within the data folder; the real scores are not touched."""
    apart = replace(settings, data=settings.data / "demo", database=None)
    with _ready_to_serve(apart):
        cli_demo.show_examples(apart)
        serve.serve(apart)


commands.add_command(user)
commands.add_command(league)


@contextmanager
def _ready_to_serve(settings: Settings) -> Iterator[None]:
    logs.set_up(settings)
    data_folder.prepare(settings)
    for sentence in inspection.advice(settings):
        _log.warning("%s", sentence)
    with data_folder.alone_in(settings.data, port=settings.port, host=settings.host):
        ports.require_free(settings.port, host=settings.host)
        _bring_up_to_date(settings)
        yield


def _bring_up_to_date(settings: Settings) -> None:
    with application(settings) as app:
        copy = upgrading.bring_up_to_date(app, settings, now=now())
    if copy:
        click.echo(f"The database was upgraded; as it was before, it is kept as {copy}")


def _found(examined: inspection.Examined) -> Iterator[str]:
    checked = examined.checked
    yield from (f"damage: {line}" for line in examined.damage)
    for game in checked.wrong:
        if game.reason:
            yield f"game {game.game}: its history cannot be followed ({game.reason})"
        for row in game.differences:
            yield f"game {game.game}: {row.table} {row.key}: stored {row.stored}, but must be {row.expected}"
    yield f"games checked: {checked.games}, of these wrong: {len(checked.wrong)}"
