"""An organiser signs in and out, changes the password, and ends sign-ins; a stranger gets nowhere."""

from __future__ import annotations

import pytest

from scorekeeper.services.accounts import keeping, passwords
from scorekeeper.services.accounts.keeping import Person
from scorekeeper.web.access import Rule
from tests.web.accounts import OLGA, make_account, sign_in
from tests.web.phones import Phone, text_of
from tests.web.routes import all_routes

PASSWORD = "three trios and a run"


@pytest.fixture
def phone(app, clock):
    return Phone(app)


@pytest.fixture
def olga(app, clock):
    """An account with a password; its id."""
    app.config[passwords.COST_KEY] = (8, 1, 1)
    with app.app_context():
        return keeping.sign_up(Person(OLGA, "Olga"), password=PASSWORD, now=clock.at)


def enter(phone, mail=OLGA, password=PASSWORD, **fields):
    return phone.post("/account/sign-in", {"mail": mail, "password": password, **fields})


def test_sign_in_leads_to_the_account(phone, olga):
    answer = enter(phone, mail=" Olga@Example.org ")

    assert (answer.status_code, answer.location) == (303, "/account?said=welcome")
    page = phone.get("/account")
    assert page.status_code == 200
    assert f"Olga , {OLGA}" in text_of(page)


def test_sign_in_leads_back_to_where_somebody_wanted(phone, olga):
    asked = phone.get("/account?said=ended")
    assert (asked.status_code, asked.location) == (303, "/account/sign-in?next=/account?said%3Dended")
    form = phone.get(asked.location)
    assert 'name="next" value="/account?said=ended"' in form.text

    assert enter(phone, next="/account?said=ended").location == "/account?said=ended"


@pytest.mark.parametrize(
    "way", ["//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example", "", "x", "/" * 9]
)
def test_sign_in_leads_nowhere_else(phone, olga, way):
    assert enter(phone, next=way).location == "/account?said=welcome"


def test_signed_in_already_goes_on(app, phone):
    sign_in(phone, make_account(app))

    assert phone.get("/account/sign-in?next=/rules").location == "/rules"


def test_pages_for_accounts_refuse_others(app, phone):
    routes = [route for route in all_routes(app) if route.rule == Rule.ACCOUNT]

    shown = {route.path: phone.get(route.path) for route in routes if route.method == "GET"}
    sent = {route.path: phone.post(route.path) for route in routes if route.method == "POST"}

    assert {answer.status_code for answer in shown.values()} == {303}
    assert all(answer.location.startswith("/account/sign-in?next=/") for answer in shown.values())
    assert {answer.status_code for answer in sent.values()} == {403}
    assert all("Sign in first" in text_of(answer) for answer in sent.values())
