"""The page of a player: the same numbers as in the table, the games behind them, and the dropped ones."""

from datetime import date
from fractions import Fraction

import pytest

from scorekeeper.rules.entries import Departed
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.results import Result
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.players import highest, lowest, player_list, player_page, rivals
from tests.support.club import START, Club, account
from tests.support.play import ANAS

FOUR = "Ana Ben Cem Dee"
# Ana 70, Ben and Cem 20 each; nobody goes out in the last hand.
SHARED = (*("10 out 5", "10 5 out") * 3, "10 5 5")


@pytest.fixture
def club() -> Club:
    """Ana has 25, then 70 with Ben and Cem sharing the win; in 2025 she had 25."""
    club = Club(account())
    club.play(FOUR, day=1)
    club.play("Ana Ben Cem", *SHARED, day=2)
    club.play(FOUR, day=-20)
    return club


def ranked_by(club, ranking):
    seasons.set_ranking(club.league_id, "2026", ranking, actor=Actor(club.account_id, START))


def test_games_of_a_player_worked_by_hand(club):
    ranked_by(club, Ranking(Method.PLACES))

    page = player_page(club.league_id, 2, season="2026")

    shared, first = page.games
    assert shared.result == Result(1, 20, False, 1, 2, 3, 20, 7, 3)
    assert first.result == Result(1, 150, False, 2, 1, 4, 150, 7, 1)
    assert (shared.points, first.points) == (Fraction(8), Fraction(7))
    assert [other.name for other in shared.opponents] == ["Ana", "Cem"]
    assert (page.tally.won, page.tally.share_beaten) == (Fraction(1, 2), Fraction(17, 24))
    assert (page.line.value, page.line.rank, page.tally.streak) == (15, 1, 1)


def test_opponents_are_counted_by_games_together_and_games_ahead(club):
    page = player_page(club.league_id, 2, season="2026")

    # Ben shares a win with Cem before Ana, and is second behind Ana, before Cem and Dee.
    assert [(rival.name, rival.games, rival.ahead) for rival in rivals(page.games)] == [
        ("Ana", 2, 1), ("Cem", 2, 1), ("Dee", 1, 1),
    ]  # fmt: skip
    assert rivals(()) == ()


def test_on_a_past_day_only_games_finished_by_then(club):
    page = player_page(club.league_id, 1, season="2026", on=date(2026, 1, 1))

    assert [game.result.total for game in page.games] == [25]
    assert page.line.tally.games == 1


def test_posted_total_is_nobodys_best(club):
    game = club.go_on(club.begin(FOUR, day=5), "out 25 45 110")
    recording.record(game, Departed((0,)), now=START, origin=Origin(ANAS))
    club.go_on(game, *(". out 10 20",) * 6)

    page = player_page(club.league_id, 1, season="2026")

    # Cem has 105 and Dee 230.
    posted = page.games[0].result
    assert (posted.total, posted.posted, posted.rank, posted.hands) == (335, True, 4, 1)
    assert page.tally.best == 25
    assert page.tally.average_per_hand == Fraction(95, 15)


def test_best_and_worst_hands_lead_to_their_games(club):
    page = player_page(club.league_id, 4)

    assert len(page.hands) == 14
    assert {(hand.points, hand.out) for hand in page.hands} == {(110, False)}
    ana = player_page(club.league_id, 1, season="2026")
    assert [hand.points for hand in highest(ana.hands, most=2)] == [25, 10]
    assert [(hand.points, hand.hand) for hand in lowest(ana.hands, most=3)] == [(10, 1), (10, 2), (10, 3)]


def test_roster_counts_games_and_finds_names(club):
    found = {search: player_list(club.league_id, search=search) for search in ("D", "DEE", "E")}

    assert [(person.number, person.name, person.games) for person in found["D"]] == [(4, "Dee", 2)]
    assert (found["DEE"], found["E"]) == (found["D"], ())
