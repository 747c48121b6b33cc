"""An organiser signs in and out, changes the password, and ends sign-ins; a stranger gets nowhere."""

import re
from datetime import timedelta

import pytest

from scorekeeper.web.accounts import current_account
from tests.support.accounts import OLGA, PASSWORD, enter, is_signed_in, make_account, sign_in
from tests.support.phones import Phone, text_of, values_of

SORRY = "Email or password is wrong."


def test_sign_in_leads_to_the_leagues_and_on_to_the_account(phone, olga):
    answer = enter(phone, mail=" Olga@Example.org ")

    assert (answer.status_code, answer.location) == (303, "/leagues?said=welcome")
    page = phone.get(answer.location)
    assert "You’re signed in. All games Leagues" in text_of(page)
    assert 'href="/leagues/new"' in page.text
    assert 'href="/account"' in page.text
    assert f"Leagues Your account Olga {OLGA}" in text_of(phone.get("/account"))


def test_sign_in_leads_back_to_where_somebody_wanted(phone, olga):
    asked = phone.get("/account?said=ended")
    assert (asked.status_code, asked.location) == (303, "/account/sign-in?next=/account?said%3Dended")
    assert values_of(phone.get(asked.location), "hidden")["next"] == "/account?said=ended"

    assert enter(phone, next="/account?said=ended").location == "/account?said=ended"


@pytest.mark.parametrize(
    "way", ["//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example", "", "x", "/" * 9]
)
def test_sign_in_leads_nowhere_else(phone, olga, way):
    assert enter(phone, next=way).location == "/leagues?said=welcome"


def test_signed_in_already_goes_on(phone, olga):
    sign_in(phone, olga)

    assert phone.get("/account/sign-in?next=/rules").location == "/rules"


@pytest.mark.parametrize(
    ("mail", "password"),
    [(OLGA, "wrong"), ("nobody@example.org", PASSWORD), (OLGA, ""), ("", ""), ("\0", "é")],
)
def test_refused_sign_in_never_tells_what_was_wrong(phone, olga, mail, password):
    answer = enter(phone, mail, password)

    assert answer.status_code == 422
    assert SORRY in text_of(answer)
    assert PASSWORD not in answer.text
    assert phone.client.get_cookie(current_account.COOKIE) is None


def test_account_without_a_password_is_entered_by_none(app, phone, clock):
    make_account(app)

    assert [enter(phone, password=tried).status_code for tried in ("", "None", PASSWORD)] == [422] * 3


def test_cookie_is_for_the_server_alone_and_new_with_every_sign_in(phone, olga):
    first = enter(phone).headers["Set-Cookie"]
    second = enter(phone).headers["Set-Cookie"]

    assert first != second
    assert "HttpOnly" in first
    assert "SameSite=Lax" in first
    assert "Secure" not in first
    assert text_of(phone.get("/account")).count("this browser") == 1
    assert "Sign out everywhere else" not in phone.get("/account").text


def test_only_a_hash_of_the_token_is_kept(phone, olga, data):
    enter(phone)
    token = phone.client.get_cookie(current_account.COOKIE).value

    stored = b"".join(path.read_bytes() for path in data.iterdir() if path.is_file())

    assert b"olga@example.org" in stored
    assert token.encode() not in stored
    assert PASSWORD.encode() not in stored


def test_sign_out_ends_the_sign_in_for_good(phone, olga):
    enter(phone)
    token = phone.client.get_cookie(current_account.COOKIE).value

    assert phone.post("/account/sign-out").location == "/account/sign-in?said=signed-out"
    assert phone.client.get_cookie(current_account.COOKIE) is None
    phone.client.set_cookie(current_account.COOKIE, token)
    assert not is_signed_in(phone)
    assert phone.post("/account/sign-out").status_code == 303


def test_sign_in_ends_after_30_days_however_often_it_is_used(phone, olga, clock):
    cookie = enter(phone).headers["Set-Cookie"]
    for _ in range(29):
        clock.at += timedelta(days=1)
        assert is_signed_in(phone)

    clock.at += timedelta(days=1)

    assert not is_signed_in(phone)
    assert f"Max-Age={30 * 24 * 60 * 60}" in cookie


def test_a_page_does_not_wait_to_note_that_a_sign_in_is_used(phone, olga, clock, db):
    enter(phone)
    clock.at += timedelta(days=2)
    db.execute("BEGIN IMMEDIATE")
    assert is_signed_in(phone)
    db.execute("ROLLBACK")
    assert is_signed_in(phone)


def test_page_lists_every_browser_and_ends_one(app, phone, laptop, olga):
    enter(phone)
    sign_in(laptop, olga, label="Safari, Mac")
    shown = phone.get("/account")
    assert "Safari, Mac" in shown.text
    (end,) = _ends(shown)

    assert phone.post(end).location == "/account?said=ended"

    assert (is_signed_in(phone), is_signed_in(laptop)) == (True, False)


def test_ending_this_browsers_sign_in_is_signing_out(phone, laptop, olga):
    enter(phone)
    sign_in(laptop, olga)
    (end,) = _ends(phone.get("/account"))

    assert laptop.post(end).location == "/account/sign-in?said=signed-out"

    assert (is_signed_in(phone), is_signed_in(laptop)) == (True, False)


def test_all_others_are_ended_at_once(app, phone, laptop, olga):
    enter(phone)
    sign_in(laptop, olga)

    assert phone.post("/account/sign-ins/others/end").status_code == 303

    assert (is_signed_in(phone), is_signed_in(laptop)) == (True, False)


def test_sign_ins_of_others_cannot_be_ended(app, phone, laptop, olga):
    enter(phone)
    sign_in(laptop, olga)
    (end,) = _ends(phone.get("/account"))
    pia = Phone(app)
    sign_in(pia, make_account(app, "pia@example.org", "Pia"))

    for path in (end, "/account/sign-ins/others/end"):
        assert pia.post(path).status_code == 303

    assert (is_signed_in(phone), is_signed_in(laptop)) == (True, True)


@pytest.mark.parametrize(
    ("before", "to"),
    [
        ("http://localhost/leagues/new?said=ended", "?next=/leagues/new?said%3Dended"),
        # Nobody reads this address: who comes back is led on to the page above it.
        ("http://localhost/account/name", "?next=/account/name"),
        ("http://localhost:81/leagues/new", ""),
        ("http://evil.example/leagues/new", ""),
        ("http://[/leagues/new", ""),
        ("", ""),
    ],
)
def test_a_form_that_needs_an_account_offers_to_sign_in_and_come_back(phone, before, to):
    answer = phone.client.post(
        "/leagues/new", data={"csrf_token": phone.token, "name": "Club"}, headers={"Referer": before}
    )

    assert answer.status_code == 403
    assert f'<a class="button primary" href="/account/sign-in{to}">Sign in</a>' in answer.text
    assert answer.text.count('class="button primary"') == 1


@pytest.mark.parametrize("token", ["", "x" * 43, "é", "x" * 4000])
def test_tokens_that_nobody_was_given_are_nobodys(phone, olga, token):
    phone.client.set_cookie(current_account.COOKIE, token)

    assert not is_signed_in(phone)


def test_pages_of_an_account_are_kept_nowhere(phone, olga):
    sign_in(phone, olga)

    answer = phone.get("/account")

    assert answer.headers["Cache-Control"] == "no-store"
    assert "Cookie" in answer.headers["Vary"]


def _ends(page):
    return re.findall(r'action="(/account/sign-ins/\d+/end)"', page.text)
