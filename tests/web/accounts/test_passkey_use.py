"""A passkey is made and used; what was used, copied, not unlocked or meant for elsewhere is refused."""

from dataclasses import replace

import pytest

from scorekeeper.config import MailServer
from scorekeeper.web.accounts import accounts
from tests.support.accounts import PASSWORD, is_signed_in, make_account, sign_in
from tests.support.accounts import enter as try_password
from tests.support.authenticator import Authenticator
from tests.support.mailbox import Mailbox
from tests.support.phones import Phone, text_of, values_of

UNUSABLE = "Try again. This passkey didn’t work. Nothing was changed."
TOO_OLD = "Try again. This page was open for too long."


@pytest.fixture
def phone(app, clock):
    app.extensions["settings"] = replace(app.extensions["settings"], public_url="http://localhost")
    phone = Phone(app)
    sign_in(phone, make_account(app, password=PASSWORD))
    return phone


@pytest.fixture
def laptop(app, phone):
    return Phone(app)


@pytest.fixture
def device(phone):
    """An authenticator whose passkey is known."""
    device = Authenticator()
    given = challenge(phone, "/account")
    assert keep(phone, given, device.make(given)).location == "/account?said=passkey-added"
    return device


def challenge(phone, path="/account/sign-in"):
    return values_of(phone.get(path), "hidden")["challenge"]


def keep(phone, given, credential):
    return phone.post("/account/passkeys", {"challenge": given, "credential": credential})


def enter(phone, given, credential, **fields):
    return phone.post("/account/sign-in/passkey", {"challenge": given, "credential": credential, **fields})


def test_passkey_signs_in_wherever_it_is_used(laptop, device):
    given = challenge(laptop)

    assert enter(laptop, given, device.use(given), next="/rules").location == "/rules"

    assert is_signed_in(laptop)
    assert "Last used on 20 November 2026" in text_of(laptop.get("/account"))


def test_passkey_without_a_count_is_used_again_and_again(laptop, device):
    for _ in range(2):
        device.count = -1
        given = challenge(laptop)
        assert enter(laptop, given, device.use(given)).status_code == 303
        laptop.post("/account/sign-out")


def test_answer_counts_once(laptop, device):
    given = challenge(laptop)
    device.count = -1
    answer = device.use(given)
    assert enter(laptop, given, answer).status_code == 303
    laptop.post("/account/sign-out")

    again = enter(laptop, given, answer)

    assert again.status_code == 422
    assert TOO_OLD in text_of(again)
    assert not is_signed_in(laptop)


def test_passkey_signs_in_whatever_passwords_strangers_tried(app, laptop, device):
    for n in range(accounts.SIGN_INS_OF_NETWORK):
        assert try_password(laptop, mail=f"{n}@example.org", password="wrong").status_code == 422
    assert try_password(laptop).status_code == 429
    given = challenge(laptop)

    assert enter(laptop, given, device.use(given)).status_code == 303


def test_failed_passkey_is_a_line_in_the_log(laptop, device, caplog):
    given = challenge(laptop)

    enter(laptop, given, replace(device, verified=False).use(given))

    assert caplog.messages == ["sign-in failed from 127.0.0.1"]


def test_letters_tell_of_a_passkey_and_of_the_browser_that_used_it(app, phone, laptop):
    with Mailbox().listening() as mailbox:
        server = MailServer("127.0.0.1", mailbox.port, "cards@example.org")
        app.extensions["settings"] = replace(app.extensions["settings"], mail=server)
        device = Authenticator()
        given = challenge(phone, "/account")
        keep(phone, given, device.make(given))
        for _ in range(2):
            given = challenge(laptop)
            enter(laptop, given, device.use(given))
            laptop.post("/account/sign-out")
        phone.post("/account/passkeys/2/removal")
        phone.post("/account/passkeys/1/removal")

        assert [mailbox.next()[1]["Subject"] for _ in range(3)] == [
            "Your Scorekeeper account has a new passkey",
            "New sign-in to your Scorekeeper account",
            "Your Scorekeeper account lost a passkey",
        ]


def test_copy_that_lags_behind_is_refused(laptop, device):
    given = challenge(laptop)
    enter(laptop, given, device.use(given))
    laptop.post("/account/sign-out")
    device.count = 0
    given = challenge(laptop)

    assert UNUSABLE in text_of(enter(laptop, given, device.use(given)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"verified": False},
        {"origin": "https://evil.example"},
        {"host": "evil.example"},
        {"key": Authenticator().key},
    ],
)
def test_answers_that_prove_nothing_are_refused(phone, laptop, device, wrong, db):
    liar = replace(device, **wrong)
    given = challenge(laptop)

    refused = enter(laptop, given, liar.use(given))

    assert refused.status_code == 422
    assert UNUSABLE in text_of(refused)
    assert not is_signed_in(laptop)
    if "key" not in wrong:
        given = challenge(phone, "/account")
        other = replace(liar, identity=b"another passkey")
        assert UNUSABLE in text_of(keep(phone, given, other.make(given)))
    assert db.execute("SELECT count(*) FROM passkey").fetchone() == (1,)


def test_answer_to_another_challenge_is_refused(laptop, device):
    given, other = challenge(laptop), challenge(laptop)

    assert UNUSABLE in text_of(enter(laptop, given, device.use(other)))


def test_passkey_is_kept_once(phone, device):
    given = challenge(phone, "/account")

    assert UNUSABLE in text_of(keep(phone, given, device.make(given)))


def test_identity_that_is_too_long_is_refused(phone):
    device = Authenticator(identity=b"x" * 1100)
    given = challenge(phone, "/account")

    assert UNUSABLE in text_of(keep(phone, given, device.make(given)))
