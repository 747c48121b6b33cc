"""Closing an account: its ways in and its name go, what it did in leagues stays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, func, select, update

from scorekeeper.models import (
    AccountRow,
    LeagueRow,
    OneTimeLinkRow,
    OrganiserRow,
    PasskeyRow,
    PlayerRow,
    UploadRow,
)
from scorekeeper.models.engine import empty_log, reading, writing
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.accounts import registration, sessions
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.leagues import log, organisers

NAME: Final = "A closed account"
# Addresses are stored in small letters: nobody signs in with this one, asks for a letter, or takes it.
_MAIL: Final = "CLOSED {}"


@dataclass(frozen=True, slots=True)
class Closed:
    """Whether there was such an account, and the leagues that only it runs: with one, nothing was changed."""

    found: bool
    alone_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunAlone:
    """A league with one organiser, who cannot leave it."""

    name: str
    slug: str


def close_account(mail: str, *, now: datetime) -> Closed:
    """Close the account with a mail address, as stored.

    It runs no league any more and is no player; every league's history goes on saying what was done, no
    longer by whom.
    """
    with writing() as connection:
        account_id = connection.scalar(select(AccountRow.id).where(AccountRow.mail == mail))
        if account_id is None:
            return Closed(False)
        if alone_in := leagues_run_alone(account_id):
            return Closed(True, tuple(league.name for league in alone_in))
        runs = select(OrganiserRow.league_id).where(OrganiserRow.account_id == account_id)
        for league_id in connection.scalars(runs).all():
            organisers.let_go(connection, league_id, account_id, actor=Actor(account_id, now))
        _unlink(connection, account_id, now=now)
        _blank(connection, account_id)
        registration.forget_links(connection, mail)
    empty_log()
    return Closed(True)


def leagues_run_alone(account_id: int) -> list[RunAlone]:
    """The leagues that nobody else runs, by name."""
    alone = (
        select(OrganiserRow.league_id)
        .group_by(OrganiserRow.league_id)
        .having(func.count() == 1, func.min(OrganiserRow.account_id) == account_id)
    )
    leagues = select(LeagueRow.name, LeagueRow.slug).where(LeagueRow.id.in_(alone)).order_by(LeagueRow.name)
    with reading() as connection:
        return [RunAlone(*row) for row in connection.execute(leagues)]


def _unlink(connection: Connection, account_id: int, *, now: datetime) -> None:
    linked = select(PlayerRow.league_id, PlayerRow.number).where(PlayerRow.account_id == account_id)
    for league_id, number in connection.execute(linked).all():
        log.append(connection, league_id, EntryKind.PLAYER_LINKED, Actor(account_id, now), player=number)
    connection.execute(update(PlayerRow).where(PlayerRow.account_id == account_id).values(account_id=None))


def _blank(connection: Connection, account_id: int) -> None:
    sessions.end_all(connection, account_id)
    for row in (PasskeyRow, OneTimeLinkRow, UploadRow):
        connection.execute(delete(row).where(row.account_id == account_id))
    connection.execute(
        update(AccountRow)
        .where(AccountRow.id == account_id)
        .values(mail=_MAIL.format(account_id), name=NAME, password_hash=None)
    )
