"""`scorekeeper scorer-link`: a link that lets a phone write in a game."""

from __future__ import annotations

import click

from scorekeeper.cli.common import commands, current_application, now
from scorekeeper.config import Settings
from scorekeeper.server import admin, data_folder


# A game may be called by a text that begins like an option.
@commands.command("scorer-link", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.option("--alone", is_flag=True, help="First end all other rights to write in it, for good.")
@click.pass_obj
def scorer_link(settings: Settings, game: str, alone: bool) -> None:
    """Print a link that lets a phone write in GAME. It ends in 15 minutes; GAME is an address or an id."""
    with current_application(settings) as app:
        running = data_folder.running_settings(settings)
        link = admin.scorer_link(app, running, game=game, alone=alone, now=now())
    if alone:
        click.echo("No other phone or program may write in this game any more.")
    click.echo(f"Open this on the phone that is to write, until {link.expires_at.astimezone():%H:%M}:")
    click.echo(f"  {link.address}")
    click.echo(f"or type this code on the page for joining: {link.code}")
