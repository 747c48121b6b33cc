"""What every answer says about safety; which Host names and proxies are believed."""

import re
from dataclasses import replace
from itertools import chain

import pytest

from scorekeeper import __version__
from scorekeeper.app import create_app
from scorekeeper.web.http import addresses
from scorekeeper.web.http.access import Rule
from scorekeeper.web.http.assets import static_tree
from scorekeeper.web.http.headers import POLICY
from tests.support.phones import Phone
from tests.support.reused import fresh_data
from tests.support.routes import all_routes
from tests.web.conftest import FOUR


@pytest.fixture
def configured(app):
    """An application over the same data with other settings."""

    def make(**settings):
        made = create_app(replace(app.extensions["settings"], **settings))
        made.testing = True
        return made

    return make


@pytest.fixture(scope="module")
def walked(template, reused):
    """What a phone that scores a game is answered at every address; another site asks, without a form."""
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    with fresh_data(template) as data, reused.over(data) as app:
        scorer = Phone(app)
        game = scorer.start(*FOUR)
        calls = all_routes(app, game=game, calls=True, player=1, clause="1.1")
        routes = [*all_routes(app, game=game), *calls]

        def answer(path, method):
            return scorer.client.open(path, method=method, headers=asked, buffered=True)

        preflights = [(route, answer(route.path, "OPTIONS")) for route in routes]
        return [(route, answer(route.path, route.method)) for route in routes], preflights


@pytest.fixture
def pages(walked):
    """Every page, by its address."""
    answers, _preflights = walked
    return {
        route: answer
        for route, answer in answers
        if route.method == "GET" and not route.path.startswith("/api/")
    }


def test_every_page_carries_the_policy_and_no_inline_code(pages):
    for route, answer in pages.items():
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        for forbidden in ("<style", "style=", "<script>", "onclick=", "javascript:"):
            assert forbidden not in answer.text, (route.path, forbidden)


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/nowhere", 404), ("/games/new", 400)])
def test_a_phone_tells_our_pages_from_those_of_its_network(client, path, status):
    answer = client.post(path) if status == 400 else client.get(path)

    assert (answer.status_code, answer.headers["Scorekeeper"]) == (status, __version__)


def test_static_files_carry_what_protects_them_and_nothing_else(app, client):
    nosniff = {"X-Content-Type-Options": "nosniff"}
    closed = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}
    expected = {"css/app.css": nosniff, "js/app.js": nosniff, "icons/icon.svg": {**nosniff, **closed}}
    plain = {"Content-Type", "Content-Length", "Cache-Control", "Vary"}

    for path, protection in expected.items():
        headers = dict(client.get(static_tree(app).url(path)).headers)
        assert {name: value for name, value in headers.items() if name not in plain} == protection


def test_missing_static_file_is_a_page_like_any_other(client):
    answer = client.get("/static/000000000000/js/app.js")

    assert (answer.status_code, answer.headers["Content-Security-Policy"]) == (404, POLICY)


def test_browsers_are_told_to_insist_on_https_for_the_days_that_are_set(app, configured):
    told, silent = configured(hsts_days=365).test_client(), app.test_client()

    def header(client, scheme, path):
        return client.get(path, base_url=f"{scheme}://localhost").headers.get("Strict-Transport-Security")

    static = static_tree(app).url("js/app.js")
    for path in ("/", "/nothing", "/api/v1/rulesets", "/api/v1/nothing", static):
        assert header(told, "https", path) == "max-age=31536000", path
        assert (header(told, "http", path), header(silent, "https", path)) == (None, None), path


def test_pages_of_games_are_not_indexed(scorer, game):
    for path in ("", "/history", "/game.json"):
        assert scorer.get(f"/games/{game}{path}").headers["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in scorer.get("/rules").headers


def test_device_cookie_is_long_lived_and_closed_to_scripts(client):
    cookie = client.get("/join").headers["Set-Cookie"]

    assert "Max-Age=34560000" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_proxy_headers_count_only_if_configured(app, configured):
    claimed = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}

    assert "Secure" not in app.test_client().get("/join", headers=claimed).headers["Set-Cookie"]
    behind = configured(trusted_proxies=1).test_client()
    assert "Secure" in behind.get("/join", headers=claimed).headers["Set-Cookie"]


def test_unknown_host_names_are_refused_once_some_are_configured(app, configured):
    named = configured(hosts=("cards.home",), public_url="https://cards.example.org")

    def status(host):
        return named.test_client().get("/", headers={"Host": host}).status_code

    hosts = ("cards.home", "cards.home:8000", "cards.example.org", "localhost:8000", "192.168.1.7:8000")
    assert [status(host) for host in hosts] == [200] * 5
    assert status("evil.example") == 400
    assert app.test_client().get("/", headers={"Host": "evil.example"}).status_code == 200


@pytest.mark.parametrize("hosts", [(), ("cards.example.org",)])
def test_a_host_name_that_cannot_be_one_is_refused(configured, hosts):
    named = configured(hosts=hosts, trusted_proxies=1)
    # As in service: while testing, Flask lets an error out that it would answer with 500.
    named.testing = False
    client = named.test_client()

    for path in ("/", "/nothing", "/healthz", "/api/v1/rulesets", "/rules/card"):
        for host in ("x" * 64, "a..b", ".a", f"{'x' * 64}.example.org"):
            assert client.get(path, headers={"Host": host}).status_code == 400, (path, host)
            assert client.get(path, headers={"X-Forwarded-Host": host}).status_code == 400, (path, host)
        for odd in ("", "[", "[]", "[::1", "é", "a b", "a/b", "a:b", ":80", "a:99999", "?", "@", "xn--a"):
            answer = client.get(path, headers={"X-Forwarded-Host": odd})
            assert answer.status_code in (200, 400, 404), (path, odd)


@pytest.mark.parametrize("host", ["evil.example", "localhost:8000", "127.0.0.1:8000"])
def test_links_for_other_phones_ignore_the_host_name(app, monkeypatch, host):
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.7")

    with app.test_request_context("/", headers={"Host": host}):
        assert addresses.outside("/join/x") == "http://192.168.1.7:8000/join/x"


@pytest.mark.parametrize("host", ["cards.home", "[fd00::1]"])
def test_links_carry_a_configured_host_name(configured, host):
    named = configured(hosts=(host,))
    with named.test_request_context("/", headers={"Host": f"{host}:8080"}):
        assert addresses.outside("/join/x") == f"http://{host}:8080/join/x"
    with named.test_request_context("/", headers={"Host": host}):
        assert addresses.outside("/join/x") == f"http://{host}/join/x"


def test_links_for_other_phones_never_carry_this_machines_own_address(configured, monkeypatch):
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.7")
    named = configured(hosts=("[::1]",))

    with named.test_request_context("/", headers={"Host": "[::1]:8000"}):
        assert addresses.outside("/join/x") == "http://192.168.1.7:8000/join/x"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.168.1.9", "http://192.168.1.9:8000"),
        ("fd00::1", "http://[fd00::1]:8000"),
        ("cards.home", "http://cards.home:8000"),
        ("127.0.0.1", None),
        ("::1", None),
        ("localhost", None),
    ],
)
def test_a_server_bound_to_one_address_is_reached_there(app, host, address):
    assert addresses.for_phones(replace(app.extensions["settings"], host=host)) == address


def test_network_address_is_never_this_machine_alone():
    found = addresses.network_address()

    assert found is None or not found.startswith("127.")


@pytest.mark.parametrize("path", ["/games//new", "/games/new//", "/join//" + "T" * 22])
def test_doubled_slashes_redirect_nowhere(client, path):
    answer = client.get(path, headers={"Host": "evil.example"})

    assert answer.status_code == 404
    assert "Location" not in answer.headers


def test_no_other_site_is_let_in(walked):
    """No header of CORS, whatever site asks."""
    for route, answer in chain.from_iterable(walked):
        assert not any(name.startswith("Access-Control") for name, _ in answer.headers), route


def test_every_answer_says_what_it_is(walked):
    for route, answer in walked[0]:
        if answer.data:
            kind = answer.headers["Content-Type"]
            assert kind.endswith("; charset=utf-8") or kind in (
                "application/json",
                "application/problem+json",
            ), route


def test_password_fields_hide_what_is_typed_and_take_what_is_pasted(client):
    fields = re.findall(r'<input[^>]*name="password"[^>]*>', client.get("/account/sign-in").text)

    (field,) = fields
    assert 'type="password"' in field
    assert 'autocomplete="current-password"' in field
    assert not re.search("onpaste|readonly|maxlength|autocomplete=.off", field)


FOR_ONE_PHONE = "private, no-cache"
NOWHERE = "no-store"


def test_no_page_is_kept_without_asking(pages):
    kept = {
        route.endpoint: answer.headers["Cache-Control"]
        for route, answer in pages.items()
        if not route.path.startswith("/leagues/nowhere")
    }
    secret = ("/join/", "/nights/", "/organisers/", "/account", "/healthz", "/readyz")
    never = {
        route.endpoint
        for route in pages
        if route.path.startswith(secret) or route.rule in (Rule.ACCOUNT, Rule.LEAGUE_ORGANISER)
    }
    # No ruling, player or contact: what is not there is answered like what nobody may find.
    absent = ("rulings.recorded", "home.player", "home.security_txt")
    assert [kept.pop(endpoint) for endpoint in absent] == [NOWHERE] * 3

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
