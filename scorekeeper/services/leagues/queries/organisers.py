"""Who runs a league."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, select

from scorekeeper.models import AccountRow, OrganiserRow
from scorekeeper.models.engine import reading


@dataclass(frozen=True, slots=True)
class OrganiserLine:
    """One account that runs a league."""

    account_id: int
    name: str
    since: datetime


_ORGANISERS: Final = (
    select(AccountRow.id, AccountRow.name, OrganiserRow.since)
    .join(OrganiserRow, OrganiserRow.account_id == AccountRow.id)
    .where(OrganiserRow.league_id == bindparam("league_id"))
    .order_by(OrganiserRow.since, AccountRow.id)
)


def organisers(league_id: int) -> tuple[OrganiserLine, ...]:
    """All of them, the first one first."""
    with reading() as connection:
        return tuple(OrganiserLine(*row) for row in connection.execute(_ORGANISERS, {"league_id": league_id}))
