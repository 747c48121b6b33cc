"""Proves what happens to the players of a league: added, renamed, retired, noted whose account they are."""

import pytest

from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.services.games import projection
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.services.leagues import players
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.history import history_page
from scorekeeper.services.leagues.queries.players import members
from tests.support.club import START, Club
from tests.support.league_rows import called


def _add(club, *names):
    return players.add(club.league_id, names, actor=Actor(club.account_id, START))


def _refused(verb, club, *args, **said):
    with pytest.raises(RuleViolation) as refused:
        verb(club.league_id, *args, actor=Actor(club.account_id, START), **said)
    return [(fault.code, fault.pointer) for fault in refused.value.faults]


def test_players_are_added_in_their_order_or_not_at_all(db, club):
    assert _add(club, " Ana  Maria ", "Ben") == (1, 2)

    assert _refused(players.add, club, ["Cem", "ANA MARIA", "x" * 41, "cem"]) == [
        (FaultCode.PLAYER_TOO_LONG, "/names/2"),
        (FaultCode.PLAYER_TWICE, "/names/3"),
        (FaultCode.PLAYER_KNOWN, "/names/1"),
    ]
    assert [line.name for line in members(club.league_id)] == ["Ana Maria", "Ben"]
    written = db.execute("SELECT payload, account_id FROM league_entry WHERE kind = 'player-added'")
    assert written.fetchall() == [('{"player":1}', club.account_id), ('{"player":2}', club.account_id)]


def test_blank_lines_add_nobody_and_count_as_lines(club):
    assert _add(club, "Ana", "", " ", "Ben", "\u2003") == (1, 2)
    assert [line.name for line in members(club.league_id)] == ["Ana", "Ben"]

    with pytest.raises(RuleViolation) as refused:
        _add(club, "", "x" * 41, " ", "ben")

    assert [dict(fault.values).get("line") for fault in refused.value.faults] == [2, None]
    assert [fault.pointer for fault in refused.value.faults] == ["/names/1", "/names/3"]


def test_two_leagues_may_have_players_of_one_name(club, olga):
    other = Club(olga, "Other")
    _add(club, "Ana")

    assert _add(other, "Ana") == (1,)
    players.rename(other.league_id, 1, "Anna", actor=Actor(olga, START))
    assert [line.name for line in (*members(club.league_id), *members(other.league_id))] == ["Ana", "Anna"]


def test_a_new_name_stands_on_every_table_at_once(db, club):
    game = club.play("Ana Ben Cem Dee")
    before = version_of(game)

    for _ in range(2):
        players.rename(club.league_id, 1, "Anna", actor=Actor(club.account_id, START))

    assert called(game) == ["Anna", "Ben", "Cem", "Dee"]
    assert projection.differences(game) == ()
    assert version_of(game) == (before[0], before[1] + 1)
    renamed = db.execute("SELECT payload FROM league_entry WHERE kind = 'player-renamed'").fetchall()
    assert renamed == [('{"player":1}',)]


def test_names_that_cannot_be_are_refused(club):
    _add(club, "Ana", "Ben")

    assert _refused(players.rename, club, 1, "BEN") == [(FaultCode.PLAYER_KNOWN, "/name")]
    assert _refused(players.rename, club, 1, " ") == [(FaultCode.NAME_EMPTY, "/name")]
    assert _refused(players.rename, club, 9, "Cem") == [(FaultCode.PLAYER_UNKNOWN, "")]
    players.rename(club.league_id, 1, "ANA", actor=Actor(club.account_id, START))
    assert [line.name for line in members(club.league_id)] == ["ANA", "Ben"]


def test_a_player_retires_and_comes_back_once_for_two_taps(db, club):
    _add(club, "Ana")

    players.set_retired(club.league_id, 1, True, actor=Actor(club.account_id, START))
    assert [line.retired for line in members(club.league_id)] == [True]
    players.set_retired(club.league_id, 1, True, actor=Actor(club.account_id, START))
    players.set_retired(club.league_id, 1, False, actor=Actor(club.account_id, START))
    assert [line.retired for line in members(club.league_id)] == [False]
    players.set_retired(club.league_id, 1, False, actor=Actor(club.account_id, START))
    kinds = db.execute("SELECT kind FROM league_entry WHERE kind LIKE 'player-%' ORDER BY number").fetchall()
    assert kinds == [("player-added",), ("player-retired",), ("player-back",)]


def test_the_number_of_a_removed_player_is_not_given_again(club):
    _add(club, "Ana", "Ben", "Cem")
    for number in (3, 2):
        players.remove(club.league_id, number, actor=Actor(club.account_id, START))

    assert _add(club, "Dee") == (4,)

    removals = history_page(club.league_id).lines[1:3]
    assert [(line.kind, line.names) for line in removals] == [(EntryKind.PLAYER_REMOVED, ())] * 2
