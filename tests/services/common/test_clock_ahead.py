"""Rows written while the clock was ahead neither outlast nor block anything once it is right again."""

from datetime import timedelta

import pytest

from scorekeeper.services.accounts import registration, sessions
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.accounts.sessions import SigningBrowser
from scorekeeper.services.common import limits
from scorekeeper.services.games import invitations
from scorekeeper.services.leagues import night_addresses, nights, organisers
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.transfer import uploads
from scorekeeper.services.maintenance import expiry
from tests.support.club import account
from tests.support.league_rows import club
from tests.support.play import NOW, started

DAY = timedelta(days=1)
AHEAD = NOW + 400 * DAY


def _invitation():
    token = invitations.invite(started(), now=AHEAD).token
    return lambda now: invitations.find(token, now=now)


def _link():
    ana = Person("ana@example.org", "Ana")
    token = registration.offer_account(ana, now=AHEAD, valid_for=registration.LONGEST_LINK).token
    return lambda now: registration.find_link(token, now=now)


def _offer():
    token = organisers.invite(club(), actor=Actor(None, AHEAD)).token
    return lambda now: organisers.find(token, now=now)


def _upload():
    owner = account()
    key = uploads.keep(b"x", league_id=None, actor=Actor(owner, AHEAD))
    return lambda now: uploads.find(key, league_id=None, actor=Actor(owner, now))


@pytest.mark.parametrize("made", [_invitation, _link, _offer, _upload])
def test_what_ends_soon_is_not_open_for_as_long_as_the_clock_was_ahead(made):
    find = made()

    assert find(AHEAD)
    for later in (timedelta(), 10 * DAY, 300 * DAY):
        assert find(NOW + later) is None


@pytest.mark.parametrize("table", ["upload", "attempt_count"])
def test_what_a_clock_ahead_left_behind_is_removed(db, table):
    uploads.keep(b"x", league_id=None, actor=Actor(account(), AHEAD))
    limits.count_attempt("codes", now=AHEAD, most=5, within=DAY)

    expiry.purge(NOW)

    assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_sign_in_seen_in_the_future_ends_like_any_other(db):
    token = sessions.begin(account(), browser=SigningBrowser("Firefox", AHEAD))

    assert sessions.who(token, now=NOW)
    assert sessions.who(token, now=NOW + DAY)

    assert sessions.who(token, now=NOW + DAY + sessions.LASTS) is None


def test_a_clock_that_is_behind_for_a_while_signs_nobody_out():
    token = sessions.begin(account(), browser=SigningBrowser("Firefox", NOW))

    assert sessions.who(token, now=NOW - 20_000 * DAY)

    assert sessions.who(token, now=NOW + DAY)


def test_sign_in_of_the_future_is_not_fresh_until_then():
    token = sessions.begin(account(), browser=SigningBrowser("Firefox", AHEAD))

    me = sessions.who(token, now=NOW)

    assert me is not None
    assert [me.is_fresh(at) for at in (NOW, NOW + 399 * DAY, AHEAD)] == [False, False, True]


def test_night_opened_in_the_future_is_no_hindrance_to_one_of_today():
    league, owner = club(), account()
    later = nights.open_night(league, actor=Actor(owner, AHEAD))

    today = nights.open_night(league, actor=Actor(owner, NOW))

    assert later != today
    assert night_addresses.by_key(league, today).is_open(NOW)
    nights.end_night(league, later, actor=Actor(owner, NOW))
    assert night_addresses.by_key(league, later).cancelled
