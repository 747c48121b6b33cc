"""What whoever has this machine may do with accounts: links that set a password once, address, closing."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.config import Settings
from scorekeeper.errors import Trouble
from scorekeeper.server.announcement import address_here
from scorekeeper.services.accounts import accounts, links
from scorekeeper.services.accounts.accounts import Person
from scorekeeper.services.accounts.faults import AccountRefused, Why
from scorekeeper.services.common.one_time_links import Link
from scorekeeper.services.leagues.closing import close_account
from scorekeeper.web.accounts import mail as account_mail
from scorekeeper.web.accounts.messages import REASONS
from scorekeeper.web.http.addresses import for_phones

NEW_VALID_FOR: Final = links.LONGEST
RESET_VALID_FOR: Final = timedelta(days=1)
FIRST_BY_COMMAND: Final = "scorekeeper user add MAIL NAME"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AccountLink:
    """`address` sets a password, once, until `expires_at`."""

    address: str
    expires_at: datetime


def first_account(app: Flask, settings: Settings, *, now: datetime, by_link: bool) -> str | None:
    """How the first account is made: by the address of a link, or by a command; None once there is one.

    What is no terminal keeps what is printed, and such a link is a right: there the command is named.
    """
    try:
        with app.app_context():
            link = links.offer_first(now=now)
    except SQLAlchemyError:
        _log.exception("No link to the first account could be made; the next start makes one")
        return None
    if link is None:
        return None
    return _told(link, settings).address if by_link else FIRST_BY_COMMAND


def new_account(app: Flask, settings: Settings, *, mail: str, name: str, now: datetime) -> AccountLink:
    """A link to a new account; Trouble when there cannot be one."""
    try:
        with app.app_context():
            link = links.offer_account(accounts.checked(mail, name=name), now=now, valid_for=NEW_VALID_FOR)
    except AccountRefused as refused:
        raise Trouble(_sentence(refused, mail=mail)) from refused
    return _told(link, settings)


def new_password(app: Flask, settings: Settings, *, mail: str, now: datetime) -> AccountLink:
    """A link to a new password; Trouble when nobody has that mail address."""
    with app.app_context():
        link = links.offer_reset(accounts.clean_mail(mail), now=now, valid_for=RESET_VALID_FOR)
    if link is None:
        raise _nobody(mail)
    return _told(link, settings)


def changed_mail(app: Flask, settings: Settings, *, mail: str, to: str, now: datetime) -> Person:
    """Give an account another mail address, and tell both of it; whose it is. Trouble when that cannot be."""
    try:
        with app.app_context():
            person = accounts.change_mail(mail, to=to, now=now)
    except AccountRefused as refused:
        raise Trouble(_sentence(refused, mail=to)) from refused
    if person is None:
        raise _nobody(mail)
    old = accounts.clean_mail(mail)
    if person.mail != old:
        account_mail.tell_of_new_mail(app, old=old, new=person.mail, base=_base(settings))
    return person


def close(app: Flask, *, mail: str, now: datetime) -> None:
    """Close an account; Trouble when nobody has that mail address, or a league would be left alone."""
    with app.app_context():
        closed = close_account(accounts.clean_mail(mail), now=now)
    if not closed.found:
        raise _nobody(mail)
    if closed.alone_in:
        leagues = ", ".join(repr(name) for name in closed.alone_in)
        raise Trouble(
            f"Nobody else runs {leagues}. Invite another organiser there first; nothing was changed."
        )


def _nobody(mail: str) -> Trouble:
    return Trouble(f"There is no account with the mail address {mail!r}.")


def _sentence(refused: AccountRefused, *, mail: str) -> str:
    why = next(iter(refused.reasons.values()))
    if why is Why.MAIL_TAKEN:
        return f"There is an account with the mail address {mail!r} already."
    return REASONS[why]


def _told(link: Link, settings: Settings) -> AccountLink:
    return AccountLink(f"{_base(settings)}/account/links/{link.token}", link.expires_at)


def _base(settings: Settings) -> str:
    return for_phones(settings) or address_here(settings)
