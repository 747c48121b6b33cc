"""`scorekeeper demo`: serving example games and an example league."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

import click
from flask import Flask

from scorekeeper.cli.common import application, commands, now
from scorekeeper.cli.serving import ready_to_serve
from scorekeeper.config import Settings
from scorekeeper.server import admin, announcement, serve
from scorekeeper.services.games import examples, log
from scorekeeper.services.leagues import demo as example_league
from scorekeeper.services.leagues.queries.head import league_head

# Every example league has the same games, apart from their dates.
_SEED: Final = 7


@commands.command()
@click.pass_obj
def demo(settings: Settings) -> None:
    """Serve examples. They lie in a folder `demo` within the data folder; the real scores are not touched."""
    apart = replace(settings, data=settings.data / "demo", database=None)
    with ready_to_serve(apart):
        _show_examples(apart)
        serve.serve(apart)


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
