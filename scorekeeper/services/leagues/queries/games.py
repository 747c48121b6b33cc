"""The games of a league: where one belongs, lists of them, and their numbers as rows of a spreadsheet."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, ScalarSelect, Select, and_, bindparam, exists, func, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import (
    EntryRow,
    GameRow,
    HandRow,
    LeagueGameRow,
    LeagueRow,
    NightRow,
    PlayerRow,
    ResultRow,
    ScoreRow,
    SeasonRow,
    SeatRow,
)
from scorekeeper.models.engine import first_row, reading
from scorekeeper.rules.game import Played, Statistics, Status
from scorekeeper.rules.incomplete import is_unposted
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.leagues.ranking import points_of
from scorekeeper.rules.names import folded
from scorekeeper.rules.results import Late
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.score_forms import Exact
from scorekeeper.services.games.codec import rules_in
from scorekeeper.services.games.projection import HANDS, WHEN_PLAYED
from scorekeeper.services.leagues.night_addresses import token_of
from scorekeeper.services.leagues.queries.seasons import season_rows
from scorekeeper.services.leagues.season_rows import ranking_of

PER_PAGE: Final = 25


@dataclass(frozen=True, slots=True)
class GameInLeague:
    """The league of a game. `night` is the key of its league night, None for a game that joined later.

    `late`: what its season says of a game that somebody joins late.
    `night_token` leads scorers to that night: only those who may score the game are told, and nobody once the
    night got another address: that must be scanned anew.
    """

    league_id: int
    slug: str
    name: str
    visibility: Visibility
    late: Late
    night: str | None
    struck_at: datetime | None
    struck_reason: str | None
    joined_at: datetime
    night_renewed_at: datetime | None

    @property
    def night_moved(self) -> bool:
        """Whether its league night got another address after the game began."""
        return self.night_renewed_at is not None and self.joined_at < self.night_renewed_at

    @property
    def night_token(self) -> str | None:
        if self.night is None or self.night_moved:
            return None
        return token_of(self.night, self.night_renewed_at)


class State(StrEnum):
    """What a game is worth to its league: all, nothing yet, nothing (8.4, 8.7a), or nothing any more."""

    COUNTED = "counted"
    RUNNING = "running"
    DISCARDED = "discarded"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True)
class GameSeat:
    """One seat of a game; `player` is the number of its person in addresses."""

    name: str
    player: int | None
    total: Exact
    posted: bool
    rank: int
    won: bool
    joined_late: bool
    left: bool


@dataclass(frozen=True, slots=True)
class LeagueGame(Played):
    """One game in a list: seats as they sat. `hand` is the one being played, `rules` are those of now."""

    seats: tuple[GameSeat, ...]
    id: str
    status: Status
    statistics: Statistics
    rules: Ruleset
    finished_at: datetime | None
    hand: int | None
    hands: int
    season: str
    night: str | None
    struck_reason: str | None
    counts: bool

    @property
    def state(self) -> State:
        """What it is worth."""
        if self.struck_reason is not None:
            return State.STRUCK
        if self.status is not Status.FINISHED:
            return State.RUNNING
        return State.COUNTED if self.counts else State.DISCARDED

    @property
    def stopped(self) -> bool:
        """Whether it ended early and nobody won (8.4a)."""
        return self.status is Status.FINISHED and not self.winners

    @property
    def joined(self) -> bool:
        """Whether somebody joined late (8.7a)."""
        return any(seat.joined_late for seat in self.seats)

    @property
    def unposted(self) -> bool:
        """Whether somebody left whose total cannot be posted (8.4); by P-2, whether less than two stayed."""
        return is_unposted(
            [(seat.left, seat.posted) for seat in self.seats],
            rules=self.rules,
            finished=self.status is Status.FINISHED,
        )

    @property
    def winners(self) -> tuple[GameSeat, ...]:
        """Who won or shares the win; nobody before the end."""
        return tuple(seat for seat in self.seats if seat.won)


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are looked for; None: all."""

    season: str | None = None
    player: int | None = None
    state: State | None = None


@dataclass(frozen=True, slots=True)
class GamesPage:
    """One page of a list of games, newest first; `page` counts from 1.

    `number` is how many games the list has, `counted` how many of them count.
    """

    games: tuple[LeagueGame, ...]
    number: int
    counted: int
    page: int
    seasons: tuple[str, ...]
    players: tuple[tuple[int, str], ...]

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.number // PER_PAGE))


_AFFILIATION: Final = (
    select(
        LeagueRow.id,
        LeagueRow.slug,
        LeagueRow.name,
        LeagueRow.visibility,
        NightRow.key,
        LeagueGameRow.struck_at,
        LeagueGameRow.struck_reason,
        LeagueGameRow.joined_at,
        NightRow.renewed_at,
        SeasonRow.ranking,
    )
    .join(LeagueGameRow, LeagueGameRow.league_id == LeagueRow.id)
    .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
    .outerjoin(NightRow, NightRow.id == LeagueGameRow.night_id)
    .where(LeagueGameRow.game_id == bindparam("game_id"))
)
_IN_A_LEAGUE: Final = select(LeagueGameRow.game_id).where(
    LeagueGameRow.game_id.in_(bindparam("games", expanding=True))
)
PERSON: Final = aliased(PlayerRow)
NAME: Final = func.coalesce(PERSON.name, SeatRow.name)


def seats(*columns: Any) -> Select[*tuple[Any, ...]]:
    """A query of seats: the game of each, and columns of the seat, its player, or the `PERSON` this one is.

    A seat whose player no league knows has no person: `NAME` is its name in either case.
    """
    return (
        select(SeatRow.game_id, *columns)
        .outerjoin(PlayerRow, PlayerRow.id == SeatRow.player_id)
        .outerjoin(PERSON, PERSON.id == PlayerRow.person)
    )


_IN_LEAGUE: Final = (LeagueGameRow.league_id == bindparam("league_id")) & GameRow.deleted_at.is_(None)
# The season may let a game count that somebody joined late, and one with guests for its members.
_COUNTED: Final = exists().where(ResultRow.game_id == GameRow.id)
_GAMES: Final = (
    select(
        *WHEN_PLAYED,
        GameRow.id,
        GameRow.status,
        GameRow.statistics,
        EntryRow.payload,
        GameRow.finished_at,
        GameRow.hand_number,
        HANDS,
        SeasonRow.name,
        NightRow.key,
        LeagueGameRow.struck_reason,
        _COUNTED,
    )
    .join(EntryRow, (EntryRow.game_id == GameRow.id) & (EntryRow.number == GameRow.rules_entry))
    .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
    .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
    .outerjoin(NightRow, NightRow.id == LeagueGameRow.night_id)
    .where(_IN_LEAGUE)
    .order_by(GameRow.started_at.desc(), GameRow.id)
)
_SEATS: Final = (
    seats(
        NAME,
        PERSON.number,
        SeatRow.total,
        SeatRow.posted,
        SeatRow.rank,
        SeatRow.won,
        SeatRow.start_score.is_not(None),
        SeatRow.left_after.is_not(None),
    )
    .where(SeatRow.game_id.in_(bindparam("games", expanding=True)))
    .order_by(SeatRow.game_id, SeatRow.position)
)
_PLAYERS: Final = (
    select(PlayerRow.number, PlayerRow.name)
    .where(PlayerRow.league_id == bindparam("league_id"), PlayerRow.person == PlayerRow.id)
    .order_by(PlayerRow.number)
)
_FINISHED: Final = GameRow.status == Status.FINISHED.value
_KEPT: Final = LeagueGameRow.struck_at.is_(None)
STATES: Final[Mapping[State, ColumnElement[bool]]] = {
    State.COUNTED: and_(_KEPT, _FINISHED, _COUNTED),
    State.RUNNING: and_(_KEPT, ~_FINISHED),
    State.DISCARDED: and_(_KEPT, _FINISHED, ~_COUNTED),
    State.STRUCK: ~_KEPT,
}
_SIZES: Final = (func.count(), func.count().filter(STATES[State.COUNTED]))


def in_a_league(game_ids: Collection[str]) -> frozenset[str]:
    """Those of some games that are in any league."""
    with reading() as session:
        return frozenset(session.scalars(_IN_A_LEAGUE, {"games": list(game_ids)}))


def league_of(game_id: str) -> GameInLeague | None:
    """Where a game belongs, of committed data; None for one without a league."""
    row = first_row(_AFFILIATION, {"game_id": game_id})
    if row is None:
        return None
    return GameInLeague(row[0], row[1], row[2], Visibility(row[3]), ranking_of(row).late, *row[4:-1])


def games_page(league_id: int, filters: GameFilter, *, page: int = 1) -> GamesPage:
    """The games that pass the filter; a page beyond the last one is the last one."""
    league = {"league_id": league_id}
    query = _narrowed(_GAMES, filters)
    with reading() as session:
        sizes = query.order_by(None).with_only_columns(*_SIZES, maintain_column_froms=True)
        number, counted = session.execute(sizes, league).one()
        page = max(1, min(page, -(-number // PER_PAGE)))
        games = read_games(session, query.limit(PER_PAGE).offset((page - 1) * PER_PAGE), league_id=league_id)
        seasons = tuple(row.name for row in season_rows(session, league_id))
        players = [(row.number, row.name) for row in session.execute(_PLAYERS, league)]
    by_name = tuple(sorted(players, key=lambda player: folded(player[1])))
    return GamesPage(games, number, counted, page, seasons, by_name)


def newest(session: Session, league_id: int, *, state: State, most: int) -> tuple[LeagueGame, ...]:
    """The newest games that are worth this, at most so many."""
    return read_games(session, _narrowed(_GAMES, GameFilter(state=state)).limit(most), league_id=league_id)


def of_night(session: Session, league_id: int, *, night: int, struck: bool = False) -> tuple[LeagueGame, ...]:
    """All games of a night, newest first; those that were struck only if asked for."""
    query = _GAMES.where(LeagueGameRow.night_id == night)
    return read_games(session, query if struck else query.where(_KEPT), league_id=league_id)


def read_games(
    session: Session, query: Select[*tuple[Any, ...]], *, league_id: int
) -> tuple[LeagueGame, ...]:
    """The games of a query with their seats: two queries, however many they are."""
    rows = session.execute(query, {"league_id": league_id}).all()
    seats: dict[str, list[GameSeat]] = defaultdict(list)
    for row in session.execute(_SEATS, {"games": [row.id for row in rows]}):
        seats[row.game_id].append(GameSeat(*row[1:]))
    return tuple(
        LeagueGame(
            *(row.started_at, row.resumed_at, row.time_zone),
            tuple(seats[row.id]),
            row.id,
            Status(row.status),
            Statistics(row.statistics),
            rules_in(row.payload),
            *row[7:],
        )
        for row in rows
    )


def _narrowed(query: Select[*tuple[Any, ...]], filters: GameFilter) -> Select[*tuple[Any, ...]]:
    if filters.season is not None:
        query = query.where(SeasonRow.name == filters.season)
    if filters.state is not None:
        query = query.where(STATES[filters.state])
    if filters.player is not None:
        sat = seats().where(PERSON.league_id == bindparam("league_id"), PERSON.number == filters.player)
        query = query.where(GameRow.id.in_(sat))
    return query


# One player in one hand, or in one game, of a season.
SpreadsheetRow = Row[*tuple[Any, ...]]
_AT_ONCE: Final = {"yield_per": 1_000}
_DEALER: Final = aliased(SeatRow)
_RESULT: Final = aliased(ResultRow)
_COUNTED_FOR: Final = aliased(PlayerRow)
_OF_LEAGUE: Final = (
    select(
        SeasonRow.name.label("season"),
        NightRow.opened_at.label("night"),
        GameRow.started_at,
        GameRow.time_zone,
        GameRow.id.label("game"),
        STATES[State.COUNTED].label("counts"),
    )
    .select_from(LeagueGameRow)
    .join(GameRow, GameRow.id == LeagueGameRow.game_id)
    .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
    .outerjoin(NightRow, NightRow.id == LeagueGameRow.night_id)
    .join(SeatRow, SeatRow.game_id == GameRow.id)
    .join(PlayerRow, PlayerRow.id == SeatRow.player_id)
    .join(PERSON, PERSON.id == PlayerRow.person)
    .where(_IN_LEAGUE)
)


def _player_of(seat: type[SeatRow]) -> ScalarSelect[str]:
    """For whom a seat counts, as in the season's table (8.7b): not always for who played on in it."""
    of_seat = (_RESULT.game_id == seat.game_id) & (_RESULT.seat == seat.number)
    return select(_COUNTED_FOR.name).where(_COUNTED_FOR.id == _RESULT.player_id, of_seat).scalar_subquery()


def hand_rows(league_id: int) -> Iterator[SpreadsheetRow]:
    """Every score of the league, oldest first, whatever its game is worth, for whom it counts.

    `held` is None for a score that was not given, `dealer` "" where nobody deals.
    """
    query = (
        _OF_LEAGUE.join(ScoreRow, (ScoreRow.game_id == GameRow.id) & (ScoreRow.seat == SeatRow.number))
        .join(HandRow, (HandRow.game_id == GameRow.id) & (HandRow.number == ScoreRow.hand))
        .outerjoin(_DEALER, (_DEALER.game_id == GameRow.id) & (_DEALER.number == HandRow.dealer))
        .add_columns(func.coalesce(_player_of(SeatRow), PERSON.name).label("player"))
        .add_columns(HandRow.number.label("hand"))
        .add_columns(ScoreRow.points, ScoreRow.held, ScoreRow.posted)
        .add_columns(func.coalesce(_player_of(_DEALER), _DEALER.name, "").label("dealer"))
        .add_columns((func.coalesce(HandRow.went_out, -1) == SeatRow.number).label("out"))
        .order_by(GameRow.started_at, GameRow.id, HandRow.number, SeatRow.position)
    )
    return _rows(query, league_id)


def game_rows(league_id: int) -> Iterator[SpreadsheetRow]:
    """Every seat of the league's games, oldest first, with the number of its `hands` and `outs`.

    `player` is for whom it counts.
    """
    hands = (ScoreRow.game_id == SeatRow.game_id) & (ScoreRow.seat == SeatRow.number)
    outs = (HandRow.game_id == SeatRow.game_id) & (HandRow.went_out == SeatRow.number)
    counts = [
        select(func.count()).where(where).correlate(SeatRow).scalar_subquery().label(name)
        for name, where in (("hands", hands), ("outs", outs))
    ]
    result = (_RESULT.game_id == SeatRow.game_id) & (_RESULT.seat == SeatRow.number)
    query = _OF_LEAGUE.outerjoin(_RESULT, result).add_columns(
        func.coalesce(_player_of(SeatRow), PERSON.name).label("player"),
        *(SeatRow.rank, SeatRow.total, SeatRow.posted, *counts),
        *(SeasonRow.ranking, _RESULT.rank.label("place"), _RESULT.sharers, _RESULT.seats),
    )
    return _rows(query.order_by(GameRow.started_at, GameRow.id, SeatRow.rank, SeatRow.position), league_id)


def place_points(row: SpreadsheetRow) -> Fraction | None:
    """The points that a season gives for the place in a row of `game_rows`; None if it counts nothing."""
    if row.place is None:
        return None
    points = ranking_of(row).points_at(row.seats)
    return points_of(points, rank=row.place, sharers=row.sharers)


def _rows(query: Select[Any], league_id: int) -> Iterator[SpreadsheetRow]:
    with reading() as session:
        yield from session.execute(query, {"league_id": league_id}, execution_options=_AT_ONCE)
