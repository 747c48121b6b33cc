"""Proves that a passkey is kept only for somebody who is still signed in when it is written down."""

import pytest

from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.services.accounts import passkeys, sessions
from scorekeeper.services.accounts.sessions import SigningBrowser
from tests.support.authenticator import Authenticator
from tests.support.club import account
from tests.support.play import NOW

SITE = passkeys.Site("localhost", "http://localhost")
HERE = {"site": SITE, "device": "phone", "now": NOW}


def test_a_sign_in_that_ends_meanwhile_keeps_no_passkey(db):
    token = sessions.begin(account(), browser=SigningBrowser("", NOW))
    me = sessions.who(token, now=NOW)
    given = passkeys.registration_options(me, **HERE).challenge
    credential = Authenticator().make(given)
    sessions.sign_out(token)

    with pytest.raises(RuleViolation) as refusal:
        passkeys.make(me, given, credential, **HERE, label="")

    assert refusal.value.faults == (Fault(FaultCode.PAGE_TOO_OLD, "/passkey"),)


def test_a_challenge_keeps_one_passkey(db):
    me = sessions.who(sessions.begin(account(), browser=SigningBrowser("", NOW)), now=NOW)
    given = passkeys.registration_options(me, **HERE).challenge
    passkeys.make(me, given, Authenticator().make(given), **HERE, label="")

    with pytest.raises(RuleViolation):
        passkeys.make(me, given, Authenticator(identity=b"another").make(given), **HERE, label="")
