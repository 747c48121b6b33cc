"""Proves that no page of a league asks the database more for three games, or three players, than for one."""

import pytest

from scorekeeper.services.leagues.queries.games import GameFilter, games_page
from scorekeeper.services.leagues.queries.history import history_page
from scorekeeper.services.leagues.queries.leagues import league_home, leagues_page, summaries
from scorekeeper.services.leagues.queries.players import player_list, player_page
from scorekeeper.services.leagues.queries.records import records_page
from scorekeeper.services.leagues.queries.seasons import season_settings
from tests.support.club import START, Club, account


@pytest.fixture
def small() -> Club:
    club = Club(account(), "Small")
    club.play("Ana Ben", *["out 5"] * 7)
    return club


@pytest.fixture
def large() -> Club:
    club = Club(account("lars@example.org"), "Large")
    for day in (1, 2, 3):
        club.play("Ana Ben Cem Dee", day=day)
        club.begin("Ana Eva", day=day)
    club.play("Eva Fay Gus", *["out 5 10"] * 7, day=-3)
    return club


@pytest.mark.parametrize(
    "page",
    [
        lambda club: league_home(club.head, now=START),
        lambda club: games_page(club.league_id, GameFilter()),
        lambda club: player_page(club.league_id, 1),
        lambda club: player_page(club.league_id, 1, season="2026"),
        lambda club: player_list(club.league_id),
        lambda club: records_page(club.league_id, min_games=1),
        lambda club: history_page(club.league_id),
        lambda club: season_settings(club.league_id, "2026"),
    ],
    ids=["home", "games", "player", "player-of-a-season", "players", "records", "history", "settings"],
)
def test_a_page_of_a_league(page, small, large, statements):
    counts = []
    for club in (small, large):
        statements.clear()
        assert page(club)
        counts.append(len(statements))

    assert counts[0] == counts[1]


def test_a_league_without_games_in_the_list_takes_no_query(small, statements):
    def queries() -> int:
        leagues = leagues_page(None).public
        statements.clear()
        assert len(summaries(leagues, now=START)) == len(leagues)
        return len(statements)

    before = queries()
    Club(account("ines@example.org"), "Empty")

    assert queries() == before
