"""An organiser changes the password and the name; what is refused changes nothing."""

from dataclasses import replace

import pytest

from tests.support.accounts import PASSWORD, enter, is_signed_in, make_account, sign_in
from tests.support.phones import text_of

NEW_PASSWORD = "two runs and a trio"
EASY = "Choose another password. This one is easy to guess."


def test_password_is_changed_and_every_other_browser_must_sign_in_anew(phone, laptop, olga):
    enter(phone)
    sign_in(laptop, olga)

    changed = phone.post("/account/password", {"current": PASSWORD, "password": NEW_PASSWORD})

    assert changed.location == "/account?said=password-changed"
    assert (is_signed_in(phone), is_signed_in(laptop)) == (True, False)
    assert enter(laptop).status_code == 422
    assert enter(laptop, password=NEW_PASSWORD).status_code == 303


@pytest.mark.usefixtures("olga")
@pytest.mark.parametrize(
    ("current", "password", "sentence"),
    [
        ("wrong", NEW_PASSWORD, "Try again. That isn’t your current password."),
        (PASSWORD, "short", "Use at least 12 characters."),
        (PASSWORD, "x" * 129, "Use at most 128 characters."),
        (PASSWORD, "OLGA@example.org", EASY),
        (PASSWORD, "CardsExample2026", EASY),
        (PASSWORD, "1234567890ab", EASY),
    ],
)
def test_password_that_is_refused_changes_nothing(app, phone, laptop, current, password, sentence):
    app.extensions["settings"] = replace(app.extensions["settings"], public_url="https://cards.example.org")
    enter(phone)

    answer = phone.post("/account/password", {"current": current, "password": password})

    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert enter(laptop).status_code == 303
    assert is_signed_in(phone)


@pytest.mark.parametrize("password", ["short", "Summer2026!!!", "x" * 200])
def test_password_of_before_signs_in_as_ever(app, phone, clock, password):
    make_account(app, password=password)

    assert enter(phone, password=password).status_code == 303


def test_name_is_changed(phone, olga):
    enter(phone)

    assert phone.post("/account/name", {"name": "  Olga   Nová "}).location == "/account?said=renamed"
    assert "Olga Nová olga@example.org" in text_of(phone.get("/account"))
    refused = phone.post("/account/name", {"name": "x" * 41})
    assert refused.status_code == 422
