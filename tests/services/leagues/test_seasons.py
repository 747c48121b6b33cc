"""Proves that games follow their days from season to season, and what cannot be set."""

import json
from datetime import date, timedelta

import pytest

from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.leagues import games, seasons
from scorekeeper.services.leagues.queries.seasons import season_lines, season_settings
from scorekeeper.services.leagues.seasons import UnknownSeason
from tests.support.club import START, Club, account

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


def test_a_game_comes_back_by_the_points_of_its_own_season(club, by):
    seasons.set_season(club.league_id, CUP, actor=by)
    seasons.set_ranking(club.league_id, "2026", FOURS, actor=by)
    game = club.play("Ana Ben Cem", *["out 5 10"] * 7, day=12)

    games.strike(club.league_id, game, "trial", actor=by)
    games.bring_back(club.league_id, game, actor=by)

    assert season_settings(club.league_id, "Cup").sizes == (3, 4)


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
    for name in ("a/b", "..", "new", "now", "cup.csv"):
        named = Season(name, date(2026, 5, 1), date(2026, 6, 1))
        assert refused(named) == [(FaultCode.SEASON_NAME_SLASH, "/name")]
    for unknown in ("2026", "Winter"):
        with pytest.raises(UnknownSeason):
            seasons.set_season(club.league_id, CUP, at=unknown, actor=by)
        with pytest.raises(UnknownSeason):
            seasons.remove_season(club.league_id, unknown, actor=by)
    with pytest.raises(UnknownSeason):
        seasons.set_ranking(club.league_id, "Winter", FOURS, actor=by)
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
    assert told[0] | {"place_points": "?"} == {
        "season": "2026", "way": "places", "best_of": None, "min_games": 2, "place_points": "?"
    }  # fmt: skip


def test_a_table_does_not_move_where_its_places_have_no_points(db, club, by):
    seasons.set_season(club.league_id, CUP, actor=by)
    seasons.set_ranking(club.league_id, "2026", FOURS, actor=by)
    club.play("Ana Ben Cem", *["out 5 10"] * 7, day=(CUP.starts_on - START.date() + timedelta(days=2)).days)
    before = list(db.iterdump())

    for verb, args in (
        (seasons.remove_season, ("Cup",)),
        (seasons.set_season, (Season("Cup", date(2026, 3, 1), date(2026, 4, 1)),)),
    ):
        said = {"at": "Cup"} if verb is seasons.set_season else {}
        assert _refused(verb, club.league_id, *args, **said, actor=by) == [
            (FaultCode.PLACE_POINTS_MISSING, "/place_points/3")
        ]
    assert list(db.iterdump()) == before
