"""The players of a league: lists for readers, organisers and scorers, and each one's games that count."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, bindparam, exists, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import GameNameRow, GameRow, HandRow, PlayerRow, ResultRow, ScoreRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import Played
from scorekeeper.rules.leagues.ranking import (
    Method,
    Outing,
    RankedPlayer,
    Ranking,
    points_of,
    scored,
    tally_of,
)
from scorekeeper.rules.names import folded
from scorekeeper.rules.results import Result
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import Exact
from scorekeeper.rules.tallies import Tally
from scorekeeper.services.games.projection import WHEN_PLAYED
from scorekeeper.services.leagues.queries.games import NAME, PERSON, seats
from scorekeeper.services.leagues.queries.seasons import (
    GameResult,
    end_of,
    evenings_of,
    game_results,
    measure_in,
    named_season,
    outings,
    season_rows,
    standings_of,
)
from scorekeeper.services.leagues.season_rows import ranking_of


@dataclass(frozen=True, slots=True)
class PlayerIdentity:
    """A player; `name` and what follows are those of the `person` it was merged into, mostly itself.

    `person` is a number, and `id` that of the person. `named`: a game names this player.
    """

    id: int
    number: int
    own_name: str
    named: bool
    name: str
    person: int
    retired: bool
    erased: bool
    guest: bool


@dataclass(frozen=True, slots=True)
class MemberPage(PlayerIdentity):
    """A player with all others who are the same person: number and name of each."""

    merged: tuple[tuple[int, str], ...]


_WHO: Final = (
    select(
        PERSON.id,
        PlayerRow.number,
        PlayerRow.name.label("own_name"),
        exists().where(GameNameRow.player_id == PlayerRow.id),
        PERSON.name,
        PERSON.number.label("person"),
        PERSON.retired_at.is_not(None),
        PERSON.erased_at.is_not(None),
        PERSON.guest,
    )
    .join(PERSON, PERSON.id == PlayerRow.person)
    .where(PlayerRow.league_id == bindparam("league_id"), PlayerRow.number == bindparam("number"))
)
_MERGED: Final = (
    select(PlayerRow.number, PlayerRow.name)
    .where(PlayerRow.person == bindparam("person"), PlayerRow.id != bindparam("person"))
    .order_by(PlayerRow.number)
)


def member_page(league_id: int, number: int) -> MemberPage | None:
    """One player; None when the league has none of this number."""
    with reading() as session:
        row = session.execute(_WHO, {"league_id": league_id, "number": number}).first()
        if row is None:
            return None
        merged = session.execute(_MERGED, {"person": row.id}).all()
    return MemberPage(*row, merged=tuple((other.number, other.name) for other in merged))


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One person with the number of counted games, and when the latest of them was played."""

    number: int
    name: str
    name_key: str
    retired: bool
    erased: bool
    guest: bool
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
        PlayerRow.name_key,
        PlayerRow.retired_at.is_not(None),
        PlayerRow.erased_at.is_not(None),
        PlayerRow.guest,
        select(func.count()).where(_OF_PERSON).correlate(PlayerRow).scalar_subquery(),
        *WHEN_PLAYED,
    )
    .outerjoin(GameRow, GameRow.id == _LATEST)
    .where(PlayerRow.league_id == bindparam("league_id"), PlayerRow.person == PlayerRow.id)
    .order_by(PlayerRow.number)
)


def player_list(league_id: int, *, search: str = "") -> tuple[PlayerLine, ...]:
    """The players whose names contain the text `search`, by name."""
    with reading() as session:
        people = [PlayerLine(*row) for row in session.execute(_PEOPLE, {"league_id": league_id})]
    matching = (person for person in people if matches(person.name, search))
    return tuple(sorted(matching, key=lambda person: folded(person.name)))


def members(league_id: int) -> tuple[PlayerLine, ...]:
    """The players whom organisers and scorers can choose: all who are not erased, by name."""
    return tuple(person for person in player_list(league_id) if not person.erased)


def matches(name: str, search: str) -> bool:
    """Whether a name contains a text, read as people read it; one or two letters, where a word begins."""
    sought = folded(search)
    start = "" if len(sought) > 2 else r"(?<![^\s'’-])"
    return re.search(start + re.escape(sought), folded(name)) is not None


@dataclass(frozen=True, slots=True)
class HandPlayed(Played):
    """One hand of a player; `out`: it was the one to go out."""

    game: str
    hand: int
    points: Exact
    out: bool


_HANDS: Final = (
    select(
        ResultRow.game_id,
        ScoreRow.hand,
        ScoreRow.points,
        func.coalesce(HandRow.went_out, -1) == ResultRow.seat,
    )
    .join(ScoreRow, and_(ScoreRow.game_id == ResultRow.game_id, ScoreRow.seat == ResultRow.seat))
    .join(HandRow, and_(HandRow.game_id == ScoreRow.game_id, HandRow.number == ScoreRow.hand))
    .where(ResultRow.player_id == bindparam("player_id"), ScoreRow.posted.is_(False))
    .order_by(ResultRow.started_at.desc(), ResultRow.game_id, ScoreRow.hand)
)


def lowest(hands: Sequence[HandPlayed], *, most: int) -> tuple[HandPlayed, ...]:
    """The hands with the fewest points that were not won by going out, newest first among equals."""
    return tuple(sorted((hand for hand in hands if not hand.out), key=lambda hand: hand.points)[:most])


def highest(hands: Sequence[HandPlayed], *, most: int) -> tuple[HandPlayed, ...]:
    """The hands with the most points."""
    return tuple(sorted(hands, key=lambda hand: -hand.points)[:most])


@dataclass(frozen=True, slots=True)
class LeagueOpponent:
    """Somebody else at the table; `number` as in addresses."""

    name: str
    number: int | None
    rank: int


@dataclass(frozen=True, slots=True)
class CountedGame(Played):
    """One counted game of a player. `points` are those for its place, `dropped`: not among the best.

    `compared`: it was scored by the league's rules, so its total is in sums and averages.
    """

    id: str
    season: str
    result: Result
    opponents: tuple[LeagueOpponent, ...]
    compared: bool
    points: Fraction | None
    dropped: bool


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody met at the table: how often, and in how many of these games the player finished ahead."""

    name: str
    number: int | None
    games: int
    ahead: int


def rivals(games: Sequence[CountedGame]) -> tuple[Rival, ...]:
    """Everybody met in these games, most often met first, then by the latest game together."""
    met: dict[tuple[str, int | None], list[bool]] = defaultdict(list)
    for game in games:
        for other in game.opponents:
            met[other.name, other.number].append(game.result.rank < other.rank)
    people = [Rival(*who, len(ahead), sum(ahead)) for who, ahead in met.items()]
    return tuple(sorted(people, key=lambda rival: -rival.games))


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player with the counted games, newest first: of `season` if one was asked for, else of all.

    `line` is that of the season's table, `tally` what the games come to; None without a game. `hands` are
    those of the games that compare.
    """

    who: PlayerIdentity
    seasons: tuple[str, ...]
    season: str | None
    ranking: Ranking | None
    line: RankedPlayer | None
    tally: Tally | None
    games: tuple[CountedGame, ...]
    hands: tuple[HandPlayed, ...]


_OPPONENTS: Final = (
    seats(NAME, PERSON.number, SeatRow.rank)
    .join(ResultRow, ResultRow.game_id == SeatRow.game_id)
    .where(ResultRow.player_id == bindparam("player_id"), ResultRow.seat != SeatRow.number)
    .order_by(SeatRow.game_id, SeatRow.position)
)


def player_page(
    league_id: int,
    number: int,
    *,
    season: str | None = None,
    on: date | None = None,
    today: date | None = None,
    time_zone: str = "UTC",
) -> PlayerPage | None:
    """A player of a league; None if there is none of that number, or no such season.

    `on`: with the games finished by the end of that day in this zone. `today` is as of `season_standings`.
    """
    with reading() as session:
        row = session.execute(_WHO, {"league_id": league_id, "number": number}).first()
        seasons = season_rows(session, league_id)
        chosen = None if season is None else named_season(seasons, season)
        if row is None or (season is not None and chosen is None):
            return None
        who = PlayerIdentity(*row)
        results = game_results(session, *_wanted(who.id, chosen, on=on, time_zone=time_zone))
        opponents = _opponents(session, who.id)
        hands = session.execute(_HANDS, {"player_id": who.id}).all()
        measure, wins = measure_in(chosen or seasons[0]) if seasons else ("", Wins.LOWEST)
        ranking = None if chosen is None else ranking_of(chosen, wins=wins)
        evenings = evenings_of(session, chosen) if chosen and ranking and ranking.by_evening else {}
        table = None if chosen is None else standings_of(session, chosen, today=on or today, on=on)
    lines = ((line.player, line.game, line.measure, line.result) for line in results)
    played = outings(lines, measure=measure, evenings=evenings)[who.id]
    compared = {line.game: line for line, outing in zip(results, played, strict=True) if outing.compared}
    return PlayerPage(
        who=who,
        seasons=tuple(season_row.name for season_row in seasons),
        season=None if chosen is None else chosen.name,
        ranking=ranking,
        line=next((line for line in table.lines if line.player == who.id), None) if table else None,
        tally=tally_of(played, wins=wins) if played else None,
        games=tuple(_games(results, played, opponents=opponents, ranking=ranking))[::-1],
        hands=tuple(_hands(hands, compared)),
    )


def _hands(
    rows: Iterable[Row[str, int, Exact, bool]], games: Mapping[str, GameResult]
) -> Iterator[HandPlayed]:
    """The hands of these games."""
    for row in rows:
        if line := games.get(row.game_id):
            yield HandPlayed(line.started_at, line.resumed_at, line.time_zone, *row)


def _wanted(
    player_id: int, season: Row[*tuple[Any, ...]] | None, *, on: date | None, time_zone: str
) -> list[ColumnElement[bool]]:
    """What results of a player must fulfil to be on the page."""
    where = [ResultRow.player_id == player_id]
    if season is not None:
        where.append(ResultRow.season_id == season.id)
    if on is not None:
        where.append(ResultRow.finished_at < end_of(on, time_zone=time_zone))
    return where


def _opponents(session: Session, player_id: int) -> dict[str, list[LeagueOpponent]]:
    opponents: dict[str, list[LeagueOpponent]] = defaultdict(list)
    for game_id, *columns in session.execute(_OPPONENTS, {"player_id": player_id}):
        opponents[game_id].append(LeagueOpponent(*columns))
    return opponents


def _games(
    results: Iterable[GameResult],
    played: Sequence[Outing],
    *,
    opponents: Mapping[str, Sequence[LeagueOpponent]],
    ranking: Ranking | None,
) -> Iterator[CountedGame]:
    dropped = frozenset() if ranking is None else scored(played, ranking).dropped
    for position, line in enumerate(results):
        yield CountedGame(
            *(line.started_at, line.resumed_at, line.time_zone, line.game, line.season, line.result),
            opponents=tuple(opponents[line.game]),
            compared=played[position].compared,
            points=_points(line.result, ranking),
            dropped=position in dropped,
        )


def _points(result: Result, ranking: Ranking | None) -> Fraction | None:
    if ranking is None or ranking.method is not Method.PLACES:
        return None
    return points_of(ranking.points_at(result.seats), rank=result.rank, sharers=result.sharers)
