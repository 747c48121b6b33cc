"""Example games and an example league of two years, recorded as real ones are; chance is passed in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, LeagueGameRow, LeagueRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.entries import (
    Agreed,
    Corrected,
    Departed,
    ErrorKind,
    Event,
    GivenScore,
    HandScored,
    Joined,
    Started,
    Suspended,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.services.accounts import registration
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import PROGRAM
from scorekeeper.services.leagues import games, leagues, nights, players, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.night_addresses import by_key

_HAND_TAKES: Final = timedelta(minutes=17)

# An event, what makes one of the game, or the points of the next hand by seat: zero went out, None has left.
_Sheet = tuple[int | None, ...]
_Step = Event | Callable[[Game], Event] | _Sheet

# Days ago, names in seating order, the first dealer, and what happened.
_EXAMPLES: Final[tuple[tuple[int, str, int, tuple[_Step, ...]], ...]] = (
    (0, "Ana Ben Cem Dee", 2, ((25, 0, 45, 110), (60, 55, 15, 0), (0, 70, 35, 20))),
    (
        9,
        "Noor Otto Pia Quim Rosa Sven",
        0,
        ((0, 85, 20, 40, 155, 10), (35, 5, 90, 0, 60, 25), Suspended(agreed=True)),
    ),
    (
        30,
        "Ida Jon Kim Lea Max",
        4,
        (
            (15, 30, 0, 95, 50),
            lambda game: _corrected(game, seat=1, by=5, reason="30 was written for 35"),
            (0, 45, 65, 20, 130),
            (40, 0, 75, 10, 25),
            (105, 20, 0, 35, 60),
            (5, 80, 50, 0, 15),
            Departed(seats=(4,)),
            (0, 115, 30, 70, None),
            (45, 0, 25, 160, None),
        ),
    ),
)

SLUG: Final = "thursday-club"
OLGA: Final = Person("olga@example.org", "Olga")
_ZONE: Final = "Europe/Prague"
_NAMES: Final = (
    *("Ana", "Ben", "Cem", "Dee", "Eva", "Finn", "Greta", "Hugo", "Ida", "Jonas"),
    *("Katharina", "Leo", "Mia", "Noor", "Otto", "Pia", "Quim", "Rosa", "Sven", "Tilda"),
)
_EVERY: Final = timedelta(days=14)
_EVENINGS: Final = 48
# What happens in the middle of a game, by the number of the game.
_HAPPENS: Final[Mapping[int, Callable[[Game], Event]]] = {
    5: lambda game: Agreed(None, "Is a joker worth 25 in the seventh hand?", "25 for the joker"),
    14: lambda game: Departed((game.playing[-1],)),
    21: lambda game: Joined(next(name for name in _NAMES if name not in _seated(game)), game.order[0], 150),
    33: lambda game: _corrected(game, seat=game.order[0], by=5, reason="Five were forgotten"),
}
_STRUCK: Final = (37, "Kept twice by mistake")
# Of the calendar years, the last one last.
_RANKINGS: Final = (Ranking(min_games=3), Ranking(Method.PLACES, 3), Ranking(Method.TOTALS, 3, best_of=6))


def write_examples(*, now: datetime) -> tuple[str, ...]:
    """Record the example games, the newest first; their ids."""
    return tuple(_write(*example, now=now) for example in _EXAMPLES)


def free_games() -> tuple[str, ...]:
    """The ids of all games without a league that are not deleted, oldest first."""
    in_leagues = select(LeagueGameRow.game_id)
    query = select(GameRow.id).where(GameRow.id.not_in(in_leagues), GameRow.deleted_at.is_(None))
    with reading() as session:
        return tuple(session.scalars(query.order_by(GameRow.created_at, GameRow.id)))


def write_league(*, now: datetime, rng: Random) -> None:
    """Write the league, which plays every other Thursday, and the account of Olga, who runs it."""
    today = now.astimezone(ZoneInfo(_ZONE)).date()
    last = today - timedelta(days=1 + (today.weekday() - 4) % 7)
    thursdays = [last - _EVERY * ago for ago in reversed(range(_EVENINGS))]
    with writing() as session:
        olga = registration.add(session, OLGA, password_hash=None, now=now)
        founder = Actor(olga, _moment(thursdays[0] - timedelta(days=3)))
        leagues.found_league("Thursday Club", visibility="public", time_zone=_ZONE, actor=founder)
        league_id = session.scalars(select(LeagueRow.id).where(LeagueRow.slug == SLUG)).one()
        players.add(league_id, _NAMES, actor=founder)
        cup = Season("Summer Cup", date(last.year - 1, 7, 1), date(last.year - 1, 9, 1))
        seasons.set_season(league_id, cup, actor=founder)
        seasons.set_ranking(league_id, cup.name, Ranking(Method.BEATEN), actor=founder)
        _Club(session, league_id, olga, rng).play(thursdays)


def _write(days_ago: int, names: str, first_dealer: int, steps: Sequence[_Step], *, now: datetime) -> str:
    begun = now - timedelta(days=days_ago) - _HAND_TAKES * len(steps)
    game_id = recording.start_game(Started(tuple(names.split()), first_dealer, begun), now=begun)
    _record(game_id, steps, begun=begun)
    return game_id


def _record(game_id: str, steps: Iterable[_Step], *, begun: datetime) -> datetime:
    """Record each step a while after the one before; return the moment of the last one."""
    at = begun
    for step in steps:
        at += _HAND_TAKES
        recording.record(game_id, _event(step, recording.current(game_id)), now=at)
    return at


def _event(step: _Step, game: Game) -> Event:
    if isinstance(step, tuple):
        return _scored(game, {seat: number for seat, number in enumerate(step) if number is not None})
    return step(game) if callable(step) else step


def _scored(game: Game, points: Mapping[int, int]) -> HandScored:
    """The next hand; who has no points went out."""
    out = next(seat for seat, number in points.items() if not number)
    return HandScored(len(game.hands) + 1, out, _scores(points))


def _corrected(game: Game, *, seat: int, by: int, reason: str) -> Corrected:
    """Another score for one seat in the last hand."""
    hand = game.hands[-1]
    points = {score.seat: score.held or 0 for score in hand.scores}
    return Corrected(
        hand.number,
        hand.went_out,
        _scores(points | {seat: points[seat] + by}),
        ErrorKind.SCORESHEET,
        mixed=False,
        disputed_before=False,
        agreed=True,
        reason=reason,
    )


def _scores(points: Mapping[int, int]) -> tuple[GivenScore, ...]:
    return tuple(GivenScore(seat, points=number) for seat, number in sorted(points.items()))


def _seated(game: Game) -> list[str]:
    return [seat.name for seat in game.seats]


def _moment(day: date) -> datetime:
    return datetime.combine(day, time(19), ZoneInfo(_ZONE))


class _Club:
    """The evenings of the league. Who is good wins more often."""

    def __init__(self, session: Session, league_id: int, olga: int, rng: Random) -> None:
        self._session = session
        self._league_id = league_id
        self._olga = olga
        self._rng = rng
        self._skills = {name: 1 + 2 * rng.random() for name in _NAMES}
        self._games = 0

    def play(self, days: Sequence[date]) -> None:
        years = sorted({day.year for day in days})
        rankings = dict(zip(years, _RANKINGS[-len(years) :], strict=True))
        for evening, day in enumerate(days):
            actor = Actor(self._olga, _moment(day))
            if day.year in rankings:
                seasons.season_for(self._session, self._league_id, actor.now)
                seasons.set_ranking(self._league_id, str(day.year), rankings.pop(day.year), actor=actor)
            # One table or two, of four or five.
            sizes = (4, 5) if evening % 4 == 0 else (self._rng.choice((4, 5)),)
            self._play_night(sizes, actor=actor)

    def _play_night(self, sizes: Iterable[int], *, actor: Actor) -> None:
        key = nights.open_night(self._league_id, actor=actor)
        night = by_key(self._league_id, key)
        assert night is not None
        at, names = actor.now, self._rng.sample(_NAMES, len(_NAMES))
        for size in sizes:
            started = Started(tuple(names.pop() for _ in range(size)), self._rng.randrange(size), at)
            game_id = games.start(night, started, now=at, origin=PROGRAM)
            at = _record(game_id, self._steps(), begun=at)
            if self._games == _STRUCK[0]:
                games.strike(self._league_id, game_id, _STRUCK[1], actor=replace(actor, now=at))
            self._games += 1
        nights.end_night(self._league_id, key, actor=replace(actor, now=at))

    def _steps(self) -> Iterator[_Step]:
        for hand in range(1, len(LAW.contracts) + 1):
            if hand == len(LAW.contracts) // 2 + 1 and self._games in _HAPPENS:
                yield _HAPPENS[self._games]
            yield self._random

    def _random(self, game: Game) -> HandScored:
        names = _seated(game)
        out = self._rng.choices(game.playing, [self._skills[names[seat]] for seat in game.playing])[0]
        most = 13 + 3 * len(game.hands)
        points = {seat: 5 * self._rng.randint(1, most) for seat in game.playing}
        return _scored(game, points | {out: 0})
