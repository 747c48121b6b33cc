"""The players of a league in a list."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, func, select

from scorekeeper.models import PlayerRow, ResultRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.names import folded


@dataclass(frozen=True, slots=True)
class PersonLine:
    """One person with all counted games; `last` is when the latest of them began."""

    number: int
    name: str
    retired: bool
    erased: bool
    games: int
    last: datetime | None


_PEOPLE: Final = (
    select(
        PlayerRow.number,
        PlayerRow.name,
        PlayerRow.retired_at.is_not(None).label("retired"),
        PlayerRow.erased_at.is_not(None).label("erased"),
        func.count(ResultRow.game_id).label("games"),
        func.max(ResultRow.started_at).label("last"),
    )
    .outerjoin(ResultRow, ResultRow.player_id == PlayerRow.id)
    .where(PlayerRow.league_id == bindparam("league_id"), PlayerRow.person == PlayerRow.id)
    .group_by(PlayerRow.id, PlayerRow.number, PlayerRow.name, PlayerRow.retired_at, PlayerRow.erased_at)
    .order_by(PlayerRow.number)
)


def roster(league_id: int, *, sought: str = "") -> tuple[PersonLine, ...]:
    """Everybody whose name contains what is sought, by name."""
    with reading() as connection:
        people = [PersonLine(*row) for row in connection.execute(_PEOPLE, {"league_id": league_id})]
    found = (person for person in people if matches(person.name, sought))
    return tuple(sorted(found, key=lambda person: folded(person.name)))


def matches(name: str, sought: str) -> bool:
    """Whether a name contains a text, read as people read it."""
    return folded(sought) in folded(name)
