"""Removing for good what is not needed any more: deleted and abandoned games, used links, old counters,
saved rules that nobody plays by.
"""

from datetime import datetime

from sqlalchemy import ColumnElement, delete
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.models import (
    AttemptCountRow,
    IdempotencyRow,
    InvitationRow,
    KnownBrowserRow,
    OneTimeLinkRow,
    OrganiserInvitationRow,
    SignInRow,
    UploadRow,
)
from scorekeeper.models.engine import writing
from scorekeeper.services.accounts.sessions import KNOWN_FOR
from scorekeeper.services.common.idempotency import REMEMBERED_FOR
from scorekeeper.services.common.limits import COUNTED_FOR
from scorekeeper.services.games import rulesets, trash


def purge(now: datetime) -> int:
    """Remove every game whose time is over, and every other row that has expired; the number of games."""
    games = trash.purge(now)
    rulesets.remove_unused(now)
    with writing() as session:
        session.execute(delete(IdempotencyRow).where(IdempotencyRow.created_at <= now - REMEMBERED_FOR))
        session.execute(delete(InvitationRow).where(InvitationRow.expires_at <= now - COUNTED_FOR))
        session.execute(delete(OneTimeLinkRow).where(OneTimeLinkRow.expires_at <= now - COUNTED_FOR))
        session.execute(delete(OrganiserInvitationRow).where(OrganiserInvitationRow.expires_at <= now))
        session.execute(delete(KnownBrowserRow).where(KnownBrowserRow.seen_at <= now - KNOWN_FOR))
        session.execute(delete(SignInRow).where(SignInRow.expires_at <= now))
        session.execute(delete(UploadRow).where(_is_over(UploadRow.created_at, now=now)))
        session.execute(delete(AttemptCountRow).where(_is_over(AttemptCountRow.window_start, now=now)))
    return games


def end_all_access() -> None:
    """End all sign-ins and one-time links of accounts and all invitations of organisers; forget browsers."""
    with writing() as session:
        for row in (KnownBrowserRow, SignInRow, OneTimeLinkRow, OrganiserInvitationRow):
            session.execute(delete(row))


def _is_over(moment: InstrumentedAttribute[datetime], *, now: datetime) -> ColumnElement[bool]:
    """Whether a row made at `moment` is of no use any more, or was made while the clock was ahead."""
    return (moment <= now - COUNTED_FOR) | (moment > now + COUNTED_FOR)
