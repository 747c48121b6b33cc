"""What organisers set for a season: ways to rank, points for places, seasons of their own days."""

import pytest
from flask import Flask

from scorekeeper.rules.leagues.ranking import PRESETS, Method, Ranking
from scorekeeper.services.leagues.queries.seasons import season_lines, season_settings
from tests.support.accounts import sign_in
from tests.support.club import Club, account
from tests.support.phones import Phone, text_of, values_of
from tests.support.played_once import played_once

PLACES = {"way": "places", "min_games": "2", "points-4": "11, 7, 4, 2"}
WINTER = {"name": "Winter", "first": "2025-12-01", "last": "2026-02-28"}


@pytest.fixture
def club(app: Flask, clock) -> Club:
    return played(app)


@played_once
def played(app: Flask) -> Club:
    """A game of four on the first of January, one of three a month later, one of four in April."""
    with app.app_context():
        club = Club(account())
        club.play("Ana Ben Cem Dee", day=1)
        club.play("Ana Ben Cem", *["out 5 10"] * 7, day=32)
        club.play("Ana Ben Cem Dee", day=100)
        return club


def path(club, rest="2026/settings"):
    return f"/leagues/{club.slug}/seasons/{rest}"


def kept(app, club, season="2026"):
    with app.app_context():
        return season_settings(club.league_id, season).ranking


def names(app, club):
    with app.app_context():
        return [(season.name, season.is_custom) for season in season_lines(club.league_id)]


def test_form_shows_what_is_set_with_the_presets(club, organiser):
    page = organiser.get(path(club))

    shown = values_of(page)
    assert (shown["min_games"], shown["best_of"]) == ("1", "8")
    assert [shown[f"points-{seats}"] for seats in (2, 3, 4, 5, 12)] == [
        "", "10, 6, 2", "11, 7, 4, 2", "12, 8, 5, 3, 2", "",
    ]  # fmt: skip


def test_way_to_rank_is_chosen(app, club, organiser):
    form = {**PLACES, "points-3": "9/5/1", "points-2": "3 1"}

    answer = organiser.post(path(club), form)

    assert answer.location == path(club, "2026?said=ranking-set")
    assert "Ranking saved." in text_of(organiser.get(answer.location))
    assert kept(app, club) == Ranking(Method.PLACES, 2, None, {2: (3, 1), 3: (9, 5, 1), 4: (11, 7, 4, 2)})


def test_best_games_are_chosen_with_their_number(app, club, organiser):
    assert organiser.post(path(club), {"way": "best", "best_of": "6", "min_games": "3"}).status_code == 303

    assert kept(app, club) == Ranking(Method.BEST, 3, 6, {})


def test_settings_and_table_name_the_same_number_of_games_for_a_rank(club, organiser):
    organiser.post(path(club), {"way": "best", "best_of": "6", "min_games": "3"})

    assert values_of(organiser.get(path(club)))["min_games"] == "6"
    table = text_of(organiser.get(path(club, "2026")))
    assert "You need 6 games to be ranked, because your best 6 count." in table


@pytest.mark.parametrize(
    ("field", "form"),
    [
        ("min_games", {**PLACES, "min_games": "many"}),
        ("min_games", {**PLACES, "min_games": "0", "points-3": "10 6 2"}),
        ("points-3", PLACES),
        *(("points-3", {**PLACES, "points-3": odd}) for odd in ("10, six, 2", "10, 6", "2, 6, 10")),
        ("best_of", {"way": "best", "best_of": "0", "min_games": "1"}),
        ("best_of", {"way": "best", "best_of": "", "min_games": "1"}),
        ("best_of", {"way": "best", "min_games": "1"}),
        ("min_games", {"way": "average"}),
        ("way", {"way": "luck", "min_games": "1"}),
        ("way", {}),
    ],
)
def test_refusal_stands_on_the_page_and_changes_nothing(app, club, organiser, field, form):
    answer = organiser.post(path(club), form)

    assert answer.status_code == 422
    assert f'id="{field}-faults"' in answer.text
    assert kept(app, club) == Ranking(place_points=PRESETS)


def test_refused_form_keeps_what_was_typed(club, organiser):
    shown = values_of(organiser.post(path(club), {**PLACES, "points-7": "a, b"}))

    assert (shown["points-7"], shown["points-4"], shown["min_games"]) == ("a, b", "11, 7, 4, 2", "2")


def test_refused_points_of_a_rare_size_are_in_sight(club, organiser):
    page = organiser.post(path(club), {**PLACES, "points-7": "a, b"}).text

    assert '<a href="#points-7-faults">' in page
    assert page.index('id="points-7-faults"') < page.index("Other table sizes")


def test_season_of_ones_own_takes_the_games_of_its_days(app, club, organiser):
    answer = organiser.post(path(club, "new"), WINTER)

    assert answer.location == path(club, "Winter/settings?said=season-set")
    assert names(app, club) == [("2026", False), ("Winter", True)]
    assert "From 1 December 2025 to 28 February 2026" in text_of(
        organiser.get(f"/leagues/{club.slug}/history")
    )
    assert "Ana" in organiser.get(path(club, "Winter")).text
    assert text_of(organiser.get(path(club, "Winter"))).count("from 1 December 2025 to 28 February 2026") == 1
    # The game of April stays in the calendar year.
    assert len(organiser.get(path(club, "2026")).text.split('class="games">')) == 6


def test_season_is_removed_and_its_games_stay(app, club, organiser):
    organiser.post(path(club, "new"), WINTER)

    first, second = (organiser.post(path(club, "Winter/removal")) for _ in range(2))

    assert (first.status_code, names(app, club)) == (303, [("2026", False)])
    assert (second.status_code, second.location) == (303, first.location)
    assert "3" in [line.strip() for line in text_of(organiser.get(path(club, "2026"))).split()]


@pytest.mark.parametrize(
    "rest", ["2026/days", "2026/removal", "1999/days", "1999/settings", "1999/removal", "Winter/removal"]
)
def test_calendar_year_is_neither_moved_nor_removed_nor_a_season_that_never_was(app, club, organiser, rest):
    assert organiser.post(path(club, rest), WINTER).status_code == 404
    assert names(app, club) == [("2026", False)]


def test_a_new_league_leads_to_its_way_to_rank_before_any_game(app, clock):
    with app.app_context():
        empty = Club(account("eva@example.org", "Eva"), "Empty Club")
    phone = Phone(app)
    sign_in(phone, empty.account_id)
    page = phone.get(f"/leagues/{empty.slug}")
    assert "Ranking" in text_of(page)

    answer = phone.get(f"/leagues/{empty.slug}/seasons/now/settings")

    assert answer.location == f"/leagues/{empty.slug}/seasons/2026/settings"
    assert phone.get(answer.location).status_code == 200
