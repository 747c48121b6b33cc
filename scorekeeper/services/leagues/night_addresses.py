"""A league night and its secret address, at which scorers start games of the league."""

import hmac
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import ColumnElement, select

from scorekeeper.models import NightRow
from scorekeeper.models.engine import reading
from scorekeeper.services.common.signing import keyed_text

KEY_LENGTH: Final = 22
_PROOF_LENGTH: Final = 22


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


def token_of(key: str, renewed_at: datetime | None = None) -> str:
    """The secret part of the address for scorers: the key, and what only this installation makes of it."""
    since = () if renewed_at is None else (renewed_at.astimezone(UTC).isoformat(),)
    return key + keyed_text("league night", key, *since)[:_PROOF_LENGTH]


def by_token(token: str) -> Night | None:
    """The night, over or not, at this address."""
    night = _first(NightRow.key == token[:KEY_LENGTH])
    if night is None or not hmac.compare_digest(night.token.encode(), token.encode()):
        return None
    return night


def by_key(league_id: int, key: str) -> Night | None:
    """A night of this league."""
    return _first(NightRow.key == key, NightRow.league_id == league_id)


def open_now(league_id: int, *, now: datetime) -> Night | None:
    """The night that is open at this moment; the one that opened last if there are several."""
    return next((night for night in reversed(ahead(league_id, now=now)) if night.is_open(now)), None)


def ahead(league_id: int, *, now: datetime) -> tuple[Night, ...]:
    """The nights of a league that are open or planned."""
    query = _NIGHTS.where(
        NightRow.league_id == league_id, NightRow.ended_at.is_(None), NightRow.closes_at > now
    )
    with reading() as session:
        rows = session.execute(query.order_by(NightRow.opened_at, NightRow.id)).all()
    return tuple(Night(*row) for row in rows)


def _first(*conditions: ColumnElement[bool]) -> Night | None:
    with reading() as session:
        row = session.execute(_NIGHTS.where(*conditions)).first()
    return None if row is None else Night(*row)


_NIGHTS: Final = select(*(getattr(NightRow, column.name) for column in fields(Night)))
