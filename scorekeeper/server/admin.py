"""What the person who runs the server can do by a command: one-time links, another mail address, closing."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.server.announcement import local_address
from scorekeeper.services.accounts import links, registration
from scorekeeper.services.accounts.faults import AccountFault, AccountRefused
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.common.one_time_links import Link
from scorekeeper.services.games import invitations
from scorekeeper.services.leagues.closing import close_account
from scorekeeper.web.accounts import mail as account_mail
from scorekeeper.web.accounts.forms import FAULTS
from scorekeeper.web.http.addresses import for_phones

NEW_VALID_FOR: Final = registration.LONGEST_LINK
RESET_VALID_FOR: Final = timedelta(days=1)
FIRST_BY_COMMAND: Final = "scorekeeper user add MAIL NAME"
_GAME: Final = re.compile(r"(?:.*/games/)?([A-Za-z0-9_-]+)(?:[/?#].*)?")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AccountLink:
    """`address` sets a password, once, until `expires_at`."""

    address: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class ScorerLink:
    """`address` gives the right to write once, until `expires_at`; `code` can be typed instead."""

    address: str
    code: str
    expires_at: datetime


def first_account(app: Flask, settings: Settings, *, now: datetime, by_link: bool) -> str | None:
    """How to make the first account: the address of a one-time link, or a command; None once there is one.

    The link is a right, and output that goes to a file or a log is kept. So only a terminal gets the link.
    """
    try:
        with app.app_context():
            link = links.offer_first(now=now)
    except SQLAlchemyError:
        _log.exception("No link to the first account could be made; the next start makes one")
        return None
    if link is None:
        return None
    return _account_link(link, settings).address if by_link else FIRST_BY_COMMAND


def new_account(app: Flask, settings: Settings, *, mail: str, name: str, now: datetime) -> AccountLink:
    """A link to a new account; OperatorError if the mail address or the name is refused."""
    try:
        with app.app_context():
            person = registration.checked(mail, name=name)
            link = links.offer_account(person, now=now, valid_for=NEW_VALID_FOR)
    except AccountRefused as refused:
        raise OperatorError(_sentence(refused, mail=mail)) from refused
    return _account_link(link, settings)


def new_password(app: Flask, settings: Settings, *, mail: str, now: datetime) -> AccountLink:
    """A link to a new password; OperatorError if no account has that mail address."""
    with app.app_context():
        link = links.offer_reset(registration.clean_mail(mail), now=now, valid_for=RESET_VALID_FOR)
    if link is None:
        raise _no_account(mail)
    return _account_link(link, settings)


def change_mail(app: Flask, settings: Settings, *, mail: str, to: str) -> Person:
    """Give an account another mail address and write to both addresses; returns the person with the new one.

    OperatorError if no account has the first address, or the second one is refused.
    """
    try:
        with app.app_context():
            person = registration.change_mail(mail, to=to)
    except AccountRefused as refused:
        raise OperatorError(_sentence(refused, mail=to)) from refused
    if person is None:
        raise _no_account(mail)
    old = registration.clean_mail(mail)
    if person.mail != old:
        account_mail.send_change_of_mail(app, old=old, new=person.mail, base=_base(settings))
    return person


def close(app: Flask, *, mail: str, now: datetime) -> None:
    """Close an account; OperatorError if no account has that mail address, or it alone runs a league."""
    with app.app_context():
        closed = close_account(registration.clean_mail(mail), now=now)
    if not closed.found:
        raise _no_account(mail)
    if closed.alone_in:
        leagues = ", ".join(repr(name) for name in closed.alone_in)
        raise OperatorError(
            f"Nobody else runs {leagues}. Invite another organiser there first; nothing was changed."
        )


def scorer_link(
    app: Flask, settings: Settings, *, game: str, now: datetime, alone: bool = False
) -> ScorerLink:
    """A link that lets one phone write in a game; OperatorError if there is no such game.

    `game` is its id or the address of one of its pages. With `alone` all other rights to write in it end
    first, for good, those of programs too.
    """
    found = _GAME.fullmatch(game.strip())
    invite = invitations.invite_alone if alone else invitations.invite
    try:
        with app.app_context():
            made = invite(found[1] if found else game, now=now)
    except UnknownGame as error:
        raise OperatorError(f"There is no game {game!r} here: give the address of its page.") from error
    return ScorerLink(f"{_base(settings)}/join/{made.token}", made.code, made.expires_at)


def _no_account(mail: str) -> OperatorError:
    return OperatorError(f"There is no account with the mail address {mail!r}.")


def _sentence(refused: AccountRefused, *, mail: str) -> str:
    fault = next(iter(refused.faults.values()))
    if fault is AccountFault.MAIL_TAKEN:
        return f"There is an account with the mail address {mail!r} already."
    return FAULTS[fault]


def _account_link(link: Link, settings: Settings) -> AccountLink:
    return AccountLink(account_mail.link_address(_base(settings), link.token), link.expires_at)


def _base(settings: Settings) -> str:
    return for_phones(settings) or local_address(settings)
