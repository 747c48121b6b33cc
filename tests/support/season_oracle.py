"""A season's table reckoned a second time, on its own: plain loops, no code of the core but its values."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorekeeper.rules.leagues.ranking import Outing, Ranking

FIRST_FOUR = {2: (9, 2), 3: (10, 6, 2), 4: (11, 7, 4, 2)}


def usual_points(seats: int) -> list[int]:
    """The usual list: from a table of five on, each place has a point more than at the smaller table."""
    if seats in FIRST_FOUR:
        return [*FIRST_FOUR[seats]]
    return [points + 1 for points in usual_points(seats - 1)] + [2]


def points_for(place: int, sharers: int, seats: int, own: Mapping[int, Sequence[int]]) -> Fraction:
    """The points of a place, those of the shared places in equal parts."""
    points = [*own.get(seats, usual_points(seats))]
    return Fraction(sum(points[place - 1 : place - 1 + sharers]), sharers)


def values(games: Mapping[str, Sequence[Outing]], ranking: Ranking) -> dict[str, Fraction | None]:
    """The value of each player."""
    return {player: _value(outings, ranking) for player, outings in games.items()}


def _value(outings: Sequence[Outing], ranking: Ranking) -> Fraction | None:
    low = ranking.wins == "lowest"
    baskets: dict[object, list[Fraction]] = {}
    for number, outing in enumerate(outings):
        result = outing.result
        if ranking.method in ("average", "totals"):
            if not outing.compared:
                continue
            worth = Fraction(result.total)
        elif ranking.method == "beaten":
            behind = result.seats - result.rank - (result.sharers - 1)
            worth = (behind + Fraction(result.sharers - 1, 2)) / (result.seats - 1)
        else:
            worth = points_for(result.rank, result.sharers, result.seats, ranking.place_points)
        baskets.setdefault(outing.evening if ranking.unit == "evening" else number, []).append(worth)
    mean = ranking.method in ("average", "beaten")
    lowest_is_best = low and ranking.method in ("average", "totals")

    def measure(basket: list[Fraction]) -> Fraction:
        return sum(basket, Fraction(0)) / (len(basket) if mean else 1)

    best_first = sorted(baskets.values(), key=measure, reverse=not lowest_is_best)
    while ranking.worst and len(best_first) > max(1, len(baskets) - ranking.worst):
        best_first.pop()
    if ranking.best_of:
        best_first = best_first[: ranking.best_of]
    if not best_first:
        return None
    counted = [worth for basket in best_first for worth in basket]
    if mean:
        return sum(counted, Fraction(0)) / len(counted)
    extra = ranking.bonus * len({outing.evening for outing in outings}) if ranking.method == "places" else 0
    return sum(counted, Fraction(0)) + extra
