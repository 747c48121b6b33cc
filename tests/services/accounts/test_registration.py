"""Proves what accounts promise beneath the web: costs, races, and what is kept how long."""

from collections import Counter
from datetime import timedelta

import argon2
import pytest
from sqlalchemy import func, select

from scorekeeper.models import AccountRow, KnownBrowserRow, SignInRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.services.accounts import passwords, registration, sessions
from scorekeeper.services.accounts.registration import LinkInvalid, Person
from scorekeeper.services.accounts.sessions import SigningBrowser
from scorekeeper.services.maintenance import expiry
from tests.support.play import NOW
from tests.support.racing import race

OLGA = Person("olga@example.org", "Olga")
PASSWORD = "three trios and a run"
OTHER_PASSWORD = "two runs and a trio"
CHEAP = (8, 1, 1)


@pytest.fixture(autouse=True)
def _cheap(app):
    app.config[passwords.COST_KEY] = CHEAP


def count(row):
    with reading() as session:
        return session.scalar(select(func.count()).select_from(row))


def stored_hash():
    with reading() as session:
        return session.scalar(select(AccountRow.password_hash))


def test_password_is_hashed_by_argon2_at_the_cost_decided(app):
    del app.config[passwords.COST_KEY]

    known = argon2.extract_parameters(passwords.hashed(PASSWORD))

    assert known.type is argon2.Type.ID
    assert (known.memory_cost, known.time_cost, known.parallelism) == (19 * 1024, 2, 1)
    assert argon2.extract_parameters(passwords.stand_in()) == known
    assert not passwords.fits(None, PASSWORD)


def test_sign_in_of_nobody_checks_as_much_as_that_of_somebody(monkeypatch):
    registration.sign_up(OLGA, password=PASSWORD, now=NOW)
    checked = []
    verify = argon2.PasswordHasher.verify
    monkeypatch.setattr(
        argon2.PasswordHasher, "verify", lambda self, *given: checked.append(given[0]) or verify(self, *given)
    )

    for mail in (OLGA.mail, "nobody@example.org"):
        with pytest.raises(RuleViolation):
            sessions.sign_in(mail, "wrong", browser=SigningBrowser("", NOW))

    known, nobodys = map(argon2.extract_parameters, checked)
    assert known == nobodys


@pytest.mark.parametrize("stored", ["", "x", "$argon2id$v=19$m=8,t=1,p=1$$", "$2b$12$abcdefghijklmnopqrstuv"])
def test_damaged_hash_fits_no_password(stored):
    assert not passwords.fits(stored, PASSWORD)


@pytest.mark.parametrize(
    "password", ["ﬁve trios or more", "pa\0ss wo\0rds", "\ud800 half a letter", "🃏" * 20]
)
def test_every_letter_makes_a_password(password):
    assert passwords.fits(passwords.hashed(password), password)


def test_letters_typed_otherwise_are_the_same_password():
    assert passwords.fits(passwords.hashed("sept cafe\u0301s noirs"), "sept caf\u00e9s noirs")


def test_hash_of_another_cost_is_renewed_by_signing_in(app):
    registration.sign_up(OLGA, password=PASSWORD, now=NOW)
    old = stored_hash()
    app.config[passwords.COST_KEY] = (16, 1, 1)

    sessions.sign_in(OLGA.mail, PASSWORD, browser=SigningBrowser("", NOW))

    assert argon2.extract_parameters(old).memory_cost == 8
    assert argon2.extract_parameters(stored_hash()).memory_cost == 16
    sessions.sign_in(OLGA.mail, PASSWORD, browser=SigningBrowser("", NOW))


def test_two_who_sign_up_at_once_are_one_account_and_a_refusal(app):
    def sign_up():
        try:
            registration.sign_up(OLGA, password=PASSWORD, now=NOW)
        except RuleViolation as refused:
            return refused.faults
        return None

    answers = race(app, sign_up, sign_up, sign_up)

    assert sorted(answers, key=bool) == [None, *[(Fault(FaultCode.MAIL_TAKEN, "/mail"),)] * 2]
    assert count(AccountRow) == 1


def test_link_opened_twice_at_once_is_used_once(app):
    token = registration.offer_first(now=NOW).token

    def use(mail):
        try:
            registration.use_link(
                token, password=PASSWORD, browser=SigningBrowser("", NOW), mail=mail, name="Olga"
            )
        except LinkInvalid:
            return "refused"
        return "made"

    answers = race(app, lambda: use("a@example.org"), lambda: use("b@example.org"))

    assert Counter(answers) == {"made": 1, "refused": 1}
    assert count(AccountRow) == 1


def test_sign_in_with_a_password_that_changes_meanwhile_leaves_none_behind(app):
    account_id = registration.sign_up(OLGA, password=PASSWORD, now=NOW)

    def sign_in():
        try:
            return sessions.sign_in(OLGA.mail, PASSWORD, browser=SigningBrowser("", NOW))
        except RuleViolation:
            return None

    def change():
        return registration.change_password(
            account_id, current=PASSWORD, new=OTHER_PASSWORD, browser=SigningBrowser("", NOW)
        )

    *old, new = race(app, sign_in, sign_in, sign_in, change)

    assert [token for token in old if token and sessions.who(token, now=NOW)] == []
    assert sessions.who(new, now=NOW).account_id == account_id
    assert count(SignInRow) == 1


def test_of_two_who_change_a_password_at_once_one_is_refused(app):
    account_id = registration.sign_up(OLGA, password=PASSWORD, now=NOW)

    def change(new):
        try:
            return registration.change_password(
                account_id, current=PASSWORD, new=new, browser=SigningBrowser("", NOW)
            )
        except RuleViolation as refused:
            return refused.faults

    answers = race(app, *[lambda new=f"{OTHER_PASSWORD} {n}": change(new) for n in range(3)])

    assert [answer for answer in answers if isinstance(answer, tuple)] == [
        (Fault(FaultCode.PASSWORD_WRONG, "/current"),)
    ] * 2


def test_browsers_are_known_until_they_stay_away_for_long():
    account_id = registration.sign_up(OLGA, password=PASSWORD, now=NOW)
    mine = sessions.remember_browser(account_id, None, now=NOW)
    other = sessions.remember_browser(account_id, None, now=NOW)
    later = NOW + timedelta(days=1)
    assert sessions.remember_browser(account_id, mine, now=later) == mine

    expiry.purge(NOW + sessions.KNOWN_FOR)

    assert [sessions.is_known_browser(OLGA.mail, token) for token in (mine, other, None)] == [
        True,
        False,
        False,
    ]
    expiry.purge(later + sessions.KNOWN_FOR)
    assert count(KnownBrowserRow) == 0


def test_changed_password_uses_up_the_links_to_the_account():
    account_id = registration.sign_up(OLGA, password=PASSWORD, now=NOW)
    link = registration.offer_reset(OLGA.mail, now=NOW, valid_for=timedelta(hours=1))

    registration.change_password(
        account_id, current=PASSWORD, new=OTHER_PASSWORD, browser=SigningBrowser("", NOW)
    )

    assert registration.find_link(link.token, now=NOW) is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Olga@Example.ORG ", "olga@example.org"),
        ("Anna@Straße.de", "anna@straße.de"),
        ("ΝΙΚΟΣ@example.org", "νικος@example.org"),
        ("cafe\u0301@example.org", "caf\u00e9@example.org"),
        ("olga²@example.org", "olga²@example.org"),
    ],
)
def test_letters_go_to_the_address_as_typed_but_for_capitals(typed, kept):
    assert registration.checked(typed, name="Olga").mail == kept
