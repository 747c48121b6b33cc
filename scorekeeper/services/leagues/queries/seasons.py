"""The seasons of a league: their settings, and the table of each.

The database sums the results kept with each game, and the core ranks the sums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import cache, partial
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    RowMapping,
    Select,
    SQLColumnExpression,
    String,
    Subquery,
    bindparam,
    case,
    cast,
    func,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import aliased

from scorekeeper.models import LeagueRow, PlayerRow, ResultRow, SeasonRow
from scorekeeper.models.base import POINT_PARTS
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.ranking import Method, RankedPlayer, Ranking, ranked
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import exact
from scorekeeper.rules.tallies import Places, Tally
from scorekeeper.services.games.measures import default_measure
from scorekeeper.services.leagues.season_rows import ranking_of, season_of, table_sizes


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """How a season ranks; `sizes` are the numbers of players at its tables so far."""

    season: Season
    ranking: Ranking
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """The player of a line; `number` is the one in addresses."""

    number: int
    name: str
    retired: bool


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The table of a season: `people` by the player of each line. `on`: as it was at the end of that day.

    `left_out` is how many of its games do not compare with those of the league's default: totals and averages
    are without them.
    """

    season: Season
    ranking: Ranking
    lines: tuple[RankedPlayer, ...]
    people: dict[int, Person]
    left_out: int = 0
    on: date | None = None

    def names_of(self, lines: Iterable[RankedPlayer]) -> list[str]:
        """The names in some of its lines."""
        return [self.people[line.player].name for line in lines]


_SEASONS: Final = (
    select(SeasonRow.__table__, LeagueRow.ruleset)
    .join(LeagueRow, LeagueRow.id == SeasonRow.league_id)
    .where(SeasonRow.league_id.in_(bindparam("leagues", expanding=True)))
    .order_by(SeasonRow.starts_on.desc(), SeasonRow.name)
)
_SEASON: Final = (
    select(SeasonRow.__table__, LeagueRow.ruleset, LeagueRow.time_zone)
    .join(LeagueRow, LeagueRow.id == SeasonRow.league_id)
    .where(SeasonRow.league_id == bindparam("league_id"), SeasonRow.name == bindparam("name"))
)
# One number for each kind of place: players, rank, how many share it; two digits each.
_PLACE: Final = ResultRow.seats * 10_000 + ResultRow.rank * 100 + ResultRow.sharers
_LATER: Final = aliased(ResultRow)
_COMPARES: Final = ResultRow.measure == bindparam("measure")
_LEFT_OUT: Final = select(func.count(ResultRow.game_id.distinct())).where(
    ResultRow.season_id.in_(bindparam("seasons", expanding=True)), ~_COMPARES
)


def season_lines(league_id: int) -> tuple[Season, ...]:
    """All seasons of a league, newest first."""
    with reading() as connection:
        return tuple(map(season_of, season_rows(connection, league_id)))


def season_rows(connection: Connection, *leagues: int) -> Sequence[RowMapping]:
    """The rows of all seasons of these leagues, newest first, with the `ruleset` of their league."""
    return connection.execute(_SEASONS, {"leagues": leagues}).mappings().all()


def current(seasons: Sequence[Season], *, day: date) -> Season | None:
    """The season of that day: one that was set before a calendar year; else the newest that has begun."""
    on = [season for season in seasons if day in season]
    begun = [season for season in seasons if season.starts_on <= day]
    return next((season for season in on if season.own), next(iter(on or begun or seasons), None))


def season_settings(league_id: int, name: str) -> SeasonSettings | None:
    """The settings of a season; None if the league has none of that name."""
    with reading() as connection:
        row = _season(connection, league_id, name)
        if row is None:
            return None
        sizes = tuple(sorted(table_sizes(connection, row["id"])))
    return SeasonSettings(season_of(row), ranking_of(row), sizes)


def season_standings(league_id: int, name: str, *, on: date | None = None) -> SeasonStandings | None:
    """The table of the season of this name; None if the league has none.

    `on`: only games finished by the end of that day where the league plays, with today's corrections.
    """
    with reading() as connection:
        row = _season(connection, league_id, name)
        if row is None:
            return None
        until = None if on is None else end_of(on, time_zone=row["time_zone"])
        return replace(standings_of(connection, row, until=until), on=on)


def standings_of(
    connection: Connection, row: RowMapping, *, until: datetime | None = None
) -> SeasonStandings:
    """The table of the season of this row, of the games finished before `until`."""
    measure, wins = default_measure(row["ruleset"])
    ranking = ranking_of(row, wins=wins)
    sought = {"season_id": row["id"], "until": until, "measure": measure}
    query = partial(_sums, ranking.method, wins, dated=until is not None)
    sums = connection.execute(query(mixed=False), sought).all()
    mixed = any(line.compared < line.games for line in sums)
    if mixed:
        sums = connection.execute(query(mixed=True), sought).all()
    tallies = {line.player_id: _tally(line, ranking) for line in sums}
    return SeasonStandings(
        season=season_of(row),
        ranking=ranking,
        lines=ranked(tallies, ranking),
        people={line.player_id: Person(line.number, line.name, line.retired) for line in sums},
        left_out=games_left_out(connection, [row["id"]], measure=measure, until=until) if mixed else 0,
    )


def games_left_out(
    connection: Connection, seasons: Sequence[int], *, measure: str, until: datetime | None = None
) -> int:
    """How many counted games of these seasons, finished before `until`, were not scored by this measure."""
    query = _LEFT_OUT if until is None else _LEFT_OUT.where(ResultRow.finished_at < until)
    return connection.scalar(query, {"seasons": seasons, "measure": measure}) or 0


def end_of(day: date, *, time_zone: str) -> datetime:
    """The moment at which a day ends where the league plays."""
    return datetime.combine(day + timedelta(days=1), time(), ZoneInfo(time_zone))


def _season(connection: Connection, league_id: int, name: str) -> RowMapping | None:
    return connection.execute(_SEASON, {"league_id": league_id, "name": name}).mappings().first()


@cache
def _sums(method: Method, wins: Wins, *, dated: bool, mixed: bool) -> Select[*tuple[Any, ...]]:
    """The sums for a table; those that are not for `mixed` games are faster, and tell whether all compare."""

    def alike(column: SQLColumnExpression[Any]) -> SQLColumnExpression[Any]:
        return case((_COMPARES, column)) if mixed else column

    listed = {Method.PLACES: _PLACE, Method.BEST: alike(ResultRow.total)}.get(method)
    best = func.max if wins is Wins.HIGHEST else func.min
    sums = (
        select(
            ResultRow.player_id,
            func.count().label("games"),
            func.sum(ResultRow.won).label("won"),
            func.count(case((_COMPARES, 1))).label("compared"),
            func.sum(alike(ResultRow.total)).label("total"),
            best(case((ResultRow.posted.is_(False), alike(ResultRow.total)))).label("best"),
            func.sum(alike(ResultRow.points)).label("points"),
            func.sum(alike(ResultRow.hands)).label("hands"),
            func.sum(ResultRow.outs).label("outs"),
            func.sum(ResultRow.beaten).label("beaten"),
            func.max(case((ResultRow.rank == 1, ResultRow.started_at))).label("last_won"),
            func.max(case((ResultRow.rank > 1, ResultRow.started_at))).label("last_lost"),
            *([] if listed is None else [func.aggregate_strings(cast(listed, String), " ").label("listed")]),
        )
        .where(*_within(ResultRow, dated=dated))
        .group_by(ResultRow.player_id)
        .subquery("sums")
    )
    return (
        select(sums, _streak(sums, dated=dated).label("streak"), PlayerRow.number, PlayerRow.name)
        .add_columns((PlayerRow.retired_at.is_not(None) & PlayerRow.erased_at.is_(None)).label("retired"))
        .join(PlayerRow, PlayerRow.id == sums.c.player_id)
    )


def _streak(sums: Subquery, *, dated: bool) -> ColumnElement[int]:
    """The wins after which none was lost, even if they began together: looked for where there are any."""
    later_lost = (
        select(_LATER.game_id)
        .where(
            *_within(_LATER, dated=dated),
            _LATER.player_id == sums.c.player_id,
            _LATER.rank > 1,
            tuple_(_LATER.started_at, _LATER.game_id) > tuple_(ResultRow.started_at, ResultRow.game_id),
        )
        .correlate(sums, ResultRow)
    )
    latest = (
        select(func.count())
        .select_from(ResultRow)
        .where(
            *_within(ResultRow, dated=dated),
            ResultRow.player_id == sums.c.player_id,
            ResultRow.rank == 1,
            or_(sums.c.last_lost.is_(None), ResultRow.started_at >= sums.c.last_lost),
            ~later_lost.exists(),
        )
        .correlate(sums)
        .scalar_subquery()
    )
    won_last = or_(sums.c.last_lost.is_(None), sums.c.last_won >= sums.c.last_lost)
    return case((won_last, latest), else_=0)


def _within(row: type[ResultRow], *, dated: bool) -> list[ColumnElement[bool]]:
    within: list[ColumnElement[bool]] = [row.season_id == bindparam("season_id")]
    if dated:
        within.append(row.finished_at < bindparam("until"))
    return within


def _tally(row: Row[*tuple[Any, ...]], ranking: Ranking) -> Tally:
    listed = (row.listed or "").split() if ranking.method is Method.BEST else []
    best = sorted(map(int, listed), reverse=ranking.wins is Wins.HIGHEST)[: ranking.best_of]
    return Tally(
        games=row.games,
        compared=row.compared,
        won_parts=row.won,
        total=row.total or 0,
        best=row.best,
        points=row.points or 0,
        hands=row.hands or 0,
        outs=row.outs,
        beaten_parts=row.beaten,
        streak=row.streak,
        best_games=len(best),
        best_sum=exact(Fraction(sum(best), POINT_PARTS)) if best else 0,
        places=tuple(sorted(_places(row.listed))) if ranking.method is Method.PLACES else (),
    )


def _places(listed: str) -> Iterator[Places]:
    for place, games in Counter(listed.split()).items():
        yield Places(*_place(place), games)


@cache
def _place(listed: str) -> tuple[int, int, int]:
    seats, taken = divmod(int(listed), 10_000)
    return seats, *divmod(taken, 100)
