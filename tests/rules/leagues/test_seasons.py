"""Seasons: the calendar year unless others are set."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from scorekeeper.rules.leagues.seasons import (
    Season,
    calendar_year,
    local_day,
    model_of,
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


def test_a_season_ends_after_it_begins_and_leaves_the_years_their_names():
    backwards = Season("2026", date(2026, 6, 1), date(2026, 6, 1))

    assert codes(season_faults(backwards, others=())) == [
        ("season-name-year", "/name", None),
        ("season-days", "/ends_on", None),
    ]


@pytest.mark.parametrize("name", ["２０２６", "20\u200d26", "²⁰²⁶"])
def test_a_name_that_looks_like_a_year_is_a_year_s(name):
    assert codes(season_faults(replace(SPRING, name=name), others=())) == [
        ("season-name-year", "/name", None)
    ]


@pytest.mark.parametrize("name", ["20261", "Cups", "26"])
def test_only_a_name_that_reads_like_a_year_is_a_year_s(name):
    assert codes(season_faults(replace(SPRING, name=name), others=())) == []


def test_a_season_is_told_with_its_last_day():
    assert SPRING.last_day == date(2026, 5, 31)


def test_a_new_year_ranks_as_the_year_before_and_a_season_that_is_set_as_the_newest():
    summer = Season("Summer 2027", date(2027, 6, 1), date(2027, 9, 1))
    seasons = (calendar_year(2025), SPRING, calendar_year(2026), summer)

    assert model_of(calendar_year(2027), seasons=seasons) == calendar_year(2026)
    assert model_of(calendar_year(2027), seasons=(SPRING, summer)) == SPRING
    assert model_of(calendar_year(2024), seasons=seasons) is None
    assert model_of(calendar_year(2025), seasons=seasons) is None
    assert model_of(Season("Autumn", date(2026, 9, 1), date(2026, 12, 1)), seasons=seasons) == summer
    assert model_of(SPRING, seasons=()) is None
