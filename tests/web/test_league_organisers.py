"""An invitation to run a league, for somebody who has no account: it leads to one and back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from scorekeeper.services.accounts import keeping
from scorekeeper.services.leagues import organisers
from scorekeeper.web.league_organisers import ACCOUNT_VALID_FOR
from tests.web.accounts import PASSWORD
from tests.web.leagues import Cast, set_cast
from tests.web.phones import Phone, text_of

PIA = {"mail": "Pia@example.org", "name": "Pia"}


@pytest.fixture
def cast(app, clock) -> Cast:
    return set_cast(app)


@pytest.fixture
def offer(app, cast, clock) -> str:
    """The address of an open invitation."""
    with app.app_context():
        return f"/organisers/{organisers.invite(cast.league_id, now=clock.at).token}"


@pytest.fixture
def guest(app) -> Phone:
    return Phone(app)


def everybody(app):
    with app.app_context():
        return {person.mail for person in keeping.everybody()}


def test_an_invitation_leads_to_an_account_and_to_the_league(app, cast, offer, guest):
    page = guest.get(offer)
    assert f'href="/account/sign-in?next={offer}"' in page.text
    assert f'action="{offer}/account"' in page.text

    sent = guest.post(f"{offer}/account", PIA)
    assert re.fullmatch(rf"/account/links/[\w-]{{32}}\?next={offer}", sent.location)
    assert "Pia , pia@example.org" in text_of(guest.get(sent.location))
    link = sent.location.partition("?")[0]
    weak = guest.post(link, {"password": "short", "next": offer})
    assert f'name="next" value="{offer}"' in weak.text
    made = guest.post(link, {"password": PASSWORD, "next": offer})

    assert (made.status_code, made.location) == (303, offer)
    assert "You are signed in as Pia" in text_of(guest.get(offer))
    joined = guest.post(offer)
    assert joined.location == f"/leagues/{cast.slug}/settings?said=organiser-joined"
    assert guest.get(joined.location).status_code == 200


def test_a_link_to_an_account_leads_nowhere_else(offer, guest):
    link = guest.post(f"{offer}/account", PIA).location.partition("?")[0]
    assert 'name="next"' not in guest.get(f"{link}?next=//evil.example").text

    made = guest.post(link, {"password": PASSWORD, "next": "https://evil.example"})

    assert made.location == "/leagues?said=welcome"


def test_an_invitation_that_is_used_or_old_makes_no_account(app, cast, offer, guest, clock):
    before = everybody(app)
    assert cast.phones["other organiser"].post(offer).status_code == 303
    used = guest.post(f"{offer}/account", PIA)
    with app.app_context():
        fresh = organisers.invite(cast.league_id, now=clock.at).token
    clock.at += organisers.VALID_FOR
    old = guest.post(f"/organisers/{fresh}/account", PIA)

    for refused in (used, old):
        assert refused.status_code == 409
        assert "This link is no longer valid" in text_of(refused)
    assert everybody(app) == before


def test_the_link_to_the_account_ends_soon(offer, guest, clock):
    sent = guest.post(f"{offer}/account", PIA)
    clock.at += ACCOUNT_VALID_FOR - timedelta(seconds=1)
    assert guest.get(sent.location).status_code == 200
    clock.at += timedelta(seconds=1)

    assert guest.get(sent.location).status_code == 404


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"mail": "pia"}, "This is not a mail address."),
        ({"name": ""}, "Give a name of at most 40 letters."),
        ({"mail": "olga@example.org"}, "There is an account with this mail address already."),
    ],
)
def test_what_is_refused_stays_on_the_page(offer, guest, fields, sentence):
    answer = guest.post(f"{offer}/account", {**PIA, **fields})

    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert "Run Thursday Club ?" in text_of(answer)


def test_accounts_of_one_network_are_counted(offer, guest):
    sent = [guest.post(f"{offer}/account", {**PIA, "mail": f"{n}@example.org"}) for n in range(11)]

    assert [answer.status_code for answer in sent] == [303] * 10 + [429]
