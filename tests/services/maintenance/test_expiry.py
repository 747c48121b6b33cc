"""How long answers, counters, links, sign-ins and uploads are remembered."""

from datetime import timedelta

import pytest

from scorekeeper.services.accounts import registration, sessions
from scorekeeper.services.accounts.registration import Person
from scorekeeper.services.accounts.sessions import SigningBrowser
from scorekeeper.services.common import idempotency, limits
from scorekeeper.services.games import invitations, rulesets
from scorekeeper.services.leagues import organisers
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.transfer import uploads
from scorekeeper.services.maintenance import expiry
from tests.support.club import account
from tests.support.league_rows import club
from tests.support.play import NOW, started

DAY = timedelta(days=1)
ANA = Person("ana@example.org", "Ana")

REMEMBERED = {
    "idempotency": (
        lambda: idempotency.once(
            lambda: idempotency.StoredAnswer(201, "{}"), route="r", caller="c", key="k", body=b"", now=NOW
        ),
        NOW + 30 * DAY,
    ),
    "attempt_count": (lambda: limits.count_attempt("codes", now=NOW, most=5, within=DAY), NOW + DAY),
    "invitation": (lambda: invitations.invite(started(), now=NOW), NOW + invitations.VALID_FOR + DAY),
    "one_time_link": (
        lambda: registration.offer_account(ANA, now=NOW, valid_for=DAY),
        NOW + 2 * DAY,
    ),
    "organiser_invitation": (
        lambda: organisers.invite(club(), actor=Actor(None, NOW)),
        NOW + organisers.VALID_FOR,
    ),
    "sign_in": (
        lambda: sessions.begin(account(), browser=SigningBrowser("Firefox", NOW)),
        NOW + sessions.LASTS,
    ),
    "saved_ruleset": (
        lambda: rulesets.save("Ours", rulesets.base_of("basic"), variants=(), changes={}, now=NOW),
        NOW + rulesets.KEPT_UNUSED,
    ),
    "upload": (lambda: uploads.keep(b"x", league_id=None, actor=Actor(account(), NOW)), NOW + DAY),
}


@pytest.mark.parametrize("table", REMEMBERED)
def test_everything_is_remembered_for_as_long_as_it_is_needed(db, table):
    make, too_long = REMEMBERED[table]
    make()
    number = f"SELECT count(*) FROM {table}"

    expiry.purge(too_long - timedelta(seconds=1))
    assert db.execute(number).fetchone() == (1,)
    expiry.purge(too_long)
    assert db.execute(number).fetchone() == (0,)


def test_ending_all_access_ends_invitations_to_run_a_league_and_forgets_browsers() -> None:
    ana = registration.sign_up(ANA, password="three trios and a run", now=NOW)
    token = organisers.invite(club(), actor=Actor(None, NOW)).token
    browser = sessions.remember_browser(ana, None, now=NOW)

    expiry.end_all_access()

    assert organisers.find(token, now=NOW) is None
    assert not sessions.is_known_browser(ANA.mail, browser)
