"""Links that set a password, once: of the first account of an installation, of a new one, of a lost one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, delete, select

from scorekeeper.models import (
    AccountRow,
    KnownBrowserRow,
    OneTimeLinkRow,
    OrganiserInvitationRow,
    PasskeyRow,
    SignInRow,
)
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.accounts import passwords, registration, sessions
from scorekeeper.services.accounts.faults import AccountRefused, LinkInvalid
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.common.one_time_links import Link, OneTimeLinks

FIRST_VALID_FOR: Final = timedelta(days=1)
LONGEST: Final = timedelta(days=7)
_LINKS: Final = OneTimeLinks(
    OneTimeLinkRow, longest=LONGEST, digest=lambda token: hashlib.sha256(token.encode()).hexdigest()
)


class Purpose(StrEnum):
    """What a link is for."""

    FIRST = "first"
    SIGN_UP = "sign-up"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class Offer:
    """What an open link is for, and whom; nobody yet for the first account."""

    purpose: Purpose
    person: Person | None
    account_id: int | None


def offer_first(*, now: datetime) -> Link | None:
    """A link to the first account, in the place of older ones; None once there is an account."""
    with writing() as connection:
        if _somebody(connection):
            return None
        connection.execute(delete(OneTimeLinkRow).where(OneTimeLinkRow.purpose == Purpose.FIRST))
        return _LINKS.add(connection, now=now, valid_for=FIRST_VALID_FOR, purpose=Purpose.FIRST.value)


def offer_account(person: Person, *, now: datetime, valid_for: timedelta) -> Link:
    """A link to a new account; AccountRefused when the mail address has one."""
    with writing() as connection:
        registration.require_free(connection, person.mail)
        return _LINKS.add(
            connection,
            now=now,
            valid_for=valid_for,
            purpose=Purpose.SIGN_UP.value,
            mail=person.mail,
            name=person.name,
        )


def offer_reset(mail: str, *, now: datetime, valid_for: timedelta) -> Link | None:
    """A link to a new password for whoever has that mail address (as stored); None if nobody has."""
    with writing() as connection:
        account_id = connection.scalar(select(AccountRow.id).where(AccountRow.mail == mail))
        if account_id is None:
            return None
        return _LINKS.add(
            connection, now=now, valid_for=valid_for, purpose=Purpose.RESET.value, account_id=account_id
        )


def find(token: str, *, now: datetime) -> Offer | None:
    """What an open link is for; nothing is used up."""
    with reading() as connection:
        return _offer(connection, token, now=now)


def use(
    token: str,
    *,
    password: str,
    label: str,
    now: datetime,
    mail: str = "",
    name: str = "",
    instead_of: str | None = None,
) -> str:
    """Use a link up: set the password, end every other way into the account; the token of a fresh sign-in.

    `mail` and `name` are those of the first account; `instead_of` is the token that this browser had until
    now, which ends. LinkInvalid; AccountRefused leaves the link as it is.
    """
    offer = find(token, now=now)
    if offer is None:
        raise LinkInvalid
    person = _checked(offer, mail=mail, name=name, password=password)
    password_hash = passwords.hashed(password)
    with writing() as connection:
        # It may have been used while the password was being hashed.
        offer = _offer(connection, token, now=now)
        if offer is None or not _LINKS.redeem(connection, _LINKS.has_token(token), now=now):
            raise LinkInvalid
        if offer.account_id is None:
            account_id = registration.add(connection, person, password_hash=password_hash, now=now)
        else:
            account_id = offer.account_id
            registration.set_password(connection, account_id, password_hash=password_hash, now=now)
            # Somebody else may have made one of them.
            connection.execute(delete(PasskeyRow).where(PasskeyRow.account_id == account_id))
        return sessions.begin(connection, account_id, label=label, now=now, instead_of=instead_of)


def end_everything() -> None:
    """End all sign-ins and all links of everybody, and every invitation to run a league; know no browser."""
    with writing() as connection:
        connection.execute(delete(KnownBrowserRow))
        connection.execute(delete(SignInRow))
        connection.execute(delete(OneTimeLinkRow))
        connection.execute(delete(OrganiserInvitationRow))


def _checked(offer: Offer, *, mail: str, name: str, password: str) -> Person:
    if offer.person is None:
        return registration.checked_with_password(mail, name=name, password=password)
    if why := registration.weakness(password, offer.person, account_id=offer.account_id):
        raise AccountRefused({"password": why})
    return offer.person


def _offer(connection: Connection, token: str, *, now: datetime) -> Offer | None:
    link = connection.execute(
        select(
            OneTimeLinkRow.purpose,
            OneTimeLinkRow.account_id,
            OneTimeLinkRow.mail,
            OneTimeLinkRow.name,
            AccountRow.mail.label("known_mail"),
            AccountRow.name.label("known_name"),
        )
        .outerjoin(AccountRow, AccountRow.id == OneTimeLinkRow.account_id)
        .where(_LINKS.has_token(token), _LINKS.is_current(now=now), _LINKS.unused)
    ).first()
    if link is None:
        return None
    purpose = Purpose(link.purpose)
    if purpose is Purpose.FIRST:
        return None if _somebody(connection) else Offer(purpose, None, None)
    if purpose is Purpose.SIGN_UP:
        return Offer(purpose, Person(link.mail, link.name), None)
    return Offer(purpose, Person(link.known_mail, link.known_name), link.account_id)


def _somebody(connection: Connection) -> bool:
    return connection.execute(select(AccountRow.id).where(registration.OPEN).limit(1)).first() is not None
