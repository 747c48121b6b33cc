"""Who leads a season, and by how much."""

from scorekeeper.rules.leagues.ranking import Outing, Ranking, lead_of, ranked
from tests.support.league_results import result


def lead(*totals: list[int]) -> tuple[list[int], list[int], int] | None:
    """The players who lead, those behind them, and the distance; players are numbered from 1."""
    players = {
        player: [Outing(result(total)) for total in of_player]
        for player, of_player in enumerate(totals, start=1)
    }
    found = lead_of(ranked(players, Ranking(min_games=2), over=True))
    if found is None:
        return None
    return [line.player for line in found.leaders], [line.player for line in found.chasers], int(found.ahead)


def test_the_lead_is_the_distance_to_the_next_rank():
    assert lead([250, 250], [150, 150], [300, 300, 300]) == ([2], [1], 100)


def test_all_who_share_a_rank_are_named():
    assert lead([100, 100], [100, 100], [130, 130]) == ([1, 2], [3], 30)
    assert lead([50, 50], [100, 100], [100, 100]) == ([1], [2, 3], 50)


def test_nobody_chases_who_is_ranked_alone():
    assert lead([100, 100], [10]) == ([1], [], 0)


def test_nobody_leads_before_a_rank():
    assert lead([200]) is None
    assert lead() is None
