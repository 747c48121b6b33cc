"""Accounts: making one, at once or by a one-time link, and changing its name, mail address or password.

The links set a password: for the first account of an installation, a new one or a lost one.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper import config
from scorekeeper.models import AccountRow, OneTimeLinkRow, PasskeyRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, refuse
from scorekeeper.services.accounts import passwords, sessions
from scorekeeper.services.common.one_time_links import Link, OneTimeLinks
from scorekeeper.services.common.signing import digest

LONGEST_MAIL: Final = 254
# Without the characters that separate addresses in the header of a letter.
_MAIL: Final = re.compile(r"""[^\s@"(),:;<>\[\]\\]{1,64}@[^\s@"(),:;<>\[\]\\]+""")
# The address of a closed account has no @.
OPEN: Final = AccountRow.mail.contains("@")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Co"})
LONGEST_LINK: Final = timedelta(days=7)
LINKS: Final = OneTimeLinks(OneTimeLinkRow, longest=LONGEST_LINK, digest=digest)
FIRST_VALID_FOR: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Person:
    """The mail address, as it is stored, and the name of an account."""

    mail: str
    name: str


def clean_mail(text: str) -> str:
    """Normalise a mail address as it is stored, compared and written to.

    Letters become small but are not case-folded: ß is another letter than ss, and its domain another domain.
    """
    return unicodedata.normalize("NFC", text.replace("\0", "").strip()).lower()


def checked(mail: str, *, name: str, password: str | None = None) -> Person:
    """The person with this mail address and name, and the `password` chosen now, as typed; RuleViolation."""
    person = Person(clean_mail(mail), names.clean(name))
    faults = [*_faults(person)]
    if password is not None:
        faults += weakness(password, person)
    refuse(faults)
    return person


def weakness(password: str, person: Person) -> Iterator[Fault]:
    """The fault of a password that this person chooses, if any: it may not be made of names nearby."""
    settings = config.current()
    server = (urlsplit(settings.public_url or "").hostname or "", *settings.hosts)
    names_near = (person.mail, person.mail.partition("@")[0], person.name, *server)
    if code := passwords.weakness(password, names_near=names_near):
        yield Fault(code, "/password")


def sign_up(person: Person, *, password: str, now: datetime) -> int:
    """Make an account and return its id; RuleViolation if the mail address has one."""
    password_hash = passwords.hashed(password)
    with writing() as session:
        return add(session, person, password_hash=password_hash, now=now)


def add(session: Session, person: Person, *, password_hash: str | None, now: datetime) -> int:
    """Store an account in the caller's transaction; its id. RuleViolation if the mail address has one."""
    require_free(session, person.mail)
    account = AccountRow(mail=person.mail, name=person.name, password_hash=password_hash, created_at=now)
    session.add(account)
    session.flush()
    return account.id


def require_free(session: Session, mail: str) -> None:
    """Raise RuleViolation if the mail address has an account."""
    if session.scalar(select(AccountRow.id).where(AccountRow.mail == mail)) is not None:
        raise RuleViolation(Fault(FaultCode.MAIL_TAKEN, "/mail"))


def change_password(account_id: int, *, current: str, new: str, browser: sessions.SigningBrowser) -> str:
    """Set a new password, end all sign-ins and return the token of a fresh one; RuleViolation."""
    with reading() as session:
        account = session.get_one(AccountRow, account_id)
        person, old_hash = Person(account.mail, account.name), account.password_hash
    faults = [*weakness(new, person)]
    if not passwords.fits(old_hash, current):
        faults.append(Fault(FaultCode.PASSWORD_WRONG, "/current"))
    refuse(faults)
    password_hash = passwords.hashed(new)
    with writing() as session:
        # It may have been changed, or the account closed, while `current` was being checked.
        if session.get_one(AccountRow, account_id).password_hash != old_hash:
            raise RuleViolation(Fault(FaultCode.PASSWORD_WRONG, "/current"))
        set_password(session, account_id, password_hash=password_hash)
        return sessions.begin(account_id, browser=browser)


def set_password(session: Session, account_id: int, *, password_hash: str) -> None:
    """Set a password, end all sign-ins of the account, and end the one-time links to it."""
    session.get_one(AccountRow, account_id).password_hash = password_hash
    sessions.end_all(session, account_id)
    LINKS.end(session, OneTimeLinkRow.account_id == account_id)


def forget_links(session: Session, mail: str) -> None:
    """Remove every one-time link to a new account with this mail address, as stored, used or not."""
    session.execute(delete(OneTimeLinkRow).where(OneTimeLinkRow.mail == mail))


def rename(account_id: int, *, name: str) -> None:
    """Change the name of an account; RuleViolation."""
    clean = names.clean(name)
    if names.faults_in((clean,), pointer=""):
        raise RuleViolation(Fault(FaultCode.NAME_SHAPE, "/name"))
    with writing() as session:
        session.get_one(AccountRow, account_id).name = clean


def change_mail(mail: str, *, to: str) -> Person | None:
    """Give the account with one mail address another, both as typed, and end the one-time links to it.

    Returns the person with the new address; None if no account has the old one. RuleViolation.
    """
    with writing() as session:
        account = session.scalar(select(AccountRow).where(AccountRow.mail == clean_mail(mail)))
        if account is None:
            return None
        person = checked(to, name=account.name)
        if person.mail != clean_mail(mail):
            require_free(session, person.mail)
        account.mail = person.mail
        LINKS.end(session, OneTimeLinkRow.account_id == account.id)
        forget_links(session, clean_mail(mail))
    return person


def find(mail: str) -> int | None:
    """The id of the account with a mail address, as typed; None if no account has it."""
    with reading() as session:
        return session.scalar(select(AccountRow.id).where(AccountRow.mail == clean_mail(mail)))


def everybody() -> list[Person]:
    """All accounts that are not closed, in the order of their mail addresses."""
    with reading() as session:
        rows = session.execute(select(AccountRow.mail, AccountRow.name).where(OPEN).order_by(AccountRow.mail))
        return [Person(row.mail, row.name) for row in rows]


def _faults(person: Person) -> Iterator[Fault]:
    unseen = any(unicodedata.category(char) in _UNSEEN for char in person.mail)
    if unseen or len(person.mail) > LONGEST_MAIL or not _MAIL.fullmatch(person.mail):
        yield Fault(FaultCode.MAIL_SHAPE, "/mail")
    if names.faults_in((person.name,), pointer=""):
        yield Fault(FaultCode.NAME_SHAPE, "/name")


class LinkInvalid(Exception):
    """The one-time link is unknown, used or expired; which of these is not told."""


class Purpose(StrEnum):
    """The account that a link leads to: the first one, a new one, or one whose password is lost."""

    FIRST = "first"
    SIGN_UP = "sign-up"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class Offer:
    """The purpose of a link that can still be used; `person` is None for the first account."""

    purpose: Purpose
    person: Person | None
    account_id: int | None


def offer_first(*, now: datetime) -> Link | None:
    """Make a link to the first account and end older ones; None once there is an account."""
    with writing() as session:
        if _is_any_account(session):
            return None
        session.execute(delete(OneTimeLinkRow).where(OneTimeLinkRow.purpose == Purpose.FIRST))
        return LINKS.add(session, now=now, valid_for=FIRST_VALID_FOR, purpose=Purpose.FIRST.value)


def offer_account(person: Person, *, now: datetime, valid_for: timedelta) -> Link:
    """Make a link to a new account; RuleViolation if the mail address has one."""
    with writing() as session:
        require_free(session, person.mail)
        return LINKS.add(
            session,
            now=now,
            valid_for=valid_for,
            purpose=Purpose.SIGN_UP.value,
            mail=person.mail,
            name=person.name,
        )


def offer_reset(mail: str, *, now: datetime, valid_for: timedelta) -> Link | None:
    """Make a link to a new password for a mail address, as stored; None if no account has it."""
    with writing() as session:
        account_id = session.scalar(select(AccountRow.id).where(AccountRow.mail == mail))
        if account_id is None:
            return None
        return LINKS.add(
            session, now=now, valid_for=valid_for, purpose=Purpose.RESET.value, account_id=account_id
        )


def find_link(token: str, *, now: datetime) -> Offer | None:
    """The purpose of a link, which is not used up; None if it is unknown, used or expired."""
    with reading() as session:
        return _offer(session, token, now=now)


def use_link(
    token: str, *, password: str, browser: sessions.SigningBrowser, mail: str = "", name: str = ""
) -> str:
    """Redeem a link: make the account or set its password; returns the token of a fresh sign-in.

    Every other sign-in and every passkey of the account ends. `mail` and `name` are those of the first
    account. LinkInvalid, or RuleViolation, which leaves the link as it is.
    """
    now = browser.now
    offer = find_link(token, now=now)
    if offer is None:
        raise LinkInvalid
    person = _checked(offer, mail=mail, name=name, password=password)
    password_hash = passwords.hashed(password)
    with writing() as session:
        # It may have been used while the password was being hashed.
        offer = _offer(session, token, now=now)
        if offer is None or not LINKS.redeem(session, LINKS.has_token(token), now=now):
            raise LinkInvalid
        if offer.account_id is None:
            account_id = add(session, person, password_hash=password_hash, now=now)
        else:
            account_id = offer.account_id
            set_password(session, account_id, password_hash=password_hash)
            # Somebody else may have made one of them.
            session.execute(delete(PasskeyRow).where(PasskeyRow.account_id == account_id))
        return sessions.begin(account_id, browser=browser)


def _checked(offer: Offer, *, mail: str, name: str, password: str) -> Person:
    if offer.person is None:
        return checked(mail, name=name, password=password)
    refuse(weakness(password, offer.person))
    return offer.person


def _offer(session: Session, token: str, *, now: datetime) -> Offer | None:
    link = session.execute(
        select(
            OneTimeLinkRow.purpose,
            OneTimeLinkRow.account_id,
            OneTimeLinkRow.mail,
            OneTimeLinkRow.name,
            AccountRow.mail.label("account_mail"),
            AccountRow.name.label("account_name"),
        )
        .outerjoin(AccountRow, AccountRow.id == OneTimeLinkRow.account_id)
        .where(LINKS.has_token(token), LINKS.is_current(now=now), LINKS.unused)
    ).first()
    if link is None:
        return None
    purpose = Purpose(link.purpose)
    if purpose is Purpose.FIRST:
        return None if _is_any_account(session) else Offer(purpose, None, None)
    if purpose is Purpose.SIGN_UP:
        return Offer(purpose, Person(link.mail, link.name), None)
    return Offer(purpose, Person(link.account_mail, link.account_name), link.account_id)


def _is_any_account(session: Session) -> bool:
    return session.scalar(select(AccountRow.id).where(OPEN).limit(1)) is not None
