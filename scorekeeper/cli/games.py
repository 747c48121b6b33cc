"""`scorekeeper scorer-link`: a link that lets a phone write in a game."""

from __future__ import annotations

import re
from typing import Final

import click

from scorekeeper.cli.common import commands, current_application, now
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.server import data_folder
from scorekeeper.server.announcement import address_for_links
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import invitations

_GAME: Final = re.compile(r"(?:.*/games/)?([A-Za-z0-9_-]+)(?:[/?#].*)?")


# A game may be called by a text that begins like an option.
@commands.command("scorer-link", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.option("--alone", is_flag=True, help="First end all other rights to write in it, for good.")
@click.pass_obj
def scorer_link(settings: Settings, game: str, alone: bool) -> None:
    """Print a link that lets a phone write in GAME. It ends in 15 minutes; GAME is an address or an id."""
    base = address_for_links(data_folder.running_settings(settings))
    found = _GAME.fullmatch(game.strip())
    invite = invitations.invite_alone if alone else invitations.invite
    with current_application(settings) as app, app.app_context():
        try:
            made = invite(found[1] if found else game, now=now())
        except UnknownGame as error:
            raise OperatorError(f"There is no game {game!r} here: give the address of its page.") from error
    if alone:
        click.echo("No other phone or program may write in this game any more.")
    click.echo(f"Open this on the phone that is to write, until {made.expires_at.astimezone():%H:%M}:")
    click.echo(f"  {base}/join/{made.token}")
    click.echo(f"or type this code on the page for joining: {made.code}")
