"""How a season ranks its players: four methods, points for places, one written chain of tie-breaks."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Final

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.results import PARTS
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import Exact
from scorekeeper.rules.tallies import Tally

Points = tuple[int, ...]
PlacePoints = Mapping[int, Points]

# Best place first, by the number of players.
PRESETS: Final[PlacePoints] = {3: (10, 6, 2), 4: (11, 7, 4, 2), 5: (12, 8, 5, 3, 2)}
MOST_POINTS: Final = 1_000
MOST_GAMES: Final = 1_000
_LAST: Final = float("inf")


class Method(StrEnum):
    """What decides: the best average, most opponents beaten, most place points, or the best games."""

    AVERAGE = "average"
    BEATEN = "beaten"
    PLACES = "places"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a season ranks. `best_of` counts only for `Method.BEST`, `place_points` only for `Method.PLACES`.

    `wins` says which total of its games is better, and so which average and sum.
    A player with fewer games than `min_games`, or than `best_of` where that counts, has no rank yet; where
    totals decide, only games that compare are such games.
    """

    method: Method = Method.AVERAGE
    min_games: int = 1
    best_of: int | None = None
    place_points: PlacePoints = field(default_factory=lambda: PRESETS)
    wins: Wins = Wins.LOWEST

    @property
    def games_needed(self) -> int:
        """Games before a rank."""
        return max(self.min_games, self.best_of or 0) if self.method is Method.BEST else self.min_games

    @property
    def by_totals(self) -> bool:
        """Whether totals decide, and so only games that were scored alike."""
        return self.method in (Method.AVERAGE, Method.BEST)


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """One player of a season: `rank` None is provisional.

    A higher `value` is better, but of averages and sums the one that `Ranking.wins` says. It is None where
    totals decide and no game of the player compares: then there is no rank.
    """

    player: int
    tally: Tally
    value: Fraction | None
    rank: int | None


def ranking_faults(ranking: Ranking, *, sizes: Collection[int] = ()) -> Iterator[Fault]:
    """Everything that forbids a ranking; `sizes` are the numbers of players at the season's tables."""
    if not 1 <= ranking.min_games <= MOST_GAMES:
        yield Fault(FaultCode.RANKING_MIN_GAMES, "/min_games", values=(("most", MOST_GAMES),))
    if ranking.method is Method.BEST and not 1 <= (ranking.best_of or 0) <= MOST_GAMES:
        yield Fault(FaultCode.RANKING_BEST_OF, "/best_of", values=(("most", MOST_GAMES),))
    yield from _point_faults(ranking.place_points)
    for seats in sorted(sizes):
        if is_without_points(ranking, seats=seats):
            yield Fault(
                FaultCode.PLACE_POINTS_MISSING, f"/place_points/{seats}", values=(("players", seats),)
            )


def is_without_points(ranking: Ranking, *, seats: int) -> bool:
    """Whether a table of this size cannot be ranked: it has no list of place points yet."""
    return ranking.method is Method.PLACES and seats not in ranking.place_points


def value_of(tally: Tally, ranking: Ranking) -> Fraction | None:
    """The value that ranks a player first of all, None where none of the games has one; see `Method`."""
    match ranking.method:
        case Method.AVERAGE:
            return tally.average_total
        case Method.BEATEN:
            return tally.share_beaten
        case Method.PLACES:
            return place_points(tally, ranking)
    return Fraction(tally.best_sum) if tally.best_games else None


def place_points(tally: Tally, ranking: Ranking) -> Fraction:
    """The sum of a player's place points; a table size without a list is worth nothing."""
    lists = ranking.place_points
    parts = sum(
        points_in_parts(lists.get(place.seats, ()), rank=place.rank, sharers=place.sharers) * place.games
        for place in tally.places
    )
    return Fraction(parts, PARTS)


def ranked(tallies: Mapping[int, Tally], ranking: Ranking) -> tuple[RankedPlayer, ...]:
    """All players by number, best first; those without a rank yet come last, in the same order.

    Equal ones share their rank and stand in the order of their numbers.
    """
    values = {player: value_of(tally, ranking) for player, tally in tallies.items()}
    in_order = sorted(
        (_is_provisional(tally, ranking), _key(values[player], tally, ranking), player)
        for player, tally in tallies.items()
    )
    players, rank, last = [], 0, None
    for place, (provisional, key, player) in enumerate(in_order, start=1):
        rank = rank if key == last else place
        last = key
        players.append(RankedPlayer(player, tallies[player], values[player], None if provisional else rank))
    return tuple(players)


def _is_provisional(tally: Tally, ranking: Ranking) -> bool:
    return (tally.compared if ranking.by_totals else tally.games) < ranking.games_needed


def _key(value: Fraction | None, tally: Tally, ranking: Ranking) -> tuple[Fraction | float, ...]:
    """The value; then most wins, the best average total, and the best total of a single game."""
    low = ranking.wins is Wins.LOWEST
    first = _first(value, low=low and ranking.by_totals)
    average, best = _first(tally.average_total, low=low), _first(tally.best, low=low)
    # Rounding keeps the order of fractions, and numbers compare much faster: exact ones decide where equal.
    return (float(first), first, -tally.won_parts, average, best)


def _first(number: Exact | None, *, low: bool) -> Exact | float:
    """A key that sorts the best number first, the lowest or the highest, and none last."""
    if number is None:
        return _LAST
    return number if low else -number


def points_of(points: Points, *, rank: int, sharers: int) -> Fraction:
    """The points for a place; players who share it get equal parts of the points of all places they take."""
    return Fraction(points_in_parts(points, rank=rank, sharers=sharers), PARTS)


@cache
def points_in_parts(points: Points, *, rank: int, sharers: int) -> int:
    """The worth of a place, as a whole number of `PARTS`; see `points_of`."""
    return sum(points[rank - 1 : rank - 1 + sharers]) * (PARTS // sharers)


def _point_faults(lists: PlacePoints) -> Iterator[Fault]:
    for seats, points in lists.items():
        pointer = f"/place_points/{seats}"
        if len(points) != seats or not all(0 <= number <= MOST_POINTS for number in points):
            yield Fault(
                FaultCode.PLACE_POINTS_UNREADABLE, pointer, values=(("players", seats), ("most", MOST_POINTS))
            )
        elif any(worse > better for better, worse in pairwise(points)):
            yield Fault(FaultCode.PLACE_POINTS_RISING, pointer)
