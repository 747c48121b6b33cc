"""The seasons of a league: their settings, the results kept in them, and the table that the core ranks."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Row, bindparam, exists, select
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, LeagueRow, PlayerRow, ResultRow, SeasonRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import Played
from scorekeeper.rules.leagues.ranking import RankedPlayer, Ranking, ranked
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.rules.results import Result
from scorekeeper.rules.tallies import tally
from scorekeeper.services.games.codec import default_measure
from scorekeeper.services.games.projection import WHEN_PLAYED
from scorekeeper.services.leagues.season_rows import ranking_of, season_of, table_sizes


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """How a season ranks; `sizes` are the numbers of players at its tables so far."""

    season: Season
    ranking: Ranking
    sizes: tuple[int, ...]


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
    are without them.
    """

    season: Season
    ranking: Ranking
    lines: tuple[RankedPlayer, ...]
    people: dict[int, SeasonPlayer]
    left_out: int = 0
    on: date | None = None

    def names_of(self, lines: Iterable[RankedPlayer]) -> list[str]:
        """The names in some of its lines."""
        return [self.people[line.player].name for line in lines]


_SEASONS: Final = (
    select(SeasonRow.__table__, LeagueRow.ruleset)
    .add_columns(exists().where(ResultRow.season_id == SeasonRow.id).label("is_played"))
    .join(LeagueRow, LeagueRow.id == SeasonRow.league_id)
    .where(SeasonRow.league_id.in_(bindparam("leagues", expanding=True)))
    .order_by(SeasonRow.starts_on.desc(), SeasonRow.name)
)
_SEASON: Final = (
    select(SeasonRow.__table__, LeagueRow.ruleset, LeagueRow.time_zone)
    .join(LeagueRow, LeagueRow.id == SeasonRow.league_id)
    .where(SeasonRow.league_id == bindparam("league_id"), SeasonRow.name == bindparam("name"))
)
_RETIRED: Final = PlayerRow.retired_at.is_not(None) & PlayerRow.erased_at.is_(None)
_RESULTS: Final = (
    select(*WHEN_PLAYED, ResultRow.player_id, PlayerRow.number, PlayerRow.name, _RETIRED)
    .add_columns(ResultRow.game_id, SeasonRow.name, ResultRow.measure)
    .add_columns(*(getattr(ResultRow, field.name) for field in fields(Result)))
    .join(PlayerRow, PlayerRow.id == ResultRow.player_id)
    .join(GameRow, GameRow.id == ResultRow.game_id)
    .join(SeasonRow, SeasonRow.id == ResultRow.season_id)
    .order_by(ResultRow.started_at, ResultRow.game_id, PlayerRow.number)
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


def game_results(
    session: Session, *where: ColumnElement[bool], until: datetime | None = None
) -> tuple[GameResult, ...]:
    """The results that are wanted of games finished before `until`, in the order of play."""
    finished = () if until is None else (ResultRow.finished_at < until,)
    rows = session.execute(_RESULTS.where(*where, *finished))
    columns = len(fields(GameResult)) - 1
    return tuple(GameResult(*(*row[:columns], Result(*row[columns:]))) for row in rows)


def left_out(results: Iterable[GameResult], *, measure: str) -> int:
    """How many games were not scored by this measure."""
    return len({line.game for line in results if line.measure != measure})


def season_lines(league_id: int) -> tuple[Season, ...]:
    """All seasons of a league, newest first."""
    with reading() as session:
        return tuple(map(season_of, season_rows(session, league_id)))


def shown(rows: Iterable[Row[*tuple[Any, ...]]], *, day: date) -> Season | None:
    """The season whose table is shown on that day: among those in which a game counts, if there is one."""
    seasons = {season_of(row): row.is_played for row in rows}
    return current([season for season, is_played in seasons.items() if is_played] or [*seasons], day=day)


def shown_season(league_id: int, *, day: date) -> Season | None:
    """The season to which the tab of the table leads on that day."""
    with reading() as session:
        return shown(season_rows(session, league_id), day=day)


def season_rows(session: Session, *leagues: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """The rows of all seasons of these leagues, newest first, each with the `ruleset` of its league.

    `is_played`: whether a game counts in it.
    """
    return session.execute(_SEASONS, {"leagues": leagues}).all()


def current(seasons: Sequence[Season], *, day: date) -> Season | None:
    """The season of that day: one that was set before a calendar year; else the newest that has begun."""
    on = [season for season in seasons if day in season]
    begun = [season for season in seasons if season.starts_on <= day]
    return next((season for season in on if season.is_custom), next(iter(on or begun or seasons), None))


def season_settings(league_id: int, name: str) -> SeasonSettings | None:
    """The settings of a season; None if the league has none of that name."""
    with reading() as session:
        row = _season(session, league_id, name)
        if row is None:
            return None
        sizes = tuple(sorted(table_sizes(session, row.id)))
    return SeasonSettings(season_of(row), ranking_of(row), sizes)


def season_standings(league_id: int, name: str, *, on: date | None = None) -> SeasonStandings | None:
    """The table of the season of this name; None if the league has none.

    `on`: only games finished by the end of that day where the league plays, with today's corrections.
    """
    with reading() as session:
        row = _season(session, league_id, name)
        if row is None:
            return None
        until = None if on is None else end_of(on, time_zone=row.time_zone)
        return replace(standings_of(session, row, until=until), on=on)


def standings_of(
    session: Session, row: Row[*tuple[Any, ...]], *, until: datetime | None = None
) -> SeasonStandings:
    """The table of the season of this row, of the games finished before `until`."""
    measure, wins = default_measure(row.ruleset)
    ranking = ranking_of(row, wins=wins)
    results = game_results(session, ResultRow.season_id == row.id, until=until)
    games: dict[int, list[GameResult]] = defaultdict(list)
    for line in results:
        games[line.player].append(line)
    tallies = {
        player: tally(
            [line.result for line in lines],
            compared=[line.result for line in lines if line.measure == measure],
            best_of=ranking.best_of,
            wins=wins,
        )
        for player, lines in games.items()
    }
    return SeasonStandings(
        season=season_of(row),
        ranking=ranking,
        lines=ranked(tallies, ranking),
        people={line.player: SeasonPlayer(line.number, line.name, line.retired) for line in results},
        left_out=left_out(results, measure=measure),
    )


def end_of(day: date, *, time_zone: str) -> datetime:
    """The moment at which a day ends where the league plays."""
    return datetime.combine(day + timedelta(days=1), time(), ZoneInfo(time_zone))


def _season(session: Session, league_id: int, name: str) -> Row[*tuple[Any, ...]] | None:
    return session.execute(_SEASON, {"league_id": league_id, "name": name}).first()
