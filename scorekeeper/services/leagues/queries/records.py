"""The records of a league: each with all who hold it. Only games that count, and nothing that was posted."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Final

from sqlalchemy import ColumnElement, Row, and_, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import ResultRow, ScoreRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import Exact
from scorekeeper.rules.tallies import longest_streak
from scorekeeper.services.games.codec import default_measure
from scorekeeper.services.leagues.queries.seasons import GameResult, game_results, left_out, season_rows

USUAL_MIN: Final = 3
MOST_HOLDERS: Final = 5


class Record(StrEnum):
    """What there is a record of."""

    LOWEST = "lowest-total"
    HIGHEST = "highest-total"
    OUTS = "most-outs"
    MARGIN = "biggest-win"
    STREAK = "longest-streak"
    WINS = "most-wins"
    GAMES = "most-games"
    HAND = "highest-hand"


def records_of(wins: Wins) -> tuple[Record, ...]:
    """The records of a league in which this total wins."""
    worst = Record.HIGHEST if wins is Wins.LOWEST else Record.LOWEST
    return tuple(record for record in Record if record is not worst)


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record, and in which game; for one made of many games all but the player is None."""

    number: int
    name: str
    game: str | None = None
    started_at: datetime | None = None
    resumed_at: datetime | None = None
    time_zone: str | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One record: `value` in points, hands, or games, won ones as shares. The oldest come first.

    `others` is how many more hold it.
    """

    record: Record
    value: Exact
    holders: tuple[Holder, ...]
    others: int


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """All records that somebody holds with so many games at least.

    Those of totals and points leave out the `left_out` games that were not scored by the league's rules.
    """

    lines: tuple[RecordLine, ...]
    seasons: tuple[str, ...]
    left_out: int


_Candidates = Iterable[tuple[Exact, Holder]]


def records_page(league_id: int, *, season: str | None = None, min_games: int = USUAL_MIN) -> RecordsPage:
    """The records of a season or of all: those of players with `min_games` counted games in it."""
    with reading() as session:
        seasons = season_rows(session, league_id)
        if not seasons:
            return RecordsPage((), (), 0)
        chosen = [row.id for row in seasons if season in (None, row.name)]
        measure, wins = default_measure(seasons[0].ruleset)
        of_seasons = ResultRow.season_id.in_(chosen)
        every = game_results(session, of_seasons)
        eligible = [lines for lines in _by_player(every) if len(lines) >= min_games]
        players = ResultRow.player_id.in_([lines[0].player for lines in eligible])
        hands = _highest_hands(session, of_seasons, players, ResultRow.measure == measure)
    candidates = _candidates(eligible, every=every, hands=hands, measure=measure)
    records = (_record(record, candidates[record]) for record in records_of(wins))
    lines = tuple(line for line in records if line is not None)
    return RecordsPage(lines, tuple(row.name for row in seasons), left_out(every, measure=measure))


def _by_player(results: Iterable[GameResult]) -> Iterable[list[GameResult]]:
    """The results of each player in the order of play, players by number."""
    players: dict[int, list[GameResult]] = defaultdict(list)
    for line in sorted(results, key=lambda line: line.number):
        players[line.player].append(line)
    return players.values()


def _candidates(
    eligible: Sequence[list[GameResult]],
    *,
    every: Sequence[GameResult],
    hands: Iterable[Row[str, int, int, Exact]],
    measure: str,
) -> dict[Record, _Candidates]:
    """Whatever the players who may hold a record did, the oldest first."""
    players = {lines[0].player for lines in eligible}
    results = [line for line in every if line.player in players]
    at = {(line.game, line.result.seat): line for line in results}
    alike = [line for line in results if line.measure == measure and not line.result.posted]
    streaks = [longest_streak(line.result for line in lines) for lines in eligible]
    wins = [sum(line.result.won for line in lines) for lines in eligible]
    people = [Holder(lines[0].number, lines[0].name) for lines in eligible]
    return {
        Record.LOWEST: [(line.result.total, _holder(line)) for line in alike],
        Record.HIGHEST: [(line.result.total, _holder(line)) for line in alike],
        Record.OUTS: [(line.result.outs, _holder(line)) for line in results],
        Record.MARGIN: _margins(alike, every),
        Record.STREAK: zip(streaks, people, strict=True),
        Record.WINS: zip(wins, people, strict=True),
        Record.GAMES: zip(map(len, eligible), people, strict=True),
        Record.HAND: [(points, _holder(at[game, seat], hand)) for game, seat, hand, points in hands],
    }


def _record(record: Record, candidates: _Candidates) -> RecordLine | None:
    """The record that the best candidates hold, the oldest first; only a total may be zero or less."""
    is_total = record in (Record.LOWEST, Record.HIGHEST)
    values = [(value, holder) for value, holder in candidates if is_total or value > 0]
    if not values:
        return None
    best = (min if record is Record.LOWEST else max)(value for value, _ in values)
    holders = [holder for value, holder in values if value == best]
    return RecordLine(record, best, tuple(holders[:MOST_HOLDERS]), len(holders[MOST_HOLDERS:]))


def _holder(line: GameResult, hand: int | None = None) -> Holder:
    when = (line.started_at, line.resumed_at, line.time_zone)
    return Holder(line.number, line.name, line.game, *when, hand)


def _margins(alike: Iterable[GameResult], every: Iterable[GameResult]) -> Iterator[tuple[Exact, Holder]]:
    """How far each sole winner was ahead of the second."""
    seconds = {
        line.game: line.result.total for line in every if line.result.rank == 2 and not line.result.posted
    }
    for line in alike:
        if line.result.rank == line.result.sharers == 1 and line.game in seconds:
            yield abs(Fraction(seconds[line.game] - line.result.total)), _holder(line)


def _highest_hands(session: Session, *where: ColumnElement[bool]) -> list[Row[str, int, int, Exact]]:
    """Game, seat, number and points of the hands in which most points were taken, the oldest first."""
    hands = (
        select(ScoreRow.game_id, ScoreRow.seat, ScoreRow.hand, ScoreRow.points)
        .join(ResultRow, and_(ResultRow.game_id == ScoreRow.game_id, ResultRow.seat == ScoreRow.seat))
        .where(ScoreRow.posted.is_(False), *where)
        .order_by(ResultRow.started_at, ResultRow.game_id, ScoreRow.hand, ResultRow.player_id)
    )
    most = session.scalar(hands.with_only_columns(func.max(ScoreRow.points)).order_by(None))
    return list(session.execute(hands.where(ScoreRow.points == most)).all())
