"""Links that set a password: the first account, new ones, recovery; each works once and for a while."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.services.accounts import passwords, registration
from scorekeeper.services.accounts.registration import Person
from tests.support.accounts import (
    CHEAP,
    OLGA,
    PASSWORD,
    add_passkey,
    enter,
    is_signed_in,
    make_account,
    sign_in,
)
from tests.support.phones import Phone, text_of

FIRST = {"mail": OLGA, "name": "Olga", "password": PASSWORD}
DAY = timedelta(days=1)


@pytest.fixture
def phone(app, clock):
    app.config[passwords.COST_KEY] = CHEAP
    return Phone(app)


@pytest.fixture
def open_to_all(app):
    app.extensions["settings"] = replace(app.extensions["settings"], sign_up=True)


def first_link(app, clock):
    with app.app_context():
        link = registration.offer_first(now=clock.at)
    return link and f"/account/links/{link.token}"


def new_link(app, clock, mail="pia@example.org"):
    with app.app_context():
        link = registration.offer_account(Person(mail, "Pia"), now=clock.at, valid_for=DAY)
    return f"/account/links/{link.token}"


def reset_link(app, clock):
    with app.app_context():
        return f"/account/links/{registration.offer_reset(OLGA, now=clock.at, valid_for=DAY).token}"


def everybody(app):
    with app.app_context():
        return [person.mail for person in registration.everybody()]


def test_first_account_is_made_once(app, phone, clock):
    link = first_link(app, clock)
    assert "Create the first account" in text_of(phone.get(link))

    answer = phone.post(link, FIRST)

    assert (answer.status_code, answer.location) == (303, "/leagues?said=welcome")
    assert is_signed_in(phone)
    assert everybody(app) == [OLGA]
    assert first_link(app, clock) is None
    assert enter(Phone(app)).status_code == 303


def test_older_links_to_the_first_account_end(app, phone, clock):
    old, new = first_link(app, clock), first_link(app, clock)

    assert [phone.get(link).status_code for link in (old, new)] == [404, 200]


def test_link_to_the_first_account_ends_when_there_is_one(app, phone, clock):
    link = first_link(app, clock)
    make_account(app)

    assert phone.get(link).status_code == 404
    assert phone.post(link, {**FIRST, "mail": "eve@example.org"}).status_code == 409
    assert everybody(app) == [OLGA]


@pytest.mark.parametrize(
    ("field", "text"),
    [
        *(("mail", odd) for odd in ("olga", "olga@@example.org", "a,b@example.org", "o@" + "x" * 260)),
        ("mail", "ol\u202ega@example.org"),
        ("name", ""),
        ("name", "\u202eagl"),
        ("password", "short"),
    ],
)
def test_refused_account_leaves_the_link_as_it_is(app, phone, clock, field, text):
    link = first_link(app, clock)

    answer = phone.post(link, {**FIRST, field: text})

    assert answer.status_code == 422
    assert f'id="{field}-faults"' in answer.text
    assert PASSWORD not in answer.text
    assert everybody(app) == []
    assert phone.post(link, FIRST).status_code == 303


def test_new_account_is_that_of_the_link_whatever_is_sent(app, phone, clock):
    make_account(app)
    link = new_link(app, clock)
    assert "Welcome, Pia . From now on, sign in with pia@example.org" in text_of(phone.get(link))

    assert phone.post(link, {**FIRST, "mail": "eve@example.org"}).status_code == 303

    assert everybody(app) == [OLGA, "pia@example.org"]
    assert phone.post(link, FIRST).status_code == 409


def test_new_account_that_somebody_has_meanwhile_is_refused(app, phone, clock):
    link = new_link(app, clock)
    make_account(app, "pia@example.org")

    answer = phone.post(link, FIRST)

    assert answer.status_code == 422
    assert "Use another email, or sign in. This one already has an account." in text_of(answer)


def test_new_password_ends_every_sign_in_and_every_other_link(app, phone, clock):
    laptop = Phone(app)
    sign_in(laptop, make_account(app, password="what nobody remembers"))
    link, other = reset_link(app, clock), reset_link(app, clock)
    assert phone.get(link).status_code == 200

    assert phone.post(link, {"password": PASSWORD}).status_code == 303

    assert (is_signed_in(phone), is_signed_in(laptop)) == (True, False)
    assert enter(laptop).status_code == 303
    for spent in (link, other):
        assert phone.get(spent).status_code == 404
        assert phone.post(spent, {"password": "another long one"}).status_code == 409
    assert enter(Phone(app)).status_code == 303


def test_new_password_by_a_link_removes_the_passkeys(app, phone, clock, db):
    for number, mail in enumerate((OLGA, "pia@example.org"), 1):
        add_passkey(db, make_account(app, mail), f"passkey {number}")
    link = reset_link(app, clock)
    assert "removes your passkeys" in text_of(phone.get(link))

    phone.post(link, {"password": PASSWORD})

    assert db.execute("SELECT credential_id FROM passkey").fetchall() == [("passkey 2",)]


def test_link_ends_what_this_browser_was_signed_in_to(app, phone, clock, db):
    pia = make_account(app, "pia@example.org")
    make_account(app)
    sign_in(phone, pia)

    phone.post(reset_link(app, clock), {"password": PASSWORD})

    assert is_signed_in(phone)
    assert db.execute("SELECT count(*) FROM sign_in WHERE account_id = ?", [pia]).fetchone() == (0,)


def test_links_end_after_their_time(app, phone, clock):
    make_account(app)
    made = [new_link(app, clock), reset_link(app, clock)]
    clock.at += DAY

    assert [phone.get(link).status_code for link in made] == [404, 404]
    assert [phone.post(link, FIRST).status_code for link in made] == [409, 409]


def test_links_and_their_pages_are_kept_nowhere(app, phone, clock, data):
    link = first_link(app, clock)
    stored = b"".join(path.read_bytes() for path in data.iterdir() if path.is_file())

    assert phone.get(link).headers["Cache-Control"] == "no-store"
    assert link.rpartition("/")[2].encode() not in stored


def test_sign_up_is_closed_unless_somebody_opened_it(app, phone):
    assert "Ask the person who runs this server for an account." in text_of(phone.get("/account/sign-up"))
    assert 'href="/account/sign-up"' not in phone.get("/account/sign-in").text

    assert phone.post("/account/sign-up", FIRST).status_code == 403
    assert everybody(app) == []


@pytest.mark.usefixtures("open_to_all")
def test_sign_up_makes_an_account_and_signs_in(app, phone):
    assert 'href="/account/sign-up"' in phone.get("/account/sign-in").text

    assert phone.post("/account/sign-up", FIRST).location == "/leagues?said=welcome"

    assert is_signed_in(phone)
    again = Phone(app).post("/account/sign-up", {**FIRST, "mail": "OLGA@example.org"})
    assert again.status_code == 422
    assert 'id="mail-faults"' in again.text


@pytest.mark.usefixtures("open_to_all")
def test_sign_ups_of_one_network_are_counted(phone):
    sent = [phone.post("/account/sign-up", {**FIRST, "mail": f"{n}@example.org"}) for n in range(11)]

    assert [answer.status_code for answer in sent] == [303] * 10 + [429]


def test_recovery_without_a_mail_server_names_the_command(phone):
    assert "scorekeeper user reset" in text_of(phone.get("/account/recovery"))
    assert phone.post("/account/recovery", {"mail": OLGA}).location == "/account/recovery"
