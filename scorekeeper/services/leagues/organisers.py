"""Who runs a league: letting an account in by a link that works once, leaving, and never the last one.

To close an account is to leave all its leagues: its ways in and its name go, what it did stays.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Row, delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import (
    AccountRow,
    LeagueGameRow,
    LeagueRow,
    OneTimeLinkRow,
    OrganiserInvitationRow,
    OrganiserRow,
    PasskeyRow,
    UploadRow,
)
from scorekeeper.models.engine import empty_log, reading, writing
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.accounts import passwords, registration, sessions
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.common.faults import InvitationInvalid, UnknownRight
from scorekeeper.services.common.one_time_links import Link, OneTimeLinks
from scorekeeper.services.common.signing import keyed
from scorekeeper.services.games import invitations
from scorekeeper.services.leagues import leagues, log, nights
from scorekeeper.services.leagues.log import Actor

CLOSED_NAME: Final = "A closed account"
# Addresses are stored in small letters: nobody signs in with this one, asks for a letter, or takes it.
_MAIL: Final = "CLOSED {}"
VALID_FOR: Final = timedelta(days=7)
_LINKS: Final = OneTimeLinks(
    OrganiserInvitationRow,
    longest=VALID_FOR,
    digest=lambda token: keyed("organiser invitation", token).hex(),
)


def invite(league_id: int, *, actor: Actor) -> Link:
    """Make an offer for one account; UnknownRight if the account of `actor` no longer runs the league."""
    with writing() as session:
        if actor.account_id is not None and actor.account_id not in account_ids(session, league_id):
            raise UnknownRight(actor.account_id)
        return _LINKS.add(session, now=actor.now, league_id=league_id, created_at=actor.now)


def find(token: str, *, now: datetime) -> int | None:
    """The league that an open offer is for; nothing is used up."""
    with reading() as session:
        return _league_of(session, token, now=now, unused=True)


def accept(token: str, *, actor: Actor) -> int:
    """Let the account run the league of this offer, used up unless it does; the league. InvitationInvalid."""
    with writing() as session:
        return _let_in(session, token, actor=actor)


def accept_anew(
    token: str, person: Person, *, password: str, browser: sessions.SigningBrowser
) -> tuple[int, str]:
    """Make an account and let it run the league of this offer; the league, the token of a fresh sign-in.

    InvitationInvalid and RuleViolation make no account. One offer makes one account at most.
    """
    password_hash = passwords.hashed(password)
    with writing() as session:
        account_id = registration.add(session, person, password_hash=password_hash, now=browser.now)
        league_id = _let_in(session, token, actor=Actor(account_id, browser.now))
        return league_id, sessions.begin(account_id, browser=browser)


def remove(
    league_id: int, organiser: int, *, actor: Actor, renew_nights: bool = False, renew_link: bool = False
) -> None:
    """Take the right to run the league from an account; the links that it may have made end too.

    `renew_nights` gives every night that is open or planned a new address, `renew_link` the league itself if
    it is read by its link: the account knows those of now. RuleViolation for the last one. Nothing happens if
    it runs the league no longer.
    """
    with writing() as session:
        organiser_ids = account_ids(session, league_id)
        if organiser in organiser_ids and len(organiser_ids) == 1:
            raise RuleViolation(Fault(FaultCode.LAST_ORGANISER))
        if organiser in organiser_ids:
            let_go(session, league_id, organiser, actor=actor)
            if renew_nights:
                nights.renew_addresses(league_id, actor=actor)
            if renew_link:
                leagues.renew_link(league_id, actor=actor)


def let_go(session: Session, league_id: int, organiser: int, *, actor: Actor) -> None:
    """Take the right from one of several, every open link to it, and those to games that this one made."""
    games = select(LeagueGameRow.game_id).where(LeagueGameRow.league_id == league_id)
    invitations.end_those_of(session, organiser, games=games)
    session.delete(session.get_one(OrganiserRow, (league_id, organiser)))
    _LINKS.end(session, OrganiserInvitationRow.league_id == league_id)
    log.append(session, league_id, EntryKind.ORGANISER_GONE, actor, organiser=organiser)


def account_ids(session: Session, league_id: int) -> list[int]:
    """The accounts that run a league."""
    query = select(OrganiserRow.account_id).where(OrganiserRow.league_id == league_id)
    return list(session.scalars(query))


def _let_in(session: Session, token: str, *, actor: Actor) -> int:
    league_id = _league_of(session, token, now=actor.now)
    if league_id is None:
        raise InvitationInvalid
    if actor.account_id in account_ids(session, league_id):
        return league_id
    if not _LINKS.redeem(session, _LINKS.has_token(token), now=actor.now):
        raise InvitationInvalid
    session.add(OrganiserRow(league_id=league_id, account_id=actor.account_id, since=actor.now))
    log.append(session, league_id, EntryKind.ORGANISER_ADDED, actor)
    return league_id


def _league_of(session: Session, token: str, *, now: datetime, unused: bool = False) -> int | None:
    """The league of an offer that has not expired, used or not; with `unused` only of one not used."""
    query = select(OrganiserInvitationRow.league_id).where(
        _LINKS.has_token(token), _LINKS.is_current(now=now)
    )
    return session.scalar(query.where(_LINKS.unused) if unused else query)


def close_account(mail: str, *, now: datetime) -> Sequence[Row[str, str]] | None:
    """Close the account with a mail address, as stored; None if there is none.

    It runs no league any more; every league's history goes on saying what was done, no longer by whom.
    Returns the leagues that nobody else runs: with one, nothing was changed.
    """
    with writing() as session:
        account = session.scalar(select(AccountRow).where(AccountRow.mail == mail))
        if account is None:
            return None
        if alone_in := leagues_run_alone(account.id):
            return alone_in
        runs = select(OrganiserRow.league_id).where(OrganiserRow.account_id == account.id)
        for league_id in session.scalars(runs).all():
            let_go(session, league_id, account.id, actor=Actor(account.id, now))
        _blank(session, account)
        registration.forget_links(session, mail)
    empty_log()
    return ()


def leagues_run_alone(account_id: int) -> Sequence[Row[str, str]]:
    """Name and slug of the leagues that nobody else runs, by name."""
    alone = (
        select(OrganiserRow.league_id)
        .group_by(OrganiserRow.league_id)
        .having(func.count() == 1, func.min(OrganiserRow.account_id) == account_id)
    )
    leagues = select(LeagueRow.name, LeagueRow.slug).where(LeagueRow.id.in_(alone)).order_by(LeagueRow.name)
    with reading() as session:
        return session.execute(leagues).all()


def _blank(session: Session, account: AccountRow) -> None:
    sessions.end_all(session, account.id)
    for row in (PasskeyRow, OneTimeLinkRow, UploadRow):
        session.execute(delete(row).where(row.account_id == account.id))
    account.mail, account.name, account.password_hash = _MAIL.format(account.id), CLOSED_NAME, None
