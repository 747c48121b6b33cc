"""The history of a league: who did what to which player, game or season. It holds no names.

An `Actor` is passed to every verb that a signed-in person may use.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from scorekeeper.models import LeagueEntryRow, LeagueRow
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.games.codec import dumps


@dataclass(frozen=True, slots=True)
class Actor:
    """The account that acts at the aware moment `now`; None where a phone or the server itself acts."""

    account_id: int | None
    now: datetime


def append(session: Session, league_id: int, kind: EntryKind, actor: Actor, **payload: object) -> None:
    """Append an entry and raise the version of the league; `payload` holds ids and plain settings only."""
    number = session.execute(
        update(LeagueRow)
        .where(LeagueRow.id == league_id)
        .values(version=LeagueRow.version + 1)
        .returning(LeagueRow.version)
    ).scalar_one()
    entry = LeagueEntryRow(league_id=league_id, number=number, at=actor.now, account_id=actor.account_id)
    entry.kind, entry.payload = kind.value, dumps(payload)
    session.add(entry)
