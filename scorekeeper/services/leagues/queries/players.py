"""The lists of the players of a league: for its readers, for its organisers, and for seating a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import aliased

from scorekeeper.models import GameRow, PlayerRow, ResultRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.names import folded


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A player whom organisers and scorers can choose; `games` counts all, also those that do not count."""

    number: int
    name: str
    name_key: str
    retired: bool
    games: int


@dataclass(frozen=True, slots=True)
class MemberPage:
    """One player. `person` is the number of the one whose name is shown, itself if it is not merged.

    `merged` are number and name of those who are this person as well.
    """

    number: int
    name: str
    person: int
    person_name: str
    retired: bool
    erased: bool
    merged: tuple[tuple[int, str], ...]


_SAT: Final = (
    select(PlayerRow.person, func.count().label("games"))
    .join(SeatRow, SeatRow.player_id == PlayerRow.id)
    .where(PlayerRow.league_id == bindparam("league_id"))
    .group_by(PlayerRow.person)
    .subquery()
)
_MEMBERS: Final = (
    select(
        PlayerRow.number,
        PlayerRow.name,
        PlayerRow.name_key,
        PlayerRow.retired_at.is_not(None),
        func.coalesce(_SAT.c.games, 0),
    )
    .outerjoin(_SAT, _SAT.c.person == PlayerRow.id)
    .where(
        PlayerRow.league_id == bindparam("league_id"),
        PlayerRow.person == PlayerRow.id,
        PlayerRow.erased_at.is_(None),
    )
    .order_by(PlayerRow.number)
)
_PERSON: Final = aliased(PlayerRow)
_ONE: Final = (
    select(
        PlayerRow.id,
        PlayerRow.number,
        PlayerRow.name,
        _PERSON.number.label("person"),
        _PERSON.name.label("person_name"),
        PlayerRow.retired_at.is_not(None),
        PlayerRow.erased_at.is_not(None),
    )
    .join(_PERSON, _PERSON.id == PlayerRow.person)
    .where(PlayerRow.league_id == bindparam("league_id"), PlayerRow.number == bindparam("number"))
)
_MERGED: Final = (
    select(PlayerRow.number, PlayerRow.name)
    .where(PlayerRow.person == bindparam("player"), PlayerRow.id != bindparam("player"))
    .order_by(PlayerRow.number)
)


def members(league_id: int) -> tuple[MemberLine, ...]:
    """All players who are not erased or merged into others, by name."""
    with reading() as connection:
        people = [MemberLine(*row) for row in connection.execute(_MEMBERS, {"league_id": league_id})]
    return _by_name(people)


def member_page(league_id: int, number: int) -> MemberPage | None:
    """One player; None when the league has none of this number."""
    with reading() as connection:
        row = connection.execute(_ONE, {"league_id": league_id, "number": number}).first()
        if row is None:
            return None
        merged = connection.execute(_MERGED, {"player": row.id}).all()
    return MemberPage(*row[1:], merged=tuple((other.number, other.name) for other in merged))


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One person with the number of counted games, and when the latest of them was played."""

    number: int
    name: str
    retired: bool
    erased: bool
    games: int
    started_at: datetime | None
    resumed_at: datetime | None
    time_zone: str | None


_OF_PERSON: Final = ResultRow.player_id == PlayerRow.id
_LATEST: Final = (
    select(ResultRow.game_id)
    .where(_OF_PERSON)
    .order_by(ResultRow.started_at.desc())
    .limit(1)
    .correlate(PlayerRow)
    .scalar_subquery()
)
_PEOPLE: Final = (
    select(
        PlayerRow.number,
        PlayerRow.name,
        PlayerRow.retired_at.is_not(None),
        PlayerRow.erased_at.is_not(None),
        select(func.count()).where(_OF_PERSON).correlate(PlayerRow).scalar_subquery(),
        GameRow.started_at,
        GameRow.resumed_at,
        GameRow.time_zone,
    )
    .outerjoin(GameRow, GameRow.id == _LATEST)
    .where(PlayerRow.league_id == bindparam("league_id"), PlayerRow.person == PlayerRow.id)
    .order_by(PlayerRow.number)
)


def player_list(league_id: int, *, sought: str = "") -> tuple[PlayerLine, ...]:
    """The players whose names contain the text `sought`, by name."""
    with reading() as connection:
        people = [PlayerLine(*row) for row in connection.execute(_PEOPLE, {"league_id": league_id})]
    return _by_name(person for person in people if matches(person.name, sought))


def matches(name: str, sought: str) -> bool:
    """Whether a name contains a text, read as people read it."""
    return folded(sought) in folded(name)


_Line = TypeVar("_Line", MemberLine, PlayerLine)


def _by_name(people: Iterable[_Line]) -> tuple[_Line, ...]:
    return tuple(sorted(people, key=lambda person: folded(person.name)))
