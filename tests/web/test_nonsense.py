"""Whatever a browser sends, the answer is a page of ours: never an error of the program.

With the settings that are recommended, where hosts and headers of proxies are checked, too.
"""

from dataclasses import replace
from functools import partial

import pytest

from tests.support.league_cast import FOUR, set_cast
from tests.support.phones import Phone
from tests.support.recommended import recommended
from tests.support.reused import Reused
from tests.support.routes import Route

pytestmark = pytest.mark.long

ODD = (
    "",
    "0",
    "-1",
    "1.5",
    "99999999999999999999",
    "9" * 5000,
    "null",
    "NaN",
    "\0",
    "\ud7ff\ufffe",
    "‮abc‬",
    "🃏" * 50,
    "é" * 300,
    "' OR 1=1 --",
    "<script>",
    "../../..",
    "x" * 3000,
    "%00",
    "²",
    "٢٥",
)
FIELDS = [
    "player", "dealer", "new_name", "move", "toggle", "start", "variant", "started_at",
    "time_zone", "previous", "entry", "seat", "attempt", "went_out", "points-0", "points-1",
    "cards_2-9-0", "cards_joker-2", "missing-3", "not_given-3", "seen", "choice", "kind", "mixed",
    "answer", "reason", "agreed", "name-0", "after", "start_score", "arrange",
    "place-0", "place-1", "place-2", "place-3", "everyone", "code", "irregularity",
    "name", "names", "visibility", "account", "back", "into", "opens_at", "closes_at", "game", "find",
    "first", "last", "way", "min_games", "best_of", "mail", "password", "current", "next", "challenge",
    "credential", "said",
]  # fmt: skip
ASKED = (
    "said", "again", "show", "seat", "everyone", "q", "cards", "hand", "as", "game", "sort", "on", "season",
    "player", "page", "state", "least", "only",
)  # fmt: skip
ANSWERED = {200, 303, 304, 400, 403, 404, 405, 409, 410, 413, 422, 429}


@pytest.fixture(scope="module")
def behind_a_proxy():
    return Reused(make=partial(recommended, sign_up=True))


@pytest.fixture
def app(data, behind_a_proxy):
    with behind_a_proxy.over(data) as app:
        yield app


@pytest.fixture
def organiser(app, clock) -> tuple[Phone, list[Route]]:
    """A phone that runs a league and scores a game, and what it may ask for and stay signed in."""
    cast = set_cast(app)
    phone = cast.phones["organiser"]
    routes = replace(cast, game=phone.start(*FOUR)).routes()
    return phone, [one for one in routes if one.path not in ("/account/sign-out", "/account/closing")]


@pytest.mark.parametrize("odd", ODD)
def test_one_odd_value_in_every_field_is_answered(organiser, odd):
    phone, routes = organiser
    for route in routes:
        answer = (
            phone.get(route.path, query_string=dict.fromkeys(ASKED, odd))
            if route.method == "GET"
            else phone.post(route.path, dict.fromkeys(FIELDS, odd))
        )
        assert answer.status_code in ANSWERED, route.path


def test_a_page_is_asked_for_by_head_as_by_get(organiser):
    phone, routes = organiser
    pages = [route.path for route in routes if route.method == "GET"]

    assert {
        path for path in pages if phone.client.head(path).status_code != phone.get(path).status_code
    } == set()


@pytest.mark.parametrize(
    "path",
    [
        "/games/",
        "/games/x",
        "/games/%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00",
        "/games/..%2f..%2fetc%2fpasswd",
        "/games/" + "x" * 5000,
        "/games/{game}/hands/",
        "/games/{game}/hands/-1",
        "/games/{game}/hands/0",
        "/games/{game}/hands/1.5",
        "/games/{game}/hands/4294967296000",
        "/games/{game}/scorers/99999999999/revocation",
        "/join/%ff%fe",
        "/static/",
        "//evil.example/",
    ],
)
def test_odd_addresses_are_answered(scorer, game, path):
    asked = path.replace("{game}", game)

    assert scorer.get(asked).status_code in {308, *ANSWERED}
    assert scorer.post(asked).status_code in {308, *ANSWERED}


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", b'{"a": 1}'),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense"),
        ("multipart/form-data", b""),
        ("application/x-www-form-urlencoded; charset=utf-16", b"\xff\xfe=%"),
        ("", b"\x00" * 100),
    ],
)
def test_bodies_that_are_no_forms_are_400(scorer, game, content_type, body):
    answer = scorer.client.post(f"/games/{game}/hands/1", data=body, content_type=content_type)

    assert answer.status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"If-None-Match": "*"},
        {"If-None-Match": '"' + "9" * 5000},
        {"If-None-Match": 'W/"x.1.1.r"'},
        {"Accept-Encoding": "gzip;q=abc, \x7f"},
        {"Cookie": "device"},
        {"Accept-Language": "x" * 3000},
        {"X-Forwarded-For": "not an address, 1.2.3.4.5, [::1"},
        {"X-Forwarded-Proto": "gopher"},
    ],
)
def test_odd_headers_are_answered(watcher, game, headers):
    assert watcher.get(f"/games/{game}", headers=headers).status_code in (200, 304)


@pytest.mark.parametrize("odd", ODD)
def test_odd_hosts_are_answered(app, watcher, game, odd):
    for header in ("Host", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-For"):
        for path in ("/", f"/games/{game}", "/api/v1/rulesets", "/nothing"):
            if header != "Host" or odd.isascii():
                asked = watcher.get(path, headers={header: odd})
                assert asked.status_code in ANSWERED, (header, path)
