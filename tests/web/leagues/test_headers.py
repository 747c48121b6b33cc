"""Answers about leagues carry the right headers for search engines and caches."""

import pytest

from scorekeeper.services.leagues import organisers
from scorekeeper.services.leagues.log import Actor
from scorekeeper.web.http.access import Rule
from tests.support.league_cast import set_cast
from tests.support.phones import Phone


@pytest.mark.parametrize(("visibility", "listed"), [("public", True), ("link", False), ("private", False)])
def test_only_public_leagues_are_indexed(app, clock, visibility, listed):
    cast = set_cast(app, visibility=visibility)
    tags = {
        route.endpoint: cast.phones["organiser"].get(route.path, buffered=True).headers.get("X-Robots-Tag")
        for route in cast.routes()
        if route.method == "GET" and route.rule in (Rule.LEAGUE_READER, Rule.LEAGUE_ORGANISER)
    }

    assert tags == dict.fromkeys(tags, None if listed else "noindex")


@pytest.mark.parametrize("visibility", ["link", "private"])
def test_nothing_of_a_league_that_is_not_public_is_kept(app, clock, visibility):
    cast = set_cast(app, visibility=visibility)
    rules = (Rule.LEAGUE_READER, Rule.LEAGUE_ORGANISER, Rule.NIGHT)
    routes = [route for route in (*cast.routes(), *cast.routes(calls=True)) if route.rule in rules]
    kept = {
        f"{who} {route.method} {route.endpoint}": _send(cast.phones[who], route).headers["Cache-Control"]
        for who in ("organiser", "other organiser", "watcher")
        for route in routes
    }

    assert {"organiser GET league_exports.hands", "organiser GET league_exports.whole"} <= kept.keys()
    assert {"watcher GET api_leagues.show_standings", "watcher GET nights.night"} <= kept.keys()
    assert set(kept.values()) == {"no-store"}


def test_a_public_league_is_kept_and_asked_for_anew(app, clock):
    cast = set_cast(app)
    readers = [
        route for route in (*cast.routes(), *cast.routes(calls=True)) if route.rule == Rule.LEAGUE_READER
    ]
    kept = {route.path: _send(cast.phones["watcher"], route).headers["Cache-Control"] for route in readers}

    assert set(kept.values()) == {"private, no-cache"}


def test_a_private_league_answers_others_as_one_that_is_not_there(app, clock):
    cast = set_cast(app, visibility="private")
    for who in ("other organiser", "scorer", "watcher"):
        for route in (*cast.routes(), *cast.routes(calls=True)):
            if cast.slug not in route.path:
                continue
            there = _send(cast.phones[who], route)
            absent = _send(cast.phones[who], route._replace(path=route.path.replace(cast.slug, "x" * 8)))
            assert _told(there, cast.slug) == _told(absent, "x" * 8), (who, route)


def _send(phone, route):
    if route.method == "GET":
        return phone.get(route.path)
    return phone.post(route.path)


def _told(answer, slug):
    headers = {name: value for name, value in answer.headers if name not in ("Content-Length", "Set-Cookie")}
    headers["Location"] = answer.headers.get("Location", "").replace(slug, "")
    return answer.status_code, headers, answer.text.replace(slug, "")


def test_addresses_that_are_a_right_are_not_indexed(app, clock):
    cast = set_cast(app)

    for path in (f"/nights/{cast.token}", f"/organisers/{'x' * 32}", f"/account/links/{'x' * 32}"):
        assert cast.phones["watcher"].get(path).headers["X-Robots-Tag"] == "noindex"


def test_invitations_to_run_a_league_are_not_kept(app, clock):
    cast = set_cast(app)
    with app.app_context():
        token = organisers.invite(cast.league_id, actor=Actor(None, clock.at)).token
    link = f"/organisers/{token}"
    other, late = cast.phones["other organiser"], Phone(app)

    answers = [late.get(link), late.post(link), other.get(link), other.post(link), late.get(link)]

    assert [answer.status_code for answer in answers] == [200, 403, 200, 303, 404]
    assert {answer.headers["Cache-Control"] for answer in answers} == {"no-store"}


def test_pages_that_are_others_for_an_organiser_say_so(app, clock):
    cast = set_cast(app)
    mine, theirs = cast.phones["organiser"], cast.phones["watcher"]
    different = set()
    for route in cast.routes():
        if route.method != "GET" or route.rule != Rule.LEAGUE_READER:
            continue
        pages = [phone.get(route.path, buffered=True) for phone in (mine, theirs)]
        if pages[0].data == pages[1].data:
            continue
        different.add(route.endpoint)
        for page in pages:
            assert "Cookie" in page.headers["Vary"], route
            assert page.headers["Cache-Control"] == "private, no-cache", route

    assert different >= {"leagues.home", "leagues.history", "players.players", "seasons.season"}
