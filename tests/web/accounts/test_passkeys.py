"""Where passkeys are offered, and what is refused of them. A real one is made and used in tests/browser."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.services.accounts import sessions
from tests.support.accounts import OLGA, PASSWORD, add_passkey, enter, make_account, sign_in
from tests.support.phones import Phone, text_of, values_of

UNUSABLE = "Try again. This passkey didn’t work. Nothing was changed."
TOO_OLD = "Try again. This page was open for too long."
UNKNOWN = "No account here has this passkey."


@pytest.fixture
def phone(app, clock):
    app.extensions["settings"] = replace(app.extensions["settings"], public_url="http://localhost")
    return Phone(app)


def challenge_of(page):
    return values_of(page, "hidden")["challenge"]


def options_of(page):
    return json.loads(unescape(re.search(r'data-options="([^"]+)"', page.text)[1]))


def try_passkey(phone, credential, challenge=None):
    given = challenge or challenge_of(phone.get("/account/sign-in"))
    return phone.post("/account/sign-in/passkey", {"challenge": given, "credential": credential})


@pytest.mark.parametrize(
    ("public_url", "asked", "offered"),
    [
        ("https://cards.example.org", "https://cards.example.org", True),
        ("https://cards.example.org:8443", "https://cards.example.org:8443", True),
        ("https://cards.example.org", "http://192.0.2.7:8000", False),
        ("http://cards.example.org", "http://cards.example.org", False),
        ("https://192.0.2.7", "https://192.0.2.7", False),
        ("https://[2001:db8::7]", "https://[2001:db8::7]", False),
        ("https://cards", "https://cards", False),
        ("http://localhost:8000", "http://localhost:8000", True),
        (None, "http://localhost:8000", False),
        (None, "https://cards.example.org", False),
    ],
)
def test_passkeys_are_offered_where_they_can_work(app, public_url, asked, offered):
    app.extensions["settings"] = replace(app.extensions["settings"], public_url=public_url)

    page = app.test_client().get("/account/sign-in", base_url=asked)

    assert page.status_code == 200
    assert ('action="/account/sign-in/passkey"' in page.text) == offered


@pytest.mark.parametrize(
    ("told", "offered"),
    [
        ({"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example.org"}, True),
        ({"X-Forwarded-Proto": "http", "X-Forwarded-Host": "cards.example.org"}, False),
    ],
)
def test_passkeys_are_offered_behind_a_trusted_proxy(data, told, offered):
    app = create_app(Settings(data=data, trusted_proxies=1, hosts=("cards.example.org",)))

    page = app.test_client().get("/account/sign-in", headers=told)

    assert ('action="/account/sign-in/passkey"' in page.text) == offered
    if offered:
        assert options_of(page)["rpId"] == "cards.example.org"


def test_options_name_no_account_and_ask_for_the_lock_of_the_device(app, phone):
    make_account(app)

    options = options_of(phone.get("/account/sign-in"))

    assert (options["rpId"], options["userVerification"]) == ("localhost", "required")
    assert options.get("allowCredentials", []) == []


def test_registration_options_one_hide_the_number_of_the_account(app, phone):
    sign_in(phone, make_account(app))

    options = options_of(phone.get("/account"))

    assert options["rp"] == {"id": "localhost", "name": "Scorekeeper"}
    assert (options["user"]["name"], len(options["user"]["id"])) == ("olga@example.org", 43)
    assert options["authenticatorSelection"]["residentKey"] == "required"


@pytest.mark.parametrize("credential", ["", "x", "[]", "null", '"rawId"', '{"rawId": 1}', "[" * 9999, "\0"])
def test_what_is_no_credential_is_refused(app, phone, credential):
    answer = try_passkey(phone, credential)

    assert answer.status_code == 422
    assert UNUSABLE in text_of(answer) or UNKNOWN in text_of(answer)


@pytest.mark.parametrize(
    "challenge",
    ["", "x", "..", "9999999999.salt.signature", "1.2.3.4", "é.é.é", "9" * 4000],
)
def test_challenges_that_are_not_ours_are_refused(app, phone, challenge):
    answer = try_passkey(phone, '{"rawId": "AAAA"}', challenge or "-")

    assert answer.status_code == 422
    assert TOO_OLD in text_of(answer)


def test_challenge_is_for_one_browser_one_purpose_and_one_hour(app, phone, clock):
    given = challenge_of(phone.get("/account/sign-in"))
    other = Phone(app)
    sign_in(phone, make_account(app))

    assert TOO_OLD in text_of(try_passkey(other, '{"rawId": "AAAA"}', given))
    assert TOO_OLD in text_of(phone.post("/account/passkeys", {"challenge": given, "credential": "{}"}))
    assert UNKNOWN in text_of(try_passkey(phone, '{"rawId": "AAAA"}', given))
    clock.at += timedelta(hours=1)
    assert TOO_OLD in text_of(try_passkey(phone, '{"rawId": "AAAA"}', given))


def test_passkey_is_made_only_soon_after_signing_in(app, phone, clock):
    olga = make_account(app, password=PASSWORD)
    sign_in(phone, olga)
    given = challenge_of(phone.get("/account"))
    clock.at += sessions.FRESH_FOR

    page = phone.get("/account")

    assert "Add a passkey" not in text_of(page)
    way = unescape(re.search(r'href="(/account/sign-in[^"]+)"', page.text)[1])
    assert f'value="{OLGA}"' in phone.get(way).text
    assert TOO_OLD in text_of(phone.post("/account/passkeys", {"challenge": given, "credential": "{}"}))
    assert enter(phone, next="/account#passkeys").location == "/account#passkeys"
    assert "Add a passkey" in text_of(phone.get("/account"))


def test_challenge_to_make_one_ends_with_its_sign_in(app, phone, clock):
    olga = make_account(app)
    sign_in(phone, olga)
    given = challenge_of(phone.get("/account"))
    sign_in(phone, olga)

    assert TOO_OLD in text_of(phone.post("/account/passkeys", {"challenge": given, "credential": "{}"}))


def test_passkey_of_somebody_else_cannot_be_removed(app, phone, db):
    olga = make_account(app, password=PASSWORD)
    add_passkey(db, olga, "AAAA")
    sign_in(phone, make_account(app, "pia@example.org", "Pia"))

    assert phone.post("/account/passkeys/1/removal").status_code == 303
    assert db.execute("SELECT count(*) FROM passkey").fetchone() == (1,)
    assert UNUSABLE in text_of(try_passkey(Phone(app), '{"rawId": "AAAA"}'))

    sign_in(phone, olga)
    assert "Added on 20 November 2026 for localhost." in text_of(phone.get("/account"))
    assert phone.post("/account/passkeys/1/removal").status_code == 303
    assert db.execute("SELECT count(*) FROM passkey").fetchone() == (0,)


def test_passkeys_have_no_address_where_they_cannot_work(app, clock):
    phone = Phone(app)
    assert phone.post("/account/sign-in/passkey").status_code == 404

    sign_in(phone, make_account(app))

    assert phone.post("/account/passkeys").status_code == 404
    assert "Passkeys" not in text_of(phone.get("/account"))
