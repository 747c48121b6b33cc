"""Proves that games follow their days from season to season, and what cannot be set."""

import json
from dataclasses import replace
from datetime import date, timedelta

import pytest

from scorekeeper.rules.entries import Undone
from scorekeeper.rules.faults import FaultCode, RuleViolation, StateViolation
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.leagues.seasons import Season, next_season
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.games import recording
from scorekeeper.services.leagues import games, leagues, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.players import player_page
from scorekeeper.services.leagues.queries.records import records_page
from scorekeeper.services.leagues.queries.seasons import (
    closed_standings,
    current_season,
    season_lines,
    season_settings,
    season_standings,
)
from scorekeeper.services.leagues.seasons import UnknownSeason
from tests.support.club import START, Club, account
from tests.support.play import sheet

CUP = Season(" Cup ", date(2026, 1, 10), date(2026, 2, 1))
FOURS = Ranking(Method.PLACES, min_games=2, place_points={4: (3, 2, 1, 0)})


@pytest.fixture
def club():
    """Games of four on the 3rd and the 12th of January."""
    club = Club(account())
    for day in (3, 12):
        club.play("Ana Ben Cem Dee", day=day)
    return club


@pytest.fixture
def by(club):
    return Actor(club.account_id, START)


def _games(db, club, table="league_game"):
    """How many games of a league each season has, by its name."""
    query = f"SELECT s.name, count(DISTINCT game_id) FROM {table} g JOIN season s ON s.id = g.season_id"
    return dict(db.execute(f"{query} WHERE s.league_id = ? GROUP BY s.id", [club.league_id]).fetchall())


def _told(db, kind):
    rows = db.execute("SELECT payload, account_id FROM league_entry WHERE kind = ?", [kind]).fetchall()
    return [(json.loads(payload), account_id) for payload, account_id in rows]


def _refused(verb, *args, **said):
    with pytest.raises(RuleViolation) as refused:
        verb(*args, **said)
    return [(fault.code, fault.pointer) for fault in refused.value.faults]


def test_a_season_that_is_set_twice_is_set_once(db, club, by):
    for _ in range(2):
        seasons.set_season(club.league_id, CUP, like="2026", actor=by)

    assert len(_told(db, "season-set")) == 1
    assert _refused(seasons.set_season, club.league_id, replace(CUP, ends_on=date(2026, 3, 1)), actor=by) == [
        (FaultCode.SEASON_KNOWN, "/name"),
        (FaultCode.SEASON_OVERLAPS, "/starts_on"),
    ]


def test_games_move_into_a_season_that_is_set_and_back(db, club, by):
    other = Club(club.account_id, "Other")
    other.play("Ana Ben", *["out 5"] * 7, day=12)

    seasons.set_season(club.league_id, CUP, actor=by)
    for table in ("league_game", "result"):
        assert _games(db, club, table) == {"2026": 1, "Cup": 1}
    later = Season("Autumn", date(2026, 9, 1), date(2026, 10, 1))
    seasons.set_season(club.league_id, later, at="Cup", actor=by)
    assert _games(db, club) == {"2026": 2}
    seasons.remove_season(club.league_id, "Autumn", actor=by)

    assert _games(db, club, "result") == {"2026": 2}
    assert [line.name for line in season_lines(club.league_id)] == ["2026"]
    assert _games(db, other, "result") == {"2026": 1}
    olga = club.account_id
    assert _told(db, "season-set") == [
        ({"season": "Cup", "starts_on": "2026-01-10", "ends_on": "2026-02-01"}, olga),
        ({"season": "Autumn", "starts_on": "2026-09-01", "ends_on": "2026-10-01"}, olga),
    ]
    assert _told(db, "season-gone") == [({"season": "Autumn"}, olga)]


def test_a_season_may_keep_its_name_and_some_of_its_days(db, club, by):
    seasons.set_season(club.league_id, CUP, actor=by)

    seasons.set_season(club.league_id, Season("Cup", date(2026, 1, 13), date(2026, 2, 1)), at="Cup", actor=by)

    assert _games(db, club) == {"2026": 2}


def test_a_season_goes_alone(club, by):
    for season in (CUP, Season("Autumn", date(2026, 9, 1), date(2026, 10, 1))):
        seasons.set_season(club.league_id, season, actor=by)

    seasons.remove_season(club.league_id, "Cup", actor=by)

    assert [(line.name, line.is_custom) for line in season_lines(club.league_id)] == [
        ("Autumn", True),
        ("2026", False),
    ]


def test_what_cannot_be_a_season_changes_nothing(db, club, by):
    seasons.set_season(club.league_id, CUP, actor=by)
    before = list(db.iterdump())

    def refused(season, **said):
        return _refused(seasons.set_season, club.league_id, season, **said, actor=by)

    overlapping = Season("cup", date(2026, 1, 31), date(2026, 3, 1))
    assert refused(overlapping) == [
        (FaultCode.SEASON_KNOWN, "/name"),
        (FaultCode.SEASON_OVERLAPS, "/starts_on"),
    ]
    for name in ("2026", "CUP"):
        named = Season(name, date(2026, 5, 1), date(2026, 6, 1))
        assert refused(named) == [(FaultCode.SEASON_KNOWN, "/name")]
    for unknown in ("2026", "Winter"):
        with pytest.raises(UnknownSeason):
            seasons.set_season(club.league_id, CUP, at=unknown, actor=by)
    with pytest.raises(UnknownSeason):
        seasons.remove_season(club.league_id, "Winter", actor=by)
    for closed in (True, False):
        with pytest.raises(UnknownSeason):
            seasons.set_closed(club.league_id, "Winter", closed, actor=by)
    with pytest.raises(UnknownSeason):
        seasons.set_ranking(club.league_id, "Winter", FOURS, actor=by)
    assert _refused(seasons.remove_season, club.league_id, "2026", actor=by) == [
        (FaultCode.SEASON_PLAYED, "")
    ]
    assert list(db.iterdump()) == before


def test_a_way_to_rank_is_that_of_one_season_and_of_the_years_after_it(db, club, by):
    seasons.set_season(club.league_id, CUP, actor=by)
    seasons.set_ranking(club.league_id, "2026", FOURS, actor=by)

    club.play("Ana Ben Cem Dee", day=400)

    kept = {
        line.name: season_settings(club.league_id, line.name).ranking for line in season_lines(club.league_id)
    }
    assert kept == {"2026": FOURS, "Cup": Ranking(), "2027": FOURS}
    (told,) = _told(db, "ranking-set")
    assert told[0]["season"] == "2026"
    assert told[0]["ranking"]["place_points"] == {"4": [3, 2, 1, 0]}


def test_a_calendar_year_without_games_is_removed_and_never_in_the_way(club, by):
    empty = Club(club.account_id, "Empty")
    school_year = Season("2025/26", date(2025, 9, 1), date(2026, 7, 1))
    seasons.set_season(empty.league_id, school_year, actor=by)
    seasons.set_ranking(empty.league_id, "2025-26", FOURS, actor=by)

    assert current_season(empty.league_id, day=date(2026, 8, 1)) == school_year
    seasons.set_season(empty.league_id, next_season(school_year), actor=by)
    assert season_settings(empty.league_id, "2026/27").ranking == FOURS
    seasons.remove_season(empty.league_id, "2026", actor=by)
    assert [line.name for line in season_lines(empty.league_id)] == ["2026/27", "2025/26"]


def test_a_league_is_never_without_a_season(club, by):
    empty = Club(club.account_id, "Empty")
    assert _refused(seasons.remove_season, empty.league_id, "2026", actor=by) == [
        (FaultCode.SEASON_PLAYED, "")
    ]
    seasons.set_season(empty.league_id, CUP, actor=by)
    seasons.remove_season(empty.league_id, "2026", actor=by)

    seasons.remove_season(empty.league_id, "Cup", actor=by)

    assert [line.name for line in season_lines(empty.league_id)] == ["2026"]


def _table(club, name="2026"):
    found = season_standings(club.league_id, name)
    return [(found.people[line.player].name, line.value, line.rank) for line in found.lines]


def test_a_closed_season_is_frozen_with_its_games_and_rules(db, club, by):
    late = club.begin("Ana Ben Cem Dee", day=3)
    closed = replace(by, now=START + timedelta(days=10))
    seasons.set_closed(club.league_id, "2026", True, actor=closed)
    seasons.set_closed(club.league_id, "2026", True, actor=by)
    before, table = list(db.iterdump()), _table(club)
    (game, *_) = db.execute("SELECT game_id FROM result ORDER BY started_at").fetchone()
    undo = Undone(recording.current(game).standing_entries[-1])

    for verb, *args in (
        (seasons.set_ranking, club.league_id, "2026", FOURS),
        (seasons.remove_season, club.league_id, "2026"),
        (games.strike, club.league_id, game, "trial"),
    ):
        with pytest.raises(StateViolation):
            verb(*args, actor=by)
    with pytest.raises(StateViolation):
        recording.record(game, undo, now=START)
    assert list(db.iterdump()) == before

    club.play("Ana Ben Cem Dee", day=20)
    recording.record(late, sheet("10 out 5 5"), now=START + timedelta(days=20))
    seasons.set_season(club.league_id, CUP, actor=by)
    assert _table(club) == table
    assert [line.closed_at for line in closed_standings(club.league_id)] == [closed.now]
    seasons.set_closed(club.league_id, "2026", False, actor=by)
    seasons.set_closed(club.league_id, "2026", False, actor=by)
    assert closed_standings(club.league_id) == ()
    assert [kind for kind in ("season-closed", "season-opened") if len(_told(db, kind)) == 1] == [
        "season-closed",
        "season-opened",
    ]


@pytest.mark.parametrize("earlier", [(), ("rummikub", "continental")])
def test_a_closed_season_compares_its_games_by_the_rules_of_its_time(club, by, earlier):
    def play_by(ruleset, day):
        chosen, now = Chosen(ruleset), START + timedelta(days=day)
        leagues.set_ruleset(club.league_id, chosen, actor=replace(by, now=now))

    for day, ruleset in enumerate(earlier, start=1):
        play_by(ruleset, day)
    table = _table(club)
    records = records_page(club.league_id, season="2026", min_games=1)
    seasons.set_closed(club.league_id, "2026", True, actor=replace(by, now=START + timedelta(days=10)))

    play_by("rummikub", 20)

    assert _table(club) == table != []
    assert records_page(club.league_id, season="2026", min_games=1) == records
    assert player_page(club.league_id, 1, season="2026").tally.average_total is not None
    seasons.set_closed(club.league_id, "2026", False, actor=replace(by, now=START + timedelta(days=21)))
    assert {value for _, value, _ in _table(club)} == {None}


def test_a_place_that_takes_more_games_is_lost_once_the_season_is_over(club, by):
    seasons.set_ranking(club.league_id, "2026", Ranking(min_games=9), actor=by)

    def ranks(**said):
        return {line.rank for line in season_standings(club.league_id, "2026", **said).lines}

    assert None not in ranks(today=date(2026, 12, 31))
    assert ranks(today=date(2027, 1, 1)) == {None}
    assert ranks(on=date(2026, 12, 31), today=date(2027, 1, 1)) != {None}
    seasons.set_closed(club.league_id, "2026", True, actor=replace(by, now=START + timedelta(days=300)))
    assert ranks() == {None}
