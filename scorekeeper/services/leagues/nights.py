"""League nights: while one is open, everybody who knows its address may start games of the league.

An organiser can give it a new address: the one before stops at once, and games begun go on.
"""

import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import LeagueGameRow, NightRow
from scorekeeper.models.engine import writing
from scorekeeper.rules.faults import Fault, FaultCode, refuse
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.games import rights
from scorekeeper.services.leagues import log
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.night_addresses import Night, ahead, by_key, open_now

USUAL: Final = timedelta(hours=12)
LONGEST: Final = timedelta(hours=72)
FURTHEST: Final = timedelta(days=366)
KEY_BYTES: Final = 16
_NEXT: Final = timedelta(microseconds=1)


def open_night(
    league_id: int, *, actor: Actor, opens_at: datetime | None = None, closes_at: datetime | None = None
) -> str:
    """Open a night, or plan one for later; its key, or that of the one that is open then. RuleViolation.

    Without `opens_at` it opens now, without `closes_at` it lasts as long as nights do.
    """
    opens_at = actor.now if opens_at is None else opens_at
    refuse(_time_faults(opens_at, closes_at, now=actor.now))
    with writing() as session:
        current_night = open_now(league_id, now=opens_at)
        if current_night is not None:
            return current_night.key
        key = secrets.token_urlsafe(KEY_BYTES)
        night = NightRow(key=key, league_id=league_id, opened_at=opens_at, opened_by=actor.account_id)
        night.closes_at = opens_at + USUAL if closes_at is None else closes_at
        session.add(night)
        kind = EntryKind.NIGHT_OPENED if opens_at <= actor.now else EntryKind.NIGHT_PLANNED
        log.append(session, league_id, kind, actor, night=key)
    return key


def end_night(league_id: int, key: str, *, actor: Actor) -> None:
    """End a night now, or cancel one that is planned: games begun go on. Nothing happens if it is over."""
    with writing() as session:
        night = by_key(league_id, key)
        if night is not None and night.is_ahead(actor.now):
            session.get_one(NightRow, night.id).ended_at = actor.now
            log.append(session, league_id, EntryKind.NIGHT_ENDED, actor, night=key)


def renew_address(league_id: int, key: str, *, actor: Actor) -> None:
    """Give a night a new address: the one before leads nowhere from now on. Nothing happens if it is over."""
    with writing() as session:
        night = by_key(league_id, key)
        if night is not None and night.is_ahead(actor.now):
            _renew(session, night, actor=actor)


def renew_addresses(league_id: int, *, actor: Actor) -> None:
    """Give every night of a league that is open or planned a new address."""
    with writing() as session:
        for night in ahead(league_id, now=actor.now):
            _renew(session, night, actor=actor)


def _renew(session: Session, night: Night, *, actor: Actor) -> None:
    # Every address is another one, also where the clock was put back or does not move.
    at = actor.now if night.renewed_at is None else max(actor.now, night.renewed_at + _NEXT)
    session.get_one(NightRow, night.id).renewed_at = at
    games = select(LeagueGameRow.game_id).where(LeagueGameRow.night_id == night.id)
    rights.bump_all(session, games)
    log.append(session, night.league_id, EntryKind.NIGHT_RENEWED, actor, night=night.key)


def _time_faults(opens_at: datetime, closes_at: datetime | None, *, now: datetime) -> Iterator[Fault]:
    if not now <= opens_at <= now + FURTHEST:
        yield Fault(FaultCode.NIGHT_OPENS, "/opens_at")
    elif closes_at is not None and not opens_at < closes_at <= opens_at + LONGEST:
        hours = int(LONGEST / timedelta(hours=1))
        yield Fault(FaultCode.NIGHT_TIME, "/closes_at", values=(("hours", hours),))
