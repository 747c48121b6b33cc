"""`scorekeeper user`: the accounts of organisers, for the person who runs the server."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

import click

from scorekeeper.cli.common import commands, current_application, now
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.server import data_folder
from scorekeeper.server.announcement import address_for_links
from scorekeeper.services.accounts import registration
from scorekeeper.services.common.one_time_links import Link
from scorekeeper.services.leagues.organisers import close_account
from scorekeeper.web.accounts import mail as account_mail
from scorekeeper.web.http import messages
from scorekeeper.web.http.formats import spoken_moment

RESET_VALID_FOR: Final = timedelta(days=1)


@commands.group()
def user() -> None:
    """Add, change and close the accounts of organisers."""


@user.command()
@click.argument("mail")
@click.argument("name")
@click.pass_obj
def add(settings: Settings, mail: str, name: str) -> None:
    """Print a link that makes an account for a new organiser.

    MAIL is their email address. The link works once, within 7 days.
    """
    base = _base(settings)
    with current_application(settings) as app, app.app_context(), _refused_as_sentence(mail):
        person = registration.checked(mail, name=name)
        link = registration.offer_account(person, now=now(), valid_for=registration.LONGEST_LINK)
    sentence = _("Send this link to {name}. It makes the account. It works once, until {until}:")
    click.echo(sentence.format(name=person.name, until=_until(link)))
    click.echo(f"  {account_mail.link_address(base, link.token)}")


@user.command()
@click.argument("mail")
@click.pass_obj
def reset(settings: Settings, mail: str) -> None:
    """Print a link for choosing a new password.

    MAIL is the email address of the account. The link works once, within a day.
    """
    base = _base(settings)
    with current_application(settings) as app, app.app_context():
        link = registration.offer_reset(registration.clean_mail(mail), now=now(), valid_for=RESET_VALID_FOR)
    if link is None:
        raise no_account(mail)
    sentence = _("Send this link to {mail}. It asks for a new password. It works once, until {until}:")
    click.echo(sentence.format(mail=mail, until=_until(link)))
    click.echo(f"  {account_mail.link_address(base, link.token)}")


@user.command("mail")
@click.argument("mail")
@click.argument("new")
@click.pass_obj
def change_mail(settings: Settings, mail: str, new: str) -> None:
    """Change the email address of an account from MAIL to NEW.

    If a mail server is set, both addresses get an email about it.
    """
    with current_application(settings) as app:
        with app.app_context(), _refused_as_sentence(new):
            person = registration.change_mail(mail, to=new)
        if person is None:
            raise no_account(mail)
        old = registration.clean_mail(mail)
        if person.mail != old:
            account_mail.send_change_of_mail(app, old=old, new=person.mail, base=_base(settings))
    click.echo(_("{name} now signs in as {mail}.").format(name=person.name, mail=person.mail))


@user.command()
@click.argument("mail")
@click.pass_obj
def close(settings: Settings, mail: str) -> None:
    """Close an account.

    MAIL is its mail address. Its name and address are removed. What it did in leagues stays.
    """
    with current_application(settings) as app, app.app_context():
        run_alone = close_account(registration.clean_mail(mail), now=now())
    if run_alone is None:
        raise no_account(mail)
    if run_alone:
        alone = _("Nothing was changed. First invite another organiser of each of these leagues:")
        raise OperatorError("\n".join([alone, *(league.name for league in run_alone)]))
    click.echo(_("The account is closed. Older backups still contain it."))


@user.command("list")
@click.pass_obj
def list_all(settings: Settings) -> None:
    """List the email address and the name of every account."""
    with current_application(settings) as app, app.app_context():
        everybody = registration.everybody()
    for person in everybody:
        click.echo(f"{person.mail}  {person.name}")
    if not everybody:
        click.echo(_("There are no accounts yet. To make one, type `scorekeeper user add MAIL NAME`."))


@contextmanager
def _refused_as_sentence(mail: str) -> Iterator[None]:
    """Turn the refusal of a mail address or a name into the sentence for the operator."""
    try:
        yield
    except RuleViolation as violation:
        fault = violation.faults[0]
        taken = _("{mail!r} has an account already. For a new password, type `scorekeeper user reset MAIL`.")
        text = taken.format(mail=mail) if fault.code is FaultCode.MAIL_TAKEN else messages.fault_text(fault)
        raise OperatorError(text) from violation


def no_account(mail: str) -> OperatorError:
    """The error for a mail address that no account has."""
    sentence = _("No account has the email address {mail!r}. `scorekeeper user list` shows all accounts.")
    return OperatorError(sentence.format(mail=mail))


def _until(link: Link) -> str:
    return spoken_moment(link.expires_at.astimezone(), year=False)


def _base(settings: Settings) -> str:
    return address_for_links(data_folder.running_settings(settings))
