"""Tries are counted for all workers: those of an account, and those of a whole network."""

import logging

import pytest

from scorekeeper.web.accounts import accounts
from tests.support.accounts import OLGA, PASSWORD, enter, make_account
from tests.support.league_cast import set_cast, start_at
from tests.support.phones import Phone

SIGN_INS = accounts.SIGN_INS_OF_ACCOUNT


def test_tries_are_counted_for_the_account_from_wherever_they_come(app, phone, olga, clock):
    for n in range(accounts.SIGN_INS_OF_ACCOUNT):
        other = Phone(app)
        other.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{n}"
        assert enter(other, password="wrong").status_code == 422

    late = enter(phone)

    assert (late.status_code, late.headers["Retry-After"]) == (429, "900")
    clock.at += accounts.SIGN_IN_WITHIN
    assert enter(phone).status_code == 303


def test_tries_are_counted_for_the_network_whatever_they_try(app, phone, olga, clock):
    phone.client.environ_base["REMOTE_ADDR"] = "2001:db8:1:2::1"
    for n in range(accounts.SIGN_INS_OF_NETWORK):
        assert enter(phone, mail=f"{n}@example.org").status_code == 422
    neighbour, elsewhere = Phone(app), Phone(app)
    neighbour.client.environ_base["REMOTE_ADDR"] = "2001:db8:1:2:ffff::9"
    elsewhere.client.environ_base["REMOTE_ADDR"] = "2001:db8:1:3::1"

    assert [enter(one).status_code for one in (phone, neighbour, elsewhere)] == [429, 429, 303]


def test_every_limit_of_a_network_counts_all_its_addresses_as_one(app, client, phone, clock, db):
    cast = set_cast(app)
    db.execute("DELETE FROM attempt_count")
    phone.client.environ_base["REMOTE_ADDR"] = "2001:db8:1:2:3:4:5:6"

    phone.start("Ana", "Ben")
    start_at(phone, cast.token, "Ana", "Ben", "Cem", "Dee")
    phone.post("/join", {"code": "AAAA4444"})
    enter(phone)
    remote = {"REMOTE_ADDR": "2001:db8:1:2::7"}
    client.post("/api/v1/games", json={"players": ["Ana", "Ben"]}, environ_overrides=remote)

    keys = [key for (key,) in db.execute("SELECT key FROM attempt_count ORDER BY key")]
    assert [key for key in keys if not key.startswith("password:")] == [
        f"{what}:2001:db8:1:2::" for what in ("join", "new game by program", "new game", "sign-in")
    ]


def fill_account(app, mail=OLGA):
    """Somebody tries passwords of this account from many places, until no more are tried."""
    for n in range(accounts.SIGN_INS_OF_ACCOUNT):
        other = Phone(app)
        other.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{n}"
        assert enter(other, mail, password="wrong").status_code == 422
    assert enter(other, mail, password="wrong").status_code == 429


def test_right_passwords_are_never_too_many(phone, olga):
    answers = [enter(phone).status_code for _ in range(SIGN_INS + 1)]

    assert answers == [303] * (SIGN_INS + 1)


def test_strangers_keep_no_browser_out_that_was_signed_in_before(app, phone, laptop, olga):
    enter(laptop)
    laptop.post("/account/sign-out")
    fill_account(app)
    for n in range(accounts.SIGN_INS_OF_NETWORK):
        enter(phone, mail=f"{n}@example.org")

    assert [enter(one).status_code for one in (phone, laptop)] == [429, 303]


def test_browser_that_was_signed_in_before_has_a_limit_of_its_own(app, phone, laptop, olga, clock):
    for browser in (phone, laptop):
        enter(browser)
        browser.post("/account/sign-out")
    wrong = [enter(laptop, password="wrong").status_code for _ in range(SIGN_INS + 1)]

    assert wrong == [422] * SIGN_INS + [429]
    assert [enter(browser).status_code for browser in (laptop, phone, Phone(app))] == [429, 303, 303]
    clock.at += accounts.SIGN_IN_WITHIN
    assert enter(laptop).status_code == 303


def test_browser_is_known_to_the_accounts_that_were_signed_in_with_it(app, phone, olga):
    pia = "pia@example.org"
    make_account(app, pia, "Pia", PASSWORD)
    enter(phone)
    fill_account(app, pia)

    assert enter(phone, pia).status_code == 429
    enter(phone)
    app.extensions["clock"].at += accounts.SIGN_IN_WITHIN
    enter(phone, pia)
    for mail in (OLGA, pia):
        fill_account(app, mail)
    assert [enter(phone, mail).status_code for mail in (OLGA, pia)] == [303, 303]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/account/sign-ins/others/end", {}),
        ("/account/password", {"current": PASSWORD, "password": "two runs and a trio"}),
    ],
)
def test_browsers_that_were_ended_are_strangers_again(app, phone, laptop, olga, path, fields):
    enter(laptop)
    enter(phone)
    phone.post(path, fields)
    fill_account(app)
    password = fields.get("password", PASSWORD)

    assert [enter(one, password=password).status_code for one in (laptop, phone)] == [429, 303]


def test_password_is_changed_whatever_strangers_try(app, phone, olga):
    enter(phone)
    fill_account(app)
    fields = {"current": "wrong", "password": "two runs and a trio"}

    wrong = [phone.post("/account/password", fields).status_code for _ in range(SIGN_INS - 1)]

    assert wrong == [422] * (SIGN_INS - 1)
    assert phone.post("/account/password", {**fields, "current": PASSWORD}).status_code == 303


def test_current_password_is_not_guessed_on_an_open_page(phone, olga):
    enter(phone)
    fields = {"current": "wrong", "password": "two runs and a trio"}

    tried = [phone.post("/account/password", fields).status_code for _ in range(SIGN_INS)]

    assert tried == [422] * SIGN_INS
    assert phone.post("/account/password", {**fields, "current": PASSWORD}).status_code == 429


def test_known_and_unknown_addresses_cost_the_same(phone, olga, statements):
    sent = []
    for mail in (OLGA, "nobody@example.org"):
        statements.clear()
        enter(phone, mail, password="wrong")
        sent.append(list(statements))

    # The second one finds the counter of the network there already.
    assert [one.replace("INSERT INTO", "UPDATE").split()[:2] for one in sent[0]] == [
        one.replace("INSERT INTO", "UPDATE").split()[:2] for one in sent[1]
    ]


def test_failed_sign_in_is_one_line_with_the_address_and_nothing_else(app, phone, olga, caplog):
    phone.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    for _ in range(SIGN_INS + 1):
        enter(phone, password="wrong")
    enter(Phone(app), mail="nobody@example.org")

    failed = ("scorekeeper.sign-in", logging.WARNING, "sign-in failed from 192.0.2.7")
    refused = (*failed[:2], "sign-in refused after too many tries, from 192.0.2.7")
    elsewhere = (*failed[:2], "sign-in failed from 127.0.0.1")
    assert caplog.record_tuples == [*[failed] * SIGN_INS, refused, elsewhere]


def test_right_sign_in_and_an_address_that_is_none_are_not_in_the_log(phone, olga, caplog):
    enter(phone)
    phone.client.environ_base["REMOTE_ADDR"] = "sign-in failed from 192.0.2.7"
    enter(phone, mail="nobody@example.org")

    assert caplog.messages == ["sign-in failed from an unknown address"]
