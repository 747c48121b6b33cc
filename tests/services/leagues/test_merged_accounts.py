"""Proves that accounts follow the players that are theirs when people are merged and parted."""

from __future__ import annotations

import pytest

from scorekeeper.services.common.actor import Actor
from scorekeeper.services.leagues import organisers
from scorekeeper.services.leagues import players as players_of
from scorekeeper.services.leagues.queries.players import member_page, members
from tests.support.club import START, Club, account
from tests.support.elsewhere import plan_of, text_of


@pytest.fixture
def club():
    return Club(account())


@pytest.fixture
def linked(club, db):
    """Ana and Cem have an account each; a function tells whose is whose."""
    for pair in ("Ana Ben", "Cem Ben", "Dee Ben"):
        club.begin(pair)
    invited = organisers.invite(club.league_id, actor=Actor(None, START)).token
    eva = account("eva@example.org", "Eva")
    organisers.accept(invited, actor=Actor(eva, START))
    for number, theirs in ((1, club.account_id), (3, eva)):
        players_of.link_account(club.league_id, number, theirs, actor=Actor(club.account_id, START))

    def accounts():
        rows = "SELECT p.name, a.name FROM player p JOIN account a ON a.id = p.account_id ORDER BY p.id"
        return db.execute(rows).fetchall()

    return accounts


def test_the_account_of_a_player_comes_back_with_the_player(club, linked):
    before = linked()
    # Numbers: Ana 1, Ben 2, Cem 3, Dee 4.
    club.merge(1, into=4)
    assert linked() == [("Cem", "Eva"), ("Dee", "Olga")]
    club.part(1)
    assert linked() == before

    club.merge(1, into=3)
    assert linked() == [("Cem", "Eva")]
    club.part(1)
    assert linked() == before


def test_the_account_comes_back_through_a_chain(club, linked):
    before = linked()
    club.merge(1, into=4)
    club.merge(4, into=3)
    club.part(1)
    assert linked() == before
    club.part(4)

    assert linked() == before


def test_an_account_that_is_somebody_elses_by_now_stays_there(club, linked):
    club.merge(1, into=4)
    link = Actor(club.account_id, START)
    players_of.link_account(club.league_id, 4, None, actor=link)
    players_of.link_account(club.league_id, 2, club.account_id, actor=link)

    club.part(1)

    assert linked() == [("Ben", "Olga"), ("Cem", "Eva")]


def test_no_account_is_in_the_file_of_a_league(club, linked, now):
    club.merge(1, into=4)

    text = text_of(club.league_id)

    assert '"kind":"player-merged","number":' in text
    assert '"payload":{"into":4,"moved":[1],"player":1}' in text
    assert plan_of(text, now=now, into=club.league_id).faults == []


def test_the_same_people_in_another_league_stay_as_they_are(club):
    other, olga = Club(club.account_id, "Other"), club.account_id
    for league in (other, club):
        for pair in ("Ana Ben", "Cem Ben"):
            league.begin(pair)
    players_of.link_account(club.league_id, 1, olga, actor=Actor(olga, START))
    players_of.link_account(other.league_id, 2, olga, actor=Actor(olga, START))
    players_of.rename(other.league_id, 2, "Bea", actor=Actor(olga, START))
    for league in (other, club):
        league.merge(1, into=3)

    club.part(1)

    assert [(line.name, line.games) for line in members(club.league_id)] == [
        ("Ana", 1),
        ("Ben", 2),
        ("Cem", 1),
    ]
    assert [(line.name, line.games) for line in members(other.league_id)] == [("Bea", 2), ("Cem", 2)]
    assert member_page(club.league_id, 1).account_id == olga
    assert member_page(other.league_id, 2).account_id == olga
