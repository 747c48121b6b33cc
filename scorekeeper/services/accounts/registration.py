"""Making accounts, and changing what belongs to one."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from flask import current_app
from sqlalchemy import Connection, delete, insert, select, update

from scorekeeper.config import Settings
from scorekeeper.models import AccountRow, LeagueRow, OneTimeLinkRow, OrganiserRow, PasskeyRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules import names
from scorekeeper.services.accounts import passwords, sessions
from scorekeeper.services.accounts.faults import AccountFault, AccountRefused

LONGEST_MAIL: Final = 254
_MOST_LEAGUES: Final = 100
# Nothing that a header of a letter would take for more than one address.
_MAIL: Final = re.compile(r"""[^\s@"(),:;<>\[\]\\]{1,64}@[^\s@"(),:;<>\[\]\\]+""")
# A closed account has no address.
OPEN: Final = AccountRow.mail.contains("@")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Co"})


@dataclass(frozen=True, slots=True)
class Person:
    """Who an account is for; `mail` as it is stored."""

    mail: str
    name: str


def clean_mail(text: str) -> str:
    """A mail address as it is stored, compared and written to; no database takes every character.

    Of case folding only the small letters: ß is another letter than ss, and its domain another domain.
    """
    return unicodedata.normalize("NFKC", _typed(text)).lower()


def _typed(text: str) -> str:
    return text.replace("\0", "").strip()


def checked(mail: str, *, name: str) -> Person:
    """Who it is, as typed; AccountRefused."""
    person = Person(clean_mail(mail), names.clean(name))
    reasons = _faults(person, typed=mail)
    if reasons:
        raise AccountRefused(reasons)
    return person


def checked_with_password(mail: str, *, name: str, password: str) -> Person:
    """The same, with the password they choose; AccountRefused names every field that is refused."""
    person = Person(clean_mail(mail), names.clean(name))
    reasons = _faults(person, typed=mail)
    if why := weakness(password, person):
        reasons["password"] = why
    if reasons:
        raise AccountRefused(reasons)
    return person


def weakness(password: str, person: Person, *, account_id: int | None = None) -> AccountFault | None:
    """The fault of a password that this person chooses; None for a good one. Names near them make it weak."""
    own = (person.mail, person.mail.partition("@")[0], person.name)
    return passwords.weakness(password, known=(*own, *_names_of_server(), *_names_of_leagues(account_id)))


def _names_of_server() -> tuple[str, ...]:
    settings: Settings = current_app.extensions["settings"]
    return (urlsplit(settings.public_url or "").hostname or "", *settings.hosts)


def _names_of_leagues(account_id: int | None) -> list[str]:
    query = (
        select(LeagueRow.name)
        .join(OrganiserRow, OrganiserRow.league_id == LeagueRow.id)
        .where(OrganiserRow.account_id == account_id)
        .order_by(LeagueRow.id)
        .limit(_MOST_LEAGUES)
    )
    with reading() as connection:
        return [] if account_id is None else list(connection.scalars(query))


def sign_up(person: Person, *, password: str, now: datetime) -> int:
    """A new account; its id. AccountRefused when the mail address has one."""
    password_hash = passwords.hashed(password)
    with writing() as connection:
        return add(connection, person, password_hash=password_hash, now=now)


def add(connection: Connection, person: Person, *, password_hash: str | None, now: datetime) -> int:
    """Write an account down; its id. AccountRefused when the mail address has one."""
    require_free(connection, person.mail)
    values = {"mail": person.mail, "name": person.name, "password_hash": password_hash, "created_at": now}
    return connection.scalars(insert(AccountRow).values(values).returning(AccountRow.id)).one()


def require_free(connection: Connection, mail: str) -> None:
    """AccountRefused when the mail address has an account."""
    if connection.execute(select(AccountRow.id).where(AccountRow.mail == mail)).first():
        raise AccountRefused({"mail": AccountFault.MAIL_TAKEN})


def change_password(
    account_id: int, *, current: str, new: str, label: str, now: datetime, is_fresh: bool = False
) -> str:
    """Set a new password and end all sign-ins; the token of a fresh one. AccountRefused.

    An account without a password has no `current` one: there the sign-in must be fresh.
    """
    with reading() as connection:
        kept = connection.execute(
            select(AccountRow.mail, AccountRow.name, AccountRow.password_hash).where(
                AccountRow.id == account_id
            )
        ).one()
    reasons: dict[str, AccountFault] = {}
    if kept.password_hash is None:
        reasons |= {} if is_fresh else {"password": AccountFault.PAGE_TOO_OLD}
    elif not passwords.fits(kept.password_hash, current):
        reasons["current"] = AccountFault.PASSWORD_WRONG
    if why := weakness(new, Person(kept.mail, kept.name), account_id=account_id):
        reasons["password"] = why
    if reasons:
        raise AccountRefused(reasons)
    password_hash = passwords.hashed(new)
    with writing() as connection:
        # It may have been changed, or the account closed, while this one was being checked.
        stored = connection.scalar(select(AccountRow.password_hash).where(AccountRow.id == account_id))
        if stored != kept.password_hash:
            raise AccountRefused({"current": AccountFault.PASSWORD_WRONG})
        set_password(connection, account_id, password_hash=password_hash, now=now)
        return sessions.begin(connection, account_id, label=label, now=now)


def set_password(connection: Connection, account_id: int, *, password_hash: str, now: datetime) -> None:
    """Set a password; whoever is signed in must sign in with it anew, and no old letter leads on."""
    connection.execute(
        update(AccountRow).where(AccountRow.id == account_id).values(password_hash=password_hash)
    )
    sessions.end_all(connection, account_id)
    _end_links(connection, account_id, now=now)


def remove_password(account_id: int, *, site: str, now: datetime) -> None:
    """Leave passkeys as the only way in; AccountRefused without one for this host name.

    Callers make sure that the sign-in is fresh.
    """
    mine = select(PasskeyRow.id).where(PasskeyRow.account_id == account_id, PasskeyRow.site == site)
    with writing() as connection:
        if connection.execute(mine.limit(1)).first() is None:
            raise AccountRefused({"removal": AccountFault.PASSKEY_NEEDED})
        connection.execute(update(AccountRow).where(AccountRow.id == account_id).values(password_hash=None))
        _end_links(connection, account_id, now=now)


def _end_links(connection: Connection, account_id: int, *, now: datetime) -> None:
    connection.execute(
        update(OneTimeLinkRow)
        .where(OneTimeLinkRow.account_id == account_id, OneTimeLinkRow.used_at.is_(None))
        .values(used_at=now)
    )


def forget_links(connection: Connection, mail: str) -> None:
    """Remove every link to a new account with this mail address, as stored, used or not."""
    connection.execute(delete(OneTimeLinkRow).where(OneTimeLinkRow.mail == mail))


def rename(account_id: int, *, name: str) -> None:
    """Write another name of the person down; AccountRefused."""
    clean = names.clean(name)
    if names.faults_in((clean,), pointer=""):
        raise AccountRefused({"name": AccountFault.NAME_SHAPE})
    with writing() as connection:
        connection.execute(update(AccountRow).where(AccountRow.id == account_id).values(name=clean))


def change_mail(mail: str, *, to: str, now: datetime) -> Person | None:
    """Give the account with one mail address another, both as typed; who it is now, None if there is none.

    AccountRefused. Letters that are on their way to the old address lead nowhere.
    """
    with writing() as connection:
        kept = connection.execute(
            select(AccountRow.id, AccountRow.name).where(AccountRow.mail == clean_mail(mail))
        ).first()
        if kept is None:
            return None
        person = checked(to, name=kept.name)
        if person.mail != clean_mail(mail):
            require_free(connection, person.mail)
        connection.execute(update(AccountRow).where(AccountRow.id == kept.id).values(mail=person.mail))
        _end_links(connection, kept.id, now=now)
        forget_links(connection, clean_mail(mail))
    return person


def find(mail: str) -> int | None:
    """The account with a mail address, as typed."""
    with reading() as connection:
        return connection.scalar(select(AccountRow.id).where(AccountRow.mail == clean_mail(mail)))


def everybody() -> list[Person]:
    """All accounts that are not closed, in the order of their mail addresses."""
    with reading() as connection:
        rows = connection.execute(
            select(AccountRow.mail, AccountRow.name).where(OPEN).order_by(AccountRow.mail)
        )
        return [Person(row.mail, row.name) for row in rows]


def _faults(person: Person, *, typed: str) -> dict[str, AccountFault]:
    reasons = {}
    # What is stored would be an address that nobody gave: ² is no 2 to whoever delivers the letters.
    if person.mail != unicodedata.normalize("NFC", _typed(typed)).lower():
        reasons["mail"] = AccountFault.MAIL_LETTERS
    unseen = any(unicodedata.category(char) in _UNSEEN for char in person.mail)
    if unseen or len(person.mail) > LONGEST_MAIL or not _MAIL.fullmatch(person.mail):
        reasons["mail"] = AccountFault.MAIL_SHAPE
    if names.faults_in((person.name,), pointer=""):
        reasons["name"] = AccountFault.NAME_SHAPE
    return reasons
