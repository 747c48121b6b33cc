"""The rights of scorer, partner, watcher and stranger at every address."""

import pytest

from scorekeeper.web.http.access import Rule
from tests.support.routes import all_routes


@pytest.fixture
def routes(app, game):
    return list(all_routes(app, game=game))


def test_every_write_to_a_game_is_for_scorers(routes):
    closed = (Rule.SCORER, Rule.STARTER, Rule.ACCOUNT, Rule.LEAGUE_ORGANISER)
    open_posts = {route.endpoint for route in routes if route.method == "POST" and route.rule not in closed}

    assert open_posts == {
        "games.new",
        "home.display",
        "scorers.join",
        "scorers.join_by_link",
        "accounts.sign_in",
        "accounts.sign_out",
        "account_links.sign_up",
        "league_organisers.accept_anew",
        "account_links.link",
        "account_links.recovery",
        "passkeys.use",
        "rulesets.changes",
        "rulesets.upload",
        "nights.start",
    }


def test_unknown_game_is_404_for_everybody(app, stranger):
    routes = all_routes(app, game="U" * 22)

    answers = {
        (route.endpoint, route.method): (stranger.get if route.method == "GET" else stranger.post)(
            route.path
        ).status_code
        for route in routes
        if "U" * 22 in route.path and route.rule != Rule.LEAGUE_ORGANISER
    }

    assert answers == dict.fromkeys(answers, 404)


def test_watchers_get_no_cookie(watcher, game):
    for path in ("", "/history", "/print", "/game.json", "/game.csv", "/game.txt", "/sharing"):
        assert "Set-Cookie" not in watcher.get(f"/games/{game}{path}").headers


def test_only_a_hash_of_the_device_is_kept(scorer, game, data):
    identity = scorer.client.get_cookie("device").value.partition(".")[0]

    stored = b"".join(path.read_bytes() for path in data.iterdir() if path.is_file())

    assert identity.encode() not in stored
