"""`scorekeeper scorer-link`: a link that lets a phone write in a game."""

import re
from typing import Final

import click

from scorekeeper.cli.common import commands, current_application, now
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.server import data_folder
from scorekeeper.server.announcement import address_for_links
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import invitations
from scorekeeper.web.http.formats import spoken_time

_GAME: Final = re.compile(r"(?:.*/games/)?([A-Za-z0-9_-]+)(?:[/?#].*)?")


# A game may be called by a text that begins like an option.
@commands.command("scorer-link", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.option("--alone", is_flag=True, help="First stop all other phones and programs from scoring it.")
@click.pass_obj
def scorer_link(settings: Settings, game: str, alone: bool) -> None:
    """Print a link that lets a phone keep score.

    GAME is the address of the game's page, or its id. The link works once, within 15 minutes.
    """
    base = address_for_links(data_folder.running_settings(settings))
    match = _GAME.fullmatch(game.strip())
    invite = invitations.invite_alone if alone else invitations.invite
    with current_application(settings) as app, app.app_context():
        try:
            offer = invite(match[1] if match else game, now=now())
        except UnknownGame as error:
            raise OperatorError(
                _("There is no game {game!r} here. Copy the address of the game's page.").format(game=game)
            ) from error
    if alone:
        click.echo(_("No other phone or program can score this game now."))
    sentence = _("Open this link on the phone that will keep score, by {time}:")
    click.echo(sentence.format(time=spoken_time(offer.expires_at.astimezone())))
    click.echo(f"  {base}/join/{offer.token}")
    click.echo(_("Or open {base}/join there, and type this code: {code}").format(base=base, code=offer.code))
