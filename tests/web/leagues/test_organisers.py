"""An invitation to run a league, for somebody who has no account: it makes one, which runs the league."""

import re

import pytest

from scorekeeper.services.accounts import registration
from scorekeeper.services.accounts.sessions import SigningBrowser
from scorekeeper.services.common.faults import InvitationInvalid
from scorekeeper.services.leagues import organisers
from scorekeeper.services.leagues.log import Actor
from tests.support.accounts import PASSWORD
from tests.support.league_cast import set_cast
from tests.support.phones import Phone, text_of

RENEWED = ("renew_nights", "renew_link")
PIA = {"mail": "Pia@example.org", "name": "Pia", "password": PASSWORD}


@pytest.fixture
def offer(app, cast, clock) -> str:
    """The address of an open invitation."""
    with app.app_context():
        return f"/organisers/{organisers.invite(cast.league_id, actor=Actor(None, clock.at)).token}"


@pytest.fixture
def guest(app) -> Phone:
    return Phone(app)


def everybody(app):
    with app.app_context():
        return {person.mail for person in registration.everybody()}


def test_an_invitation_leads_to_an_account_and_to_the_league_at_once(app, cast, offer, guest):
    page = guest.get(offer)
    assert f'href="/account/sign-in?next={offer}"' in page.text
    assert f'action="{offer}/account"' in page.text

    joined = guest.post(f"{offer}/account", PIA)

    assert (joined.status_code, joined.location) == (
        303,
        f"/leagues/{cast.slug}?said=organiser-joined",
    )
    assert guest.get(joined.location).status_code == 200
    assert "Pia pia@example.org" in text_of(guest.get("/account"))


def test_one_invitation_makes_one_account(app, cast, offer, guest):
    guest.post(f"{offer}/account", PIA)
    before = everybody(app)

    again = Phone(app).post(f"{offer}/account", {**PIA, "mail": "quido@example.org"})

    assert again.status_code == 409
    assert "Have you used it already? Sign in to run the league." in text_of(again)
    assert everybody(app) == before


def test_an_invitation_used_meanwhile_makes_no_account(app, cast, offer, guest, clock):
    pia = registration.Person("pia@example.org", "Pia")
    with app.app_context():
        token = offer.rpartition("/")[2]
        organisers.accept_anew(token, pia, password=PASSWORD, browser=SigningBrowser("Firefox", clock.at))
        quido = registration.Person("quido@example.org", "Quido")
        before = everybody(app)
        with pytest.raises(InvitationInvalid):
            organisers.accept_anew(
                token, quido, password=PASSWORD, browser=SigningBrowser("Firefox", clock.at)
            )

    assert everybody(app) == before


@pytest.mark.parametrize(
    ("field", "text"),
    [("mail", "pia"), ("name", ""), ("password", "short"), ("mail", "olga@example.org")],
)
def test_what_is_refused_stays_on_the_page(offer, guest, field, text):
    answer = guest.post(f"{offer}/account", {**PIA, field: text})

    assert answer.status_code == 422
    assert f'id="{field}-faults"' in answer.text
    assert "Run Thursday Club ?" in text_of(answer)


def test_accounts_of_one_network_are_counted(app, cast, offer, guest, clock):
    taken = {**PIA, "mail": "olga@example.org"}

    tried = [guest.post(f"{offer}/account", taken).status_code for _ in range(11)]

    assert tried == [422] * 10 + [429]


def test_letting_somebody_go_changes_the_addresses_that_they_know(app, clock):
    cast = set_cast(app, visibility="link")
    olga, cora, page = (
        cast.phones["organiser"],
        cast.phones["co-organiser"],
        f"/leagues/{cast.slug}/organisers",
    )
    shown = olga.get(page).text
    assert [f'checked name="{name}" type="checkbox" value="1"' in shown for name in RENEWED] == [True, True]

    gone = olga.post(f"{page}/{cast.co}/removal", dict.fromkeys(RENEWED, "1"))

    fresh = re.fullmatch(r"/leagues/([\w-]+)/organisers\?said=organiser-gone-renewed", gone.location)[1]
    assert fresh != cast.slug
    assert "The old links no longer work." in text_of(olga.get(gone.location))
    for address in (f"/leagues/{cast.slug}", f"/nights/{cast.token}"):
        assert cora.get(address).status_code == 404
    assert cora.get(f"/leagues/{fresh}/nights").status_code == 403


def test_whose_boxes_are_cleared_changes_no_address(cast):
    olga, page = cast.phones["organiser"], f"/leagues/{cast.slug}/organisers"
    assert 'name="renew_link"' not in olga.get(page).text

    gone = olga.post(f"{page}/{cast.co}/removal")

    assert gone.location == f"{page}?said=organiser-gone"
    assert olga.get(f"/nights/{cast.token}").status_code == 200


def test_without_a_night_ahead_an_organiser_is_removed_with_one_tap(cast, clock):
    olga = cast.phones["organiser"]
    olga.post(f"/leagues/{cast.slug}/nights/{cast.night}/end")

    page = olga.get(f"/leagues/{cast.slug}/organisers").text

    assert "<details>" not in page.partition("<main")[2]
    assert 'aria-label="Remove cora"' in page
