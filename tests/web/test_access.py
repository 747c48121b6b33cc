"""The rights of scorer, partner, watcher and stranger at every address."""

import pytest

from scorekeeper.web.http.access import Rule
from tests.support.referee_forms import CHARGE, rule
from tests.support.routes import all_routes


@pytest.fixture
def routes(app, game):
    return list(all_routes(app, game=game))


def _of(routes, rule):
    return [route for route in routes if route.rule == rule]


def _ask(phone, route):
    return phone.get(route.path) if route.method == "GET" else phone.post(route.path)


def test_every_route_states_its_rule(routes):
    assert [route.endpoint for route in routes if route.rule is None] == []


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


@pytest.mark.parametrize("who", ["scorer", "partner"])
def test_pages_for_scorers_open_for_a_right(routes, who, request):
    phone = request.getfixturevalue(who)

    refused = [
        route.endpoint
        for route in _of(routes, Rule.SCORER)
        if route.method == "GET" and phone.get(route.path).status_code in (403, 404)
    ]

    assert refused == []


@pytest.mark.parametrize("who", ["scorer", "partner", "watcher", "stranger"])
def test_everybody_may_watch(routes, who, request, scorer, game):
    rule(scorer, game, CHARGE)
    phone = request.getfixturevalue(who)
    looked = [route for route in _of(routes, Rule.WATCHER) if route.method == "GET"]

    answers = {route.endpoint: phone.get(route.path).status_code for route in looked}

    expected = dict.fromkeys(answers, 200)
    if who in ("watcher", "stranger"):
        expected["hands.score"] = 403  # the hand is not recorded yet: this would be the scoring page
    assert answers == expected


def test_unknown_game_is_404_for_everybody(app, stranger):
    routes = all_routes(app, game="U" * 22)

    answers = {
        (route.endpoint, route.method): _ask(stranger, route).status_code
        for route in routes
        if "U" * 22 in route.path and route.rule != Rule.LEAGUE_ORGANISER
    }

    assert answers == dict.fromkeys(answers, 404)


def test_watchers_get_no_cookie(watcher, game):
    for path in ("", "/history", "/print", "/game.json", "/game.csv", "/game.txt", "/sharing"):
        assert "Set-Cookie" not in watcher.get(f"/games/{game}{path}").headers


def test_only_a_hash_of_the_device_is_kept(scorer, game, data):
    identity = scorer.client.get_cookie("device").value

    stored = b"".join(path.read_bytes() for path in data.iterdir() if path.is_file())

    assert identity.encode() not in stored


def test_rights_survive_a_restart(app, scorer, game):
    from scorekeeper.app import create_app

    again = create_app(app.extensions["settings"])
    client = again.test_client()
    client.set_cookie("device", scorer.client.get_cookie("device").value)

    assert client.get(f"/games/{game}/seats").status_code == 200
