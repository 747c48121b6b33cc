"""How a season ranks its players: what is measured, which games or evenings count, and what breaks a tie.

In go the games of each player in the order of play, out come the lines of the table. A player's games are
put into units: each game by itself, or those of one evening together. A unit has a worth, by the measure:
total points, the share of opponents beaten, or points for places. The best units count, the others are
dropped, and the player's value is the sum of what counts, or its average over the games in it. So whether
games are put together by evening changes nothing but what is dropped, and what is asked of a player.

A player with fewer units than the season asks for has a place, but a provisional one, and none once the
season is over. Sums of totals are the exception: fewer games make a lower sum, so players who miss some of
the units that count stand behind those who miss fewer.

An example: best two evenings by points for places, evenings of 11 + 7, 4 and 12 points: the value is 30, and
the game of the second evening is dropped. With a bonus of 1 for each evening it is 33.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from scorekeeper.rules.checks import MOST_RECORDED
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.results import PARTS, Late, Result, Substitutes
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import Exact
from scorekeeper.rules.tallies import Tally, tally

Points = tuple[int, ...]
PlacePoints = Mapping[int, Points]

# Best place first, by the number of players: one more player adds a point to the first four places.
PRESETS: Final[PlacePoints] = {
    2: (9, 2),
    3: (10, 6, 2),
    **{
        seats: (seats + 7, seats + 3, seats, seats - 2, *range(seats - 3, 1, -1))
        for seats in range(4, MOST_RECORDED + 1)
    },
}
MOST_POINTS: Final = 1_000
MOST_GAMES: Final = 1_000
_LAST: Final = float("inf")


class Method(StrEnum):
    """What is measured: the average total, opponents beaten, points for places, or totals added up."""

    AVERAGE = "average"
    BEATEN = "beaten"
    PLACES = "places"
    TOTALS = "totals"


class Unit(StrEnum):
    """What counts or is dropped as a whole."""

    GAME = "game"
    EVENING = "evening"


class TieBreak(StrEnum):
    """What decides between equal values: most wins, opponents beaten or games, the best average or game."""

    WINS = "wins"
    AVERAGE = "average"
    BEST = "best"
    BEATEN = "beaten"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a season ranks; `wins` says which total of its games is better, and so which average and sum.

    `min_games` is how many units a place takes at the end of the season. The best `best_of` units count,
    None: all, but never the `worst` ones; one always does. `place_points` has the lists that differ from
    `PRESETS`; `bonus` is added to them for each evening, dropped or not.
    `guests` count like members only where it says so.
    """

    method: Method = Method.AVERAGE
    min_games: int = 1
    best_of: int | None = None
    place_points: PlacePoints = field(default_factory=dict)
    unit: Unit = Unit.GAME
    worst: int = 0
    bonus: int = 0
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.WINS, TieBreak.AVERAGE, TieBreak.BEST)
    late: Late = Late.NONE
    substitutes: Substitutes = Substitutes.STARTER
    guests: bool = False
    wins: Wins = Wins.LOWEST

    @property
    def games_needed(self) -> int:
        """Games or evenings that a place takes at the end."""
        return max(self.min_games, self.best_of or 0) if self.method is Method.TOTALS else self.min_games

    @property
    def by_totals(self) -> bool:
        """Whether totals decide, and so only games that were scored alike."""
        return self.method in (Method.AVERAGE, Method.TOTALS)

    @property
    def is_average(self) -> bool:
        """Whether the value is an average over games, else a sum."""
        return self.method in (Method.AVERAGE, Method.BEATEN)

    @property
    def drops(self) -> bool:
        """Whether some games may not count."""
        return self.best_of is not None or self.worst > 0

    @property
    def lowest_first(self) -> bool:
        """Whether the lowest value is the best."""
        return self.by_totals and self.wins is Wins.LOWEST

    @property
    def by_evening(self) -> bool:
        """Whether it matters which games were played on one evening."""
        return self.unit is Unit.EVENING or (self.bonus > 0 and self.method is Method.PLACES)

    def points_at(self, seats: int) -> Points:
        """The points for the places of a table of that size, best first."""
        return self.place_points.get(seats) or PRESETS[seats]


class Outing(NamedTuple):
    """One game of a player, and the day of its evening where evenings matter.

    `compared`: it was scored as the league plays.
    """

    result: Result
    evening: date | None = None
    compared: bool = True


class RankedScore(NamedTuple):
    """What the games of a player come to: `counted` of so many `units`; `dropped` are positions of games.

    The value is None where totals decide and no game compares.
    """

    value: Fraction | None
    units: int
    counted: int
    dropped: frozenset[int]


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """One player of a season. `rank` is None for those who have none, and `provisional` if it may get lost.

    A higher `value` is better, but of averages and sums of totals the one that `Ranking.wins` says.
    """

    player: int
    tally: Tally
    value: Fraction | None
    rank: int | None
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class SeasonLead:
    """The best of a season. `chasers` have the next rank, `ahead` is how far their values are behind.

    It is zero where the ranking's later numbers decide, or where nobody else has a rank.
    """

    leaders: tuple[RankedPlayer, ...]
    chasers: tuple[RankedPlayer, ...]
    ahead: Fraction


def ranking_faults(ranking: Ranking) -> Iterator[Fault]:
    """Everything that forbids a ranking."""
    if not 1 <= ranking.min_games <= MOST_GAMES:
        yield Fault(FaultCode.RANKING_MIN_GAMES, "/min_games", values=(("most", MOST_GAMES),))
    best_of = ranking.best_of
    if best_of is None and ranking.method is Method.TOTALS:
        yield Fault(FaultCode.RANKING_TOTALS, "/best_of")
    elif best_of is not None and not 1 <= best_of <= MOST_GAMES:
        yield Fault(FaultCode.RANKING_BEST_OF, "/best_of", values=(("most", MOST_GAMES),))
    for name, number in (("worst", ranking.worst), ("bonus", ranking.bonus)):
        if not 0 <= number <= MOST_POINTS:
            yield Fault(FaultCode.RANKING_NUMBER, f"/{name}", values=(("most", MOST_POINTS),))
    for seats, points in ranking.place_points.items():
        yield from _point_faults(seats, points)


def ranked(
    games: Mapping[int, Sequence[Outing]], ranking: Ranking, *, over: bool = False
) -> tuple[RankedPlayer, ...]:
    """All players by number, best first; those without a rank come last, in the same order.

    `games` are those of each player, oldest first. Equal ones share their rank and stand in the order of
    their numbers. `over`: the season is, and a provisional place is none.
    """
    keys, lines = {}, {}
    for player, outings in games.items():
        score = scored(outings, ranking)
        sums = tally_of(outings, wins=ranking.wins)
        provisional = score.units < ranking.games_needed
        unranked = score.value is None or (over and provisional)
        keys[player] = (unranked, _key(score, sums, ranking))
        lines[player] = RankedPlayer(player, sums, score.value, None, provisional=provisional)
    rank, last, in_order = 0, None, []
    for place, player in enumerate(sorted(keys, key=lambda player: (keys[player], player)), start=1):
        rank = rank if keys[player] == last else place
        last = keys[player]
        line = lines[player]
        shown = None if last[0] else rank
        in_order.append(RankedPlayer(player, line.tally, line.value, shown, provisional=line.provisional))
    return tuple(in_order)


def tally_of(outings: Sequence[Outing], *, wins: Wins) -> Tally:
    """The sums over all games of a player, of which there is one at least."""
    alike = [outing.result for outing in outings if outing.compared]
    return tally([outing.result for outing in outings], compared=alike, wins=wins)


def scored(outings: Sequence[Outing], ranking: Ranking) -> RankedScore:
    """What the games of a player come to, oldest first; of equal units the later one is dropped."""
    units: dict[date | int | None, list[tuple[Exact, int]]] = defaultdict(list)
    for position, outing in enumerate(outings):
        if outing.compared or not ranking.by_totals:
            unit = position if ranking.unit is Unit.GAME else outing.evening
            units[unit].append((_worth(outing.result, ranking), position))
    worths = [(sum(each for each, _ in unit), [position for _, position in unit]) for unit in units.values()]
    number = max(1, min(ranking.best_of or len(worths), len(worths) - ranking.worst))
    if number < len(worths):
        sign = 1 if ranking.lowest_first else -1
        mean = ranking.is_average
        worths.sort(key=lambda unit: sign * (Fraction(unit[0], len(unit[1])) if mean else unit[0]))
    counted = worths[:number]
    dropped = frozenset(position for _, positions in worths[number:] for position in positions)
    value = _value(counted, ranking)
    if value is not None and ranking.method is Method.PLACES:
        value += ranking.bonus * len({outing.evening for outing in outings})
    return RankedScore(value, len(worths), len(counted), dropped)


def points_of(points: Points, *, rank: int, sharers: int) -> Fraction:
    """The points for a place; players who share it get equal parts of the points of all places they take."""
    return Fraction(points_in_parts(points, rank=rank, sharers=sharers), PARTS)


@cache
def points_in_parts(points: Points, *, rank: int, sharers: int) -> int:
    """The worth of a place, as a whole number of `PARTS`; see `points_of`."""
    return sum(points[rank - 1 : rank - 1 + sharers]) * (PARTS // sharers)


def lead_of(lines: Sequence[RankedPlayer]) -> SeasonLead | None:
    """The lead of a season's table, best first; None before anybody has a rank."""
    leaders = tuple(line for line in lines if line.rank == 1)
    if not leaders:
        return None
    chasers = tuple(line for line in lines if line.rank == 1 + len(leaders))
    values = [line.value for line in (*leaders, *chasers) if line.value is not None]
    return SeasonLead(leaders, chasers, max(values) - min(values))


def _worth(result: Result, ranking: Ranking) -> Exact:
    """The worth of a game: points, else a whole number of `PARTS`."""
    match ranking.method:
        case Method.BEATEN:
            return result.beaten_parts
        case Method.PLACES:
            points = ranking.points_at(result.seats)
            return points_in_parts(points, rank=result.rank, sharers=result.sharers)
    return result.total


def _value(counted: Sequence[tuple[Exact, Sequence[int]]], ranking: Ranking) -> Fraction | None:
    """The sum of the units that count, or their average over games."""
    if not counted:
        return None
    divisor = sum(len(positions) for _, positions in counted) if ranking.is_average else 1
    return Fraction(sum(worth for worth, _ in counted)) / (divisor * (1 if ranking.by_totals else PARTS))


def _key(score: RankedScore, sums: Tally, ranking: Ranking) -> tuple[Fraction | float, ...]:
    """A key that sorts the best first."""
    low = ranking.wins is Wins.LOWEST
    missing = (ranking.best_of or 0) - score.counted if ranking.method is Method.TOTALS else 0
    first = _first(score.value, low=ranking.lowest_first)
    numbers: Mapping[TieBreak, Exact | float] = {
        TieBreak.WINS: -sums.won_parts,
        TieBreak.AVERAGE: _first(sums.average_total, low=low),
        TieBreak.BEST: _first(sums.best, low=low),
        TieBreak.BEATEN: -sums.share_beaten,
        TieBreak.GAMES: -sums.games,
    }
    # Rounding keeps the order of fractions, and numbers compare much faster: exact ones decide where equal.
    return (missing, float(first), first, *(numbers[each] for each in ranking.tie_breaks))


def _first(number: Exact | None, *, low: bool) -> Exact | float:
    """A key that sorts the best number first, the lowest or the highest, and none last."""
    if number is None:
        return _LAST
    return number if low else -number


def _point_faults(seats: int, points: Points) -> Iterator[Fault]:
    pointer = f"/place_points/{seats}"
    is_whole = seats in PRESETS and len(points) == seats
    if not (is_whole and all(0 <= number <= MOST_POINTS for number in points)):
        values = (("players", seats), ("most", MOST_POINTS))
        yield Fault(FaultCode.PLACE_POINTS_UNREADABLE, pointer, values=values)
    elif any(worse > better for better, worse in pairwise(points)):
        yield Fault(FaultCode.PLACE_POINTS_RISING, pointer)
