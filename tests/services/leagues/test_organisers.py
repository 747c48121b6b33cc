"""Proves who comes to run a league, by which link, and that somebody always does."""

from datetime import timedelta

import pytest

from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.services.common.faults import InvitationInvalid, UnknownRight
from scorekeeper.services.games import invitations
from scorekeeper.services.leagues import games
from scorekeeper.services.leagues import organisers as verbs
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.leagues import organiser_lines, runs
from scorekeeper.services.maintenance import expiry
from tests.support.club import START, Club, account

WEEK = timedelta(days=7)


def test_a_link_lets_one_account_in_once(db, club, eva):
    token = verbs.invite(club.league_id, actor=Actor(None, START)).token
    other = account("una@example.org", "Una")

    assert verbs.find(token, now=START) == club.league_id
    assert verbs.accept(token, actor=Actor(eva, START)) == club.league_id
    assert verbs.accept(token, actor=Actor(eva, START)) == club.league_id
    assert verbs.find(token, now=START) is None
    with pytest.raises(InvitationInvalid):
        verbs.accept(token, actor=Actor(other, START))

    assert [line.name for line in organiser_lines(club.league_id)] == ["Olga", "Eva"]
    added = "SELECT count(*) FROM league_entry WHERE kind = 'organiser-added' AND account_id = ?"
    assert db.execute(added, [eva]).fetchone() == (1,)


def test_who_runs_it_already_uses_no_link_up(club, olga, eva):
    token = verbs.invite(club.league_id, actor=Actor(None, START)).token

    verbs.accept(token, actor=Actor(olga, START))

    assert verbs.accept(token, actor=Actor(eva, START)) == club.league_id


def test_a_link_ends_after_a_week_and_is_forgotten(db, club, eva):
    token = verbs.invite(club.league_id, actor=Actor(None, START)).token

    assert verbs.find(token, now=START + WEEK - timedelta(seconds=1)) == club.league_id
    assert verbs.find(token, now=START + WEEK) is None
    with pytest.raises(InvitationInvalid):
        verbs.accept(token, actor=Actor(eva, START + WEEK))
    expiry.purge(START + WEEK)
    assert db.execute("SELECT count(*) FROM organiser_invitation").fetchone() == (0,)


def test_only_the_hash_of_a_link_is_kept(db, club):
    token = verbs.invite(club.league_id, actor=Actor(None, START)).token

    assert token not in str(db.execute("SELECT * FROM organiser_invitation").fetchall())


def test_whoever_goes_leaves_no_open_link_behind(club, olga, eva):
    verbs.accept(verbs.invite(club.league_id, actor=Actor(None, START)).token, actor=Actor(eva, START))
    token = verbs.invite(club.league_id, actor=Actor(None, START)).token

    for _ in range(2):
        verbs.remove(club.league_id, eva, actor=Actor(olga, START))

    assert not runs(eva, club.league_id)
    assert verbs.find(token, now=START) is None


def test_links_to_games_end_with_the_organiser_who_made_them(club, olga, eva):
    verbs.accept(verbs.invite(club.league_id, actor=Actor(None, START)).token, actor=Actor(eva, START))
    other = Club(eva, "Other")
    mine, theirs = club.begin("Ana Ben"), other.begin("Ana Ben")
    made = [
        games.invite_scorer(league_id, game, actor=Actor(account_id, START)).token
        for league_id, game, account_id in (
            (club.league_id, mine, eva),
            (club.league_id, mine, olga),
            (other.league_id, theirs, eva),
        )
    ]

    verbs.remove(club.league_id, eva, actor=Actor(olga, START))

    assert [invitations.find(token, now=START) for token in made] == [None, mine, theirs]
    with pytest.raises(games.NotInLeague):
        games.invite_scorer(club.league_id, mine, actor=Actor(eva, START))
    with pytest.raises(UnknownRight):
        verbs.invite(club.league_id, actor=Actor(eva, START))


def test_whoever_goes_goes_from_one_league_alone(db, club, olga, eva):
    verbs.accept(verbs.invite(club.league_id, actor=Actor(None, START)).token, actor=Actor(eva, START))
    other = Club(eva, "Other")
    theirs = verbs.invite(other.league_id, actor=Actor(None, START)).token

    verbs.remove(club.league_id, eva, actor=Actor(olga, START))

    assert runs(olga, club.league_id)
    assert runs(eva, other.league_id)
    assert verbs.find(theirs, now=START) == other.league_id
    used = "SELECT count(*) FROM organiser_invitation WHERE used_at IS NOT NULL"
    assert db.execute(used).fetchone() == (1,)
    gone = "SELECT payload, account_id FROM league_entry WHERE kind = 'organiser-gone'"
    assert db.execute(gone).fetchall() == [(f'{{"organiser":{eva}}}', olga)]


def test_using_a_link_up_leaves_the_others_open(club, olga, eva):
    first, second = (verbs.invite(club.league_id, actor=Actor(None, START)).token for _ in range(2))

    verbs.accept(first, actor=Actor(eva, START))

    assert verbs.find(second, now=START) == club.league_id


def test_the_last_one_stays(club, olga):
    with pytest.raises(RuleViolation) as refused:
        verbs.remove(club.league_id, olga, actor=Actor(olga, START))

    assert [fault.code for fault in refused.value.faults] == [FaultCode.LAST_ORGANISER]
    assert runs(olga, club.league_id)
