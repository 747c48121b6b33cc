"""Seasons: the calendar year unless others are set."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from scorekeeper.rules.leagues.seasons import (
    Season,
    address_of,
    calendar_year,
    local_day,
    model_of,
    next_season,
    season_faults,
    season_on,
)
from tests.support.score_notation import codes

SPRING = Season("Spring 2026", date(2026, 2, 1), date(2026, 6, 1))


def test_a_day_belongs_to_its_calendar_year():
    assert season_on(date(2026, 12, 31), seasons=()) == Season(
        "2026", date(2026, 1, 1), date(2027, 1, 1), is_custom=False
    )


def test_a_season_that_was_set_comes_before_the_calendar_year():
    seasons = (calendar_year(2026), SPRING)

    assert season_on(date(2026, 2, 1), seasons=seasons) == SPRING
    assert season_on(date(2026, 5, 31), seasons=seasons) == SPRING
    assert season_on(date(2026, 6, 1), seasons=seasons) == calendar_year(2026)
    assert season_on(date(2026, 1, 31), seasons=seasons) == calendar_year(2026)


def test_the_day_of_a_game_is_that_of_the_league_s_clocks():
    late = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)

    assert local_day(late, time_zone="Europe/Prague") == date(2027, 1, 1)
    assert local_day(late, time_zone="America/New_York") == date(2026, 12, 31)


def test_seasons_that_were_set_do_not_overlap():
    touching = Season("Summer", date(2026, 6, 1), date(2026, 9, 1))
    within = Season("May", date(2026, 5, 1), date(2026, 6, 1))

    assert codes(season_faults(touching, others=(SPRING, calendar_year(2026)))) == []
    assert codes(season_faults(SPRING, others=(touching,))) == []
    assert codes(season_faults(within, others=(SPRING,))) == [("season-overlaps", "/starts_on", None)]


def test_a_season_ends_after_it_begins():
    backwards = Season("2026", date(2026, 6, 1), date(2026, 6, 1))

    assert codes(season_faults(backwards, others=())) == [("season-days", "/ends_on", None)]


def test_a_calendar_year_gives_way_where_its_name_is_taken():
    school_year = Season("2026", date(2026, 9, 1), date(2027, 7, 1))
    instead = replace(calendar_year(2026), name="2026 (2)")

    assert season_on(date(2026, 1, 7), seasons=(school_year,)) == instead
    assert season_on(date(2026, 1, 7), seasons=(school_year, instead)) == instead
    assert season_on(date(2026, 9, 7), seasons=(school_year, instead)) == school_year


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("2025/26", "2025-26"),
        ("new", "new-"),
        ("..", "..-"),
        ("a.csv", "a.csv-"),
        ("Cup & more", "Cup & more"),
    ],
)
def test_any_name_has_an_address_that_stands_for_it(name, address):
    assert address_of(name) == address_of(address) == address


@pytest.mark.parametrize(
    ("last", "proposed"),
    [
        (("2025/26", "2025-09-01", "2026-07-01"), ("2026/27", "2026-09-01", "2027-07-01")),
        (("Season 9", "2024-02-29", "2025-02-28"), ("Season 10", "2025-02-28", "2026-02-28")),
        (("Spring", "2026-03-01", "2026-06-01"), ("Spring", "2026-06-01", "2026-09-01")),
        (("2 years", "2024-01-01", "2026-01-01"), ("3 years", "2026-01-01", "2028-01-02")),
    ],
)
def test_the_next_season_has_the_same_days_or_as_many(last, proposed):
    def season(name, first, ends_on):
        return Season(name, date.fromisoformat(first), date.fromisoformat(ends_on))

    assert next_season(season(*last)) == season(*proposed)


def test_a_season_is_told_with_its_last_day():
    assert SPRING.last_day == date(2026, 5, 31)


def test_a_new_season_ranks_as_the_one_before_it_of_its_kind():
    autumn = Season("Autumn", date(2026, 9, 1), date(2026, 12, 1))
    summer = Season("Summer 2027", date(2027, 6, 1), date(2027, 9, 1))
    seasons = (summer, calendar_year(2027), calendar_year(2025), SPRING, calendar_year(2026))

    assert model_of(calendar_year(2027), seasons=seasons[2:]) == calendar_year(2026)
    assert model_of(calendar_year(2027), seasons=(SPRING, summer)) == SPRING
    assert model_of(calendar_year(2024), seasons=seasons) == calendar_year(2025)
    assert model_of(autumn, seasons=seasons) == SPRING
    assert model_of(replace(autumn, starts_on=date(2020, 1, 1)), seasons=seasons) == SPRING
    assert model_of(autumn, seasons=(calendar_year(2026), calendar_year(2025))) == calendar_year(2026)
    assert model_of(SPRING, seasons=()) is None
