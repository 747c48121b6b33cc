"""The table of a season: of its own games, of those finished by a day, in as many queries as for one game."""

import sqlite3
from datetime import date

import pytest

from scorekeeper.services.leagues import players
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.seasons import SeasonPlayer, season_standings
from tests.support.club import START, Club, account

FOUR = "Ana Ben Cem Dee"


@pytest.fixture
def club() -> Club:
    """A game in 2026 and one in 2025."""
    club = Club(account(), zone="Europe/Prague")
    club.play(FOUR)
    club.play(FOUR, day=-20)
    return club


def table(club, name="2026", **asked):
    return season_standings(club.league_id, name, **asked)


def test_a_day_ends_by_the_clocks_of_the_league(club: Club, db: sqlite3.Connection):
    db.execute("UPDATE result SET finished_at = '2026-01-01 23:30:00.000000'")

    assert table(club, on=date(2026, 1, 1)).lines == ()
    assert len(table(club, on=date(2026, 1, 2)).lines) == 4


def test_every_line_has_its_person_and_other_seasons_stay_out(club):
    players.set_retired(club.league_id, 1, True, actor=Actor(club.account_id, START))

    found = table(club)

    assert [line.tally.games for line in found.lines] == [1] * 4
    assert [found.people[line.player] for line in found.lines] == [
        SeasonPlayer(1, "Ana", retired=True),
        *(SeasonPlayer(number, name, retired=False) for number, name in ((2, "Ben"), (3, "Cem"), (4, "Dee"))),
    ]


def test_a_table_of_many_games_takes_as_many_queries_as_one_of_one(club, statements):
    counts = []
    for _ in range(2):
        statements.clear()
        assert table(club).lines
        counts.append(len(statements))
        club.play("Eva Ana Ben", *["out 5 10"] * 7, day=3)

    assert counts[0] == counts[1]
