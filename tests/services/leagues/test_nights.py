"""Proves when games may start in a league night, by whose address, and what they are played by."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.entries import Started
from scorekeeper.rules.faults import FaultCode, RuleViolation, StateViolation
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.games import recording, rights, trash
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.queries.head import head_of, version_of
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import leagues, night_addresses, nights
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.games import league_of
from scorekeeper.services.leagues.queries.leagues import night_lines, tables_of
from tests.support.club import START, Club, account
from tests.support.play import ANAS, BENS, played

LATER = START + nights.USUAL


@pytest.fixture
def club():
    return Club(account(), zone="Europe/Prague")


def _open(club, *, closes_at=LATER, now=START):
    key = nights.open_night(club.league_id, closes_at=closes_at, actor=Actor(club.account_id, now))
    return night_addresses.by_key(club.league_id, key)


def _start(night, names="Ana Ben Cem Dee", *, now=START, device=ANAS, **said):
    return league_games.start(
        night, Started(tuple(names.split()), 0, now, **said), now=now, origin=Origin(device)
    )


def test_the_address_of_a_night_cannot_be_made_from_its_key(app, club):
    night = _open(club)
    token = night_addresses.token_of(night.key)

    assert night_addresses.by_token(token) == night
    assert token.startswith(night.key)
    forged = token[:-1] + ("A" if token[-1] != "A" else "B")
    for wrong in (night.key, token[:-1], forged, token + "a", "T" * 44):
        assert night_addresses.by_token(wrong) is None
    app.config["SECRET_KEY"] = b"another"
    assert night_addresses.by_token(token) is None


def test_a_new_address_ends_the_one_before(db, club):
    night = _open(club)
    game = _start(night)
    old = [night.token]

    for _ in range(2):
        nights.renew_address(club.league_id, night.key, actor=Actor(club.account_id, START))
        assert [night_addresses.by_token(token) for token in old] == [None] * len(old)
        fresh = night_addresses.by_key(club.league_id, night.key)
        assert night_addresses.by_token(fresh.token) == fresh
        old.append(fresh.token)

    assert len(set(old)) == 3
    assert rights.has_right(game, ANAS)
    played(game, "25 out 45 110")
    later = _start(fresh, "Eva Fay", now=fresh.renewed_at)
    assert league_of(later).night_token == fresh.token
    with pytest.raises(StateViolation):
        _start(night, "Gus Hal", now=fresh.renewed_at)
    told = "SELECT count(*) FROM league_entry WHERE kind = 'night-renewed'"
    assert db.execute(told).fetchone() == (2,)


def test_a_game_begun_leads_to_no_new_address(club):
    night = _open(club)
    game = _start(night)
    assert league_of(game).night_token == night.token
    before = version_of(game)

    nights.renew_address(club.league_id, night.key, actor=Actor(club.account_id, START + nights.USUAL / 2))

    assert league_of(game).night_token is None
    assert version_of(game) != before


@pytest.mark.parametrize("case", ["over", "ended", "of another league", "unknown"])
def test_a_night_that_is_over_keeps_its_address(db, club, case):
    night, now, key, league_id = _open(club), START, None, club.league_id
    match case:
        case "over":
            now = LATER
        case "ended":
            nights.end_night(club.league_id, night.key, actor=Actor(club.account_id, START))
        case "of another league":
            league_id = Club(club.account_id, "Other").league_id
        case "unknown":
            key = "N" * 22

    nights.renew_address(league_id, key or night.key, actor=Actor(club.account_id, now))

    assert night_addresses.by_token(night.token).key == night.key
    assert db.execute("SELECT count(*) FROM league_entry WHERE kind = 'night-renewed'").fetchone() == (0,)


def test_every_night_ahead_gets_a_new_address_at_once(club):
    week = timedelta(days=7)
    ended = _open(club)
    nights.end_night(club.league_id, ended.key, actor=Actor(club.account_id, START))
    tonight = _open(club)
    planned = nights.open_night(club.league_id, opens_at=START + week, actor=Actor(club.account_id, START))
    theirs = _open(Club(club.account_id, "Other"))
    before = [ended.token, tonight.token, night_addresses.by_key(club.league_id, planned).token, theirs.token]

    nights.renew_addresses(club.league_id, actor=Actor(club.account_id, START))

    assert [night_addresses.by_token(token) is None for token in before] == [False, True, True, False]


def test_one_night_is_open_at_a_time(club):
    first = _open(club)

    assert _open(club, now=LATER - timedelta(seconds=1)) == first
    assert _open(club, now=LATER, closes_at=LATER + nights.USUAL) != first


@pytest.mark.parametrize("hours", [-1, 0, 72.1])
def test_a_night_ends_after_now_and_soon(club, hours):
    with pytest.raises(RuleViolation) as refused:
        _open(club, closes_at=START + timedelta(hours=hours))

    assert [(fault.code, fault.pointer) for fault in refused.value.faults] == [
        (FaultCode.NIGHT_TIME, "/closes_at")
    ]
    assert night_lines(club.league_id) == []


def test_tonight_opens_beside_a_planned_night(club):
    week = timedelta(days=7)
    planned = nights.open_night(
        club.league_id, opens_at=START + week, closes_at=LATER + week, actor=Actor(club.account_id, START)
    )
    tonight = _open(club)

    assert night_addresses.open_now(club.league_id, now=START) == tonight
    assert tonight.key != planned
    assert [line.key for line in night_lines(club.league_id)] == [planned, tonight.key]


@pytest.mark.parametrize(
    "opens_at",
    [
        START - timedelta(days=1),
        START + timedelta(days=367),
        datetime.max.replace(tzinfo=UTC) - timedelta(days=1),
    ],
)
def test_a_night_is_planned_for_the_coming_year(club, opens_at):
    with pytest.raises(RuleViolation) as refused:
        nights.open_night(
            club.league_id,
            opens_at=opens_at,
            closes_at=opens_at + nights.USUAL,
            actor=Actor(club.account_id, START),
        )

    assert [(fault.code, fault.pointer) for fault in refused.value.faults] == [
        (FaultCode.NIGHT_OPENS, "/opens_at")
    ]


def test_a_game_starts_now_by_the_house_rules_of_the_league(db, club):
    chosen = Chosen(variants=("twos-wild",))
    leagues.set_ruleset(club.league_id, chosen, actor=Actor(club.account_id, START))
    night = _open(club)

    game = _start(night, time_zone="UTC", rules=Chosen(variants=("eleven",)).rules)

    head = head_of(game)
    assert (head.rules, head.time_zone, head.started_at) == (chosen.rules, "Europe/Prague", START)
    assert rights.has_right(game, ANAS)
    assert not rights.has_right(game, BENS)
    placed = db.execute("SELECT league_id, night_id FROM league_game WHERE game_id = ?", [game])
    assert placed.fetchall() == [(club.league_id, night.id)]
    told = db.execute("SELECT payload FROM league_entry WHERE kind = 'game-started'").fetchall()
    assert told == [(f'{{"game":"{game}","night":"{night.key}"}}',)]


@pytest.mark.parametrize("ended", [True, False])
def test_the_right_to_start_ends_with_the_night_and_games_begun_go_on(club, ended):
    night = _open(club)
    game = _start(night)
    if ended:
        for _ in range(2):
            nights.end_night(club.league_id, night.key, actor=Actor(club.account_id, START))

    with pytest.raises(StateViolation) as refused:
        _start(night, now=START if ended else LATER)

    assert [fault.code for fault in refused.value.faults] == [FaultCode.NIGHT_OVER]
    assert rights.has_right(game, ANAS)
    club.go_on(game, "out 25 45 110")
    assert len(recording.current(game).hands) == 1


def test_another_league_does_not_end_the_night(club):
    night = _open(club)
    other = Club(account("eva@example.org", "Eva"), "Other")

    nights.end_night(other.league_id, night.key, actor=Actor(other.account_id, START))

    assert night_addresses.by_key(club.league_id, night.key) == night
    assert night_addresses.by_key(other.league_id, night.key) is None


def test_what_the_rules_refuse_starts_nothing(db, club):
    night = _open(club)

    with pytest.raises(RuleViolation) as refused:
        _start(night, "Ana ana")

    assert [fault.code for fault in refused.value.faults] == [FaultCode.NAME_TWICE]
    for table, rows in (("game", 0), ("player", 0), ("season", 1)):
        assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (rows,)


def test_the_tables_of_a_night_are_told_as_they_stand(club):
    night = _open(club)
    first = _start(night)
    club.go_on(first, "out 25 45 110")
    _start(night, "Eve Fay", now=START + timedelta(minutes=1))
    trash.delete(_start(night, "Gus Hal"), now=START)

    tables = tables_of(club.league_id, night.id)
    assert [(line.hand, [(seat.name, seat.total) for seat in line.seats]) for line in tables] == [
        (2, [("Ana", 0), ("Ben", 25), ("Cem", 45), ("Dee", 110)]),
        (1, [("Eve", 0), ("Fay", 0)]),
    ]
    assert [(line.key, line.over_at, line.tables) for line in night_lines(club.league_id)] == [
        (night.key, LATER, 2)
    ]
