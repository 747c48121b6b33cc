"""Proves that no page of a league asks the database more for three games, or three players, than for one."""

from __future__ import annotations

import pytest

from scorekeeper.services.leagues.queries.games import Wanted, games_page
from scorekeeper.services.leagues.queries.history import history_page
from scorekeeper.services.leagues.queries.home import league_home
from scorekeeper.services.leagues.queries.leagues import leagues_page
from scorekeeper.services.leagues.queries.player import player_page
from scorekeeper.services.leagues.queries.players import player_list
from scorekeeper.services.leagues.queries.records import records_page
from scorekeeper.services.leagues.queries.seasons import season_settings
from scorekeeper.services.leagues.queries.summaries import summaries
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
    ("page", "queries"),
    [
        (lambda club: league_home(club.head, now=START), 10),
        (lambda club: games_page(club.league_id, Wanted()), 5),
        (lambda club: player_page(club.league_id, 1), 5),
        (lambda club: player_page(club.league_id, 1, season="2026"), 7),
        (lambda club: player_list(club.league_id), 1),
        (lambda club: records_page(club.league_id), 9),
        (lambda club: history_page(club.league_id), 7),
        (lambda club: season_settings(club.league_id, "2026"), 2),
    ],
    ids=["home", "games", "player", "player-of-a-season", "players", "records", "history", "settings"],
)
def test_a_page_of_a_league(page, queries, small, large, statements):
    counts = []
    for club in (small, large):
        statements.clear()
        assert page(club)
        counts.append(len(statements))

    assert counts == [queries, queries]


def test_another_league_in_the_list_takes_one_more_query_and_none_without_games(small, statements):
    def queries() -> int:
        leagues = leagues_page(None).public
        statements.clear()
        assert len(summaries(leagues, now=START)) == len(leagues)
        return len(statements)

    assert queries() == 3
    Club(account("lars@example.org"), "Large").play("Ana Ben Cem Dee")
    Club(account("vera@example.org"), "Third").play("Ana Ben Cem Dee")
    assert queries() == 5
    Club(account("ines@example.org"), "Empty")
    assert queries() == 5
