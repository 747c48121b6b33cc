"""`scorekeeper user`: the accounts of organisers, for the person who runs the server."""

from __future__ import annotations

import click

from scorekeeper.cli.common import commands, current_application, now
from scorekeeper.config import Settings
from scorekeeper.server import admin, data_folder
from scorekeeper.services.accounts import registration


@commands.group()
def user() -> None:
    """Look after the accounts of organisers."""


@user.command()
@click.argument("mail")
@click.argument("name")
@click.pass_obj
def add(settings: Settings, mail: str, name: str) -> None:
    """Print a link to an account for NAME with the address MAIL. It is good once and for 7 days."""
    with current_application(settings) as app:
        running = data_folder.running_settings(settings)
        link = admin.new_account(app, running, mail=mail, name=name, now=now())
    click.echo(f"Whoever opens this until {link.expires_at.astimezone():%d %B, %H:%M} chooses the password,")
    click.echo("and the account is made:")
    click.echo(f"  {link.address}")


@user.command()
@click.argument("mail")
@click.pass_obj
def reset(settings: Settings, mail: str) -> None:
    """Print a link to a new password for the account MAIL. It is good once and for a day."""
    with current_application(settings) as app:
        running = data_folder.running_settings(settings)
        link = admin.new_password(app, running, mail=mail, now=now())
    click.echo(
        f"Whoever opens this until {link.expires_at.astimezone():%d %B, %H:%M} chooses a new password:"
    )
    click.echo(f"  {link.address}")


@user.command("mail")
@click.argument("mail")
@click.argument("new")
@click.pass_obj
def change_mail(settings: Settings, mail: str, new: str) -> None:
    """Give the account MAIL the mail address NEW."""
    with current_application(settings) as app:
        running = data_folder.running_settings(settings)
        person = admin.change_mail(app, running, mail=mail, to=new)
    click.echo(f"{person.name} signs in as {person.mail} now.")


@user.command()
@click.argument("mail")
@click.pass_obj
def close(settings: Settings, mail: str) -> None:
    """Close the account MAIL. Its name and address are removed; what it did in leagues stays."""
    with current_application(settings) as app:
        admin.close(app, mail=mail, now=now())
    click.echo("The account is closed. Backups made before still know it.")


@user.command("list")
@click.pass_obj
def list_all(settings: Settings) -> None:
    """Print mail address and name of every account."""
    with current_application(settings) as app, app.app_context():
        everybody = registration.everybody()
    for person in everybody:
        click.echo(f"{person.mail}  {person.name}")
    if not everybody:
        click.echo("There are no accounts yet.")
