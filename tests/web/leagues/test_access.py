"""Who may do what in leagues, for every address and every call of the API, with one cast for all."""

import pytest

from scorekeeper.config import DATABASE_NAME
from scorekeeper.web.http.access import Rule
from tests.support import roles
from tests.support.league_cast import set_cast
from tests.support.phones import text_of
from tests.support.routes import all_routes

# Calls of the API that ask for no right: they start a game of one's own, or only read.
OPEN_CALLS = {
    "api_ask.answer_question",
    "api_games.start_game",
    "api_games.show_game",
    "api_games.show_history",
    "api_games.show_rules",
    "api_laydowns.check_laydown",
    "api_referee.show_referee",
    "api_referee.ask_referee",
    "api_rules.search_rules",
    "api_rules.show_clause",
    "api_rulesets.check_ruleset",
    "api_rulesets.save_ruleset",
    "api_rulesets.show_ruleset",
    "api_rulesets.show_rulesets",
    "api-docs.openapi_json",
}


def test_every_page_and_every_call_states_its_rule(app):
    silent = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if getattr(app.view_functions[rule.endpoint], "rule", None) is None
    }

    assert silent == {"static", *OPEN_CALLS}


def test_every_address_below_a_league_is_for_its_readers_or_its_organisers(app):
    rules = {route.rule for route in all_routes(app) if "/leagues/nowhere" in route.path}
    posts = {
        route.rule for route in all_routes(app) if "/leagues/nowhere" in route.path and route.method == "POST"
    }

    assert rules == {Rule.LEAGUE_READER, Rule.LEAGUE_ORGANISER}
    assert posts == {Rule.LEAGUE_ORGANISER}


def test_who_runs_another_league_is_told_about_organisers(cast):
    phone, path = cast.phones["other organiser"], f"/leagues/{cast.slug}"

    for answer in (phone.get(f"{path}/settings"), phone.post(f"{path}/players/new", {"names": "Eve"})):
        assert answer.status_code == 403
        assert "Ask an organiser of this league to invite you." in text_of(answer)
        assert "phone" not in text_of(answer).partition("Take back")[2]


def test_the_organisers_key_of_a_night_is_no_address_for_scorers(cast):
    phone = cast.phones["stranger"]

    for token in (cast.night, "T" * 44, cast.token[:-1] + ("A" if cast.token[-1] != "A" else "B")):
        assert phone.get(f"/nights/{token}").status_code == 404
        assert phone.post(f"/nights/{token}/games/new", {"start": "1"}).status_code == 404


def test_pages_of_a_league_hold_no_way_in_for_others(cast):
    """Neither the night's address nor a scorer's, nor the name of a private league."""
    for who in ("watcher", "stranger", "other scorer", "other organiser"):
        for route in cast.routes():
            if route.method == "GET" and route.rule in (Rule.LEAGUE_READER, Rule.WATCHER):
                page = cast.phones[who].get(route.path).text
                assert cast.token not in page, route
                assert cast.night not in page, route


def test_the_name_of_a_private_league_is_not_told_to_watchers(app, clock):
    cast = set_cast(app, visibility="private")
    looked = [
        route
        for route in cast.routes()
        if route.method == "GET" and route.rule in (Rule.WATCHER, Rule.ANYONE) and route.path != "/leagues"
    ]

    assert [route for route in looked if "Thursday" in cast.phones["watcher"].get(route.path).text] == []


@pytest.mark.parametrize(
    "visibility", ["public", *(pytest.param(other, marks=pytest.mark.long) for other in ("link", "private"))]
)
def test_every_role_is_let_in_only_where_the_table_says(app, clock, data, visibility):
    """A refused request changes nothing, nor does a request for a page."""
    cast = set_cast(app, visibility=visibility)

    wrong = roles.walk(cast, visibility=visibility, file=data / DATABASE_NAME)

    assert not wrong, "\n".join(wrong)
