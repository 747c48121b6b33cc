"""An organiser takes along what is kept about the account, and closes it; no league is left alone."""

import pytest

from scorekeeper.services.accounts import sessions
from scorekeeper.services.leagues import organisers
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.transfer import uploads
from tests.support.accounts import OLGA, PASSWORD, add_passkey, enter, is_signed_in, make_account, sign_in
from tests.support.club import Club
from tests.support.phones import Phone, text_of

EVA = "eva@example.org"


@pytest.fixture
def eva(app, olga):
    return make_account(app, EVA, "Eva", PASSWORD)


def set_club(app, olga, *, and_eva=None, now):
    with app.app_context():
        club = Club(olga)
        if and_eva is not None:
            token = organisers.invite(club.league_id, actor=Actor(None, now)).token
            organisers.accept(token, actor=Actor(and_eva, now))
    return club


def test_account_is_closed_by_its_owner(app, phone, laptop, olga, eva, clock):
    set_club(app, olga, and_eva=eva, now=clock.at)
    sign_in(laptop, olga)
    enter(phone)
    assert 'href="/account/closing"' in phone.get("/account").text
    assert "Close my account" in text_of(phone.get("/account/closing"))

    closed = phone.post("/account/closing")

    assert closed.location == "/account/sign-in?said=closed"
    assert "Your account is closed." in text_of(phone.get(closed.location))
    assert (is_signed_in(phone), is_signed_in(laptop)) == (False, False)
    assert [enter(Phone(app), mail).status_code for mail in (OLGA, EVA)] == [422, 303]


def test_account_that_runs_a_league_alone_is_not_closed(app, phone, olga, clock):
    club = set_club(app, olga, now=clock.at)
    enter(phone)

    shown, refused = phone.get("/account/closing"), phone.post("/account/closing")

    for page in (shown, refused):
        assert "Thursday Club" in text_of(page)
        assert f'href="/leagues/{club.slug}/organisers"' in page.text
        assert "Close my account" not in text_of(page)
    assert (shown.status_code, refused.status_code) == (200, 422)
    reason = "Hand over your leagues first. You’re the only organiser of some of them. Nothing was changed."
    assert reason in text_of(refused)
    assert is_signed_in(phone)


def test_account_is_closed_only_soon_after_signing_in(phone, olga, clock):
    enter(phone)
    clock.at += sessions.FRESH_FOR

    assert "Close my account" not in text_of(phone.get("/account/closing"))
    assert 'again=1&amp;next=/account/closing"' in phone.get("/account/closing").text
    assert phone.post("/account/closing").status_code == 422
    assert is_signed_in(phone)
    assert enter(phone, next="/account/closing").location == "/account/closing"
    assert phone.post("/account/closing").status_code == 303


def test_file_holds_all_that_is_kept_about_the_account_and_nothing_of_others(
    app, phone, olga, eva, clock, db
):
    club = set_club(app, olga, and_eva=eva, now=clock.at)
    add_passkey(db, olga, "AAAA")
    add_passkey(db, eva, "BBBB")
    with app.app_context():
        uploads.keep(b"what only the file holds", league_id=club.league_id, actor=Actor(olga, clock.at))
    enter(phone)

    answer = phone.get("/account/account.json")

    assert answer.headers["Content-Disposition"] == 'attachment; filename="scorekeeper-account.json"'
    assert answer.headers["Cache-Control"] == "no-store"
    kept = answer.json
    assert kept["account"] == [
        {
            "id": olga,
            "mail": OLGA,
            "name": "Olga",
            "password_hash": "(not shown)",
            "created_at": "2026-11-20T19:00:00+00:00",
        }
    ]
    assert kept["league"] == [{"id": club.league_id, "name": "Thursday Club"}]
    assert [row["credential_id"] for row in kept["passkey"]] == ["AAAA"]
    assert [(row["kind"], row["content"]) for row in kept["upload"]] == [("file", "(not shown)")]
    assert [(row["kind"], row["account_id"]) for row in kept["league_entry"]] == [("founded", olga)]
    assert [row["label"] for row in kept["sign_in"]] == ["A browser"]
    assert kept.keys() == {
        *("account", "known_browser", "league", "league_entry", "organiser", "passkey", "sign_in", "upload")
    }
    assert EVA not in answer.text
    assert "argon2" not in answer.text
