"""What may be kept of an answer, and by whom."""

from __future__ import annotations

import pytest

from scorekeeper.web.http.access import Rule
from tests.support.phones import Phone
from tests.support.routes import all_routes

FOR_WATCHERS = "no-cache"
FOR_ONE_PHONE = "private, no-cache"
NOWHERE = "no-store"


def test_no_page_is_kept_without_asking(app, scorer, game):
    kept = {
        route.endpoint: scorer.get(route.path).headers["Cache-Control"]
        for route in all_routes(app, game=game)
        if route.method == "GET" and not route.path.startswith("/leagues/nowhere")
    }
    secret = ("/join/", "/nights/", "/organisers/", "/account", "/healthz", "/readyz")
    never = {
        route.endpoint
        for route in all_routes(app, game=game)
        if route.path.startswith(secret) or route.rule in (Rule.ACCOUNT, Rule.LEAGUE_ORGANISER)
    }
    # There is no ruling and no contact; what is not there is answered like what nobody may find.
    assert (kept.pop("rulings.recorded"), kept.pop("home.security_txt")) == (NOWHERE, NOWHERE)

    assert kept.pop("games.table") == FOR_WATCHERS
    assert kept == {name: NOWHERE if name in never else FOR_ONE_PHONE for name in kept}


@pytest.mark.parametrize("path", ["/", "/players", "/join", "/games/new", "/games/{}/scorers", "/games/{}"])
@pytest.mark.parametrize("who", ["scorer", "watcher"])
def test_pages_that_depend_on_the_phone_say_so(who, path, game, request):
    answer = request.getfixturevalue(who).get(path.format(game))

    assert "Cookie" in answer.headers["Vary"]


@pytest.mark.parametrize("path", ["/rules/card", "/help", "/games/{}/history", "/games/{}/print"])
def test_pages_that_are_the_same_for_all_do_not(watcher, path, game):
    assert "Cookie" not in watcher.get(path.format(game)).headers.get("Vary", "")


def test_pages_that_give_a_right_are_not_kept(app, scorer, game):
    shown = scorer.post(f"/games/{game}/invitations")
    link = "/join/" + shown.text.partition("/join/")[2].partition('"')[0]
    phone = Phone(app)

    answers = [shown, phone.get(link), phone.post(link), Phone(app).get(link), Phone(app).post(link)]

    assert [answer.status_code for answer in answers] == [200, 200, 303, 404, 409]
    assert {answer.headers["Cache-Control"] for answer in answers} == {"no-store"}


def test_answers_after_a_form_are_not_kept_either(scorer, game):
    answer = scorer.score(game, 1, 1, {0: 25, 2: 45, 3: 110})

    assert (answer.status_code, answer.headers["Cache-Control"]) == (303, FOR_ONE_PHONE)
    assert "Cookie" in answer.headers["Vary"]
