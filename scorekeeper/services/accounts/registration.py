"""Making accounts, and changing the name, the mail address or the password of one."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
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
from scorekeeper.services.common.one_time_links import OneTimeLinks
from scorekeeper.services.common.signing import digest

LONGEST_MAIL: Final = 254
# Without the characters that separate addresses in the header of a letter.
_MAIL: Final = re.compile(r"""[^\s@"(),:;<>\[\]\\]{1,64}@[^\s@"(),:;<>\[\]\\]+""")
# The address of a closed account has no @.
OPEN: Final = AccountRow.mail.contains("@")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Co"})
LONGEST_LINK: Final = timedelta(days=7)
LINKS: Final = OneTimeLinks(OneTimeLinkRow, longest=LONGEST_LINK, digest=digest)


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


def change_password(
    account_id: int, *, current: str, new: str, browser: sessions.SigningBrowser, is_fresh: bool = False
) -> str:
    """Set a new password, end all sign-ins and return the token of a fresh one; RuleViolation.

    An account without a password has no `current` one: it needs a fresh sign-in instead.
    """
    with reading() as session:
        account = session.execute(
            select(AccountRow.mail, AccountRow.name, AccountRow.password_hash).where(
                AccountRow.id == account_id
            )
        ).one()
    faults = [*weakness(new, Person(account.mail, account.name))]
    if account.password_hash is None:
        if not is_fresh and not faults:
            faults = [Fault(FaultCode.PAGE_TOO_OLD, "/password")]
    elif not passwords.fits(account.password_hash, current):
        faults.append(Fault(FaultCode.PASSWORD_WRONG, "/current"))
    refuse(faults)
    password_hash = passwords.hashed(new)
    with writing() as session:
        # It may have been changed, or the account closed, while `current` was being checked.
        if session.get_one(AccountRow, account_id).password_hash != account.password_hash:
            raise RuleViolation(Fault(FaultCode.PASSWORD_WRONG, "/current"))
        set_password(session, account_id, password_hash=password_hash)
        return sessions.begin(account_id, browser=browser)


def set_password(session: Session, account_id: int, *, password_hash: str) -> None:
    """Set a password, end all sign-ins of the account, and end the one-time links to it."""
    session.get_one(AccountRow, account_id).password_hash = password_hash
    sessions.end_all(session, account_id)
    LINKS.end(session, OneTimeLinkRow.account_id == account_id)


def remove_password(account_id: int, *, site: str) -> None:
    """Leave passkeys of this host as the only way in, for a fresh sign-in; RuleViolation without one."""
    passkeys = select(PasskeyRow.id).where(PasskeyRow.account_id == account_id, PasskeyRow.site == site)
    with writing() as session:
        if session.scalar(passkeys.limit(1)) is None:
            raise RuleViolation(Fault(FaultCode.PASSKEY_NEEDED, "/removal"))
        session.get_one(AccountRow, account_id).password_hash = None
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
