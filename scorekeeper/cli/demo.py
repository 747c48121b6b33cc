"""What `scorekeeper demo` shows: games and a league, with a way into each."""

from __future__ import annotations

from random import Random
from typing import Final

import click
from flask import Flask

from scorekeeper.cli.common import application, now
from scorekeeper.config import Settings
from scorekeeper.server import account_links, announcement, scorer_links
from scorekeeper.services.games import examples, log
from scorekeeper.services.leagues import demo
from scorekeeper.services.leagues.queries.head import league_head

# The same league every time, but for its dates.
_SEED: Final = 7


def show_examples(settings: Settings) -> None:
    """Write the examples where they are missing, and print where they are."""
    with application(settings) as app:
        with app.app_context():
            if not log.game_ids():
                examples.write_examples(now=now())
            if league_head(demo.SLUG) is None:
                demo.write_league(now=now(), rng=Random(_SEED))
        here = announcement.address_here(settings)
        _show_games(app, settings, here=here)
        click.echo("An example league, and a link that lets you in as its organiser, once within a day:")
        click.echo(f"  {here}/leagues/{demo.SLUG}")
        click.echo(f"    {account_links.new_password(app, settings, mail=demo.OLGA.mail, now=now()).address}")


def _show_games(app: Flask, settings: Settings, *, here: str) -> None:
    with app.app_context():
        newest_first = examples.free_games()[::-1]
    click.echo("Example games, each with a link that lets one phone write in it, once within 15 minutes:")
    for game in newest_first:
        link = scorer_links.scorer_link(app, settings, game=game, now=now())
        click.echo(f"  {here}/games/{game}")
        click.echo(f"    {link.address}")
