"""League nights: while one is open, everybody who knows its address may start games of the league.

An organiser can give it a new address: the one before stops at once, and games begun go on.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update

from scorekeeper.models import GameRow, LeagueGameRow, NightRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.leagues import log

USUAL: Final = timedelta(hours=12)
LONGEST: Final = timedelta(hours=72)
FURTHEST: Final = timedelta(days=366)
KEY_BYTES: Final = 16
KEY_LENGTH: Final = 22
_PROOF_LENGTH: Final = 22
_NEXT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Night:
    """One night. It opens and closes by itself; `ended_at` is when an organiser ended or cancelled it.

    `renewed_at` is when it got its address of now, None for the first one.
    """

    id: int
    key: str
    league_id: int
    opened_at: datetime
    closes_at: datetime
    ended_at: datetime | None
    renewed_at: datetime | None

    @property
    def token(self) -> str:
        """The secret part of its address for scorers."""
        return token_of(self.key, self.renewed_at)

    def is_open(self, now: datetime) -> bool:
        """Whether games may be started in it."""
        return self.ended_at is None and self.opened_at <= now < self.closes_at

    def is_ahead(self, now: datetime) -> bool:
        """Whether games may still be started in it, now or later."""
        return self.is_open(now) or self.is_planned(now)

    def is_planned(self, now: datetime) -> bool:
        """Whether it has still to open."""
        return self.ended_at is None and now < self.opened_at

    @property
    def cancelled(self) -> bool:
        """Whether it never opened."""
        return self.ended_at is not None and self.ended_at < self.opened_at


def open_night(
    league_id: int,
    *,
    account_id: int,
    now: datetime,
    opens_at: datetime | None = None,
    closes_at: datetime | None = None,
) -> str:
    """Open a night, or plan one for later; its key, or that of the one that is open then. RuleViolation.

    Without `opens_at` it opens now, without `closes_at` it lasts as long as nights do.
    """
    opens_at = now if opens_at is None else opens_at
    faults = tuple(_time_faults(opens_at, closes_at, now=now))
    if faults:
        raise RuleViolation(*faults)
    with writing() as connection:
        standing = _open_at(connection, league_id, opens_at)
        if standing is not None:
            return standing.key
        key = secrets.token_urlsafe(KEY_BYTES)
        connection.execute(
            insert(NightRow),
            {
                "key": key,
                "league_id": league_id,
                "opened_at": opens_at,
                "closes_at": opens_at + USUAL if closes_at is None else closes_at,
                "opened_by": account_id,
            },
        )
        kind = log.Kind.NIGHT_OPENED if opens_at <= now else log.Kind.NIGHT_PLANNED
        log.append(connection, league_id, kind, now=now, account_id=account_id, night=key)
    return key


def end_night(league_id: int, key: str, *, account_id: int, now: datetime) -> None:
    """End a night now, or cancel one that is planned: games begun go on. Nothing happens if it is over."""
    with writing() as connection:
        night = _by_key(connection, key)
        if night is None or night.league_id != league_id or not night.is_ahead(now):
            return
        connection.execute(update(NightRow).where(NightRow.id == night.id).values(ended_at=now))
        log.append(connection, league_id, log.Kind.NIGHT_ENDED, now=now, account_id=account_id, night=key)


def renew_address(league_id: int, key: str, *, account_id: int, now: datetime) -> None:
    """Give a night a new address: the one before leads nowhere from now on. Nothing happens if it is over."""
    with writing() as connection:
        night = _by_key(connection, key)
        if night is not None and night.league_id == league_id and night.is_ahead(now):
            _renew(connection, night, account_id=account_id, now=now)


def renew_addresses(league_id: int, *, account_id: int, now: datetime) -> None:
    """Give every night of a league that is open or planned a new address."""
    with writing() as connection:
        for night in ahead(league_id, now=now):
            _renew(connection, night, account_id=account_id, now=now)


def ahead(league_id: int, *, now: datetime) -> tuple[Night, ...]:
    """The nights of a league that are open or planned."""
    query = _NIGHT.where(
        NightRow.league_id == league_id, NightRow.ended_at.is_(None), NightRow.closes_at > now
    )
    with reading() as connection:
        rows = connection.execute(query.order_by(NightRow.opened_at, NightRow.id)).all()
    return tuple(Night(*row) for row in rows)


def token_of(key: str, renewed_at: datetime | None = None) -> str:
    """The secret part of the address for scorers: the key, and what only this installation makes of it."""
    since = () if renewed_at is None else (renewed_at.astimezone(UTC).isoformat(),)
    return key + keyed_text("league night", key, *since)[:_PROOF_LENGTH]


def by_token(token: str) -> Night | None:
    """The night, over or not, at this address."""
    with reading() as connection:
        night = _by_key(connection, token[:KEY_LENGTH])
    if night is None or not hmac.compare_digest(night.token.encode(), token.encode()):
        return None
    return night


def by_key(league_id: int, key: str) -> Night | None:
    """A night of this league."""
    with reading() as connection:
        night = _by_key(connection, key)
    return night if night is not None and night.league_id == league_id else None


def open_now(league_id: int, *, now: datetime) -> Night | None:
    """The night that is open at this moment."""
    with reading() as connection:
        return _open_at(connection, league_id, now)


def _renew(connection: Connection, night: Night, *, account_id: int, now: datetime) -> None:
    # Every address is another one, also where the clock was put back or does not move.
    at = now if night.renewed_at is None else max(now, night.renewed_at + _NEXT)
    connection.execute(update(NightRow).where(NightRow.id == night.id).values(renewed_at=at))
    games = select(LeagueGameRow.game_id).where(LeagueGameRow.night_id == night.id)
    connection.execute(
        update(GameRow).where(GameRow.id.in_(games)).values(rights_version=GameRow.rights_version + 1)
    )
    log.append(
        connection,
        night.league_id,
        log.Kind.NIGHT_RENEWED,
        now=now,
        account_id=account_id,
        night=night.key,
    )


def _by_key(connection: Connection, key: str) -> Night | None:
    return _night(connection.execute(_NIGHT.where(NightRow.key == key)).first())


def _open_at(connection: Connection, league_id: int, moment: datetime) -> Night | None:
    query = _NIGHT.where(
        NightRow.league_id == league_id,
        NightRow.ended_at.is_(None),
        NightRow.opened_at <= moment,
        NightRow.closes_at > moment,
    )
    return _night(connection.execute(query.order_by(NightRow.opened_at.desc(), NightRow.id)).first())


def _time_faults(opens_at: datetime, closes_at: datetime | None, *, now: datetime) -> Iterator[Fault]:
    if not now <= opens_at <= now + FURTHEST:
        yield Fault(FaultCode.NIGHT_OPENS, "/opens_at")
    elif closes_at is not None and not opens_at < closes_at <= opens_at + LONGEST:
        hours = int(LONGEST / timedelta(hours=1))
        yield Fault(FaultCode.NIGHT_TIME, "/closes_at", values=(("hours", hours),))


def _night(row: Any) -> Night | None:
    return None if row is None else Night(*row)


_NIGHT: Final = select(
    NightRow.id,
    NightRow.key,
    NightRow.league_id,
    NightRow.opened_at,
    NightRow.closes_at,
    NightRow.ended_at,
    NightRow.renewed_at,
)
