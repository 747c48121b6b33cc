"""The seasons of a league: their settings, the results kept in them, and the table that the core ranks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import ColumnElement, Row, bindparam, exists, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import (
    GameRow,
    LeagueEntryRow,
    LeagueGameRow,
    LeagueRow,
    NightRow,
    PlayerRow,
    ResultRow,
    SeasonRow,
)
from scorekeeper.models.base import UtcDateTime
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import Played
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.leagues.ranking import Outing, RankedPlayer, Ranking, ranked
from scorekeeper.rules.leagues.seasons import Season, address_of
from scorekeeper.rules.results import Result
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.services.games.codec import default_measure, encode_chosen
from scorekeeper.services.games.projection import WHEN_PLAYED
from scorekeeper.services.leagues.season_rows import ranking_of, season_of


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """A season, how it ranks, and when it was closed if it was."""

    season: Season
    ranking: Ranking
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    """The player of a line; `number` is the one in addresses."""

    number: int
    name: str
    retired: bool


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The table of a season: `people` by the player of each line. `on`: as it was at the end of that day.

    `left_out` is how many of its games do not compare with those of the league's default: totals and averages
    are without them. `is_over`: its last day is past, or it is closed. `sizes` are the numbers of players who
    were ranked at its tables.
    """

    season: Season
    ranking: Ranking
    lines: tuple[RankedPlayer, ...]
    people: dict[int, SeasonPlayer]
    left_out: int = 0
    on: date | None = None
    closed_at: datetime | None = None
    is_over: bool = False
    sizes: tuple[int, ...] = ()

    def names_of(self, lines: Iterable[RankedPlayer]) -> list[str]:
        """The names in some of its lines."""
        return [self.people[line.player].name for line in lines]


_NEW_RULES: Final = (LeagueEntryRow.league_id == SeasonRow.league_id) & (
    LeagueEntryRow.kind == EntryKind.HOUSE_RULES.value
)
_RULES_THEN: Final = (
    select(LeagueEntryRow.payload)
    .where(_NEW_RULES, LeagueEntryRow.at <= SeasonRow.closed_at)
    .order_by(LeagueEntryRow.number.desc())
    .limit(1)
    .scalar_subquery()
)
_SEASONS: Final = (
    select(SeasonRow.__table__, LeagueRow.ruleset, LeagueRow.time_zone, _RULES_THEN.label("rules_then"))
    .add_columns(exists().where(_NEW_RULES, LeagueEntryRow.at > SeasonRow.closed_at).label("has_new_rules"))
    .add_columns(exists().where(ResultRow.season_id == SeasonRow.id).label("is_played"))
    .join(LeagueRow, LeagueRow.id == SeasonRow.league_id)
    .where(SeasonRow.league_id.in_(bindparam("leagues", expanding=True)))
    .order_by(SeasonRow.starts_on.desc(), SeasonRow.name)
)
_RETIRED: Final = PlayerRow.retired_at.is_not(None) & PlayerRow.erased_at.is_(None)
_OF_RESULT: Final = tuple(getattr(ResultRow, name) for name in Result._fields)
_RESULTS: Final = (
    select(*WHEN_PLAYED, ResultRow.player_id, PlayerRow.number, PlayerRow.name, _RETIRED)
    .add_columns(ResultRow.game_id, SeasonRow.name, ResultRow.measure)
    .add_columns(*_OF_RESULT)
    .join(PlayerRow, PlayerRow.id == ResultRow.player_id)
    .join(GameRow, GameRow.id == ResultRow.game_id)
    .join(SeasonRow, SeasonRow.id == ResultRow.season_id)
    .order_by(ResultRow.started_at, ResultRow.game_id, PlayerRow.number)
)
# Only what makes a table, in the order in which the rows are kept.
_OF_TABLE: Final = select(ResultRow.player_id, ResultRow.game_id, ResultRow.measure, *_OF_RESULT).order_by(
    ResultRow.player_id, ResultRow.started_at, ResultRow.game_id
)
_PEOPLE: Final = select(PlayerRow.id, PlayerRow.number, PlayerRow.name, _RETIRED.label("retired"))
_EVENINGS: Final = (
    select(GameRow.id, func.coalesce(NightRow.opened_at, GameRow.started_at, type_=UtcDateTime))
    .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
    .outerjoin(NightRow, NightRow.id == LeagueGameRow.night_id)
    .where(LeagueGameRow.season_id == bindparam("season_id"))
)


@dataclass(frozen=True, slots=True)
class GameResult(Played):
    """The result of a player in a game that counts; games of one `measure` were scored alike."""

    player: int
    number: int
    name: str
    retired: bool
    game: str
    season: str
    measure: str
    result: Result


def game_results(session: Session, *where: ColumnElement[bool]) -> tuple[GameResult, ...]:
    """The results that are wanted, in the order of play."""
    rows = session.execute(_RESULTS.where(*where))
    columns = len(fields(GameResult)) - 1
    return tuple(GameResult(*(*row[:columns], Result(*row[columns:]))) for row in rows)


def season_lines(league_id: int) -> tuple[Season, ...]:
    """All seasons of a league, newest first."""
    with reading() as session:
        return tuple(map(season_of, season_rows(session, league_id)))


def shown(rows: Iterable[Row[*tuple[Any, ...]]], *, day: date) -> Season | None:
    """The season whose table is shown on that day: among those in which a game counts, if there is one."""
    rows = [*rows]
    return _current([row for row in rows if row.is_played] or rows, day=day)


def shown_season(league_id: int, *, day: date) -> Season | None:
    """The season to which the tab of the table leads on that day."""
    with reading() as session:
        return shown(season_rows(session, league_id), day=day)


def current_season(league_id: int, *, day: date) -> Season | None:
    """The season that is on on that day, or else the last one."""
    with reading() as session:
        return current(season_rows(session, league_id), day=day)


def season_rows(session: Session, *leagues: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """The rows of all seasons of these leagues, newest first, each with the `ruleset` of its league.

    `is_played`: whether a game counts in it.
    """
    return session.execute(_SEASONS, {"leagues": leagues}).all()


def current(rows: Iterable[Row[*tuple[Any, ...]]], *, day: date) -> Season | None:
    """The season of that day: a calendar year without a game gives way to those that organisers have set."""
    rows = [*rows]
    has_own = any(row.own for row in rows)
    return _current([row for row in rows if row.own or row.is_played or not has_own], day=day)


def _current(rows: Iterable[Row[*tuple[Any, ...]]], *, day: date) -> Season | None:
    """The season of that day, one that was set before a calendar year; else the newest that has begun."""
    seasons = [season_of(row) for row in rows]
    on = [season for season in seasons if day in season]
    begun = [season for season in seasons if season.starts_on <= day]
    return next((season for season in on if season.is_custom), next(iter(on or begun or seasons), None))


def season_settings(league_id: int, name: str) -> SeasonSettings | None:
    """The settings of a season; None if the league has none of that name."""
    with reading() as session:
        row = named_season(season_rows(session, league_id), name)
        return None if row is None else SeasonSettings(season_of(row), ranking_of(row), row.closed_at)


def season_standings(
    league_id: int, name: str, *, on: date | None = None, today: date | None = None
) -> SeasonStandings | None:
    """The table of the season of this name; None if the league has none.

    `on`: only games finished by the end of that day where the league plays, with today's corrections. The
    season is over if its last day is before `today`, or `on`, or if it is closed.
    """
    with reading() as session:
        row = named_season(season_rows(session, league_id), name)
        return None if row is None else standings_of(session, row, today=on or today, on=on)


def closed_standings(league_id: int) -> tuple[SeasonStandings, ...]:
    """The tables of the seasons that are closed, newest first."""
    with reading() as session:
        closed = [row for row in season_rows(session, league_id) if row.closed_at is not None]
        return tuple(standings_of(session, row, today=None) for row in closed)


def measure_in(row: Row[*tuple[Any, ...]]) -> tuple[str, Wins]:
    """The measure of a season, and which total wins: by the league's rules, or those when it was closed."""
    if not row.has_new_rules:
        return default_measure(row.ruleset)
    then = row.rules_then
    return default_measure(msgspec.json.decode(then)["rules"] if then else encode_chosen(Chosen()))


def standings_of(
    session: Session, row: Row[*tuple[Any, ...]], *, today: date | None, on: date | None = None
) -> SeasonStandings:
    """The table of the season of this row, as of `season_standings`."""
    measure, wins = measure_in(row)
    ranking = ranking_of(row, wins=wins)
    rows = session.execute(_OF_TABLE.where(*_in_table(row, on=on)))
    results = [(player, game, by, Result._make(numbers)) for player, game, by, *numbers in rows]
    is_over = row.closed_at is not None or (today is not None and row.ends_on <= today)
    evenings = evenings_of(session, row) if ranking.by_evening else {}
    played = outings(results, measure=measure, evenings=evenings)
    people = session.execute(_PEOPLE.where(PlayerRow.id.in_(played)))
    return SeasonStandings(
        season=season_of(row),
        ranking=ranking,
        lines=ranked(played, ranking, over=is_over),
        people={row.id: SeasonPlayer(row.number, row.name, row.retired) for row in people},
        left_out=len({game for _, game, by, _ in results if by != measure}),
        on=on,
        closed_at=row.closed_at,
        is_over=is_over,
        sizes=tuple(sorted({result.seats for *_, result in results})),
    )


def outings(
    results: Iterable[tuple[int, str, str, Result]], *, measure: str, evenings: Mapping[str, date]
) -> dict[int, list[Outing]]:
    """The games of each player, from rows of player, game, measure and result in the order of play."""
    of_player: dict[int, list[Outing]] = defaultdict(list)
    for player, game, scored_by, result in results:
        of_player[player].append(Outing(result, evenings.get(game), scored_by == measure))
    return of_player


def evenings_of(session: Session, row: Row[*tuple[Any, ...]]) -> dict[str, date]:
    """The evening of each game of a season: the day on which its league night opened, else its own."""
    zone = ZoneInfo(row.time_zone)
    games = session.execute(_EVENINGS, {"season_id": row.id})
    return {game: moment.astimezone(zone).date() for game, moment in games}


def named_season(rows: Iterable[Row[*tuple[Any, ...]]], name: str) -> Row[*tuple[Any, ...]] | None:
    """The season of this name or address."""
    return next((row for row in rows if address_of(row.name) == address_of(name)), None)


def _in_table(row: Row[*tuple[Any, ...]], *, on: date | None) -> list[ColumnElement[bool]]:
    """What results must fulfil to be in the table of a season; of a closed one it changes no more."""
    where = [ResultRow.season_id == row.id]
    if on is not None:
        where.append(ResultRow.finished_at < end_of(on, time_zone=row.time_zone))
    if row.closed_at is not None:
        late = select(LeagueGameRow.game_id).where(
            LeagueGameRow.season_id == row.id, LeagueGameRow.joined_at > row.closed_at
        )
        where += [ResultRow.finished_at <= row.closed_at, ResultRow.game_id.not_in(late)]
    return where


def end_of(day: date, *, time_zone: str) -> datetime:
    """The moment at which a day ends where the league plays."""
    return datetime.combine(day + timedelta(days=1), time(), ZoneInfo(time_zone))
