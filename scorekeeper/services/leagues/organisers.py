"""Who runs a league: letting an account in by a link that works once, leaving, and never the last one."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from scorekeeper.models import LeagueGameRow, OrganiserInvitationRow, OrganiserRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.services.accounts import accounts, passwords, sessions
from scorekeeper.services.accounts.accounts import Person
from scorekeeper.services.common.faults import InvitationInvalid, UnknownRight
from scorekeeper.services.common.signing import keyed
from scorekeeper.services.games import invitations
from scorekeeper.services.leagues import leagues, log, nights

VALID_FOR: Final = timedelta(days=7)
TOKEN_BYTES: Final = 24


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer to run a league. Its token is told once and stored as a hash."""

    token: str
    expires_at: datetime


def invite(league_id: int, *, now: datetime, account_id: int | None = None) -> Offer:
    """A fresh offer for one account; UnknownRight if `account_id`, who makes it, runs the league no more."""
    made = Offer(secrets.token_urlsafe(TOKEN_BYTES), now + VALID_FOR)
    with writing() as connection:
        if account_id is not None and account_id not in _all(connection, league_id):
            raise UnknownRight(account_id)
        connection.execute(
            insert(OrganiserInvitationRow),
            {
                "token_hash": _hash(made.token),
                "league_id": league_id,
                "created_at": now,
                "expires_at": made.expires_at,
            },
        )
    return made


def find(token: str, *, now: datetime) -> int | None:
    """The league that an open offer is for; nothing is used up."""
    with reading() as connection:
        offer = _offer(connection, token, now=now)
        return offer[0] if offer is not None and offer[1] is None else None


def accept(token: str, *, account_id: int, now: datetime) -> int:
    """Let the account run the league of this offer; the league. InvitationInvalid.

    An account that runs it already uses nothing up.
    """
    with writing() as connection:
        return _let_in(connection, token, account_id, now=now)


def accept_anew(
    token: str, person: Person, *, password: str, label: str, now: datetime, instead_of: str | None = None
) -> tuple[int, str]:
    """Make an account and let it run the league of this offer; the league, the token of a fresh sign-in.

    InvitationInvalid and AccountRefused make no account. One offer makes one account at most.
    """
    password_hash = passwords.hashed(password)
    with writing() as connection:
        account_id = accounts.add(connection, person, password_hash=password_hash, now=now)
        league_id = _let_in(connection, token, account_id, now=now)
        return league_id, sessions.begin(connection, account_id, label=label, now=now, instead_of=instead_of)


def remove(
    league_id: int,
    organiser: int,
    *,
    account_id: int,
    now: datetime,
    renew_nights: bool = False,
    renew_link: bool = False,
) -> None:
    """Let an account run the league no longer; the links it could have made end as well.

    `renew_nights` gives every night that is open or planned a new address, `renew_link` the league itself if
    it is read by its link: the account knows those of now. RuleViolation for the last one. Nothing happens if
    it runs the league no longer.
    """
    with writing() as connection:
        standing = _all(connection, league_id)
        if organiser in standing and len(standing) == 1:
            raise RuleViolation(Fault(FaultCode.LAST_ORGANISER))
        if organiser in standing:
            let_go(connection, league_id, organiser, account_id=account_id, now=now)
            if renew_nights:
                nights.renew_addresses(league_id, account_id=account_id, now=now)
            if renew_link:
                leagues.renew_link(league_id, account_id=account_id, now=now)


def let_go(connection: Connection, league_id: int, organiser: int, *, account_id: int, now: datetime) -> None:
    """Take the right from one of several, every open link to it, and those to games that this one made."""
    games = select(LeagueGameRow.game_id).where(LeagueGameRow.league_id == league_id)
    invitations.end_those_of(connection, organiser, games=games)
    connection.execute(
        delete(OrganiserRow).where(OrganiserRow.league_id == league_id, OrganiserRow.account_id == organiser)
    )
    connection.execute(
        delete(OrganiserInvitationRow).where(
            OrganiserInvitationRow.league_id == league_id, OrganiserInvitationRow.used_at.is_(None)
        )
    )
    log.append(
        connection,
        league_id,
        log.Kind.ORGANISER_GONE,
        now=now,
        account_id=account_id,
        organiser=organiser,
    )


def _let_in(connection: Connection, token: str, account_id: int, *, now: datetime) -> int:
    offer = _offer(connection, token, now=now)
    if offer is None:
        raise InvitationInvalid
    league_id, used_at = offer
    if account_id in _all(connection, league_id):
        return league_id
    if used_at is not None:
        raise InvitationInvalid
    connection.execute(
        update(OrganiserInvitationRow)
        .where(OrganiserInvitationRow.token_hash == _hash(token))
        .values(used_at=now)
    )
    connection.execute(insert(OrganiserRow), {"league_id": league_id, "account_id": account_id, "since": now})
    log.append(connection, league_id, log.Kind.ORGANISER_ADDED, now=now, account_id=account_id)
    return league_id


def _offer(connection: Connection, token: str, *, now: datetime) -> tuple[int, datetime | None] | None:
    row = connection.execute(
        select(OrganiserInvitationRow.league_id, OrganiserInvitationRow.used_at).where(
            OrganiserInvitationRow.token_hash == _hash(token),
            OrganiserInvitationRow.expires_at > now,
            # One that ends later was made while the clock was ahead.
            OrganiserInvitationRow.expires_at <= now + VALID_FOR,
        )
    ).first()
    return None if row is None else (row.league_id, row.used_at)


def _all(connection: Connection, league_id: int) -> list[int]:
    query = select(OrganiserRow.account_id).where(OrganiserRow.league_id == league_id)
    return list(connection.scalars(query))


def _hash(token: str) -> str:
    return keyed("organiser invitation", token).hex()
