"""Which phone this is: ids are ours and signed; those signed otherwise stay known by their rights."""

import secrets
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from scorekeeper.services.common.signing import digest
from scorekeeper.web.accounts import current_account
from scorekeeper.web.http import device
from tests.support.accounts import PASSWORD, enter, is_signed_in, make_account, sign_in
from tests.support.phones import Phone
from tests.support.play import let_in
from tests.support.routes import all_routes

HTTPS = "https://cards.example.org"


def ask(app, path, **cookies):
    """The answer to a browser that shows these cookies by https, `__Host_device` for the protected one."""
    shown = "; ".join(f"{name.replace('__Host_', '__Host-')}={value}" for name, value in cookies.items())
    return app.test_client(use_cookies=False).get(path, base_url=HTTPS, headers={"Cookie": shown})


def given(answer):
    """Every cookie that an answer sets, by name."""
    jar = SimpleCookie()
    for line in answer.headers.getlist("Set-Cookie"):
        jar.load(line)
    return {name: morsel.value for name, morsel in jar.items()}


def showing(app, cookie):
    phone = Phone(app)
    phone.client.set_cookie(device.COOKIE, cookie)
    return phone


def test_a_new_phone_gets_a_signed_id(app):
    identity, _, signature = given(Phone(app).get("/join"))["device"].partition(".")

    assert len(identity) == 43
    with app.app_context():
        assert device.sign_identity(identity) == f"{identity}.{signature}"


@pytest.mark.parametrize("invented", ["i" * 32, "i" * 43, f"{'i' * 43}.{'s' * 43}", f"{'i' * 32}.{'s' * 43}"])
def test_an_invented_id_is_no_phone(app, db, clock, invented):
    phone = showing(app, invented)

    game = phone.start("Ana", "Ben")

    identity = phone.client.get_cookie("device").value.partition(".")[0]
    assert identity not in invented
    hashed = digest(identity)
    assert db.execute("SELECT game_id, device FROM scorer_right").fetchall() == [(game, hashed)]


def test_a_signature_holds_for_its_own_id_alone(app, scorer, game):
    mine = scorer.client.get_cookie("device").value
    other = secrets.token_urlsafe(32) + mine[43:]

    assert given(showing(app, other).get("/join"))["device"] != other
    assert given(showing(app, mine).get("/join"))["device"] == mine


def test_with_another_secret_key_phones_keep_their_rights(app, scorer, game):
    old = scorer.client.get_cookie("device").value
    app.config["SECRET_KEY"] = b"another"

    answer = scorer.get(f"/games/{game}/seats")

    assert answer.status_code == 200
    new = given(answer)["device"]
    assert new.partition(".")[0] == old.partition(".")[0]
    assert new != old
    assert given(Phone(app).get("/join")) != {}


def test_a_phone_known_by_http_stays_known_by_https(app, scorer, game):
    plain = scorer.client.get_cookie("device").value

    moved = ask(app, f"/games/{game}/seats", device=plain)

    assert moved.status_code == 200
    assert given(moved)["__Host-device"].partition(".")[0] == plain.partition(".")[0]


def test_a_phone_with_nothing_to_keep_gets_another_id_by_https(app):
    plain = given(Phone(app).get("/join"))["device"]

    assert given(ask(app, "/join", device=plain))["__Host-device"].partition(".")[0] not in plain


def test_what_a_neighbour_sets_is_no_phone(app, clock):
    """A subdomain gets an id of its own by https, and sets it without protection for somebody else."""
    got = given(ask(app, "/join"))["__Host-device"]
    identity = got.partition(".")[0]
    with app.app_context():
        let_in(Phone(app).start("Ana", "Ben"), digest(identity), now=clock.at)

    for set_by_neighbour in (got, identity, f"{identity}.{'s' * 43}"):
        answer = ask(app, "/join", device=set_by_neighbour)
        assert not given(answer)["__Host-device"].startswith(identity)


def test_beside_a_protected_cookie_the_other_one_is_not_read(app, scorer, game):
    plain = scorer.client.get_cookie("device").value
    mine = given(ask(app, "/join"))["__Host-device"]

    assert ask(app, f"/games/{game}/seats", device=plain, __Host_device=mine).status_code == 403
    assert ask(app, f"/games/{game}/seats", device=plain, __Host_device="nonsense").status_code == 403


WEB = Path(current_account.__file__).parents[1]
PROTECTED = ["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]


def _reached_by_https(app):
    app.config["PREFERRED_URL_SCHEME"] = "https"


@pytest.fixture
def secure(app, clock) -> Phone:
    """A phone that reaches the server by https."""
    _reached_by_https(app)
    return Phone(app)


def _attributes(cookie: str) -> list[str]:
    """Everything after the value that does not say how long it lasts."""
    parts = (part.strip() for part in cookie.split(";")[1:])
    return sorted(part for part in parts if not part.startswith(("Max-Age=", "Expires=")))


def test_every_cookie_goes_through_one_module():
    named = ("set_cookie", "delete_cookie", "request.cookies")
    users = {
        path.relative_to(WEB).as_posix()
        for path in WEB.rglob("*.py")
        if any(name in path.read_text(encoding="utf-8") for name in named)
    }

    assert users == {"http/device.py"}


def test_every_cookie_is_protected_under_https(app, secure, game):
    make_account(app, password=PASSWORD)
    answers = [
        *(secure.get(route.path) for route in all_routes(app, game=game) if route.method == "GET"),
        enter(secure),
        secure.post("/account/sign-out"),
    ]
    cookies = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]

    assert {cookie.partition("=")[0] for cookie in cookies} >= {"__Host-device", "__Host-account"}
    assert all(cookie.startswith("__Host-") for cookie in cookies)
    assert [cookie for cookie in cookies if _attributes(cookie) != PROTECTED] == []


def test_an_unprotected_sign_in_is_not_believed_under_https(app, clock):
    phone = Phone(app)
    sign_in(phone, make_account(app))
    assert is_signed_in(phone)

    _reached_by_https(app)

    assert not is_signed_in(phone)


def test_a_protected_sign_in_is_believed(app, secure):
    make_account(app, password=PASSWORD)

    assert enter(secure).status_code == 303
    assert is_signed_in(secure)
