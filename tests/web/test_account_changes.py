"""An organiser changes the password and the name; what is refused changes nothing."""

from __future__ import annotations

import pytest

from tests.web.accounts import PASSWORD, enter, is_signed_in, sign_in
from tests.web.phones import text_of

NEW_PASSWORD = "two runs and a trio"


def test_password_is_changed_and_every_other_browser_must_sign_in_anew(phone, laptop, olga):
    enter(phone)
    sign_in(laptop, olga)

    changed = phone.post("/account/password", {"current": PASSWORD, "password": NEW_PASSWORD})

    assert changed.location == "/account?said=password-changed"
    assert (is_signed_in(phone), is_signed_in(laptop)) == (True, False)
    assert enter(laptop).status_code == 422
    assert enter(laptop, password=NEW_PASSWORD).status_code == 303


@pytest.mark.parametrize(
    ("current", "password", "sentence"),
    [
        ("wrong", NEW_PASSWORD, "This is not your password."),
        (PASSWORD, "short", "A password has at least 10 characters."),
        (PASSWORD, "x" * 201, "A password has at most 200 characters."),
        (PASSWORD, "OLGA@example.org", "This password is one of the first that anybody would try."),
        (PASSWORD, "1234567890", "This password is one of the first that anybody would try."),
        (PASSWORD, "abababababab", "This password is one of the first that anybody would try."),
    ],
)
def test_password_that_is_refused_changes_nothing(phone, laptop, olga, current, password, sentence):
    enter(phone)

    answer = phone.post("/account/password", {"current": current, "password": password})

    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert enter(laptop).status_code == 303
    assert is_signed_in(phone)


def test_name_is_changed(phone, olga):
    enter(phone)

    assert phone.post("/account/name", {"name": "  Olga   Nová "}).location == "/account?said=renamed"
    assert "Olga Nová ," in text_of(phone.get("/account"))
    refused = phone.post("/account/name", {"name": "x" * 41})
    assert refused.status_code == 422
    assert "Give a name of at most 40 letters." in text_of(refused)
