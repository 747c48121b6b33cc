"""Who leads a season, and by how much."""

from scorekeeper.rules.leagues.leaders import lead_of
from scorekeeper.rules.leagues.ranking import Method, Ranking, ranked
from scorekeeper.rules.tallies import Tally
from tests.support.league_results import played

AVERAGE = Ranking(Method.AVERAGE, min_games=2)


def lead(*tallies: Tally) -> tuple[list[int], list[int], int] | None:
    """The players who lead, those behind them, and the distance; players are numbered from 1."""
    found = lead_of(ranked(dict(enumerate(tallies, start=1)), AVERAGE))
    if found is None:
        return None
    return [line.player for line in found.leaders], [line.player for line in found.chasers], int(found.ahead)


def test_the_lead_is_the_distance_to_the_next_rank():
    assert lead(played(2, total=500), played(2, total=300), played(3, total=900)) == ([2], [1], 100)


def test_all_who_share_a_rank_are_named():
    shared = played(2, total=200)

    assert lead(shared, shared, played(2, total=260)) == ([1, 2], [3], 30)
    assert lead(played(2, total=100), shared, shared) == ([1], [2, 3], 50)


def test_nobody_chases_who_is_ranked_alone():
    assert lead(played(2, total=200), played(1, total=10)) == ([1], [], 0)


def test_nobody_leads_before_a_rank():
    assert lead(played(1, total=200)) is None
    assert lead() is None
