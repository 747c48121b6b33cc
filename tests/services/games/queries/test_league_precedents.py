"""Agreements of a league are shown in its games after those of the chain, before those of the phone."""

import pytest

from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.services.leagues import leagues
from scorekeeper.services.leagues.log import Actor
from tests.services.games.queries.test_precedents import again, agree
from tests.support.club import START, Club, account
from tests.support.play import ANAS, started

EVAS = "e" * 64


@pytest.fixture
def club():
    return Club(account())


def _texts(device, game_id, **said):
    return [line.agreed for line in precedents_for(device, game_id, **said)]


def test_a_game_of_a_league_knows_what_its_other_tables_agreed(club):
    first, second = club.begin("Ana Ben"), club.begin("Eva Fay", device=EVAS)
    agree(first, "at the first table")
    alone = started()
    agree(alone, "at home", day=1)

    assert _texts(EVAS, second) == ["at the first table"]
    assert _texts(ANAS, first) == ["at the first table", "at home"]
    assert _texts(ANAS, alone) == ["at home", "at the first table"]


def test_the_chain_comes_first_and_nothing_twice(club):
    first, other = club.begin("Ana Ben"), club.begin("Ana Fay")
    agree(first, "before")
    agree(other, "elsewhere in the league", day=1)
    second = again(first, device=ANAS)
    agree(second, "here", day=-1)

    assert _texts(ANAS, first) == ["before", "elsewhere in the league", "here"]
    assert _texts(ANAS, second) == ["before", "here", "elsewhere in the league"]


def test_a_game_about_to_start_knows_those_of_its_league(club):
    agree(club.begin("Ana Ben"), "at the first table", clause="2.2b")

    assert _texts(EVAS, None, league_id=club.league_id, clauses=["2.2b"]) == ["at the first table"]
    assert _texts(EVAS, None, league_id=club.league_id, clauses=["6.3"]) == []
    assert _texts(EVAS, None) == []


def test_another_league_knows_nothing_of_it(club):
    agree(club.begin("Ana Ben"), "ours")
    other = Club(account("otto@example.org", "Otto"), "Other")

    assert _texts(EVAS, other.begin("Eva Fay", device=EVAS)) == []


@pytest.mark.parametrize(("visibility", "watched"), [("public", ["ours"]), ("link", []), ("private", [])])
def test_who_only_watches_sees_them_where_everybody_reads_the_league(club, visibility, watched):
    club.slug = leagues.set_visibility(club.league_id, visibility, actor=Actor(club.account_id, START))
    agree(club.begin("Ana Ben"), "ours")
    second = club.begin("Eva Fay", device=EVAS)

    assert _texts(None, second) == _texts(ANAS, second) == watched
    assert _texts(EVAS, second) == ["ours"]
