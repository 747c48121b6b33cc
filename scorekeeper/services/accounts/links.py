"""One-time links that set a password: for the first account of an installation, a new one or a lost one."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper.models import AccountRow, OneTimeLinkRow, PasskeyRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.faults import refuse
from scorekeeper.services.accounts import passwords, registration, sessions
from scorekeeper.services.accounts.registration import LINKS, Person
from scorekeeper.services.common.one_time_links import Link

FIRST_VALID_FOR: Final = timedelta(days=1)


class LinkInvalid(Exception):
    """The one-time link is unknown, used or expired; which of these is not told."""


class Purpose(StrEnum):
    """The account that a link leads to: the first one, a new one, or one whose password is lost."""

    FIRST = "first"
    SIGN_UP = "sign-up"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class Offer:
    """The purpose of a link that can still be used; `person` is None for the first account.

    `is_new`: nobody ever signed in to the account, which has neither a password nor a passkey yet.
    """

    purpose: Purpose
    person: Person | None
    account_id: int | None
    is_new: bool = True


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
        registration.require_free(session, person.mail)
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


def find(token: str, *, now: datetime) -> Offer | None:
    """The purpose of a link, which is not used up; None if it is unknown, used or expired."""
    with reading() as session:
        return _offer(session, token, now=now)


def use(
    token: str, *, password: str, browser: sessions.SigningBrowser, mail: str = "", name: str = ""
) -> str:
    """Redeem a link: make the account or set its password; returns the token of a fresh sign-in.

    Every other sign-in and every passkey of the account ends. `mail` and `name` are those of the first
    account. LinkInvalid, or RuleViolation, which leaves the link as it is.
    """
    now = browser.now
    offer = find(token, now=now)
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
            account_id = registration.add(session, person, password_hash=password_hash, now=now)
        else:
            account_id = offer.account_id
            registration.set_password(session, account_id, password_hash=password_hash)
            # Somebody else may have made one of them.
            session.execute(delete(PasskeyRow).where(PasskeyRow.account_id == account_id))
        return sessions.begin(account_id, browser=browser)


def _checked(offer: Offer, *, mail: str, name: str, password: str) -> Person:
    if offer.person is None:
        return registration.checked(mail, name=name, password=password)
    refuse(registration.weakness(password, offer.person))
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
            (AccountRow.password_hash.is_(None) & PasskeyRow.id.is_(None)).label("is_new"),
        )
        .outerjoin(AccountRow, AccountRow.id == OneTimeLinkRow.account_id)
        .outerjoin(PasskeyRow, PasskeyRow.account_id == AccountRow.id)
        .where(LINKS.has_token(token), LINKS.is_current(now=now), LINKS.unused)
    ).first()
    if link is None:
        return None
    purpose = Purpose(link.purpose)
    if purpose is Purpose.FIRST:
        return None if _is_any_account(session) else Offer(purpose, None, None)
    if purpose is Purpose.SIGN_UP:
        return Offer(purpose, Person(link.mail, link.name), None)
    return Offer(purpose, Person(link.account_mail, link.account_name), link.account_id, link.is_new)


def _is_any_account(session: Session) -> bool:
    return session.scalar(select(AccountRow.id).where(registration.OPEN).limit(1)) is not None
