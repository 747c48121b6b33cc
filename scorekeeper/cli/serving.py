"""`scorekeeper run` and `scorekeeper demo`: serving the real scores, or examples."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Final

import click
from flask import Flask

from scorekeeper.cli.common import application, commands, now, upgrade_database
from scorekeeper.config import Settings
from scorekeeper.server import admin, announcement, data_folder, logs, serve
from scorekeeper.services.games import examples, log
from scorekeeper.services.leagues import demo as example_league
from scorekeeper.services.leagues.queries.head import league_head
from scorekeeper.services.maintenance import doctor

# Every example league has the same games, apart from their dates.
_SEED: Final = 7
_log = logging.getLogger(__name__)


@commands.command()
@click.pass_obj
def run(settings: Settings) -> None:
    """Serve the pages to this machine and its network, on PORT."""
    with _ready_to_serve(settings):
        serve.serve(settings)


@commands.command()
@click.pass_obj
def demo(settings: Settings) -> None:
    """Serve examples. They lie in a folder `demo` within the data folder; the real scores are not touched."""
    apart = replace(settings, data=settings.data / "demo", database=None)
    with _ready_to_serve(apart):
        _show_examples(apart)
        serve.serve(apart)


@contextmanager
def _ready_to_serve(settings: Settings) -> Iterator[None]:
    logs.set_up(settings)
    data_folder.prepare(settings)
    for sentence in doctor.advice(settings):
        _log.warning("%s", sentence)
    with data_folder.alone_in(settings.data, port=settings.port, host=settings.host):
        serve.require_free(settings.port, host=settings.host)
        upgrade_database(settings)
        yield


def _show_examples(settings: Settings) -> None:
    with application(settings) as app:
        with app.app_context():
            if not log.game_ids():
                examples.write_examples(now=now())
            if league_head(example_league.SLUG) is None:
                example_league.write_league(now=now(), rng=Random(_SEED))
        here = announcement.local_address(settings)
        _show_games(app, settings, here=here)
        click.echo("An example league, and a link that lets you in as its organiser, once within a day:")
        click.echo(f"  {here}/leagues/{example_league.SLUG}")
        click.echo(
            f"    {admin.new_password(app, settings, mail=example_league.OLGA.mail, now=now()).address}"
        )


def _show_games(app: Flask, settings: Settings, *, here: str) -> None:
    with app.app_context():
        newest_first = examples.free_games()[::-1]
    click.echo("Example games, each with a link that lets one phone write in it, once within 15 minutes:")
    for game in newest_first:
        link = admin.scorer_link(app, settings, game=game, now=now())
        click.echo(f"  {here}/games/{game}")
        click.echo(f"    {link.address}")
