"""A name without visible letters is refused everywhere and changes nothing."""

import sqlite3
from collections.abc import Callable
from datetime import date

import pytest

from scorekeeper.rules.entries import Joined, Renamed, Started
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.services.accounts import registration
from scorekeeper.services.games import recording
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import leagues, players, seasons
from scorekeeper.services.leagues.log import Actor
from tests.support.club import START, Club, account
from tests.support.play import NOW, started

NOTHING = ("\u3164", "\u2800", "\U000e0041\ufe0f")


@pytest.fixture
def club() -> Club:
    return Club(account())


def _doors(club: Club) -> dict[str, Callable[[str], object]]:
    by = Actor(club.account_id, START)
    game, of_league = started(), club.play("Ana Ben Cem Dee")
    day = date(2026, 3, 1)
    return {
        "start": lambda name: recording.start_game(Started(("Ana", name), 0, NOW), now=NOW),
        "arrival": lambda name: recording.record(game, Joined(name, after=0, start_score=0), now=NOW),
        "new name at the table": lambda name: recording.record(game, Renamed(0, name), now=NOW),
        "player": lambda name: players.add(club.league_id, [name], actor=by),
        "new name of a player": lambda name: players.rename(club.league_id, 1, name, actor=by),
        "league": lambda name: leagues.found_league(name, visibility="public", time_zone="UTC", actor=by),
        "new name of a league": lambda name: leagues.rename_league(club.league_id, name, actor=by),
        "season": lambda name: seasons.set_season(
            club.league_id, Season(name, day, day.replace(month=4), is_custom=True), actor=by
        ),
        "account": lambda name: registration.checked("ana@example.org", name=name),
        "new name of an account": lambda name: registration.rename(club.account_id, name=name),
        "reason": lambda name: league_games.strike(club.league_id, of_league, name, actor=by),
    }


def test_a_name_that_shows_nothing_is_refused_at_every_door(club: Club, db: sqlite3.Connection) -> None:
    doors = _doors(club)
    before = list(db.iterdump())

    for door, open_with in doors.items():
        for nothing in NOTHING:
            with pytest.raises(RuleViolation):
                open_with(nothing)
                pytest.fail(door)

    assert list(db.iterdump()) == before


def test_a_player_is_the_same_with_and_without_what_nobody_sees(club: Club) -> None:
    club.play("Ana Ben Cem Dee")

    club.begin("A\u3164na Ben\ufe0f \u2800Cem Dee\u00ad", day=2)

    with pytest.raises(RuleViolation):
        players.add(club.league_id, ["Ana\u2800"], actor=Actor(club.account_id, START))
