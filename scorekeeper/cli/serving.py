"""`scorekeeper run` and `scorekeeper demo`: serving the scores, or example games and an example league."""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import click
from flask import Flask

from scorekeeper.cli.accounts import RESET_VALID_FOR, no_account
from scorekeeper.cli.common import commands, now, upgrade_database
from scorekeeper.config import Settings
from scorekeeper.language import _
from scorekeeper.server import announcement, data_folder, logs, serve
from scorekeeper.services.accounts import registration
from scorekeeper.services.games import invitations, log
from scorekeeper.services.leagues import demo as examples
from scorekeeper.services.leagues.queries.leagues import league_head
from scorekeeper.services.maintenance import doctor
from scorekeeper.web.accounts.mail import link_address

_log = logging.getLogger(__name__)


@commands.command()
@click.pass_obj
def run(settings: Settings) -> None:
    """Start the server for this computer and for phones near it. Ctrl+C stops it.

    It prints the address to open. The environment variable PORT sets another port than 8000.
    """
    with ready_to_serve(settings) as (app, listener):
        serve.serve(app, listener)


@commands.command()
@click.pass_obj
def demo(settings: Settings) -> None:
    """Start a server with example games and an example league.

    They are kept apart, in a folder `demo` beside your scores. Your own scores stay as they are.
    """
    apart = replace(settings, data=settings.data / "demo", database=None)
    with ready_to_serve(apart) as (app, listener):
        _show_examples(app, apart)
        serve.serve(app, listener)


@contextmanager
def ready_to_serve(settings: Settings) -> Iterator[tuple[Flask, socket.socket]]:
    """The application, its database upgraded, and a socket that listens; the data folder is locked."""
    logs.set_up(settings)
    data_folder.prepare(settings)
    for sentence in doctor.advice(settings, os.environ):
        _log.warning("%s", sentence)
    with (
        data_folder.alone_in(settings.data, port=settings.port, host=settings.host),
        serve.listening(settings.port, host=settings.host) as listener,
    ):
        yield upgrade_database(settings), listener


def _show_examples(app: Flask, settings: Settings) -> None:
    here = announcement.local_address(settings)
    base = announcement.address_for_links(settings)
    with app.app_context():
        if not log.game_ids():
            examples.write_examples(now=now())
        if league_head(examples.SLUG) is None:
            # Every example league has the same games, apart from their dates.
            examples.write_league(now=now(), rng=Random(7))
        click.echo(
            _(
                "Example games. Watch by the first link. Keep score by the second one, which works "
                "once, within 15 minutes:"
            )
        )
        for game in reversed(examples.free_games()):
            click.echo(f"  {here}/games/{game}")
            click.echo(f"    {base}/join/{invitations.invite(game, now=now()).token}")
        organiser = registration.offer_reset(examples.OLGA.mail, now=now(), valid_for=RESET_VALID_FOR)
    if organiser is None:
        raise no_account(examples.OLGA.mail)
    click.echo(
        _(
            "An example league. Look at it by the first link. Run it by the second one, which "
            "works once, within a day:"
        )
    )
    click.echo(f"  {here}/leagues/{examples.SLUG}")
    click.echo(f"    {link_address(base, organiser.token)}")
