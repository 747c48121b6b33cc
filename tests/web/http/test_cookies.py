"""Cookies that only this server can set, and that only this server believes."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.web.accounts import current_account
from scorekeeper.web.http import device
from tests.support.accounts import PASSWORD, enter, is_signed_in, make_account, sign_in
from tests.support.phones import Phone
from tests.support.routes import all_routes

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

    assert users == {"http/cookies.py"}


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


def test_a_phone_known_before_https_keeps_its_games_and_gets_a_protected_cookie(app, scorer, game):
    _reached_by_https(app)

    answer = scorer.get("/join")
    scorer.client.delete_cookie(device.COOKIE)

    assert answer.headers["Set-Cookie"].startswith("__Host-device=")
    assert scorer.get(f"/games/{game}/seats").status_code == 200


def test_the_protected_cookie_of_a_phone_counts_before_the_other(app, secure):
    own = secure.start("Ana", "Ben", "Cem")
    secure.client.set_cookie(device.COOKIE, "x" * 32)

    assert secure.get(f"/games/{own}/seats").status_code == 200
