"""Proves that a closed account leads nowhere and names nobody, and that no league is left alone."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from scorekeeper.models import AccountRow
from scorekeeper.models.engine import reading
from scorekeeper.services.accounts import registration, sessions
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.accounts.sessions import SigningBrowser
from scorekeeper.services.leagues import organisers
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.organisers import CLOSED_NAME, close_account
from scorekeeper.services.leagues.queries.history import history_page
from scorekeeper.services.leagues.queries.leagues import runs
from scorekeeper.services.leagues.transfer import uploads
from tests.support.club import START, Club, account

OLGA, EVA = "olga@example.org", "eva@example.org"
DAY = timedelta(days=1)


@pytest.fixture
def olga(db):
    return account()


@pytest.fixture
def eva(db):
    return account(EVA, "Eva")


@pytest.fixture
def club(olga, eva):
    """A league that Olga founded and runs with Eva."""
    club = Club(olga)
    token = organisers.invite(club.league_id, actor=Actor(None, START)).token
    organisers.accept(token, actor=Actor(eva, START))
    return club


def test_a_closed_account_runs_nothing_and_is_nobody(club, olga):
    signed_in = sessions.begin(olga, browser=SigningBrowser("Firefox", START))
    letter = registration.offer_reset(OLGA, now=START, valid_for=DAY)
    uploads.keep(b"date", league_id=club.league_id, actor=Actor(olga, START))
    browser = sessions.remember_browser(olga, None, now=START)

    assert close_account(OLGA, now=START) == ()

    assert not runs(olga, club.league_id)
    assert sessions.who(signed_in, now=START) is None
    assert not sessions.is_known_browser(f"CLOSED {olga}", browser)
    assert registration.find_link(letter.token, now=START) is None
    assert [person.mail for person in registration.everybody()] == [EVA]
    with reading() as session:
        left = session.execute(
            select(AccountRow.mail, AccountRow.name, AccountRow.password_hash).where(AccountRow.id == olga)
        ).one()
    assert left == (f"CLOSED {olga}", CLOSED_NAME, None)
    assert {line.by for line in history_page(club.league_id).lines} == {CLOSED_NAME, "Eva"}


def test_no_file_keeps_the_address_of_a_closed_account(data, club):
    close_account(OLGA, now=START)

    assert [file.name for file in data.iterdir() if OLGA.encode() in file.read_bytes()] == []


def test_no_link_to_a_new_account_outlives_the_address_that_it_is_for(data, db):
    addresses = (OLGA, "olga@club.example")
    offers = [
        registration.offer_account(Person(mail, "Olga"), now=START, valid_for=DAY) for mail in addresses
    ]
    account()
    registration.change_mail(OLGA, to="olga@club.example")
    assert [registration.find_link(offer.token, now=START) is None for offer in offers] == [True, False]

    close_account("olga@club.example", now=START)

    assert [registration.find_link(offer.token, now=START) for offer in offers] == [None, None]
    files = b"".join(file.read_bytes() for file in data.iterdir())
    assert [mail for mail in addresses if mail.encode() in files] == []


def test_nobody_comes_in_by_the_address_of_a_closed_account(club, olga):
    close_account(OLGA, now=START)

    for typed in (f"CLOSED {olga}", f"closed {olga}", OLGA):
        assert registration.find(typed) is None
        assert registration.offer_reset(registration.clean_mail(typed), now=START, valid_for=DAY) is None
    assert close_account(OLGA, now=START) is None
    assert account() != olga


def test_the_last_account_closed_makes_room_for_a_first_one(olga):
    assert registration.offer_first(now=START) is None

    close_account(OLGA, now=START)

    assert registration.offer_first(now=START) is not None
