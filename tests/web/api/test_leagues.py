"""GET /leagues/{slug}/standings, /games and /players/{player}."""

import pytest
from flask import Flask

from scorekeeper.rules.leagues.ranking import PRESETS, Method, Ranking
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.leagues import leagues, seasons
from scorekeeper.services.leagues.log import Actor
from tests.support.club import START, Club, account
from tests.support.own_rules import OTHER, OTHER_GAME

LEAGUES = "/api/v1/leagues"
FOUR = "Ana Ben Cem Dee"


@pytest.fixture(scope="module")
def club(app: Flask) -> Club:
    """A league with two counted games, both won by Ana with 25 (Dee 770, Eva 315), and a third in play."""
    with app.app_context():
        club = Club(account(), "API Club")
        club.play(FOUR, day=1)
        club.play("Ana Ben Eva Dee", day=2)
        club.go_on(club.begin("Ana Ben Cem", day=3), "out 5 10")
        return club


def ask(api, club, what, **asked):
    path, _, query = what.partition("?")
    return api.send("GET", f"{LEAGUES}/{club.slug}/{path}", query_string=query, **asked)


def test_standings_are_those_of_the_season(api, club):
    told = ask(api, club, "standings?season=2026").json

    assert (told["league"], told["name"], told["seasons"], told["on"]) == (
        "api-club", "API Club", ["2026"], None,
    )  # fmt: skip
    assert told["season"] == {
        "name": "2026",
        "first_day": "2026-01-01",
        "last_day": "2026-12-31",
        "ranking": {
            "way": "average",
            "unit": "game",
            "best_of": None,
            "worst": 0,
            "min_games": 1,
            "bonus": 0,
            "late": "none",
            "substitutes": "starter",
            "guests": False,
            "tie_breaks": ["wins", "average", "best"],
            "place_points": {str(seats): [*points] for seats, points in PRESETS.items()},
        },
        "over": False,
        "closed_at": None,
    }
    lines = [(line["rank"], line["name"], line["value"], line["games"]) for line in told["standings"]]
    assert lines == [
        (1, "Ana", 25, 2),
        (2, "Ben", 150, 2),
        (3, "Cem", 315, 1),
        (3, "Eva", 315, 1),
        (5, "Dee", 770, 2),
    ]
    assert told["standings"][0] == {
        "rank": 1, "provisional": False, "player": 1, "name": "Ana",
        "value": 25.0, "games": 2, "compared": 2, "wins": 2.0,
        "total": 50, "average_total": 25.0, "best_total": 25, "average_per_hand": 50 / 14, "hands_out": 12,
        "opponents_beaten": 1.0, "streak": 2,
    }  # fmt: skip


def test_standings_on_a_past_day_have_the_games_finished_by_then(api, club):
    told = ask(api, club, "standings?season=2026&on=2026-01-01").json

    assert told["on"] == "2026-01-01"
    assert [(line["name"], line["games"]) for line in told["standings"]] == [
        ("Ana", 1), ("Ben", 1), ("Cem", 1), ("Dee", 1),
    ]  # fmt: skip


def test_standings_without_a_season_are_those_of_today(api, club, app, clock):
    app.extensions["clock"] = lambda: START

    assert ask(api, club, "standings").json["season"]["name"] == "2026"


def test_games_tell_what_they_count_for(api, club):
    told = ask(api, club, "games?season=2026").json

    assert (told["number"], told["page"], told["pages"]) == (3, 1, 1)
    assert [(game["state"], game["status"]) for game in told["games"]] == [
        ("running", "playing"), ("counted", "finished"), ("counted", "finished"),
    ]  # fmt: skip
    assert told["games"][2]["seats"] == [
        {"player": 1, "name": "Ana", "total": 25, "posted": False, "rank": 1},
        {"player": 2, "name": "Ben", "total": 150, "posted": False, "rank": 2},
        {"player": 3, "name": "Cem", "total": 315, "posted": False, "rank": 3},
        {"player": 4, "name": "Dee", "total": 770, "posted": False, "rank": 4},
    ]


def test_player_is_told_with_all_games_that_count(api, club):
    told = ask(api, club, "players/2").json

    assert (told["player"], told["name"], told["season"], told["rank"]) == (2, "Ben", None, None)
    assert [(game["total"], game["rank"], game["hands_out"], game["points"]) for game in told["games"]] == [
        (150, 2, 1, None), (150, 2, 1, None),
    ]  # fmt: skip
    assert told["tally"]["opponents_beaten"] == 2 / 3
    assert ask(api, club, "players/2?season=2026").json["rank"] == 2


def test_player_of_a_season_of_places_is_told_the_points(api, app):
    with app.app_context():
        club = Club(account("pia@example.org"), "Places")
        club.play(FOUR)
        ranking = Ranking(Method.PLACES)
        seasons.set_ranking(club.league_id, "2026", ranking, actor=Actor(club.account_id, START))

    told = ask(api, club, "players/2?season=2026").json

    assert [game["points"] for game in told["games"]] == [7]


@pytest.mark.parametrize(
    ("what", "status", "code"),
    [
        ("standings?season=1999", 404, "unknown-season"),
        ("games?season=1999", 404, "unknown-season"),
        ("players/99", 404, "unknown-player"),
        ("players/1?season=1999", 404, "unknown-player"),
        ("games?page=0", 422, "bad-page"),
        ("games?page=1.5", 422, "bad-page"),
        ("standings?season=2026&on=", 422, "bad-day"),
        ("standings?season=2026&on=20260101", 422, "bad-day"),
        ("standings?season=2026&on=2026-02-30", 422, "bad-day"),
        ("standings?season=2026&on=9999-12-31", 422, "bad-day"),
        ("players/1?on=0001-01-01", 422, "bad-day"),
    ],
)
def test_what_is_not_there_is_a_problem(api, club, what, status, code):
    answer = ask(api, club, what)

    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_league_read_by_its_link_is_read_by_its_slug(api, app):
    with app.app_context():
        club = Club(account("lea@example.org"), "Linked", visibility="link")
        club.play(FOUR)
        old = club.slug
        new = leagues.renew_link(club.league_id, actor=Actor(club.account_id, START))

    assert api.send("GET", f"{LEAGUES}/{old}/games").status_code == 404
    assert api.send("GET", f"{LEAGUES}/{new}/games").json["number"] == 1


def test_totals_are_exact_and_compare_games_by_the_rules_of_the_league(app, api):
    with app.app_context():
        club = Club(account("lars@example.org"), "Collectors")
        leagues.set_ruleset(club.league_id, OTHER, actor=Actor(club.account_id, START))
        game = club.play("Ana Ben Cem", *OTHER_GAME, day=1)
        law = club.play(FOUR, day=2, chosen=Chosen())

    told = ask(api, club, "standings?season=2026").json
    player = ask(api, club, "players/1").json
    games = ask(api, club, "games").json["games"]

    assert told["left_out"] == 1
    numbers = ("name", "rank", "value", "games", "compared", "total", "average_total", "best_total")
    assert [tuple(line[name] for name in numbers) for line in told["standings"]] == [
        ("Ana", 1, 44.5, 2, 1, "89/2", 44.5, "89/2"),
        ("Ben", 2, 13.5, 2, 1, "27/2", 13.5, "27/2"),
        ("Cem", 3, 11.0, 2, 1, 11, 11.0, 11),
        ("Dee", None, None, 1, 0, 0, None, None),
    ]
    assert [line["average_per_hand"] for line in told["standings"]][-1] is None
    assert [(one["id"], one["total"], one["compared"]) for one in player["games"]] == [
        (law, 25, False), (game, "89/2", True),
    ]  # fmt: skip
    assert (player["tally"]["total"], player["tally"]["compared"]) == ("89/2", 1)
    assert [seat["total"] for seat in games[1]["seats"]] == ["89/2", "27/2", 11]
