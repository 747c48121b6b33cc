"""Looking after the database: `scorekeeper db upgrade`, `backup`, `restore` and `doctor`."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import click

from scorekeeper.app import create_app
from scorekeeper.cli.common import application, commands, current_application, now, upgrade_database
from scorekeeper.config import SECRET_KEY_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.server import data_folder
from scorekeeper.services.maintenance import backups, copying, health, restoring, upgrading
from scorekeeper.services.maintenance import doctor as inspection


@commands.group()
def db() -> None:
    """Upgrade the database."""


@db.command()
@click.pass_obj
def upgrade(settings: Settings) -> None:
    """Upgrade the database to this release.

    The old one is kept as a copy in the folder `backups` beside the scores.
    """
    data_folder.prepare(settings)
    with data_folder.alone_in(settings.data):
        is_new = settings.database_file is not None and not health.is_filled(settings.database_file)
        upgrade_database(settings)
    sentence = _("There was no database in {data}. A new one is there now, without scores.")
    click.echo(sentence.format(data=settings.data) if is_new else _("The database is up to date."))


@db.command()
@click.pass_obj
def adopt_key(settings: Settings) -> None:
    """Let the secret key of this data folder sign for the database.

    Sign-ins and links end. Phones can still score their games.
    """
    data_folder.prepare(settings)
    with data_folder.alone_in(settings.data), application(settings) as app:
        upgrading.require_current(app, settings)
        upgrading.adopt_key(app)
    click.echo(_("Sign-ins and links are over. Start the server again."))


@commands.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.pass_obj
def backup(settings: Settings, file: Path | None) -> None:
    """Copy the scores to a backup file.

    The server may keep running. Without FILE, the copy goes to the folder `backups` beside the scores.
    """
    copy = backups.back_up(settings, to=file, now=now())
    click.echo(_("The backup is in {made}").format(made=copy))


@commands.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def restore(settings: Settings, file: Path) -> None:
    """Replace the scores with a backup.

    Stop the server first. The backup FILE is checked before anything changes, and the old scores are kept.
    """
    data_folder.prepare(settings)
    with data_folder.alone_in(settings.data):
        games, kept = restoring.restore(file, settings=settings, app_for=create_app, now=now())
    sentence = _("Restored {file} to {database_file}. Games in it: {games}")
    click.echo(sentence.format(file=file, database_file=settings.database_file, games=games))
    if kept:
        click.echo(_("The old database is kept as {kept}").format(kept=kept))


@commands.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--to", required=True, help="An empty database, or a new file.")
@click.pass_obj
def copy(settings: Settings, file: Path | None, to: str) -> None:
    """Copy all scores to another database.

    Stop the server first. TO is the address of an empty PostgreSQL database, such as
    postgresql://user:password@host/name, or a new SQLite file. With a backup FILE, its scores are copied.
    """
    data_folder.prepare(settings)
    with data_folder.alone_in(settings.data), ExitStack() as until:
        if file:
            checked = restoring.checked(file, settings=settings, app_for=create_app)
            folder = until.enter_context(checked)[0].parent
            source = until.enter_context(application(replace(settings, data=folder, database=None)))
        else:
            source = until.enter_context(current_application(settings))
        copied, games = copying.copy(source, to=to, settings=settings, app_for=create_app)
    click.echo(_("Games copied and replayed: {games}").format(games=games))
    click.echo(", ".join(f"{table} {rows:,}" for table, rows in copied.items() if rows))
    key = settings.data / SECRET_KEY_NAME
    click.echo(
        _("Nobody is signed in there: a backup ends all sign-ins.")
        if file
        else _("Phones and sign-ins go on, if the new server has this secret key: {key}").format(key=key)
    )


@commands.command()
@click.pass_obj
def doctor(settings: Settings) -> None:
    """Check every score, and show versions and settings."""
    for name, value in (*inspection.versions(), *inspection.shown_settings(settings)):
        click.echo(f"{name:28}{value}")
    for sentence in inspection.advice(settings, os.environ):
        click.echo(_("note: {sentence}").format(sentence=sentence))
    for line in backups.report(settings, now=now()):
        click.echo(line)
    with current_application(settings) as app:
        report = inspection.examine(app)
    for line in _lines(report):
        click.echo(line)
    if report.damage:
        raise OperatorError(_("The database is damaged. {way_out}").format(way_out=health.way_out(settings)))
    if report.newer and not report.wrong:
        raise OperatorError(
            _("Upgrade this Scorekeeper first. A newer one wrote what it can't read, see above.")
        )
    if not report.sound:
        raise OperatorError(
            _(
                "Something is wrong with the scores, see above. Put back a backup with `scorekeeper "
                "restore FILE`, or report this."
            )
        )


def _lines(report: inspection.ConsistencyReport) -> Iterator[str]:
    yield from (_("newer: {what}").format(what=line) for line in report.newer)
    if report.damage:
        yield _("damage: {fault}").format(fault=report.damage)
    for sentences in report.wrong.values():
        yield from sentences
    sentence = _("games checked: {games}, of these wrong: {wrong}")
    yield sentence.format(games=report.games, wrong=len(report.wrong))
