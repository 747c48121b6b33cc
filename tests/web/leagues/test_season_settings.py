"""What organisers set for a season: ways to rank, points for places, seasons of their own days."""

import re

import pytest
from flask import Flask

from scorekeeper.rules.leagues.ranking import Method, Ranking, TieBreak, Unit
from scorekeeper.rules.results import Late, Substitutes
from scorekeeper.services.leagues.queries.seasons import season_lines, season_settings
from tests.support.accounts import sign_in
from tests.support.club import Club, account
from tests.support.phones import Phone, text_of, values_of
from tests.support.played_once import played_once

PLACES = {
    "way": "places",
    "counts": "best",
    "number": "8",
    "unit": "evening",
    "min_games": "2",
    "bonus": "1",
    "points-4": "11, 7, 4, 2",
    "late": "whole",
    "substitutes": "finisher",
    "guests": "1",
    "tie_breaks-0": "average",
    "tie_breaks-1": "wins",
    "tie_breaks-2": "average",
}
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
    assert (shown["min_games"], shown["number"], shown["bonus"]) == ("1", "8", "0")
    assert [shown[f"points-{seats}"] for seats in (2, 3, 4, 5, 6)] == [
        "9, 2", "10, 6, 2", "11, 7, 4, 2", "12, 8, 5, 3, 2", "13, 9, 6, 4, 3, 2",
    ]  # fmt: skip


def test_way_to_rank_is_chosen(app, club, organiser):
    form = {**PLACES, "points-3": "9/5/1", "points-2": "3 1"}

    answer = organiser.post(path(club), form)

    assert answer.location == path(club, "2026?said=ranking-set")
    assert "Ranking saved." in text_of(organiser.get(answer.location))
    assert kept(app, club) == Ranking(
        Method.PLACES,
        min_games=2,
        best_of=8,
        place_points={2: (3, 1), 3: (9, 5, 1)},
        unit=Unit.EVENING,
        bonus=1,
        tie_breaks=(TieBreak.AVERAGE, TieBreak.WINS),
        late=Late.WHOLE,
        substitutes=Substitutes.FINISHER,
        guests=True,
    )


@pytest.mark.parametrize(("counts", "number"), [("all", (None, 0)), ("worst", (None, 8))])
def test_what_counts_is_chosen(app, club, organiser, counts, number):
    organiser.post(path(club), {**PLACES, "counts": counts})

    assert (kept(app, club).best_of, kept(app, club).worst) == number


@pytest.mark.parametrize("counts", ["all", "best", "worst"])
def test_totals_are_added_up_of_the_best_alone(app, club, organiser, counts):
    organiser.post(path(club), {**PLACES, "way": "totals", "counts": counts, "number": "3"})

    assert (kept(app, club).best_of, kept(app, club).worst) == (3, 0)


@pytest.mark.parametrize(
    ("field", "form"),
    [
        ("min_games", {**PLACES, "min_games": "many"}),
        ("min_games", {**PLACES, "min_games": "0", "points-3": "10 6 2"}),
        *(("points-3", {**PLACES, "points-3": odd}) for odd in ("10, six, 2", "10, 6", "2, 6, 10")),
        *(("number", {**PLACES, "number": odd}) for odd in ("0", "", "many")),
        ("number", {**PLACES, "way": "totals", "counts": "all", "number": ""}),
        ("number", {**PLACES, "counts": "worst", "number": "1001"}),
        ("bonus", {**PLACES, "bonus": "1001"}),
        ("way", {**PLACES, "way": "luck"}),
        ("unit", {**PLACES, "unit": "year"}),
        ("late", {**PLACES, "late": "never"}),
        ("tie_breaks-1", {**PLACES, "tie_breaks-1": "luck"}),
        ("way", {}),
    ],
)
def test_refusal_stands_on_the_page_and_changes_nothing(app, club, organiser, field, form):
    answer = organiser.post(path(club), form)

    assert answer.status_code == 422
    assert f'id="{field}-faults"' in answer.text
    assert kept(app, club) == Ranking()


def test_refused_points_stay_as_typed_and_are_in_sight(club, organiser):
    page = organiser.post(path(club), {**PLACES, "points-7": "a, b"})

    shown = values_of(page)
    assert (shown["points-7"], shown["points-4"], shown["min_games"]) == ("a, b", "11, 7, 4, 2", "2")
    assert '<a href="#points-7-faults">' in page.text
    assert re.search(r"<details open>\s*<summary>Ties, guests", page.text)


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
    "rest", ["2026/days", "1999/days", "1999/settings", "1999/removal", "Winter/removal", "Winter/closing"]
)
def test_calendar_year_is_not_moved_nor_a_season_that_never_was(app, club, organiser, rest):
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


def test_a_calendar_year_with_games_stays_until_another_season_takes_them(app, club, organiser):
    refused = organiser.post(path(club, "2026/removal"))
    assert refused.status_code == 422
    assert "Create a season for these days first." in text_of(refused)
    year = {"name": "2026 / all", "first": "2026-01-01", "last": "2026-12-31"}
    assert organiser.post(path(club, "new"), year).location == path(
        club, "2026%20-%20all/settings?said=season-set"
    )

    assert organiser.post(path(club, "2026/removal")).status_code == 303

    assert names(app, club) == [("2026 / all", True)]
    assert organiser.get(path(club, "2026%20-%20all")).status_code == 200


def test_closing_proposes_the_next_season_with_the_same_rules(app, club, organiser):
    days = {"name": "2025/26", "first": "2025-09-01", "last": "2026-06-30"}
    organiser.post(path(club, "new"), days)
    organiser.post(path(club, "2025-26/settings"), PLACES)

    closed = organiser.post(path(club, "2025-26/closing"))

    proposal = organiser.get(closed.location)
    form = {"name": "2026/27", "first": "2026-09-01", "last": "2027-06-30"}
    assert (values_of(proposal) | values_of(proposal, "date")).items() >= form.items()
    assert '<option value="2025/26" selected>' in proposal.text
    assert organiser.post(closed.location, form | {"like": "2025/26"}).status_code == 303
    assert kept(app, club, "2026/27") == kept(app, club, "2025/26")
    settings = organiser.get(path(club, "2025-26/settings"))
    assert "Save ranking" not in settings.text
    assert organiser.post(path(club, "2025-26/settings"), PLACES).status_code == 409
    assert organiser.post(path(club, "2025-26/opening")).status_code == 303
    assert "Save ranking" in organiser.get(path(club, "2025-26/settings")).text


def test_closing_proposes_no_season_where_the_next_is_there(club, organiser):
    for name, year in (("Cup", 2026), ("Next Cup", 2027)):
        organiser.post(path(club, "new"), {"name": name, "first": f"{year}-09-01", "last": f"{year}-10-31"})
    promise = "the next season starts with the same rules"
    assert promise not in organiser.get(path(club, "Cup/settings")).text
    settings = organiser.get(path(club, "Next%20Cup/settings")).text
    assert promise in settings
    assert "lasts until" not in settings

    assert organiser.post(path(club, "Cup/closing")).location == path(club, "Cup?said=season-closed")
    assert "Create the next season" not in organiser.get(path(club, "Cup/settings")).text


def test_a_calendar_year_that_is_closed_is_followed_by_itself(club, organiser):
    assert "lasts until 31 December 2026" in text_of(organiser.get(path(club, "2026/settings")))
    assert organiser.post(path(club, "2026/closing")).location == path(club, "2026?said=season-closed")
